internal import Glibc
internal import ResponderKit
internal import ResponderSupport

/// Files that take the place of others, so that whenever the process or the machine stops one of both is there, whole.
enum DurableFile {
    /// Writes a file beside `target`, waits until it is on the disk, and has it take the target's place.
    ///
    /// The former file stays as it is unless all of that succeeds; the system's error names the call.
    static func replace(_ target: String, with bytes: [UInt8]) throws(SystemError) {
        let newPath = newPath(of: target)
        // What an earlier process left; a link that another user put there is not followed.
        unlink(newPath)
        let descriptor = open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError("open", errno) }
        do throws(SystemError) {
            do throws(SystemError) {
                try write(bytes, to: descriptor)
            } catch {
                close(descriptor)
                throw error
            }
            // Some file systems tell of a full disk only here.
            guard close(descriptor) == 0 else { throw SystemError("close", errno) }
            guard rename(newPath, target) == 0 else { throw SystemError("rename", errno) }
        } catch {
            unlink(newPath)
            throw error
        }
        syncFolder(of: target)
    }

    static func newPath(of target: String) -> String { target + ".new" }

    /// Writes all bytes, and waits until they are on the disk.
    static func write(_ bytes: [UInt8], to descriptor: CInt) throws(SystemError) {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemError("write", errno)
            }
            guard count > 0 else { throw SystemError("write", EIO) }
            start += count
        }
        while fsync(descriptor) != 0 {
            guard errno == EINTR else { throw SystemError("fsync", errno) }
        }
    }

    /// Waits until the names in the file's folder are on the disk; where that is not possible, a power failure may
    /// bring back the names before.
    static func syncFolder(of target: String) {
        let folder = target.lastIndex(of: "/").map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// An error of a system call.
    struct SystemError: Error, CustomStringConvertible {
        let call: String
        let code: CInt

        init(_ call: String, _ code: CInt) { (self.call, self.code) = (call, code) }

        var description: String { "\(call): \(String(cString: strerror(code)))" }
    }
}
