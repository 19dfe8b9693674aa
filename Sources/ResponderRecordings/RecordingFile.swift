internal import Glibc

/// Reading and writing of files, by the C library.
package enum RecordingFile {
    /// The bytes of the file at `path`, which may be a pipe.
    ///
    /// - Parameter limit: The most bytes that the file may have.
    package static func read(_ path: String, limit: Int) throws(RecordingError) -> [UInt8] {
        let source = try RecordingSource(path: path, limit: limit)
        return try bytes(of: source)
    }

    /// The bytes that are still to be read from an open file.
    ///
    /// - Parameters:
    ///   - path: The name of the file in errors.
    ///   - limit: The most bytes that the file may have.
    package static func read(
        _ descriptor: CInt,
        named path: String,
        limit: Int
    ) throws(RecordingError) -> [UInt8] {
        try bytes(of: RecordingSource(descriptor: descriptor, name: path, limit: limit))
    }

    private static func bytes(of source: RecordingSource) throws(RecordingError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try source.next()
            if piece.isEmpty { return bytes }
            bytes += piece
        }
    }

    /// The error of `errno`, for the file at `path`; `about` precedes the reason where the cause is not the file
    /// itself.
    static func failure(_ problem: RecordingError.Problem, _ path: String, _ about: String = "") -> RecordingError {
        let reason = about + String(cString: strerror(errno))
        let what = problem == .unwritable ? "cannot be written" : "cannot be read"
        return RecordingError(file: path, problem: problem, message: "\(what): \(reason)")
    }
}
