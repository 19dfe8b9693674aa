internal import Glibc

/// Files that are read, by the C library.
package enum RecordingFile {
    /// The bytes of the file at `path`, which may be a pipe.
    ///
    /// - Parameter limit: How many bytes it may have.
    package static func read(_ path: String, limit: Int) throws(RecordingError) -> [UInt8] {
        var bytes: [UInt8] = []
        try forEachPiece(of: path, limit: limit) { (piece) throws(RecordingError) in bytes += piece }
        return bytes
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
        try forEachPiece(of: descriptor, named: path, limit: limit) { (piece) throws(RecordingError) in bytes += piece }
        return bytes
    }

    /// Calls `body` with the bytes of the file at `path`, which may be a pipe, in pieces of 64 KiB at most.
    static func forEachPiece(
        of path: String,
        limit: Int = RecordingError.maximumFileSize,
        _ body: (ArraySlice<UInt8>) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(.unreadable, path) }
        defer { close(descriptor) }
        try forEachPiece(of: descriptor, named: path, limit: limit, body)
    }

    private static func forEachPiece(
        of descriptor: CInt,
        named path: String,
        limit: Int,
        _ body: (ArraySlice<UInt8>) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(.unreadable, path)
            }
            guard count > 0 else { return }
            total += count
            guard total <= limit else {
                throw RecordingError(
                    file: path,
                    problem: .unreadable,
                    message: "cannot be read: expected at most \(limit) bytes, found more"
                )
            }
            try body(piece[..<count])
        }
    }

    /// The mistake that `errno` tells of, with what it is about, where that is not the file itself.
    static func failure(_ problem: RecordingError.Problem, _ path: String, _ about: String = "") -> RecordingError {
        let reason = about + String(cString: strerror(errno))
        let what = problem == .unwritable ? "cannot be written" : "cannot be read"
        return RecordingError(file: path, problem: problem, message: "\(what): \(reason)")
    }
}
