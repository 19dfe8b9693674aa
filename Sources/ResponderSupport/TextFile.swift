internal import Glibc

/// A regular file of text, read as a whole.
package enum TextFile {
    /// How many bytes a file may have: a mebibyte.
    package static let limit = 1 << 20

    /// The reason why a file cannot be read, for a message that names the file.
    package struct Unreadable: Error {
        package let reason: String

        fileprivate init(_ reason: String) { self.reason = "it cannot be read: \(reason)" }
    }

    /// The file's bytes.
    ///
    /// - Parameters:
    ///   - kind: What the file is to be, such as "a manifest".
    ///   - limit: How many bytes the file may have.
    package static func read(_ path: String, as kind: String, limit: Int = limit) throws(Unreadable) -> [UInt8] {
        // The path would end where the system sees the zero.
        guard !path.utf8.contains(0) else { throw Unreadable("its name holds a zero byte") }
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Unreadable(String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Unreadable("it is a folder, a pipe or a device; name a plain file")
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw Unreadable(String(cString: strerror(errno)))
            }
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
            // Counted while reading: some files of /proc have no size, and no end.
            guard bytes.count <= limit else {
                throw Unreadable("it has more than \(limit) bytes; \(kind) is a short text")
            }
        }
    }
}
