internal import Glibc

/// What symbolic links lead to.
enum SymbolicLink {
    /// The most links that the system follows in one path, too.
    private static let mostLinks = 40

    /// The path at the end of the links that begin at `path`; nil where they have no end.
    ///
    /// Other than `realpath`, also for a link to a file that is not there.
    static func target(of path: String) -> String? {
        var path = path
        for _ in 0...mostLinks {
            guard let next = content(of: path) else { return path }
            path = next.hasPrefix("/") ? next : path.lastIndex(of: "/").map { path[...$0] + next } ?? next
        }
        return nil
    }

    /// What the link at `path` contains; nil for no link.
    private static func content(of path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink(path, start, buffer.count)
            guard count > 0 else { return nil }
            // A name that is not UTF-8 has no path in a string: such a link counts as the end.
            return String(validating: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}
