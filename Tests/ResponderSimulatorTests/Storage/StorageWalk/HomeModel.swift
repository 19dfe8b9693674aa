import ResponderEnvironment

/// A file or a folder of a home, as the rules have it.
final class ModelEntry {
    /// What the file has; nil for a folder.
    var bytes: [UInt8]?
    let protection: ProtectionClass
    var isExcluded: Bool
    /// Bytes that must not be on the disk in the clear; nil for none.
    var secret: [UInt8]?

    init(_ bytes: [UInt8]?, _ protection: ProtectionClass = .none, isExcluded: Bool = false) {
        self.bytes = bytes
        self.protection = protection
        self.isExcluded = isExcluded
    }
}

/// The home of an app: files and folders by their paths.
struct HomeModel {
    /// What a path leads to.
    enum Place {
        case entry(ModelEntry)
        case nothing, noFolder, behindFile
    }

    /// The name of the bundle, which is no part of ``entries``.
    let bundle: String
    /// Without what is in Library/Preferences.
    private(set) var entries: [String: ModelEntry] = [:]

    static let standard = [
        "Documents", "Documents/Inbox", "Library", "Library/Application Support", "Library/Preferences",
        "Library/Caches", "tmp",
    ]

    init(_ app: String, hasOwnFolder: Bool = true) {
        bundle = "\(app).app"
        for path in Self.standard { entries[path] = ModelEntry(nil) }
        if hasOwnFolder { entries["Library/Application Support/\(app)"] = ModelEntry(nil) }
    }

    // MARK: Paths

    /// The names of a path; nil for a text that is no path.
    static func names(of text: String) -> [String]? {
        guard !text.hasPrefix("/"), !text.utf8.contains(0) else { return nil }
        let names = text.split(separator: "/").map(String.init).filter { $0 != "." }
        return names.contains("..") || names.contains { $0.utf8.count > 255 } ? nil : names
    }

    private enum Area { case open, inbox, preferences, bundle }

    private static func area(of names: [String]) -> Area? {
        let top = names.prefix(2).joined(separator: "/")
        switch names.first {
        case "Documents": return top == "Documents/Inbox" ? .inbox : .open
        case "Library": return top == "Library/Preferences" ? .preferences : .open
        case "tmp": return .open
        case .some(let name): return name.hasSuffix(".app") ? .bundle : nil
        case nil: return nil
        }
    }

    private static func isReserved(_ names: [String]) -> Bool { names.contains { $0.hasPrefix(".responderkit-") } }

    static func mayRead(_ names: [String]) -> Bool { !isReserved(names) && (names.isEmpty || area(of: names) != nil) }
    static func mayWrite(_ names: [String]) -> Bool { !isReserved(names) && area(of: names) == .open }
    static func mayRemove(_ names: [String]) -> Bool {
        mayWrite(names) && !standard.contains(names.joined(separator: "/"))
            || !isReserved(names) && area(of: names) == .inbox && names.count > 2
    }

    func place(_ names: [String]) -> Place {
        guard let last = names.last else { return .entry(ModelEntry(nil)) }
        var path = ""
        for name in names.dropLast() {
            path += path.isEmpty ? name : "/\(name)"
            guard let entry = entries[path] else { return .noFolder }
            guard entry.bytes == nil else { return .behindFile }
        }
        return entries[path.isEmpty ? last : "\(path)/\(last)"].map { .entry($0) } ?? .nothing
    }

    // MARK: Changes

    mutating func set(_ names: [String], _ entry: ModelEntry) { entries[names.joined(separator: "/")] = entry }

    mutating func createFolder(_ names: some Collection<String>) {
        for count in 1...max(1, names.count) where !names.isEmpty {
            let path = names.prefix(count).joined(separator: "/")
            if entries[path] == nil { entries[path] = ModelEntry(nil) }
        }
    }

    private func paths(below path: String) -> [String] {
        entries.keys.filter { $0 == path || $0.hasPrefix(path + "/") }
    }

    mutating func remove(_ names: [String]) {
        for path in paths(below: names.joined(separator: "/")) { entries[path] = nil }
    }

    mutating func move(_ names: [String], to other: [String]) {
        let (path, target) = (names.joined(separator: "/"), other.joined(separator: "/"))
        for old in paths(below: path) {
            entries[target + old.dropFirst(path.count)] = entries.removeValue(forKey: old)
        }
    }

    /// The names in a folder, as the app sees them.
    func names(in names: [String]) -> [String] {
        let prefix = names.isEmpty ? "" : names.joined(separator: "/") + "/"
        var found = entries.keys.filter { $0.hasPrefix(prefix) && !$0.dropFirst(prefix.count).contains("/") }
            .map { String($0.dropFirst(prefix.count)) }
        if names.isEmpty { found.append(bundle) }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static let purged = ["Library/Caches/", "tmp/"]

    /// The paths that the system may purge.
    var purgeable: [String] { entries.keys.filter { path in Self.purged.contains { path.hasPrefix($0) } } }

    mutating func purge() { for path in purgeable { entries[path] = nil } }

    // MARK: Backups

    /// Whether a path is backed up: by its place, and by the attributes of it and of the folders around it.
    func isBackedUp(_ path: String) -> Bool {
        let names = path.split(separator: "/").map(String.init)
        guard names.first != "tmp", !path.hasPrefix("Library/Caches") else { return false }
        return (1...names.count).allSatisfy { entries[names.prefix($0).joined(separator: "/")]?.isExcluded != true }
    }

    /// The home that a restoration makes of a backup that is made now.
    func restored(_ app: String) -> HomeModel {
        var home = HomeModel(app, hasOwnFolder: false)
        for (path, entry) in entries where isBackedUp(path) {
            home.entries[path] = ModelEntry(entry.bytes, entry.protection)
            home.entries[path]?.secret = entry.secret
        }
        return home
    }

    /// A copy with entries of its own.
    func copy(_ app: String) -> HomeModel {
        var home = self
        for (path, entry) in entries {
            home.entries[path] = ModelEntry(entry.bytes, entry.protection, isExcluded: entry.isExcluded)
            home.entries[path]?.secret = entry.secret
        }
        return home
    }
}
