internal import Glibc

extension RecordingFile {
    /// Replaces the content of the file at `path` with `text`; a pipe or a device is written to.
    ///
    /// The new content has the permissions of the former file, and its owner where the system allows.
    ///
    /// The text goes to a new file in the same folder, which then replaces the former file; so the former file survives
    /// a failure. A symbolic link to a file is not followed: otherwise any user who may make a link in the folder could
    /// choose which file is overwritten.
    package static func write(_ text: String, to path: String) throws(RecordingError) {
        if try isSpecial(path) {
            let descriptor = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
            var status = stat()
            guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw failure(.unwritable, path) }
            guard !isPlain(status) else {
                // A plain file has replaced the pipe or device since the check.
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

    /// Checks whether ``write(_:to:)`` could write its file, and changes nothing.
    package static func checkWritable(_ path: String) throws(RecordingError) {
        // A pipe is not opened: its reader would take the closing for the end of the stream.
        if try isSpecial(path) { return }
        let temporary = try Temporary(for: path)
        close(temporary.descriptor)
        unlink(temporary.path)
    }

    /// Whether `path` leads to a pipe or a device that can be written; throws where nothing can be written there.
    private static func isSpecial(_ path: String) throws(RecordingError) -> Bool {
        var status = stat()
        // A link to a pipe or a device stays allowed: a shell's `>(…)` is such a link, and no content can be lost.
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

    /// A new, empty file in the folder of the target, which can be renamed to the target.
    private struct Temporary {
        let descriptor: CInt
        let path: String

        init(for target: String) throws(RecordingError) {
            var former = stat()
            let isThere = lstat(target, &former) == 0
            // A file without permission to write is not replaced, even where the permissions of its folder allow that.
            if isThere ? access(target, W_OK) != 0 : target.isEmpty { throw failure(.unwritable, target) }
            let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
            path = "\(folder).responderkit-\(UInt64.random(in: .min ... .max))"
            descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else {
                throw failure(.unwritable, target, isThere ? "its replacement cannot be created in its folder: " : "")
            }
            guard isThere else { return }
            // Only root may give the file to another user; members of a group may give it to that group.
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
        // On a network file system a full disk may show only here.
        guard close(descriptor) == 0 else { throw failure(.unwritable, path) }
    }
}
