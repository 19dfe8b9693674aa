internal import ResponderEnvironment
internal import ResponderKit
internal import ResponderSupport

// What an app does with its files, as a script orders it.
extension SimulatedDevice {
    func perform(_ action: FileAction, by app: InstalledApp) throws(DeviceError) {
        let container = try stored(app).container
        guard app.runsCode else { throw .notRunning(app.identifier, app.state) }
        do throws(FileError) {
            switch action {
            case .write(let path, let content, let protection):
                try write(content.bytes, to: path, protection, by: app, container)
            case .writePlain(let path, let text): try writePlain(Array(text.utf8), to: path, by: app, container)
            case .showProtection(let path):
                record(.result("\(try container.protection(of: path))"), app)
            case .read(let path):
                let bytes =
                    if let file = app.openFiles[try HomePath(path).description] {
                        try file.read(try file.size, at: 0)
                    } else {
                        try container.read(path)
                    }
                record(.result(Self.text(of: bytes)), app)
            case .remove(let path): try container.remove(path)
            case .list(let path):
                let names = try container.names(in: path)
                record(.result(names.isEmpty ? "nothing" : names.joined(separator: ", ")), app)
            case .excludeFromBackup(let path): try container.setExcludedFromBackup(true, at: path)
            case .open, .close: break
            }
        } catch {
            throw .file(error)
        }
        switch action {
        case .open(let path, let protection): try open(path, protection, by: app)
        case .close(let path):
            guard app.openFiles.removeValue(forKey: try key(of: path)) != nil else {
                throw .openFile(app.identifier, path: path, isOpen: false)
            }
        default: break
        }
    }

    private func write(
        _ bytes: [UInt8],
        to path: String,
        _ protection: ProtectionClass?,
        by app: InstalledApp,
        _ container: AppContainer
    ) throws(FileError) {
        guard let file = app.openFiles[try HomePath(path).description] else {
            return try container.write(bytes, to: path, protection: protection)
        }
        try file.truncate(to: 0)
        try file.write(bytes, at: 0)
    }

    /// Writes past the container, and counts the bytes all the same.
    private func writePlain(
        _ bytes: [UInt8],
        to path: String,
        by app: InstalledApp,
        _ container: AppContainer
    ) throws(FileError) {
        let path = try HomePath(path)
        guard let home = app.home, let space = storage?.space else { return }
        let former = try home.folder.usedSpace(path)
        try space.take(bytes.count, for: path.description)
        do throws(FileError) {
            try home.folder.replace(path, with: bytes)
        } catch {
            space.give(bytes.count)
            throw error
        }
        space.give(former)
    }

    private func key(of path: String) throws(DeviceError) -> String {
        do throws(FileError) { return try HomePath(path).description } catch { throw .file(error) }
    }

    private func open(_ path: String, _ protection: ProtectionClass?, by app: InstalledApp) throws(DeviceError) {
        let key = try key(of: path)
        guard app.openFiles[key] == nil else { throw .openFile(app.identifier, path: path, isOpen: true) }
        let container = try stored(app).container
        do throws(FileError) {
            app.openFiles[key] = try container.open(path, protection: protection, .writing)
        } catch {
            throw .file(error)
        }
    }

    /// An app closes all files that it has open, and remembers them (rule S12).
    func closeFiles(of identifier: String) {
        guard let app = find(identifier), !app.openFiles.isEmpty else { return }
        app.closedFiles = app.openFiles.keys.sorted()
        app.openFiles = [:]
        record(.note("closes \(app.closedFiles.joined(separator: ", "))"), app)
    }

    /// An app opens the files again that it has closed.
    func reopenFiles(of identifier: String) {
        guard let app = find(identifier), !app.closedFiles.isEmpty else { return }
        let paths = app.closedFiles
        app.closedFiles = []
        for path in paths {
            do throws(DeviceError) {
                try open(path, nil, by: app)
                record(.note("opens \(path)"), app)
            } catch {
                record(.refused(error.description), app)
            }
        }
    }

    /// Bytes for a line of the history: the text, or how many bytes there are.
    static func text(of bytes: [UInt8]) -> String {
        let most = 80
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return "\(ScriptValues.text(bytes: bytes.count)), which are no text"
        }
        guard bytes.count > most else { return "\"\(text)\"" }
        return "\(ScriptValues.text(bytes: bytes.count)): \"\(String(text.unicodeScalars.prefix(most / 2)))…\""
    }
}

extension FileContent {
    /// The bytes to write.
    fileprivate var bytes: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8)
        case .size(let count):
            [UInt8](unsafeUninitializedCapacity: min(max(0, count), Self.largest)) { buffer, filled in
                for place in buffer.indices {
                    buffer.initializeElement(at: place, to: UInt8(ascii: "a") + UInt8(place % 26))
                }
                filled = buffer.count
            }
        }
    }
}
