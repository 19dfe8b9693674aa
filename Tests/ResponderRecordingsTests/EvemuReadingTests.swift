import ResponderEventLoop
import ResponderRecordings
import ResponderTouchInput
import Testing

@Suite("An evemu file")
struct EvemuReadingTests {
    private static let whole = """
        # EVEMU 1.2
        # Input device name: "A panel"
        # Supported events:
        #   Event type 1 (EV_KEY)
        #     Event code 54 (KEY_RIGHTSHIFT)
        #       Value   9999
        #   Event type 3 (EV_ABS)
        #     Event code 53 (ABS_MT_POSITION_X)
        #       Value     17
        #       Min       -5
        #     Event code 54 (ABS_MT_POSITION_Y)
        #       Min        3
        # Properties:
        N: A panel # 2
        I: 0003 0eef 72a1 0210
        P: 02 00 00 00 00 00 00 00
        B: 00 0b
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 80
        B: 03 00 00 00 00 00 00 60 02
        A: 35 -5 4095 3 2 11
        A: 36 3 4095 0 0
        ################################
        E: 0.000001 0003 0035 0102\t# EV_ABS / ABS_MT_POSITION_X 102
        E: 12.345678 0003 0039 -001
        E: 12.345678 0000 0000 0000

        """

    @Test("An evemu file is read in all its parts")
    func parts() throws {
        let recording = try EvdevRecording(Self.whole)
        #expect(recording.name == "A panel # 2")
        #expect(recording.identity == .init(bus: 3, vendor: 0xeef, product: 0x72a1, version: 0x210))
        #expect(recording.properties == [1])
        #expect(recording.codes == [0: [0, 1, 3], 1: [127], 3: [0x35, 0x36, 0x39]])
        #expect(
            recording.axes == [
                0x35: EvdevAxis(minimum: -5, maximum: 4095, value: 17, fuzz: 3, flat: 2, resolution: 11),
                0x36: EvdevAxis(minimum: 3, maximum: 4095, value: 3),
            ]
        )
        #expect(
            recording.events == [
                EvdevEvent(time: .init(nanoseconds: 1_000), type: 3, code: 0x35, value: 102),
                EvdevEvent(time: .init(nanoseconds: 12_345_678_000), type: 3, code: 0x39, value: -1),
                EvdevEvent(time: .init(nanoseconds: 12_345_678_000), type: 0, code: 0, value: 0),
            ]
        )
    }

    @Test("An evemu file may have lines that end in CR LF, and no end at its last line")
    func lineEnds() throws {
        let recording = try EvdevRecording(Self.whole)
        let lines = Self.whole.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(try EvdevRecording(lines.joined(separator: "\r\n")) == recording)
        #expect(try EvdevRecording(lines.dropLast().joined(separator: "\n")) == recording)
    }

    @Test("An evemu file may begin with a byte order mark")
    func byteOrderMark() throws {
        let recording = try EvdevRecording(Self.whole)
        #expect(try EvdevRecording("\u{FEFF}" + Self.whole) == recording)
        // Without the line of the version too; anywhere else the mark is what it is.
        #expect(try EvdevRecording("\u{FEFF}N: x\nA: 00 0 9 0 0\n").name == "x")
        let error = #expect(throws: RecordingError.self) { try EvdevRecording("\n\u{FEFF}# EVEMU 1.2\n", file: "x") }
        #expect(error?.line == 2 && error?.problem == .foreign)
    }

    @Test("An evemu file may be of any version from 1.0 to 1.3", arguments: ["1.0", "1.1", "1.2", "1.3"])
    func versions(version: String) throws {
        let text = "# EVEMU \(version)\nN: x\nA: 00 0 9 0 0\nL: 00 1\nS: 05 0\nE: 0.000000 0000 0000 0000\n"
        #expect(try EvdevRecording(text).events.count == 1)
    }

    @Test("An evemu file of version 1.0 may leave out the line that says so")
    func withoutVersion() throws {
        let recording = try EvdevRecording("# a panel\n\nN: x\nA: 00 0 9 0 0\nE: 0.000000 0003 0000 0004\n")
        #expect(recording.axes[0] == EvdevAxis(minimum: 0, maximum: 9))
    }

    @Test("An evemu file that is not there is named, with the reason")
    func missing() {
        let error = #expect(throws: RecordingError.self) { try EvdevRecording(path: "/nowhere/taps.evemu") }
        #expect(error?.description == "/nowhere/taps.evemu: cannot be read: No such file or directory")
        #expect(error?.problem == .unreadable)
        let folder = #expect(throws: RecordingError.self) { try EvdevRecording(path: "/") }
        #expect(folder?.description == "/: cannot be read: Is a directory")
    }

}
