import ResponderEventLoop
import ResponderLibinputRecordings
import ResponderRecordings
import ResponderTouchInput
import TestSupport
import Testing

@Suite("What libinput recorded")
struct LibinputTests {
    private static let recording = """
        # libinput record
        version: 1
        ndevices: 1
        devices:
        - node: /dev/input/event1
          evdev:
            name: "A: panel"
            id: [3, 8238, 6, 1]
            codes:
              1: [330] # EV_KEY
            absinfo:
              53: [0, 32767, 1, 2, 87]
              54: [0, 32767, 0, 0, 109]
            properties: [1]
          hid: [0x05, 0x0d]
          quirks:
          events:
          - libinput:
            - {type: DEVICE_ADDED, seat: seat0}
          - evdev:
            - [  0,  12470,   3,  53,    5000] # EV_ABS / ABS_MT_POSITION_X
            - [  1,      0,   0,   0,      -1]
            libinput:
            - {time: 0.012470, type: TOUCH_DOWN, slot: 2, point: [ 57.38,  59.67], transformed: [ 15.23,  19.85]}
            - {time: 1.000000, type: TOUCH_UP, slot: 2, seat_slot: 0}

        """

    private static func read(_ text: String) throws(RecordingError) -> LibinputRecording {
        try LibinputRecording(bytes: Array(text.utf8), file: "x.yml")
    }

    @Test("A libinput recording is read, with libinput's answers beside it")
    func whole() throws {
        let libinput = try Self.read(Self.recording)
        let recording = libinput.recording
        #expect(recording.name == "A: panel")
        #expect(recording.identity == .init(bus: 3, vendor: 8238, product: 6, version: 1))
        #expect(recording.axes[53] == EvdevAxis(minimum: 0, maximum: 32767, fuzz: 1, flat: 2, resolution: 87))
        #expect(recording.codes == [1: [330]] && recording.properties == [1])
        #expect(
            recording.events == [
                EvdevEvent(time: .init(nanoseconds: 12_470_000), type: 3, code: 53, value: 5000),
                EvdevEvent(time: .init(nanoseconds: 1_000_000_000), type: 0, code: 0, value: -1),
            ]
        )
        #expect(libinput.answers.map(\.kind) == [.down, .up])
        #expect(libinput.answers.map(\.microseconds) == [12_470, 1_000_000])
        #expect(libinput.answers.map(\.slot) == [2, 2])
        #expect(libinput.answers.map(\.location) == [Point(15.23, 19.85), nil])
    }

    @Test(
        "A libinput recording that is wrong is refused with its line",
        arguments: [
            ("version: 1", "version: 2", RecordingError.Problem.version, 2), ("id: [3,", "id: [", .malformed, 8),
            ("id: [3,", "id: [99999,", .malformed, 8), ("53: [0,", "53: [x,", .malformed, 12),
            ("[  0,  12470,", "[  0,  1000000,", .outOfRange, 21),
            ("[  1,      0,", "[  0,      0,", .timeReversed, 22),
            ("events:\n  - lib", "events:\n  - [lib", .malformed, 18), ("quirks:", "quirks: &all [1]", .malformed, 16),
            ("quirks:", "quirks: *all", .malformed, 16),
        ]
    )
    func wrong(text: String, replacement: String, problem: RecordingError.Problem, line: Int) {
        let error = #expect(throws: RecordingError.self) {
            try Self.read(Self.recording.replacing(text, with: replacement, maxReplacements: 1))
        }
        #expect(error?.problem == problem, "\(error?.description ?? "")")
        #expect(error?.line == line, "\(error?.description ?? "")")
    }

    @Test("A libinput recording of no touch device, or of two, is refused")
    func devices() throws {
        let none = Self.recording.replacing("54: [", with: "55: [")
        #expect(#expect(throws: RecordingError.self) { try Self.read(none) }?.problem == .noAxes)
        let device = "- no" + Self.recording.split(separator: "devices:\n", maxSplits: 1)[1].dropFirst(4)
        let other = device.replacing("event1", with: "event2").replacing("A: panel", with: "another")
        let two = #expect(throws: RecordingError.self) { try Self.read(Self.recording + other) }
        #expect(two?.problem == .ambiguous)
        #expect(
            two?.message == "2 touch devices are possible: '/dev/input/event1' (A: panel), "
                + "'/dev/input/event2' (another); "
                + "choose one by its path or its name"
        )
        let bytes = Array((Self.recording + other).utf8)
        for name in ["another", "/dev/input/event2"] {
            #expect(try LibinputRecording(bytes: bytes, device: name).recording.name == "another")
        }
        // A touch pad beside the panel is no other panel.
        let pad = other.replacing("properties: [1]", with: "properties: [0]")
        #expect(try Self.read(Self.recording + pad).recording.name == "A: panel")
    }

    @Test("A libinput recording that is no text is refused with its place")
    func noText() {
        let error = #expect(throws: RecordingError.self) { try Self.read(Self.recording + "\u{1b}c") }
        #expect(error?.problem == .malformed && error?.line == nil)
        let place = "expected YAML, found at byte \(Self.recording.utf8.count): "
        #expect(error?.message.hasPrefix(place) == true, "\(error?.message ?? "")")
    }

    @Test("A libinput recording has no second document behind it")
    func secondDocument() throws {
        #expect(try Self.read(Self.recording + "...\n# end\n").recording.events.count == 2)
        let error = #expect(throws: RecordingError.self) { try Self.read(Self.recording + "---\nversion: 1\n") }
        #expect(error?.message == "expected one YAML document, found a second one")
        #expect(error?.line == 27)
    }

    @Test("A libinput recording that is deep in any way is refused as deep", arguments: ["[", "{b: ", "- ", "? "])
    func deep(opening: String) {
        let error = #expect(throws: RecordingError.self) {
            try Self.read("version: 1\na:\n  " + String(repeating: opening, count: 100_000))
        }
        #expect(error?.description == "x.yml:3: expected at most 16 levels, found more")
    }

    @Test("A libinput recording with aliases, too much depth or too long pieces is refused", arguments: bombs.indices)
    func bomb(number: Int) {
        let error = #expect(throws: RecordingError.self) { try Self.read(Self.bombs[number]) }
        #expect(error?.problem == .malformed)
        #expect(error?.line != nil)
    }

    private static let bombs = [
        "version: 1\na: &a [x]\nb: [*a, *a]\n",
        "version: 1\na: " + String(repeating: "[", count: 100_000),
        "version: 1\na: " + String(repeating: "{b: ", count: 100_000),
        "version: 1\na: \"" + String(repeating: "x", count: 1 << 22) + "\"\n",
        "version: 1\n#" + String(repeating: "x", count: 1 << 22) + "\n",
    ]

    @Test("A libinput recording that is cut anywhere is refused, or is a shorter recording")
    func cut() throws {
        let bytes = Array(Self.recording.utf8)
        let whole = try Self.read(Self.recording).recording
        for length in bytes.indices {
            do throws(RecordingError) {
                let recording = try LibinputRecording(bytes: Array(bytes[..<length])).recording
                #expect(whole.events.starts(with: recording.events))
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
    }

    @Test(
        "Our decoder agrees with libinput about real panels, touch for touch and slot for slot",
        .enabled(if: TouchData.isExpected, TouchData.absence),
        arguments: [("flatfrog_25b5_0002", 17), ("lumio_202e_0006", 11), ("sitronix_1403_5001", 32)]
    )
    func oracle(name: String, touches: Int) throws {
        let libinput = try LibinputRecording(path: TouchData.path("libinput/\(name).yml"))
        let size = Size(100, 100)
        var samples: [Int64: [TouchContact]] = [:]
        let (frames, statistics) = try libinput.recording.decoded(size: size)
        #expect(statistics.contacts == touches)
        for frame in frames {
            samples[frame.time.nanoseconds / 1000, default: []] += frame.contacts
        }
        let axes = libinput.recording.axes
        let tolerance = Point(try Self.tolerance(#require(axes[0x35])), try Self.tolerance(#require(axes[0x36])))
        // The contact that is down in each of libinput's slots.
        var contacts: [Int: Int] = [:]
        var counts = (down: 0, motion: 0, up: 0)
        for answer in libinput.answers {
            let now = samples[answer.microseconds] ?? []
            func isThere(_ contact: TouchContact) -> Bool {
                guard let location = answer.location else { return true }
                let (x, y) = (abs(contact.location.x - location.x), abs(contact.location.y - location.y))
                return x < tolerance.x && y < tolerance.y
            }
            switch answer.kind {
            case .down:
                counts.down += 1
                let began = now.filter { $0.phase == .began && isThere($0) && !contacts.values.contains($0.identifier) }
                let contact = try #require(began.first, "\(answer)")
                #expect(contacts[answer.slot] == nil, "\(answer)")
                contacts[answer.slot] = contact.identifier
            case .motion:
                counts.motion += 1
                let contact = try #require(contacts[answer.slot], "\(answer)")
                #expect(now.contains { $0.identifier == contact && $0.phase == .moved && isThere($0) }, "\(answer)")
            case .up, .cancel:
                counts.up += 1
                let lifted = contacts.removeValue(forKey: answer.slot)
                let contact = try #require(lifted, "\(answer)")
                #expect(now.contains { $0.identifier == contact && $0.phase == .ended }, "\(answer)")
            }
        }
        #expect(counts.down == touches)
        #expect(counts.motion > 100)
        #expect(contacts.isEmpty)
    }

    /// libinput prints two digits, and holds a finger still that moves less than the axis's fuzz.
    private static func tolerance(_ axis: EvdevAxis) -> Double {
        0.02 + 100 * Double(axis.fuzz) / Double(axis.maximum - axis.minimum)
    }
}
