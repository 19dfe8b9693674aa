internal import Glibc
internal import ResponderSupport

/// Where a real process keeps its files: the directories of systemd, and where it gives none, those of XDG.
///
/// | part of the home | systemd | XDG |
/// | --- | --- | --- |
/// | Documents, Library | `$STATE_DIRECTORY` | `$XDG_STATE_HOME`/identifier, or `$HOME/.local/state`/identifier |
/// | Library/Caches | `$CACHE_DIRECTORY` | `$XDG_CACHE_HOME`/identifier, or `$HOME/.cache`/identifier |
/// | tmp | `$RUNTIME_DIRECTORY` | `$XDG_RUNTIME_DIR`/identifier, or a folder in the one of Caches |
///
/// - Complexity: Each member is linear in the paths' lengths, and allocates the paths.
public struct ProcessDirectories: Hashable, Sendable {
    /// The absolute path of the directory for Documents and Library.
    public let state: String
    /// The absolute path of the directory for Library/Caches.
    public let caches: String
    /// The absolute path of the directory for tmp.
    public let temporary: String
    /// Whether nothing but the package ends the life of what is in ``temporary``.
    package let ownsTemporary: Bool

    /// The directories of this process.
    ///
    /// Of several directories in a variable of systemd, the first one is taken.
    ///
    /// - Parameter identifier: The app's, which names its folder in the directories of XDG.
    /// - Throws: ``FileError``: which variable is missing or wrong, and the remedy.
    public init(identifier: String) throws(FileError) {
        try self.init(identifier: identifier) { name in getenv(name).map { String(cString: $0) } }
    }

    package init(identifier: String, variable: @escaping (String) -> String?) throws(FileError) {
        let variables = Variables(identifier: identifier, value: variable)
        guard let state = try variables.path("STATE_DIRECTORY", or: "XDG_STATE_HOME", below: ".local/state") else {
            throw Variables.missing("STATE_DIRECTORY", "XDG_STATE_HOME", "StateDirectory=")
        }
        guard let caches = try variables.path("CACHE_DIRECTORY", or: "XDG_CACHE_HOME", below: ".cache") else {
            throw Variables.missing("CACHE_DIRECTORY", "XDG_CACHE_HOME", "CacheDirectory=")
        }
        let temporary = try variables.path("RUNTIME_DIRECTORY", or: "XDG_RUNTIME_DIR", below: nil)
        (self.state, self.caches) = (state, caches)
        self.temporary = temporary ?? "\(caches)/\(DirectoryRules.reservedPrefix)tmp"
        ownsTemporary = temporary == nil
    }
}

/// The variables of the environment that name directories.
private struct Variables {
    let identifier: String
    let value: (String) -> String?

    /// The directory of systemd's variable, or the app's folder below XDG's variable or below the home folder.
    func path(_ systemd: String, or xdg: String, below folder: String?) throws(FileError) -> String? {
        if let text = text(systemd) {
            return try absolute(String(Substring(text.utf8.prefix { $0 != UInt8(ascii: ":") })), of: systemd)
        }
        if let text = text(xdg) { return "\(try absolute(text, of: xdg))/\(try folderName())" }
        guard let folder, let home = text("HOME") else { return nil }
        return "\(try absolute(home, of: "HOME"))/\(folder)/\(try folderName())"
    }

    /// An empty variable counts as one that is not set, as XDG has it.
    private func text(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }

    private func absolute(_ path: String, of variable: String) throws(FileError) -> String {
        guard path.utf8.first == UInt8(ascii: "/") else {
            throw .notPermitted(path, "the path that \(variable) names is not absolute; begin it with a slash")
        }
        var path = Substring(path)
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
        return String(path)
    }

    private func folderName() throws(FileError) -> String {
        guard !identifier.isEmpty else {
            throw .badPath(
                identifier,
                "the app has no identifier to name its folder by; give the manifest one, as org.example.clock, "
                    + "or start the process with StateDirectory=, CacheDirectory= and RuntimeDirectory="
            )
        }
        let name = try HomePath(identifier)
        guard name.names == [identifier] else {
            throw .badPath(identifier, "an identifier names one folder; give the manifest one as org.example.clock")
        }
        return identifier
    }

    static func missing(_ systemd: String, _ xdg: String, _ setting: String) -> FileError {
        .notPermitted(
            systemd,
            "neither this variable nor \(xdg) nor HOME is set; write \(setting) into the unit, or set HOME"
        )
    }
}
