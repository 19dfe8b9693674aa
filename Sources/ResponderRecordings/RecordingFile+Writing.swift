internal import Glibc

extension RecordingFile {
    /// Makes the file at `path` hold `text` alone, with the permissions that a former one had, and its owner where that
    /// may be set; what is no file, as a pipe or a device, is written to.
    ///
    /// The text goes to a new file beside it, which takes its place when all is written: what was there stays until
    /// then, and also where that fails. A symbolic link to a file is not followed: whoever may make one where others
    /// write would choose what they overwrite.
    package static func write(_ text: String, to path: String) throws(RecordingError) {
        if try isSpecial(path) {
            let descriptor = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
            var status = stat()
            guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw failure(.unwritable, path) }
            guard !isPlain(status) else {
                // Somebody has put it there since.
                close(descriptor)
                throw linkFailure(path)
            }
            return try write(text, to: descriptor, named: path)
        }
        let temporary = try Temporary(for: path)
        do throws(RecordingError) {
            try write(text, to: temporary.descriptor, named: path)
            guard rename(temporary.path, path) == 0 else { throw failure(.unwritable, path) }
        } catch {
            unlink(temporary.path)
            throw error
        }
    }

    /// Sees whether ``write(_:to:)`` would find a place for its text, and leaves all as it is.
    package static func checkWritable(_ path: String) throws(RecordingError) {
        // What is no file is not opened: a pipe's reader would take its closing for the end.
        if try isSpecial(path) { return }
        let temporary = try Temporary(for: path)
        close(temporary.descriptor)
        unlink(temporary.path)
    }

    /// Whether `path` leads to what is no plain file, and can be written.
    private static func isSpecial(_ path: String) throws(RecordingError) -> Bool {
        var status = stat()
        // What leads to a pipe or a device stays allowed: a shell's `>(…)` is such a link, and nothing there is lost.
        if stat(path, &status) == 0 && !isPlain(status) {
            if status.st_mode & S_IFMT == S_IFDIR { errno = EISDIR } else if access(path, W_OK) == 0 { return true }
            throw failure(.unwritable, path)
        }
        if lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK { throw linkFailure(path) }
        return false
    }

    private static func isPlain(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

    private static func linkFailure(_ path: String) -> RecordingError {
        RecordingError(
            file: path,
            problem: .unwritable,
            message: "cannot be written: it is a symbolic link, which is not followed; name the file that it leads to"
        )
    }

    /// A new and empty file, that is to take the place of another one or of none.
    private struct Temporary {
        let descriptor: CInt
        let path: String

        init(for target: String) throws(RecordingError) {
            var former = stat()
            let isThere = lstat(target, &former) == 0
            // A file that may not be written may not be replaced either, though its folder would let us.
            if isThere ? access(target, W_OK) != 0 : target.isEmpty { throw failure(.unwritable, target) }
            let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
            path = "\(folder).responderkit-\(UInt64.random(in: .min ... .max))"
            descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else {
                throw failure(.unwritable, target, isThere ? "its folder takes no new file to replace it: " : "")
            }
            guard isThere else { return }
            // Only root may give it to another user; to another group whoever belongs to that.
            if fchown(descriptor, former.st_uid, former.st_gid) != 0 {
                _ = fchown(descriptor, uid_t.max, former.st_gid)
            }
            fchmod(descriptor, former.st_mode & 0o777)
        }
    }

    /// Writes all of `text`, and closes the descriptor.
    private static func write(_ text: String, to descriptor: CInt, named path: String) throws(RecordingError) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                let error = failure(.unwritable, path)
                close(descriptor)
                throw error
            }
            rest = rest.dropFirst(count)
        }
        // A full disk over a network shows only here.
        guard close(descriptor) == 0 else { throw failure(.unwritable, path) }
    }
}
