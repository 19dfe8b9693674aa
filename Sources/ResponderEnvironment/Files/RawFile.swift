internal import CResponderEnvironment
internal import Glibc

/// The bytes of a file on a disk, as the formats of this module need them; tests have one that fails anywhere.
package protocol RawFile: Sendable {
    /// Reads up to `count` bytes from `offset`: fewer only where the file ends.
    func read(_ count: Int, at offset: Int, of path: String) throws(FileError) -> [UInt8]
    /// Writes all bytes at `offset`.
    func write(_ bytes: [UInt8], at offset: Int, of path: String) throws(FileError)
    /// Cuts the file, or has it end with zeros.
    func resize(to count: Int, of path: String) throws(FileError)
    /// The length in bytes.
    func size(of path: String) throws(FileError) -> Int
    /// How many bytes the disk still has room for; nil where that is not known.
    func room(of path: String) throws(FileError) -> Int?
    /// Whether the file still has a name.
    func isLinked(_ path: String) throws(FileError) -> Bool
    /// Has the system write to the disk what it still holds in memory.
    func sync(_ path: String) throws(FileError)
    /// Waits until no other open file has the lock of the file, and takes the lock.
    func lock(alone: Bool, of path: String) throws(FileError)
    /// Gives the lock back.
    func unlock()
}

extension Descriptor: RawFile {
    package func resize(to count: Int, of path: String) throws(FileError) {
        while ftruncate(number, off_t(count)) != 0 {
            guard errno == EINTR else { throw .last(at: path, doing: "resized") }
        }
    }

    package func size(of path: String) throws(FileError) -> Int { try status(of: path).size }

    package func room(of path: String) throws(FileError) -> Int? {
        var status = statvfs()
        guard fstatvfs(number, &status) == 0 else { throw .last(at: path, doing: "examined") }
        let (bytes, isHuge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isHuge ? nil : Int(exactly: bytes)
    }

    package func isLinked(_ path: String) throws(FileError) -> Bool { try status(of: path).links > 0 }

    package func lock(alone: Bool, of path: String) throws(FileError) {
        guard rse_lock(number, alone ? 1 : 0) == 0 else { throw .last(at: path, doing: "locked") }
    }

    package func unlock() { rse_unlock(number) }
}
