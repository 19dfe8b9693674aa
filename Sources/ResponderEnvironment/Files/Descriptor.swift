package import Glibc

/// An open file or folder of the system, which is closed when the last reference goes.
package final class Descriptor: Sendable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Reads up to `count` bytes from `offset`: fewer only where the file ends.
    package func read(_ count: Int, at offset: Int, of path: String) throws(FileError) -> [UInt8] {
        try Memory.check(count, of: path)
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
            while filled < count {
                let got = pread(number, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
                if got < 0 {
                    if errno == EINTR { continue }
                    failure = errno
                    return
                }
                if got == 0 { return }
                filled += got
            }
        }
        guard failure == 0 else { throw FileError(failure, at: path, doing: "read") }
        return bytes
    }

    /// Writes all bytes at `offset`.
    package func write(_ bytes: [UInt8], at offset: Int, of path: String) throws(FileError) {
        var (done, failure): (Int, Int32) = (0, 0)
        bytes.withUnsafeBytes { buffer in
            while done < buffer.count {
                let start = buffer.baseAddress.map { $0 + done }
                let put = pwrite(number, start, buffer.count - done, off_t(offset + done))
                if put < 0 {
                    if errno == EINTR { continue }
                    failure = errno
                    return
                }
                done += put
            }
        }
        guard failure == 0 else { throw FileError(failure, at: path, doing: "written") }
    }

    /// Has the system write to the disk what it still holds in memory.
    package func sync(_ path: String) throws(FileError) {
        guard fsync(number) == 0 else { throw .last(at: path, doing: "written to the disk") }
    }

    /// What the system says of the file.
    package func status(of path: String) throws(FileError) -> FileStatus {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .last(at: path, doing: "examined") }
        return FileStatus(status)
    }
}

/// What the system says of a file or folder.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case file, folder, link, other }

    package let kind: Kind
    /// The length in bytes.
    package let size: Int
    /// The bytes that the file takes on the disk.
    package let allocated: Int
    package let inode: UInt64
    /// When the content was changed, and when the content or the attributes were, in nanoseconds since 1970.
    package let modified: Int
    package let changed: Int
    package let permissions: mode_t
    /// How many names the file has.
    package let links: Int

    package init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        size = Int(status.st_size)
        allocated = Int(status.st_blocks) * 512
        inode = UInt64(status.st_ino)
        modified = Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec)
        changed = Int(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int(status.st_ctim.tv_nsec)
        permissions = status.st_mode & 0o7777
        links = Int(status.st_nlink)
    }
}
