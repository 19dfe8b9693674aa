// Files, whole and in parts.
extension AppContainer {
    /// Opens a file, whose bytes can be read and written anywhere.
    ///
    /// - Parameters:
    ///   - path: The path in the home.
    ///   - protection: When the file may be used; nil for the class that it has, and for a new file for
    ///     ``ProtectionClass/completeUntilFirstUserAuthentication`` where the home has keys, else
    ///     ``ProtectionClass/none``. A file that is there is refused where its class is another one: see
    ///     ``setProtection(_:of:)``.
    ///   - mode: Whether the file is read alone, or written, or made.
    /// - Throws: ``FileError``: ``FileError/locked(_:_:)`` where the lock forbids the file,
    ///   ``FileError/noProtection(_:_:)`` where the home has no keys, ``FileError/notPermitted(_:_:)`` where the app
    ///   may not write.
    public func open(
        _ path: String,
        protection: ProtectionClass? = nil,
        _ mode: OpenMode = .writing
    ) throws(FileError) -> ProtectedFile {
        try open(try HomePath(path), protection: protection, mode, by: .app)
    }

    package func open(
        _ path: HomePath,
        protection: ProtectionClass?,
        _ mode: OpenMode,
        by actor: DirectoryRules.Actor
    ) throws(FileError) -> ProtectedFile {
        try DirectoryRules.check(mode == .reading ? .reading : .writing, at: path, by: actor)
        try checkProtection(protection, of: path)
        return try inWrittenPart(path) { (folder, relative) throws(FileError) in
            try ProtectedFile.open(
                relative,
                in: folder,
                protection: protection,
                mode: mode,
                keys: dataProtection,
                space: space
            )
        }
    }

    /// The bytes of a file.
    ///
    /// - Throws: ``FileError``: ``FileError/locked(_:_:)`` where the lock forbids the file.
    /// - Complexity: Linear in the file's length; allocates the bytes.
    public func read(_ path: String) throws(FileError) -> [UInt8] {
        let path = try HomePath(path)
        try DirectoryRules.check(.reading, at: path)
        return try inPart(path) { (folder, relative) throws(FileError) in
            try ProtectedFile.readWhole(relative, in: folder, keys: dataProtection)
        }
    }

    /// Writes a file anew, in one step.
    ///
    /// Whoever reads the file finds the old bytes or the new, also after the process was killed, or found the disk
    /// full. When the call returns, the bytes are on the disk.
    ///
    /// The file is a new one: it does not have the exclude attribute that a file of its name had (rule S9).
    ///
    /// - Parameters:
    ///   - bytes: The file's new content.
    ///   - path: The path in the home; the folder around it must be there.
    ///   - protection: When the file may be used; nil as for ``open(_:protection:_:)``. A file that is there gets the
    ///     class too.
    /// - Throws: ``FileError``; what was there stays then.
    /// - Complexity: Linear in the bytes; allocates what is written.
    public func write(
        _ bytes: [UInt8],
        to path: String,
        protection: ProtectionClass? = nil
    ) throws(FileError) {
        try write(bytes, to: try HomePath(path), protection: protection, by: .app)
    }

    package func write(
        _ bytes: [UInt8],
        to path: HomePath,
        protection: ProtectionClass? = nil,
        by actor: DirectoryRules.Actor
    ) throws(FileError) {
        try DirectoryRules.check(.writing, at: path, by: actor)
        try checkProtection(protection, of: path)
        try inWrittenPart(path) { (folder, relative) throws(FileError) in
            try counting { () throws(FileError) in
                try ProtectedFile.replaceWhole(
                    bytes,
                    relative,
                    in: folder,
                    protection: protection,
                    keys: dataProtection,
                    space: space
                )
            }
        }
    }

    /// Puts a document into the Inbox, as the system does; returns its path.
    ///
    /// Where the Inbox has a file of that name, the new one gets a number, as `notes-2.txt`.
    package func handOver(_ bytes: [UInt8], named name: String) throws(FileError) -> HomePath {
        let wanted = try HomePath(name)
        guard wanted.names.count == 1, !DirectoryRules.isReserved(name) else {
            throw .badPath(name, "a document is handed over by its name alone")
        }
        let path = try freePath(in: HomePath(names: ["Documents", "Inbox"]), for: wanted.names[0])
        try write(bytes, to: path, by: .system)
        return path
    }

    /// A path in a folder where nothing is: found by halving, so that many files of one name cost no more each.
    private func freePath(in folder: HomePath, for name: String) throws(FileError) -> HomePath {
        let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
        func candidate(_ number: Int) -> HomePath {
            let name = number == 1 ? name : "\(name[..<dot])-\(number)\(name[dot...])"
            return HomePath(names: folder.names + [name])
        }
        func isTaken(_ number: Int) throws(FileError) -> Bool {
            let path = candidate(number)
            return try inPart(path) { (folder, relative) throws(FileError) in try folder.exists(relative) }
        }
        var free = 1
        while try isTaken(free) { free *= 2 }
        var taken = free / 2
        while free - taken > 1 {
            let middle = (free + taken) / 2
            if try isTaken(middle) { taken = middle } else { free = middle }
        }
        return candidate(free)
    }

    /// As ``inPart(_:_:)``; where the folder around the path is missing, the error names the folder.
    private func inWrittenPart<Result>(
        _ path: HomePath,
        _ body: (Folder, HomePath) throws(FileError) -> Result
    ) throws(FileError) -> Result {
        do throws(FileError) {
            return try inPart(path, body)
        } catch .notFound(let missing) {
            let hasFolder = try inPart(path.parent) { (folder, relative) throws(FileError) in
                try folder.exists(relative)
            }
            throw .notFound(hasFolder ? missing : "\(path.parent)")
        }
    }
}
