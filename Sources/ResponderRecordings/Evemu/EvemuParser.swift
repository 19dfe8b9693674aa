internal import Glibc
internal import ResponderEventLoop
internal import ResponderTouchInput

/// Reads the lines of an evemu file, in order.
///
/// A file begins with `# EVEMU 1.x`; where that line is missing it is of version 1.0, and its first line that is no
/// comment names the device (`N:`) or is an event (`E:`).
struct EvemuParser {
    /// The most bytes that a line may have: hundreds of times those of any that evemu-record writes.
    static let longestLine = 1 << 16

    let file: String
    /// The number of the line that is being read.
    private(set) var line = 0
    var device = EvemuDevice()
    private(set) var events: [EvdevEvent] = []

    /// Whether a line has shown that the file is a recording.
    private var isRecognised = false

    init(file: String) {
        self.file = file
    }

    /// Reads all lines of the file, of which it holds few at a time.
    mutating func parseFile() throws(RecordingError) {
        // Lines that are whole, and the beginning of one that is not.
        var lines: [UInt8] = []
        lines.reserveCapacity(3 * Self.longestLine)
        var isEmpty = true
        try RecordingFile.forEachPiece(of: file) { (piece) throws(RecordingError) in
            isEmpty = false
            lines += piece
            lines.removeFirst(try parseWholeLines(lines))
            // No more is read of what has no end of a line.
            if lines.count > Self.longestLine { try parse(lines, 0..<lines.count) }
        }
        if !lines.isEmpty { try parse(lines, 0..<lines.count) }
        try finish(isEmpty: isEmpty)
    }

    /// Reads all lines.
    mutating func parse(_ bytes: [UInt8]) throws(RecordingError) {
        let start = try parseWholeLines(bytes)
        if start < bytes.count { try parse(bytes, start..<bytes.count) }
        try finish(isEmpty: bytes.isEmpty)
    }

    /// Reads the lines that have an end; returns where the first one without begins.
    private mutating func parseWholeLines(_ bytes: [UInt8]) throws(RecordingError) -> Int {
        var start = 0
        while let end = Self.lineEnd(in: bytes, from: start) {
            try parse(bytes, start..<end)
            start = end + 1
        }
        return start
    }

    private mutating func finish(isEmpty: Bool) throws(RecordingError) {
        guard isRecognised else {
            throw RecordingError(
                file: file,
                problem: .foreign,
                message: "not an evemu recording: expected '# EVEMU 1.x', found "
                    + (isEmpty ? "an empty file" : "no line of a recording")
            )
        }
    }

    /// What the lines said, once all are read.
    func recording() throws(RecordingError) -> EvemuRecording {
        guard !device.axes.isEmpty else {
            throw RecordingError(
                file: file,
                problem: .noAxes,
                message: "no absolute axis: expected a line 'A: CODE MIN MAX FUZZ FLAT', found none; "
                    + (device.name == nil && !events.isEmpty
                        ? "events alone need the file that describes their device" : "the device cannot touch")
            )
        }
        return device.recording(events: events)
    }

    private static func lineEnd(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let found = memchr(base + start, Int32(UInt8(ascii: "\n")), buffer.count - start)
            return found.map { UnsafeRawPointer($0) - base }
        }
    }

    /// Reads the line in that range, which has its line feed no more.
    private mutating func parse(_ bytes: [UInt8], _ range: Range<Int>) throws(RecordingError) {
        var upper = range.upperBound
        if upper > range.lowerBound && bytes[upper - 1] == UInt8(ascii: "\r") { upper -= 1 }
        line += 1
        let whole = EvemuLine(bytes: bytes, range: range.lowerBound..<upper)
        guard range.count <= Self.longestLine else {
            throw failure(whole, .malformed, expected: "a line of at most \(Self.longestLine) bytes")
        }
        try parse(whole)
    }

    private mutating func parse(_ whole: EvemuLine) throws(RecordingError) {
        var line = whole
        // A byte order mark, which editors of other systems leave.
        if self.line == 1 { _ = line.skip("\u{FEFF}") }
        line.skipBlanks()
        guard let letter = line.next else { return }
        if letter == UInt8(ascii: "#") { return try parse(comment: &line) }
        let tag = line.tag()
        if !isRecognised {
            guard tag == UInt8(ascii: "N") || tag == UInt8(ascii: "E") else {
                throw failure(line, .foreign, expected: "'# EVEMU 1.x'", prefix: "not an evemu recording: ")
            }
            isRecognised = true
        }
        if tag == UInt8(ascii: "E") {
            events.append(try event(&line))
        } else if let mistake = device.read(&line, tag: tag) {
            throw failure(line, mistake.problem, expected: mistake.expected)
        }
    }

    private mutating func parse(comment line: inout EvemuLine) throws(RecordingError) {
        if self.line == 1 && line.skip("# EVEMU ") {
            isRecognised = true
            guard case .value(1) = line.decimalDigits(), line.skip("."), case .value(0...3) = line.decimalDigits(),
                line.isAtEnd
            else { throw failure(line, .version, expected: "'# EVEMU 1.0' to '# EVEMU 1.3'") }
        } else if events.isEmpty {
            // Among the events a comment only says again what the event is.
            device.read(comment: &line)
        }
    }

    private func event(_ line: inout EvemuLine) throws(RecordingError) -> EvdevEvent {
        let seconds = line.decimal()
        let isPointed = line.skip(".")
        let start = line.position
        let microseconds = line.decimalDigits()
        let digits = line.position - start
        let (type, code, value) = (line.hexadecimal(), line.hexadecimal(), line.decimal())
        let fields = [seconds, microseconds, type, code, value]
        guard isPointed, !fields.contains(.missing), line.isAtEnd else {
            throw failure(line, .malformed, expected: "'E: SECONDS.MICROSECONDS TYPE CODE VALUE'")
        }
        guard case .value(let microseconds) = microseconds, digits == 6 else {
            throw failure(line, .malformed, expected: "six digits of microseconds")
        }
        // Instants are 64 bits of nanoseconds.
        guard case .value(let seconds) = seconds, 0...9_223_372_035 ~= seconds else {
            throw failure(line, .outOfRange, expected: "seconds from 0 to 9223372035")
        }
        guard case .value(let type) = type, let type = UInt16(exactly: type),
            case .value(let code) = code, let code = UInt16(exactly: code)
        else { throw failure(line, .outOfRange, expected: "a type and a code from 0000 to ffff") }
        guard case .value(let value) = value, let value = Int32(exactly: value) else {
            throw failure(line, .outOfRange, expected: "a value from \(Int32.min) to \(Int32.max)")
        }
        let event = EvdevEvent(
            time: .init(nanoseconds: seconds * 1_000_000_000 + microseconds * 1000),
            type: type,
            code: code,
            value: value
        )
        if let last = events.last, event.time < last.time {
            throw failure(line, .timeReversed, expected: "a time not before the last event's, \(last.time)")
        }
        return event
    }

    private func failure(
        _ line: EvemuLine,
        _ problem: RecordingError.Problem,
        expected: String,
        prefix: String = ""
    ) -> RecordingError {
        let found = RecordingError.quoted(line.whole)
        return RecordingError(
            file: file,
            line: self.line,
            problem: problem,
            message: "\(prefix)expected \(expected), found \(found)"
        )
    }
}
