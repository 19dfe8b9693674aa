internal import CResponderEnvironment
internal import Glibc

/// The right to use a home, which one process has at a time, until it ends.
package final class HomeLock: Sendable {
    private let file: Descriptor

    /// The lock's file in the home.
    package static let name = ".lock"

    /// Takes the lock of the home that is kept in `folder`.
    ///
    /// - Throws: ``FileError/inUse(_:process:)`` where another process has the lock, or an application of this one.
    package init(_ folder: Folder) throws(FileError) {
        let path = HomePath(names: [Self.name])
        file = try folder.open(path, O_RDWR | O_CREAT)
        while rse_try_lock(file.number) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: throw .inUse(folder.path, process: Self.holder(try file.read(32, at: 0, of: folder.path)))
            case ENOLCK, EOPNOTSUPP:
                throw .notPermitted(
                    folder.path,
                    "its file system has no locks, so another process could use the home at the same time; "
                        + "take a directory of a local disk"
                )
            default: throw .last(at: folder.path, doing: "locked")
            }
        }
        guard ftruncate(file.number, 0) == 0 else { throw .last(at: "\(folder.path)/\(path)", doing: "written") }
        try file.write(Array("\(getpid())\n".utf8), at: 0, of: "\(folder.path)/\(path)")
    }

    /// The process that the lock's file names, if there is such a process: the file may still name a former one.
    private static func holder(_ bytes: [UInt8]) -> Int32? {
        let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard let number = Int32(text), number > 0, kill(number, 0) == 0 || errno == EPERM else { return nil }
        return number
    }
}
