import ResponderEnvironment
import ResponderKit
import ResponderSimulator

// What an app does with its files.
extension StorageWalk {
    func fileStep(_ app: String) {
        guard let application = device.application(app), let container = try? application.container else {
            return fail("\(app) runs, and has no container")
        }
        switch Int.random(in: 0..<53, using: &random) {
        case 0..<10: write(container, app)
        case 10..<16: read(container, app)
        case 16..<19: remove(container, app)
        case 19..<22: createFolder(container, app)
        case 22..<26: move(container, app)
        case 26..<29: look(container, app)
        case 29..<32: exclude(container, app)
        case 32..<34: changeClass(container, app)
        case 34..<38: open(container, app)
        case 38..<46: useHandle()
        case 46..<48: act(app)
        case 48: prefer(application, app)
        default: useKeychain(application, app)
        }
    }

    // MARK: Chance

    private static let folders = [
        "Documents", "Documents", "Documents/f", "Documents/f/g", "Documents/Inbox", "Library", "Library/f",
        "Library/Application Support", "Library/Caches", "Library/Caches", "Library/Caches/f", "tmp", "tmp", "tmp/f",
    ]
    private static let odd = [
        "", "x", "Documents", "Documents/Inbox", "Library/Preferences/x", "Library/Caches", "tmp", "/Documents/a",
        "../notes/Documents/a", "Documents/../a", "Documents/f/../../..", "Documents/a\0b", "Documents//./a",
        "mail.app/Info", "other.app/a", "documents/a", "Documents/.responderkit-new-a", "Documents/inbox/a",
        "Library/Application Support/notes/a", "Documents/" + String(repeating: "n", count: 256),
    ]

    /// A path, often of something that is there.
    func anyPath(_ app: String, isNew: Bool = false) -> String {
        if chance(1, of: 12) { return any(Self.odd) }
        if !isNew, chance(2, of: 3), let entries = model.apps[app]?.home.entries {
            // Sorted, so that a seed makes the same walk each time.
            let paths = entries.filter { $0.value.bytes != nil }.keys.sorted()
            if !paths.isEmpty { return any(paths) }
        }
        return "\(any(Self.folders))/\(any(["a", "b", "A", "ü", "f", "g", "c"]))"
    }

    func anyClass() -> ProtectionClass? { chance(1, of: 3) ? nil : any(ProtectionClass.allCases) }

    /// Random bytes, a word of eight letters over and over.
    func anyBytes() -> [UInt8] {
        let count =
            switch Int.random(in: 0..<12, using: &random) {
            case 0: 0
            case 1: any([16_383, 16_384, 16_385, 32_768, 40_000])
            case 2..<5: Int.random(in: 200...5000, using: &random)
            default: Int.random(in: 1...200, using: &random)
            }
        var word: [UInt8] = []
        for _ in 0..<8 { word.append(UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &random)) }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            for place in buffer.indices { buffer.initializeElement(at: place, to: word[place % 8]) }
            filled = count
        }
    }

    // MARK: Reasons

    /// Why a path cannot be used so; then `otherwise` says why what is there cannot.
    func reasons(
        _ app: String,
        _ path: String,
        _ isAllowed: ([String]) -> Bool,
        otherwise: (HomeModel.Place, [String]) -> Set<Refusal>
    ) -> Set<Refusal> {
        guard let names = HomeModel.names(of: path) else { return [.badPath] }
        guard isAllowed(names) else { return [.notPermitted] }
        guard let home = model.apps[app]?.home else { return [.notFound] }
        return otherwise(home.place(names), names)
    }

    func reasonsToRead(_ app: String, _ path: String, needsKey: Bool = true) -> Set<Refusal> {
        reasons(app, path, HomeModel.mayRead) { place, _ in
            switch place {
            case .entry(let entry) where entry.bytes == nil: [.notPermitted]
            case .entry(let entry): needsKey && !model.mayOpen(entry.protection) ? [.locked] : []
            case .nothing, .noFolder: [.notFound]
            case .behindFile: [.badPath]
            }
        }
    }

    func reasonsToWrite(
        _ app: String,
        _ path: String,
        _ protection: ProtectionClass?,
        _ isAllowed: ([String]) -> Bool = HomeModel.mayWrite
    ) -> Set<Refusal> {
        reasons(app, path, isAllowed) { place, _ in
            let isLocked = !model.mayCreate(newClass(place, protection))
            switch place {
            case .entry(let entry) where entry.bytes == nil: return [.notPermitted]
            case .entry, .nothing: return isLocked ? [.locked] : []
            case .noFolder: return isLocked ? [.locked, .notFound] : [.notFound]
            case .behindFile: return [.badPath]
            }
        }
    }

    private func newClass(_ place: HomeModel.Place, _ protection: ProtectionClass?) -> ProtectionClass {
        if let protection { return protection }
        if case .entry(let entry) = place { return entry.protection }
        return .completeUntilFirstUserAuthentication
    }

    func entry(_ app: String, _ path: String) -> ModelEntry? {
        guard let names = HomeModel.names(of: path) else { return nil }
        if case .entry(let entry) = model.apps[app]?.home.place(names) { return entry }
        return nil
    }

    func didWrite(_ bytes: [UInt8], _ app: String, _ path: String, _ protection: ProtectionClass?) {
        guard let names = HomeModel.names(of: path), let place = model.apps[app]?.home.place(names) else { return }
        let entry = ModelEntry(bytes, newClass(place, protection))
        if entry.protection != .none, bytes.count >= 8 { entry.secret = Array(bytes.prefix(8)) }
        model.apps[app]?.home.set(names, entry)
    }

    // MARK: Steps

    private func write(_ container: AppContainer, _ app: String) {
        let (path, bytes, protection) = (anyPath(app), anyBytes(), anyClass())
        let what = "\(app) \(path.debugDescription) \(bytes.count) \(protection.map { "\($0)" } ?? "-")"
        let reasons = reasonsToWrite(app, path, protection)
        let written: Void? = expect("write", what, reasons, or: mayBeFull(bytes.count)) {
            try container.write(bytes, to: path, protection: protection)
        }
        if written != nil { didWrite(bytes, app, path, protection) }
    }

    private func read(_ container: AppContainer, _ app: String) {
        let path = anyPath(app)
        let wanted = entry(app, path)?.bytes
        // What a bundle has is not the model's.
        guard !path.hasPrefix("\(app).app") else { return }
        let read = expect("read", "\(app) \(path.debugDescription)", reasonsToRead(app, path)) {
            try container.read(path)
        }
        if let read, read != wanted { fail("it reads \(text(read)), and \(text(wanted ?? [])) was written") }
    }

    private func remove(_ container: AppContainer, _ app: String) {
        let path = anyPath(app)
        let reasons = reasons(app, path, HomeModel.mayRemove) { place, _ in Self.reasonsWithout(place) }
        guard expect("remove", "\(app) \(path.debugDescription)", reasons, { try container.remove(path) }) != nil else {
            return
        }
        if let names = HomeModel.names(of: path) { model.apps[app]?.home.remove(names) }
    }

    static func reasonsWithout(_ place: HomeModel.Place) -> Set<Refusal> {
        switch place {
        case .entry: []
        case .nothing, .noFolder: [.notFound]
        case .behindFile: [.badPath]
        }
    }

    private func createFolder(_ container: AppContainer, _ app: String) {
        let path = chance(1, of: 4) ? anyPath(app) : any(Self.folders)
        let reasons = reasons(app, path, HomeModel.mayWrite) { place, _ in
            switch place {
            case .entry(let entry): entry.bytes == nil ? [] : [.badPath]
            case .nothing, .noFolder: []
            case .behindFile: [.badPath]
            }
        }
        let made: Void? = expect("createFolder", "\(app) \(path.debugDescription)", reasons) {
            try container.createFolder(path)
        }
        if made != nil, let names = HomeModel.names(of: path) { model.apps[app]?.home.createFolder(names) }
    }

    private func move(_ container: AppContainer, _ app: String) {
        let (path, other) = (anyPath(app), anyPath(app, isNew: true))
        var reasons = Set<Refusal>()
        guard let home = model.apps[app]?.home else { return }
        if let names = HomeModel.names(of: path), let target = HomeModel.names(of: other) {
            if !HomeModel.mayRemove(names) || !HomeModel.mayWrite(target) {
                reasons = [.notPermitted]
            } else {
                reasons = Self.reasonsWithout(home.place(names))
                switch home.place(target) {
                case .entry: reasons.insert(.exists)
                case .nothing: break
                case .noFolder: reasons.insert(.notFound)
                case .behindFile: reasons.insert(.badPath)
                }
                if target.count > names.count, target.starts(with: names) { reasons.insert(.notPermitted) }
            }
        } else {
            reasons = [.badPath]
        }
        let what = "\(app) \(path.debugDescription) \(other.debugDescription)"
        guard expect("move", what, reasons, { try container.move(path, to: other) }) != nil else { return }
        if let names = HomeModel.names(of: path), let target = HomeModel.names(of: other) {
            model.apps[app]?.home.move(names, to: target)
        }
    }

    func text(_ bytes: [UInt8]) -> String {
        "\(bytes.count) bytes \(String(decoding: bytes.prefix(24), as: UTF8.self).debugDescription)"
    }
}
