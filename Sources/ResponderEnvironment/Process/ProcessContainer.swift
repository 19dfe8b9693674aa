internal import Glibc

/// Makes the home of a real process from its directories.
///
/// The home is what an app has on a simulated device too: Documents and Library are in the state directory,
/// Library/Caches and tmp in directories of their own, and the bundle is the folder of the program, which is only read.
/// One process uses a home at a time.
///
/// Files are protected where the process has the credential `responderkit.key` of 32 random bytes, and the program was
/// built with the trait Sodium; else each class but ``ProtectionClass/none`` is refused. A real process has no
/// passcode, so protected files are encrypted on the disk, and the process can read them at any time.
///
/// - Complexity: Each member is linear in the names of the home's files; allocates the container and the names of one
///   folder at a time.
public enum ProcessContainer {
    /// Opens the home, and makes what is missing of it.
    ///
    /// Drafts of files that a killed process was writing are removed.
    ///
    /// - Parameters:
    ///   - identifier: The app's, as in its manifest.
    ///   - directories: Where the files are; see ``ProcessDirectories/init(identifier:)``.
    /// - Throws: ``FileError``: ``FileError/inUse(_:process:)`` while another process uses the home, or which directory
    ///   is missing or wrong, with the remedy.
    public static func open(
        identifier: String,
        directories: ProcessDirectories
    ) throws(FileError) -> AppContainer {
        let hasCredentials = getenv("CREDENTIALS_DIRECTORY").map { $0.pointee != 0 } ?? false
        return try open(
            identifier: identifier,
            directories: directories,
            credentials: hasCredentials ? try ProcessCredentials() : nil
        )
    }

    /// The folder in the state directory that has the keys of protected files, sealed with the credential.
    static let keysName = ".protection"

    package static func open(
        identifier: String,
        directories: ProcessDirectories,
        credentials: ProcessCredentials?
    ) throws(FileError) -> AppContainer {
        let state = try folder(directories.state, "STATE_DIRECTORY, XDG_STATE_HOME or HOME")
        let lock = try HomeLock(state)
        let caches = try folder(directories.caches, "CACHE_DIRECTORY, XDG_CACHE_HOME or HOME")
        if directories.ownsTemporary {
            try caches.removeTree(HomePath(names: [DirectoryRules.reservedPrefix + "tmp"]))
        }
        let temporary = try folder(directories.temporary, "RUNTIME_DIRECTORY or XDG_RUNTIME_DIR")
        try checkApart(state, caches, temporary, ownsTemporary: directories.ownsTemporary)
        for folder in [state, caches, temporary] { try folder.removeDrafts() }

        var mounts = [
            AppContainer.Mount(folder: state),
            AppContainer.Mount(prefix: HomePath(names: ["Library", "Caches"]), folder: caches),
            AppContainer.Mount(prefix: HomePath(names: ["tmp"]), folder: temporary),
        ]
        let bundle = program()
        if let bundle {
            mounts.append(
                AppContainer.Mount(prefix: HomePath(names: [bundle.name]), folder: try Folder(path: bundle.folder))
            )
        }
        let protection = try ProcessProtection(of: state, credentials)
        let container = AppContainer(
            identifier: identifier,
            bundleName: bundle?.name,
            mounts: mounts,
            protection: protection.keys,
            space: nil,
            missingProtection: protection.missing,
            companion: lock
        )
        try container.createStandardDirectories()
        return container
    }

    /// A directory, made where it is missing; the error names the variables that may name it.
    private static func folder(_ path: String, _ variables: String) throws(FileError) -> Folder {
        let folder: Folder
        do throws(FileError) {
            folder = try Folder(path: path, creating: true)
        } catch {
            throw .notPermitted(path, "it cannot be used: \(error); \(variables) names it, so name another directory")
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            throw .notPermitted(
                path,
                "user \(geteuid()) cannot write there; \(variables) names it, so name another, or change its owner"
            )
        }
        return folder
    }

    /// A directory inside another one would be seen twice in the home.
    private static func checkApart(
        _ state: Folder,
        _ caches: Folder,
        _ temporary: Folder,
        ownsTemporary: Bool
    ) throws(FileError) {
        var paths = [try state.location(), try caches.location()]
        if !ownsTemporary { paths.append(try temporary.location()) }
        for (index, path) in paths.enumerated() {
            for (other, around) in paths.enumerated()
            where other != index && "\(path)/".utf8.starts(with: "\(around)/".utf8) {
                throw .notPermitted(
                    path,
                    "the directories for state, caches and runtime must be apart, and it is \(around) or is inside it; "
                        + "name three directories"
                )
            }
        }
    }

    /// The folder of the program, and the name that its bundle has in the home.
    private static func program() -> (folder: String, name: String)? {
        guard let path = Folder.link("/proc/self/exe"), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            return nil
        }
        let (folder, name) = (String(path[..<slash]), path[path.index(after: slash)...])
        return (folder.isEmpty ? "/" : folder, name + DirectoryRules.bundleSuffix)
    }
}
