/// What a backup program must take of a home and what it must leave out, by the same rules as a backup of a device:
/// those of ``DirectoryRules``, and the exclude attribute (rules S3, S9).
///
/// The lists hold for the files of the moment when they were made, so make them just before each backup.
///
/// Keys that files are protected with are taken too: without them a restored file could not be read. They are sealed
/// with the process's credential, which the backup has not.
public struct BackupLists: Hashable, Sendable {
    /// The absolute paths of the folders to take, with all that they have.
    public let included: [String]
    /// The absolute paths below the included ones to leave out: files, and folders with all that they have.
    public let excluded: [String]

    /// The lists of a home.
    ///
    /// - Throws: ``FileError``, where a folder cannot be read.
    /// - Complexity: Linear in the home's files and folders, each of which is asked for its attribute; allocates the
    ///   lists, and the names of one folder at a time.
    public init(of container: AppContainer) throws(FileError) {
        var included: [String] = []
        var excluded: [String] = []
        let roots = StandardDirectory.allCases.filter(\.isBackedUp).compactMap(\.path)
        for root in roots where !roots.contains(where: { $0 != root && root.isBelow($0) }) {
            included.append(try container.absolute(root))
            excluded += try Self.excluded(below: root, of: container)
        }
        let keys = HomePath(names: [ProcessContainer.keysName])
        if try container.inPart(keys, { (folder, path) throws(FileError) in try folder.exists(path) }) {
            included.append(try container.absolute(keys))
        }
        self.init(included: included, excluded: excluded)
    }

    package init(included: [String], excluded: [String]) {
        (self.included, self.excluded) = (included, excluded)
    }

    private static func excluded(
        below root: HomePath,
        of container: AppContainer
    ) throws(FileError) -> [String] {
        var excluded: [String] = []
        try container.inPart(root) { (folder, path) throws(FileError) in
            let absolute = try container.absolute(root)
            if try folder.isExcludedFromBackup(path) {
                excluded.append(absolute)
                return
            }
            do throws(WalkError<FileError>) {
                // No list can name what is not UTF-8: that is taken with the folder around it.
                try folder.walk(from: path, skip: { _ in }) { (entry, status) throws(FileError) in
                    let below = entry.names.dropFirst(path.names.count)
                    var isTaken = DirectoryRules.isBackedUp(HomePath(names: root.names + below))
                    // Other kinds, such as sockets, cannot be opened to ask.
                    if isTaken, status.kind == .file || status.kind == .folder {
                        isTaken = try !folder.isExcludedFromBackup(entry)
                    }
                    guard !isTaken else { return true }
                    excluded.append("\(absolute)/\(below.joined(separator: "/"))")
                    return false
                }
            } catch {
                throw error.fileError
            }
        }
        return excluded
    }
}
