internal import Glibc

/// Whole files, in and out, by the C library.
package enum RecordingFile {
    /// The bytes of the file at `path`, which may be a pipe.
    ///
    /// - Parameter limit: How many bytes it may have.
    package static func read(
        _ path: String,
        limit: Int = RecordingError.maximumFileSize
    ) throws(RecordingError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(.unreadable, path) }
        defer { close(descriptor) }
        return try read(descriptor, named: path, limit: limit)
    }

    /// The bytes that are still to be read from an open file.
    ///
    /// - Parameters:
    ///   - name: What errors call it.
    ///   - limit: How many bytes it may have.
    package static func read(
        _ descriptor: CInt,
        named path: String,
        limit: Int
    ) throws(RecordingError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(.unreadable, path)
            }
            guard count > 0 else { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count <= limit else {
                throw RecordingError(
                    file: path,
                    problem: .unreadable,
                    message: "cannot be read: expected at most \(limit) bytes, found more"
                )
            }
        }
    }

    /// Makes the file at `path` hold `text` alone; what is no file, as a pipe or a device, is written to.
    package static func write(_ text: String, to path: String) throws(RecordingError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(.unwritable, path) }
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

    private static func failure(_ problem: RecordingError.Problem, _ path: String) -> RecordingError {
        let reason = String(cString: strerror(errno))
        let what = problem == .unwritable ? "cannot be written" : "cannot be read"
        return RecordingError(file: path, problem: problem, message: "\(what): \(reason)")
    }
}
