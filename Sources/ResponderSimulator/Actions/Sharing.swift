internal import ResponderEnvironment
internal import ResponderKit

// Documents that come from outside an app: from a desktop, and from another app (rules S4, S8).
extension SimulatedDevice {
    func share(_ action: ShareAction, of app: InstalledApp) throws(DeviceError) {
        let home = try stored(app)
        let container = home.container
        guard app.manifest.isFileSharingEnabled else { throw .sharesNoFiles(app.identifier) }
        do throws(FileError) {
            switch action {
            case .list:
                let names = try container.names(in: "Documents")
                record(.result(names.isEmpty ? "nothing" : names.joined(separator: ", ")))
            case .put(let name, let text):
                let path = try shared(name)
                do throws(FileError) {
                    try container.write(Array(text.utf8), to: path, by: .system)
                } catch .notFound {
                    // Only now, so that a refusal leaves no folder behind.
                    try home.folder.createFolder(path.parent)
                    try container.write(Array(text.utf8), to: path, by: .system)
                }
            case .get(let name): record(.result(Self.text(of: try container.read(try shared(name).description))))
            case .remove(let name):
                let path = try shared(name)
                guard !DirectoryRules.isStandard(path) else {
                    throw FileError.notPermitted("\(path)", "the home's own directories stay; remove what is in it")
                }
                try container.remove(path, by: .system)
            }
        } catch {
            throw .file(error)
        }
    }

    /// The path of a shared file: a desktop sees nothing but Documents.
    private func shared(_ name: String) throws(FileError) -> HomePath {
        let path = try HomePath(name)
        guard path != .home else { throw .badPath(name, "it names no file; give the file's name") }
        return HomePath(names: ["Documents"] + path.names)
    }

    /// Another app hands a document over: the app comes to the front with the URL of the copy in its Inbox.
    func handOver(_ name: String, _ text: String, to app: InstalledApp) throws(DeviceError) {
        let container = try stored(app).container
        // A refusal leaves no document behind.
        try checkScreen()
        guard app.isAllowed else { throw .notAllowed(app.identifier) }
        if app.runningApplication == nil { try checkBundle(of: app) }
        let (path, url): (HomePath, AppURL)
        do throws(FileError) {
            path = try container.handOver(Array(text.utf8), named: name)
            url = try Self.fileURL(try container.path(of: path.description))
        } catch {
            throw .file(error)
        }
        record(.result(path.description), app)
        try bringToFront(app, for: .url(url, OpenURLOptions(sourceApplication: nil)))
    }

    /// The URL of a file, with every byte in % and two digits that a path of a URL may not have.
    static func fileURL(_ path: String) throws(FileError) -> AppURL {
        var text = "file://"
        for byte in path.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            if isPlain || "/-._~".unicodeScalars.contains(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        do throws(AppURL.Invalid) { return try AppURL(text) } catch { throw .badPath(path, error.problem) }
    }

    /// Fills the storage until only so many bytes are left.
    func fill(leaving bytes: Int?) throws(DeviceError) {
        guard let storage else { throw .noStorage }
        guard bytes ?? 0 >= 0 else { throw .badNumber("\(bytes ?? 0) bytes cannot be left; give 0 or more") }
        guard let left = storage.space.fill(leaving: bytes) else { return }
        throw .badNumber("only \(ScriptValues.text(bytes: left)) are left already; give fewer, or remove files")
    }
}
