internal import ResponderEventLoop

/// An app's home: the only files that the app can reach (rule S1).
///
/// Paths are relative to the home, as `Documents/notes.txt`. A path that leaves the home, and a symbolic link anywhere
/// in a path, is refused. ``StandardDirectory`` lists who may write where.
///
/// The home may be moved at any time, by an update for instance: the container goes on, but an absolute path that was
/// kept goes stale (rule S7). So ask for ``path(of:)-(StandardDirectory)`` each time.
///
/// Each member may be called from any thread, and works at once, on the thread that calls. Errors are of
/// ``FileError``.
///
/// - Complexity: Each member is one or several calls of the system; it allocates the path's names and what it returns.
public final class AppContainer: Sendable {
    /// A folder of the disk that stands for a part of the home.
    package struct Mount: Sendable {
        package let prefix: HomePath
        package let folder: Folder

        package init(prefix: HomePath = .home, folder: Folder) {
            self.prefix = prefix
            self.folder = folder
        }
    }

    /// The app's identifier, such as `org.example.clock`.
    public let identifier: String
    /// The name of the app's bundle in the home, such as `Clock.app`; nil for an app without one.
    public let bundleName: String?
    /// The parts of the home, those with the longest prefix first.
    package let mounts: [Mount]
    package let dataProtection: DataProtection?
    package let space: (any StorageSpace)?
    /// What is missing where there is no protection.
    private let missingProtection: String
    /// Lives as long as the container.
    private let companion: (any Sendable)?
    /// Held while whole files come and go on a disk whose space is counted.
    private let accounting = Lock()

    /// A home of these parts.
    ///
    /// - Parameters:
    ///   - protection: The keys of protected files; nil where each class but none is refused, for the reason
    ///     `missingProtection`.
    ///   - space: The disk that counts the bytes; nil for a disk that nobody counts.
    ///   - companion: What must live as long as the container.
    package init(
        identifier: String,
        bundleName: String?,
        mounts: [Mount],
        protection: DataProtection?,
        space: (any StorageSpace)?,
        missingProtection: String = "its home has no keys",
        companion: (any Sendable)? = nil
    ) {
        self.identifier = identifier
        self.bundleName = bundleName
        self.mounts = mounts.sorted { $0.prefix.names.count > $1.prefix.names.count }
        dataProtection = protection
        self.space = space
        self.missingProtection = missingProtection
        self.companion = companion
    }

    // MARK: Paths

    /// The absolute path of a standard directory, at present.
    public func path(of directory: StandardDirectory) throws(FileError) -> String {
        guard let path = directory.path ?? bundleName.map({ HomePath(names: [$0]) }) else {
            throw .notFound("a bundle of \(identifier)")
        }
        return try absolute(path)
    }

    /// The absolute path of a file or folder, at present, for a library that takes one; there may be nothing yet.
    ///
    /// What is written there has the class ``ProtectionClass/none`` (rule S15), and no rule of the home is checked.
    public func path(of path: String) throws(FileError) -> String {
        let path = try HomePath(path)
        try DirectoryRules.check(.reading, at: path)
        return try absolute(path)
    }

    package func absolute(_ path: HomePath) throws(FileError) -> String {
        let (mount, relative) = try part(path)
        let folder = try mount.folder.location()
        if relative == .home { return folder }
        return folder == "/" ? "/\(relative)" : "\(folder)/\(relative)"
    }

    /// The part of the home that has a path, and the path in it.
    package func part(_ path: HomePath) throws(FileError) -> (mount: Mount, relative: HomePath) {
        guard let mount = mounts.first(where: { path.isBelow($0.prefix) }) else { throw .notFound("\(path)") }
        return (mount, HomePath(names: Array(path.names.dropFirst(mount.prefix.names.count))))
    }

    /// Calls `body` with the folder of a path; paths of errors are then those of the home.
    package func inPart<Result>(
        _ path: HomePath,
        _ body: (Folder, HomePath) throws(FileError) -> Result
    ) throws(FileError) -> Result {
        let (mount, relative) = try part(path)
        do throws(FileError) {
            return try body(mount.folder, relative)
        } catch {
            throw error.below(mount.prefix)
        }
    }

    /// Calls `body` while no other whole file comes or goes, so that the bytes on the disk are counted once.
    package func counting<Result>(_ body: () throws(FileError) -> Result) throws(FileError) -> Result {
        guard space != nil else { return try body() }
        return try accounting.locked { Swift.Result { () throws(FileError) in try body() } }.get()
    }

    // MARK: Protection

    /// The class of a file; ``ProtectionClass/none`` for one that was written past the container (rule S15).
    public func protection(of path: String) throws(FileError) -> ProtectionClass {
        let path = try HomePath(path)
        try DirectoryRules.check(.reading, at: path)
        return try inPart(path) { (folder, relative) throws(FileError) in
            try ProtectedFile.protection(of: relative, in: folder)
        }
    }

    /// Refuses a class that the home cannot keep.
    package func checkProtection(_ wanted: ProtectionClass?, of path: HomePath) throws(FileError) {
        guard let wanted, wanted != .none, dataProtection == nil else { return }
        throw .noProtection("\(path)", missingProtection)
    }
}

extension FileError {
    /// The same error, of a path below `prefix`.
    fileprivate func below(_ prefix: HomePath) -> FileError {
        guard prefix != .home else { return self }
        func full(_ path: String) -> String { path == "." ? "\(prefix)" : "\(prefix)/\(path)" }
        return switch self {
        case .badPath(let path, let reason): .badPath(full(path), reason)
        case .notFound(let path): .notFound(full(path))
        case .exists(let path): .exists(full(path))
        case .notPermitted(let path, let reason): .notPermitted(full(path), reason)
        case .full(let path): .full(full(path))
        case .locked(let path, let protection): .locked(full(path), protection)
        case .damaged(let path, let reason): .damaged(full(path), reason)
        case .inUse(let path, let process): .inUse(full(path), process: process)
        case .noProtection(let path, let reason): .noProtection(full(path), reason)
        case .system(let path, let doing, let number): .system(full(path), doing, number)
        }
    }
}
