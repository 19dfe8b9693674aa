internal import Glibc

// What a process that was killed has left.
extension Folder {
    /// Removes the drafts of files that were being written when their process ended.
    ///
    /// Only where no other process, and no other thread, writes below the folder. Reads names alone, so that a home
    /// with many files is opened fast. A folder that may not be read has no drafts of this user's processes.
    package func removeDrafts() throws(FileError) {
        var waiting = [HomePath.home]
        while let folder = waiting.popLast() {
            let entries: [Entry]
            do throws(FileError) { entries = try self.entries(in: folder) } catch .system(_, _, EACCES) { continue }
            for entry in entries {
                // A folder whose name is not UTF-8 is none of an app.
                guard let name = entry.name else { continue }
                let path = HomePath(names: folder.names + [name])
                if name.utf8.starts(with: Self.draftPrefix.utf8) {
                    try removeTree(path)
                } else if try isFolder(entry, at: path) {
                    waiting.append(path)
                }
            }
        }
    }
}
