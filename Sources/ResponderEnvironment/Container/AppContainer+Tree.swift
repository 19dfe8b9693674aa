// Folders, and the files in them as a whole.
extension AppContainer {
    /// Whether there is a file or folder.
    public func exists(_ path: String) throws(FileError) -> Bool {
        let path = try HomePath(path)
        try DirectoryRules.check(.reading, at: path)
        if mounts.contains(where: { $0.prefix == path }) { return true }
        return try inPart(path) { (folder, relative) throws(FileError) in try folder.exists(relative) }
    }

    /// The names in a folder, in the order of their bytes; in the home itself those of the standard directories.
    ///
    /// - Complexity: O(n log n) in the names; allocates the names.
    public func names(in path: String) throws(FileError) -> [String] {
        let path = try HomePath(path)
        try DirectoryRules.check(.reading, at: path)
        var names = try inPart(path) { (folder, relative) throws(FileError) in try folder.names(in: relative) }
        for mount in mounts where mount.prefix != .home && mount.prefix.parent == path {
            guard let name = mount.prefix.name else { continue }
            if !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { names.append(name) }
        }
        names.removeAll { name in
            DirectoryRules.isReserved(name)
                || path == .home && DirectoryRules.directory(of: HomePath(names: [name])) == nil
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Makes a folder, with those around it; one that exists stays.
    public func createFolder(_ path: String) throws(FileError) {
        let path = try HomePath(path)
        try DirectoryRules.check(.writing, at: path)
        try inPart(path) { (folder, relative) throws(FileError) in try folder.createFolder(relative) }
    }

    /// Removes a file, or a folder with all that it has.
    ///
    /// - Throws: ``FileError``: ``FileError/notFound(_:)`` where there is nothing.
    /// - Complexity: Linear in what the folder has.
    public func remove(_ path: String) throws(FileError) { try remove(try HomePath(path), by: .app) }

    package func remove(_ path: HomePath, by actor: DirectoryRules.Actor) throws(FileError) {
        try DirectoryRules.check(.removing, at: path, by: actor)
        try inPart(path) { (folder, relative) throws(FileError) in
            guard let status = try folder.status(relative) else { throw .notFound("\(relative)") }
            try counting { () throws(FileError) in
                let former = space == nil ? 0 : try folder.usedSpace(relative)
                defer {
                    // After a failure a part may be gone.
                    let rest = space == nil ? 0 : (try? folder.usedSpace(relative)) ?? 0
                    if former > rest { space?.give(former - rest) }
                }
                if status.kind == .folder { try folder.removeTree(relative) } else { try folder.remove(relative) }
            }
        }
    }

    /// Moves a file or folder to a path where nothing is yet; its class and its exclude attribute stay.
    ///
    /// A move within one file system is one step. In a real process the parts of the home may be on several, as
    /// `tmp` often is: what is moved is copied then, and has its new name before the old one goes.
    ///
    /// - Throws: ``FileError``: ``FileError/exists(_:)`` where something is at the new path.
    /// - Complexity: O(1), or linear in what is copied; allocates up to 1 MiB for a copy.
    public func move(_ path: String, to other: String) throws(FileError) {
        try move(try HomePath(path), to: try HomePath(other), by: .app)
    }

    package func move(_ path: HomePath, to other: HomePath, by actor: DirectoryRules.Actor) throws(FileError) {
        try DirectoryRules.check(.removing, at: path, by: actor)
        try DirectoryRules.check(.writing, at: other, by: actor)
        let (mount, relative) = try part(path)
        let (otherMount, otherRelative) = try part(other)
        guard mounts.allSatisfy({ $0.prefix != path && $0.prefix != other }) else { throw .exists("\(other)") }
        guard mount.folder !== otherMount.folder else {
            return try inPart(path) { (folder, _) throws(FileError) in
                try counting { () throws(FileError) in
                    try folder.relocate(relative, to: otherRelative, in: folder)
                }
            }
        }
        guard try inPart(path, { (folder, path) throws(FileError) in try folder.exists(path) }) else {
            throw .notFound("\(path)")
        }
        try inPart(other) { (target, _) throws(FileError) in
            try mount.folder.relocate(relative, to: otherRelative, in: target)
        }
    }

    /// The bytes of a file's content.
    ///
    /// - Throws: ``FileError``: ``FileError/locked(_:_:)`` where the lock forbids the file.
    public func size(of path: String) throws(FileError) -> Int {
        let path = try HomePath(path)
        try DirectoryRules.check(.reading, at: path)
        return try inPart(path) { (folder, relative) throws(FileError) in
            try ProtectedFile.open(relative, in: folder, mode: .reading, keys: dataProtection, space: nil).size
        }
    }

    /// The bytes on the disk of all files of the home, without the bundle.
    ///
    /// - Complexity: Linear in the files; allocates the names of one folder at a time.
    public func usedSpace() throws(FileError) -> Int {
        var bytes = 0
        for mount in mounts where DirectoryRules.directory(of: mount.prefix) != .bundle {
            bytes += try inPart(mount.prefix) { (folder, relative) throws(FileError) in
                try folder.usedSpace(relative) { entry in
                    let directory = DirectoryRules.directory(of: HomePath(names: mount.prefix.names + entry.names))
                    return directory != nil && directory != .bundle
                }
            }
        }
        return bytes
    }

    /// Makes the standard directories that are missing, and the app's own in Application Support (rule S1).
    package func createStandardDirectories() throws(FileError) {
        var paths = StandardDirectory.allCases.compactMap(\.path)
        if let name = try? HomePath(identifier), name.names == [identifier] {
            paths.append(HomePath(names: ["Library", "Application Support", identifier]))
        }
        for path in paths {
            try inPart(path) { (folder, relative) throws(FileError) in try folder.createFolder(relative) }
        }
    }

    // MARK: Backups

    /// Keeps a file, or a folder with all that it has, out of backups, or puts it into them again (rule S9).
    ///
    /// The attribute goes with the file when it is moved. ``write(_:to:protection:)`` makes a new file, without it.
    ///
    /// - Throws: ``FileError``: ``FileError/notPermitted(_:_:)`` on a file system without extended attributes.
    public func setExcludedFromBackup(_ isExcluded: Bool, at path: String) throws(FileError) {
        let path = try HomePath(path)
        try DirectoryRules.check(.writing, at: path)
        try inPart(path) { (folder, relative) throws(FileError) in
            try folder.setExcludedFromBackup(isExcluded, at: relative)
        }
    }

    /// Whether a file or folder has the exclude attribute itself; a folder around it may have it too.
    public func isExcludedFromBackup(at path: String) throws(FileError) -> Bool {
        let path = try HomePath(path)
        try DirectoryRules.check(.reading, at: path)
        return try inPart(path) { (folder, relative) throws(FileError) in
            try folder.isExcludedFromBackup(relative)
        }
    }
}

extension Folder {
    /// The bytes on the disk of a file, or of all files in a folder that are not left out.
    package func usedSpace(_ path: HomePath, _ isCounted: (HomePath) -> Bool = { _ in true }) throws(FileError) -> Int {
        guard let status = try status(path) else { return 0 }
        guard status.kind == .folder else { return status.kind == .file ? status.size : 0 }
        var bytes = 0
        do throws(WalkError<Never>) {
            // A file whose name is not UTF-8 was never counted: no app makes it through its container.
            try walk(from: path, skip: { _ in }) { (entry, status) throws(Never) in
                guard isCounted(entry) else { return false }
                if status.kind == .file { bytes += status.size }
                return true
            }
        } catch {
            throw error.fileError
        }
        return bytes
    }
}
