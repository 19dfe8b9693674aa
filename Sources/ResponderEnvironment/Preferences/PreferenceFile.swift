internal import Glibc

/// The file of preferences: lines of changes, of which later ones count.
///
/// A change is a line at the end of the file, so that its cost does not depend on what the file has. When most of the
/// file is out of date, the file is replaced by one that has each key once. Several processes may change one file: each
/// holds the folder's lock while it reads or writes, and first reads what the others have written.
package final class PreferenceFile {
    package let path: HomePath
    let folder: Folder
    let space: (any StorageSpace)?
    /// How often something was read that others have written.
    package private(set) var readCount = 0
    /// What was in the file when it was read or written last.
    var content = PreferenceContent()

    /// The file at a path below a folder; nothing is read yet.
    ///
    /// - Parameter space: The disk that counts the bytes; nil for a disk that nobody counts.
    package init(_ path: HomePath, in folder: Folder, space: (any StorageSpace)?) {
        (self.path, self.folder, self.space) = (path, folder, space)
    }

    /// The path of an app's preferences in its home.
    ///
    /// - Throws: ``FileError``, where the identifier is no name of a file.
    package static func path(of identifier: String) throws(FileError) -> HomePath {
        let path = try HomePath(names: ["Library", "Preferences"]).appending(identifier + ".preferences")
        guard path.names.count == 3 else { throw .badPath(identifier, "an identifier has no slash") }
        return path
    }

    /// The preferences in the file when it was read or written last.
    package var values: [String: StoredPreference] { content.values }
    /// What is wrong in the file, at most the first 100 problems.
    package var problems: [PreferenceProblem] { content.problems }

    /// How many bytes the lines of the file have.
    package var size: Int { content.end }

    /// Reads the file anew if it was changed; where it cannot be read, ``values`` stay as they are.
    package func refresh() throws(FileError) {
        let lock: FolderLock
        do throws(FileError) { lock = try FolderLock(path.parent, in: folder, exclusive: false) } catch {
            // The folder is made when something is written.
            guard case .notFound = error else { throw error }
            return try readAll(nil)
        }
        defer { withExtendedLifetime(lock) {} }
        let now = try folder.status(path)
        if now != content.status { try readAll(now) }
    }

    /// Reads what others have appended, or the whole file where it is another one.
    func catchUp() throws(FileError) {
        let now = try folder.status(path)
        guard now != content.status else { return }
        guard let now, let status = content.status, let file = content.file, now.inode == status.inode,
            now.size >= content.end, try content.endsLine(file, path)
        else { return try readAll(now) }
        try content.read(file, now, path)
        readCount += 1
    }

    private func readAll(_ now: FileStatus?) throws(FileError) {
        var content = PreferenceContent()
        if let now {
            guard now.kind == .file else { throw .notPermitted(path.description, "it is no regular file") }
            try content.read(try folder.open(path, O_RDONLY | O_NONBLOCK), now, path)
            let changes = max(1, content.changes)
            content.compactSize = now.size / changes * min(content.values.count, changes)
        }
        self.content = content
        readCount += 1
    }
}
