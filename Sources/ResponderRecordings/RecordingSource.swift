internal import Glibc

/// The source of a recording's bytes, whose beginning shows the format: a file, a pipe, or bytes in memory.
///
/// A source is read once, from beginning to end.
package final class RecordingSource {
    /// The number of bytes that show the format.
    private static let formatLength = 4096

    /// The name of the source in errors.
    package let name: String
    /// The formats that are recognised, for errors.
    package var formats = "'# EVEMU 1.x' or getevent's lines"
    private let descriptor: CInt
    private let closesDescriptor: Bool
    /// The bytes that were read and not yet taken: the beginning, or all bytes in memory.
    private var pending: ArraySlice<UInt8>
    private var total = 0
    private let limit: Int

    /// The file at `path`, which may be a pipe.
    ///
    /// - Parameter limit: The most bytes that the file may have.
    package convenience init(path: String, limit: Int = RecordingError.maximumFileSize) throws(RecordingError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw RecordingFile.failure(.unreadable, path) }
        self.init(descriptor: descriptor, name: path, limit: limit, closesDescriptor: true)
        // A pipe may give the first bytes one by one.
        while pending.count < Self.formatLength, try fill() {}
    }

    /// The rest of an open file, whose descriptor stays the caller's.
    package convenience init(descriptor: CInt, name: String, limit: Int) {
        self.init(descriptor: descriptor, name: name, limit: limit, closesDescriptor: false)
    }

    /// Bytes in memory, which errors call `name`.
    package convenience init(bytes: [UInt8], name: String) {
        self.init(descriptor: -1, name: name, limit: .max, closesDescriptor: false)
        pending = bytes[...]
    }

    private init(descriptor: CInt, name: String, limit: Int, closesDescriptor: Bool) {
        (self.descriptor, self.name, self.limit) = (descriptor, name, limit)
        self.closesDescriptor = closesDescriptor
        pending = []
    }

    deinit {
        if closesDescriptor { close(descriptor) }
    }

    /// The next bytes, without taking them: 4 to 68 KiB of a file, or all bytes of a shorter file.
    package var beginning: ArraySlice<UInt8> { pending }

    /// The next bytes; empty at the end.
    package func next() throws(RecordingError) -> ArraySlice<UInt8> {
        if pending.isEmpty { _ = try fill() }
        defer { pending = [] }
        return pending
    }

    /// Reads more bytes; returns whether there were any.
    private func fill() throws(RecordingError) -> Bool {
        guard descriptor >= 0 else { return false }
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var count = Glibc.read(descriptor, &piece, piece.count)
        while count < 0 && errno == EINTR { count = Glibc.read(descriptor, &piece, piece.count) }
        guard count >= 0 else { throw RecordingFile.failure(.unreadable, name) }
        total += count
        guard total <= limit else {
            throw RecordingError(
                file: name,
                problem: .unreadable,
                message: "cannot be read: expected at most \(limit) bytes, found more"
            )
        }
        if pending.isEmpty { pending = piece[..<count] } else { pending += piece[..<count] }
        return count > 0
    }
}
