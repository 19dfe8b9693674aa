import ResponderRecordings
import Testing

@Suite("A mistake in an evemu file is named with its line, what was expected and what was found")
struct RecordingErrorTests {
    /// A file whose fourth line is `line`.
    private static func file(_ line: String) -> String {
        "# EVEMU 1.2\nN: x\nA: 00 0 9 0 0\n\(line)\nE: 2.000000 0000 0000 0000\n"
    }

    private static let eventForm = "expected 'E: SECONDS.MICROSECONDS TYPE CODE VALUE', "
    private static let words = "expected a type and a code from 0000 to ffff, "
    private static let values = "expected a value from -2147483648 to 2147483647, "

    @Test(
        "A mistake in a line of an evemu file is named with its line and what was expected and found",
        arguments: [
            ("E: 1.2 0003", .malformed, eventForm + "found 'E: 1.2 0003'"),
            ("E:", .malformed, eventForm + "found 'E:'"),
            ("E: 1.000000 0003 0035", .malformed, eventForm + "found 'E: 1.000000 0003 0035'"),
            ("E: 1.000000 0003 0035 12x", .malformed, eventForm + "found 'E: 1.000000 0003 0035 12x'"),
            ("E: 1.000000 0003 0035 1 2", .malformed, eventForm + "found 'E: 1.000000 0003 0035 1 2'"),
            ("E: 1 0003 0035 0001", .malformed, eventForm + "found 'E: 1 0003 0035 0001'"),
            ("E: 1.000000 -003 0035 1", .malformed, eventForm + "found 'E: 1.000000 -003 0035 1'"),
            (
                "E: 1.25 0003 0035 0001", .malformed,
                "expected six digits of microseconds, found 'E: 1.25 0003 0035 0001'"
            ),
            (
                "E: -1.000000 0003 0035 0001", .outOfRange,
                "expected seconds from 0 to 9223372035, found 'E: -1.000000 0003 0035 0001'"
            ),
            (
                "E: 9223372036.000000 0 0 0", .outOfRange,
                "expected seconds from 0 to 9223372035, found 'E: 9223372036.000000 0 0 0'"
            ),
            ("E: 1.000000 10000 0035 0001", .outOfRange, words + "found 'E: 1.000000 10000 0035 0001'"),
            ("E: 1.000000 0003 0035 2147483648", .outOfRange, values + "found 'E: 1.000000 0003 0035 2147483648'"),
            (
                "E: 1.000000 0003 0035 99999999999999999999", .outOfRange,
                values + "found 'E: 1.000000 0003 0035 99999999999999999999'"
            ),
            (
                "A: 35 0", .malformed,
                "expected 'A: CODE MIN MAX FUZZ FLAT', with or without RESOLUTION, found 'A: 35 0'"
            ),
            (
                "A: 35 0 1 2 3 4 5", .malformed,
                "expected 'A: CODE MIN MAX FUZZ FLAT', with or without RESOLUTION, found 'A: 35 0 1 2 3 4 5'"
            ),
            (
                "A: 35 0 9999999999 0 0", .outOfRange,
                "expected numbers from -2147483648 to 2147483647, found 'A: 35 0 9999999999 0 0'"
            ),
            ("A: 35000 0 1 0 0", .outOfRange, "expected a code from 0 to ffff, found 'A: 35000 0 1 0 0'"),
            ("I: 0003", .malformed, "expected 'I: BUS VENDOR PRODUCT VERSION', found 'I: 0003'"),
            ("I: 3 4 5 12345", .outOfRange, "expected four numbers from 0000 to ffff, found 'I: 3 4 5 12345'"),
            ("P: 02 zz", .malformed, "expected 'P: BYTE BYTE …', found 'P: 02 zz'"),
            ("P: 100", .outOfRange, "expected bytes from 00 to ff, found 'P: 100'"),
            ("B: 03", .malformed, "expected 'B: TYPE BYTE BYTE …', found 'B: 03'"),
            (
                "X: 1", .malformed, "expected a line that begins with one of # N: I: P: B: A: L: S: E:, found 'X: 1'"
            ),
            (
                "nonsense \u{1}", .malformed,
                "expected a line that begins with one of # N: I: P: B: A: L: S: E:, found 'nonsense \\u{01}'"
            ),
        ] as [(String, RecordingError.Problem, String)]
    )
    func line(line: String, problem: RecordingError.Problem, message: String) {
        let error = #expect(throws: RecordingError.self) { try EvdevRecording(Self.file(line), file: "taps.evemu") }
        #expect(error?.description == "taps.evemu:4: \(message)")
        #expect(error?.problem == problem)
    }

    @Test("A time that goes back is an error with its line, and an equal time is none")
    func time() throws {
        _ = try EvdevRecording(Self.file("E: 2.000000 0003 0000 0001"))
        let error = #expect(throws: RecordingError.self) {
            try EvdevRecording(Self.file("E: 2.000001 0003 0000 0001"), file: "taps.evemu")
        }
        #expect(error?.problem == .timeReversed)
        #expect(
            error?.description == "taps.evemu:5: expected a time at or after the last event's, 2.000001 s, "
                + "found 'E: 2.000000 0000 0000 0000'"
        )
    }

    @Test(
        "A file of another format or version is named with what was expected and found",
        arguments: [
            ("", .foreign, "x: no known recording: expected '# EVEMU 1.x' or getevent's lines, found an empty file"),
            (
                "\n# note\n", .foreign,
                "x: no known recording: expected '# EVEMU 1.x' or getevent's lines, found no line of a recording"
            ),
            (
                "version: 1\n", .foreign,
                "x:1: no known recording: expected '# EVEMU 1.x' or getevent's lines, found 'version: 1'"
            ),
            (
                "R: 254 05 0d 09\nN: x\n", .foreign,
                "x:1: no known recording: expected '# EVEMU 1.x' or getevent's lines, found 'R: 254 05 0d 09'"
            ),
            ("# EVEMU 2.0\n", .version, "x:1: expected '# EVEMU 1.0' to '# EVEMU 1.3', found '# EVEMU 2.0'"),
            ("# EVEMU 1\n", .version, "x:1: expected '# EVEMU 1.0' to '# EVEMU 1.3', found '# EVEMU 1'"),
        ] as [(String, RecordingError.Problem, String)]
    )
    func format(text: String, problem: RecordingError.Problem, description: String) {
        let error = #expect(throws: RecordingError.self) { try EvdevRecording(text, file: "x") }
        #expect(error?.description == description)
        #expect(error?.problem == problem)
    }

    @Test("A file that describes no axis is refused with the line that is missing")
    func noAxes() {
        let error = #expect(throws: RecordingError.self) {
            try EvdevRecording("# EVEMU 1.1\nE: 0.000000 0000 0000 0000\n", file: "x.event")
        }
        #expect(
            error?.description == "x.event: no absolute axis: expected a line 'A: CODE MIN MAX FUZZ FLAT', found none; "
                + "put the lines that describe the device before its events"
        )
        #expect(error?.problem == .noAxes)
    }

    @Test("A long line in an error is cut")
    func long() {
        let error = #expect(throws: RecordingError.self) {
            try EvdevRecording(String(repeating: "y", count: 5000), file: "x")
        }
        #expect(error?.message.count ?? 0 < 160)
    }

    @Test("An error escapes what would steer a terminal, in the file's name as in the line")
    func hostile() {
        let error = #expect(throws: RecordingError.self) {
            try EvdevRecording("\u{202e}\u{9b}2J\u{1b}c", file: "\u{1b}c\u{202e}.evemu")
        }
        let description =
            #"\u{1B}c\u{202E}.evemu:1: no known recording: expected '# EVEMU 1.x' or getevent's lines, found "#
        #expect(error?.description == description + #"'\u{202E}\u{009B}2J\u{1B}c'"#)
    }
}
