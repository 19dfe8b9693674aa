internal import Glibc

/// The lines of a recording in order; only a few lines are in memory at a time.
struct RecordingLines {
    /// The most bytes of a line: hundreds of times as many as in any line that recorders write.
    static let longestLine = 1 << 16

    /// Calls `body` with each line, without its line end, and its number, from 1.
    ///
    /// Returns whether the source had any bytes.
    static func forEach(
        of source: RecordingSource,
        _ body: (RecordingLine, Int) throws(RecordingError) -> Void
    ) throws(RecordingError) -> Bool {
        var reader = RecordingLines(file: source.name)
        // Whole lines and the beginning of an incomplete one.
        var lines: [UInt8] = []
        var hasBytes = false
        while true {
            let piece = try source.next()
            if piece.isEmpty { break }
            hasBytes = true
            lines += piece
            lines.removeFirst(try reader.takeWholeLines(lines, body))
            // A line beyond the limit is refused without reading its rest.
            if lines.count > longestLine { try reader.read(lines, 0..<lines.count, body) }
        }
        if !lines.isEmpty { try reader.read(lines, 0..<lines.count, body) }
        return hasBytes
    }

    private let file: String
    private var number = 0

    private init(file: String) { self.file = file }

    /// Takes the complete lines; returns where the first incomplete line begins.
    private mutating func takeWholeLines(
        _ bytes: [UInt8],
        _ body: (RecordingLine, Int) throws(RecordingError) -> Void
    ) throws(RecordingError) -> Int {
        var start = 0
        while let end = Self.lineEnd(in: bytes, from: start) {
            try read(bytes, start..<end, body)
            start = end + 1
        }
        return start
    }

    private mutating func read(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ body: (RecordingLine, Int) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        var upper = range.upperBound
        if upper > range.lowerBound && bytes[upper - 1] == UInt8(ascii: "\r") { upper -= 1 }
        number += 1
        var line = RecordingLine(bytes: bytes, range: range.lowerBound..<upper)
        guard range.count <= Self.longestLine else {
            throw RecordingError(
                file: file,
                line: number,
                problem: .malformed,
                message:
                    "expected a line of at most \(Self.longestLine) bytes, found \(RecordingError.quoted(line.whole))"
            )
        }
        // A byte order mark, which editors of other systems leave.
        if number == 1 { _ = line.skip("\u{FEFF}") }
        try body(line, number)
    }

    private static func lineEnd(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let found = memchr(base + start, Int32(UInt8(ascii: "\n")), buffer.count - start)
            return found.map { UnsafeRawPointer($0) - base }
        }
    }
}
