internal import Glibc

// What a process that was killed has left.
extension Folder {
    /// Removes the drafts of files that were being written when their process ended.
    ///
    /// Only where no other process, and no other thread, writes below the folder. Reads names alone, so that a home
    /// with many files is opened fast.
    package func removeDrafts() throws(FileError) {
        var waiting = [HomePath.home]
        while let folder = waiting.popLast() {
            for (name, isFolder) in try entries(in: folder) {
                let entry = HomePath(names: folder.names + [name])
                if name.utf8.starts(with: Self.draftPrefix.utf8) {
                    try removeTree(entry)
                } else if isFolder {
                    waiting.append(entry)
                }
            }
        }
    }

    /// The names in a folder that are UTF-8, in no order, and whether each is a folder's.
    private func entries(in folder: HomePath) throws(FileError) -> [(name: String, isFolder: Bool)] {
        let opened = try open(folder, O_RDONLY | O_DIRECTORY)
        let copy = withExtendedLifetime(opened) { dup(opened.number) }
        guard copy >= 0, let stream = fdopendir(copy) else {
            if copy >= 0 { close(copy) }
            throw .last(at: "\(folder)", doing: "listed")
        }
        defer { closedir(stream) }
        var entries: [(name: String, isFolder: Bool)] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw .last(at: "\(folder)", doing: "listed") }
                return entries
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(validating: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let name, name != ".", name != ".." else { continue }
            var isFolder = Int32(entry.pointee.d_type) == Int32(DT_DIR)
            if Int32(entry.pointee.d_type) == Int32(DT_UNKNOWN) {
                // Some file systems do not say the kind with the name.
                isFolder = try status(HomePath(names: folder.names + [name]))?.kind == .folder
            }
            entries.append((name, isFolder))
        }
    }
}
