internal import Glibc
internal import ResponderEventLoop
internal import ResponderTouchInput

/// Reads the lines of an evemu file, in order.
///
/// A file begins with `# EVEMU 1.x`; a file without that line is of version 1.0, and its first line after comments
/// names the device (`N:`) or is an event (`E:`).
struct EvemuParser {
    let file: String
    private let foreign: String
    /// The number of the line that is being read.
    private(set) var line = 0
    var device = EvemuDevice()
    private(set) var events: [EvdevEvent] = []

    /// Whether a line has shown that the file is a recording.
    private(set) var isRecognised = false

    /// A parser of `file`; `formats` names all formats that the file may have.
    init(file: String, formats: String) {
        self.file = file
        foreign = "no known recording: expected \(formats), "
    }

    /// Checks that a line has shown that the file is a recording.
    func finish(hasBytes: Bool) throws(RecordingError) {
        guard isRecognised else {
            throw RecordingError(
                file: file,
                problem: .foreign,
                message: "\(foreign)found \(hasBytes ? "no line of a recording" : "an empty file")"
            )
        }
    }

    /// The recording, after all lines have been read.
    ///
    /// - Parameter name: The name of the device, which has no path in this format; nil for any.
    func recording(of name: String?) throws(RecordingError) -> EvdevRecording {
        guard !device.axes.isEmpty || device.hasKeys else {
            throw RecordingError(
                file: file,
                problem: .noAxes,
                message: "no absolute axis: expected a line 'A: CODE MIN MAX FUZZ FLAT', found none; "
                    + (device.name == nil && !events.isEmpty
                        ? "put the lines that describe the device before its events" : "it is not a touch device")
            )
        }
        let recording = device.recording(events: events)
        if let name { try DeviceChoice.check(name, of: recording, file: file) }
        return recording
    }

    /// Reads the next line, whose number is `number`.
    mutating func parse(_ whole: RecordingLine, number: Int) throws(RecordingError) {
        line = number
        var line = whole
        line.skipBlanks()
        guard let letter = line.next else { return }
        if letter == UInt8(ascii: "#") { return try parse(comment: &line) }
        let tag = line.tag()
        if !isRecognised {
            guard tag == UInt8(ascii: "N") || tag == UInt8(ascii: "E") else {
                let found = RecordingError.quoted(line.whole)
                throw RecordingError(
                    file: file,
                    line: number,
                    problem: .foreign,
                    message: "\(foreign)found \(found)"
                )
            }
            isRecognised = true
        }
        if tag == UInt8(ascii: "E") {
            events.append(try event(&line))
        } else if let mistake = device.read(&line, tag: tag) {
            throw failure(line, mistake.problem, expected: mistake.expected)
        }
    }

    private mutating func parse(comment line: inout RecordingLine) throws(RecordingError) {
        if self.line == 1 && line.skip("# EVEMU ") {
            isRecognised = true
            guard case .value(1) = line.decimalDigits(), line.skip("."), case .value(0...3) = line.decimalDigits(),
                line.isAtEnd
            else { throw failure(line, .version, expected: "'# EVEMU 1.0' to '# EVEMU 1.3'") }
        } else if events.isEmpty {
            // Comments among the events only repeat the events.
            device.read(comment: &line)
        }
    }

    private func event(_ line: inout RecordingLine) throws(RecordingError) -> EvdevEvent {
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
        // An instant has 64 bits of nanoseconds.
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
            throw failure(line, .timeReversed, expected: "a time at or after the last event's, \(last.time)")
        }
        return event
    }

    private func failure(
        _ line: RecordingLine,
        _ problem: RecordingError.Problem,
        expected: String
    ) -> RecordingError {
        let found = RecordingError.quoted(line.whole)
        return RecordingError(
            file: file,
            line: self.line,
            problem: problem,
            message: "expected \(expected), found \(found)"
        )
    }
}
