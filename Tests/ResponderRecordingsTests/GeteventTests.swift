import ResponderEventLoop
import ResponderRecordings
import ResponderTouchInput
import Testing

@Suite("What Android's getevent printed")
struct GeteventTests {
    private static let header = """
        add device 1: /dev/input/event2
          bus:      0018
          vendor    0001
          product   00ab
          version   0100
          name:     "sec_touchscreen"
          location: ""
          id:       ""
          version:  1.0.1
          events:
            KEY (0001): 008f  BTN_TOUCH  0102*
                        0145
            ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                        0035                  : value 5, min 0, max 1079, fuzz 1, flat 2, resolution 3
                        ABS_MT_POSITION_Y     : value 0, min 0, max 1919, fuzz 0, flat 0
                        ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
                        ABS_OF_TOMORROW       : value 0, min 0, max 7, fuzz 0, flat 0, resolution 0
          input props:
            INPUT_PROP_DIRECT
        could not get driver version for /dev/input/mice, Not a typewriter

        """

    private static func event(_ time: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) -> EvdevEvent {
        EvdevEvent(time: .init(nanoseconds: time * 1000), type: type, code: code, value: value)
    }

    @Test("The text of getevent with its header is a recording of that device")
    func described() throws {
        let recording = try EvdevRecording(
            Self.header + """
                [    1807.354865] EV_ABS       ABS_MT_TRACKING_ID   00000082            \r
                [    1807.354866] EV_KEY       BTN_TOUCH            DOWN
                [    1807.354866] EV_ABS       ABS_OF_TOMORROW      00000001
                [    1807.354867] EV_SYN       SYN_REPORT           00000000             rate 60
                [    1807.354868] 0003 0039 ffffffff
                """
        )
        #expect(recording.name == "sec_touchscreen")
        #expect(recording.identity == .init(bus: 0x18, vendor: 1, product: 0xab, version: 0x100))
        #expect(recording.properties == [1])
        #expect(recording.codes[1] == [0x8f, 0x14a, 0x102, 0x145])
        #expect(recording.axes.keys.sorted() == [0x2f, 0x35, 0x36, 0x39])
        let x = EvdevAxis(minimum: 0, maximum: 1079, value: 5, fuzz: 1, flat: 2, resolution: 3)
        #expect(recording.axes[0x35] == x)
        #expect(recording.axes[0x36]?.maximum == 1919)
        let time: Int64 = 1_807_354_865
        #expect(
            recording.events == [
                Self.event(time, 3, 0x39, 0x82), Self.event(time + 1, 1, 0x14a, 1), Self.event(time + 2, 0, 0, 0),
                Self.event(time + 3, 3, 0x39, -1),
            ]
        )
    }

    @Test("A getevent recording without a header has axes as wide as its values")
    func bare() throws {
        let recording = try EvdevRecording(
            "0003 0035 00000010\n0003 0036 ffffffff\n0003 0036 00000007\n0000 0000 00000000\n"
        )
        #expect(recording.axes == [0x35: .init(minimum: 0, maximum: 16), 0x36: .init(minimum: -1, maximum: 7)])
        #expect(recording.events.count == 4)
        #expect(recording.events.allSatisfy { $0.time == .zero })
        #expect(recording.codes == [0: [0], 3: [0x35, 0x36]])
    }

    @Test("The text of getevent for several devices is a recording of the one that touches")
    func severalDevices() throws {
        let recording = try EvdevRecording(
            Self.header + """
                add device 2: /dev/input/event0
                  name:     "gpio-keys"
                  events:
                    KEY (0001): 0072  0073
                [       1.000000] /dev/input/event0: EV_KEY       KEY_VOLUMEDOWN       DOWN
                [       1.000001] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    00000005
                """
        )
        #expect(recording.name == "sec_touchscreen")
        #expect(recording.events == [Self.event(1_000_001, 3, 0x35, 5)])
    }

    @Test("Several devices that touch are refused with their names, unless one alone was touched")
    func ambiguous() throws {
        let two = Self.header + Self.header.replacing("event2", with: "event3")
        let error = #expect(throws: RecordingError.self) { try EvdevRecording(two, file: "x") }
        #expect(error?.problem == .ambiguous)
        #expect(
            error?.description
                == "x: 2 touch devices are possible: '/dev/input/event2' (sec_touchscreen), "
                + "'/dev/input/event3' (sec_touchscreen); "
                + "choose one by its path or its name"
        )
        #expect(try EvdevRecording(two, device: "/dev/input/event3").axes[0x36]?.maximum == 1919)
        let unknown = #expect(throws: RecordingError.self) { try EvdevRecording(Self.header, file: "x", device: "y") }
        #expect(
            unknown?.description == "x: 'y' names no touch device: expected '/dev/input/event2' (sec_touchscreen)"
        )
        let recording = try EvdevRecording(two + "[       1.000000] /dev/input/event3: 0003 0035 00000001\n")
        #expect(recording.events.count == 1)
    }

    @Test("Events after several devices' descriptions are of the device that touches")
    func describedTogether() throws {
        let keys = "add device 2: /dev/input/event0\n  name:     \"gpio-keys\"\n  events:\n    KEY (0001): 0072  0073\n"
        let events = "[ 1.000000] 0003 0035 00000005\n[ 1.000000] 0000 0000 00000000\n"
        for text in [Self.header + keys + events, keys + Self.header + events] {
            let recording = try EvdevRecording(text)
            #expect(recording.name == "sec_touchscreen" && recording.axes[0x35]?.maximum == 1079)
            #expect(recording.events.count == 2)
        }
    }

    @Test("Events of a sensor with the axes of a position are no panel's")
    func sensor() throws {
        let sensor = """
            add device 2: /dev/input/event0
              name:     "accelerometer"
              events:
                ABS (0003): ABS_X  : value 0, min -512, max 512, fuzz 0, flat 0, resolution 0
                            ABS_Y  : value 0, min -512, max 512, fuzz 0, flat 0, resolution 0
            [       1.000000] /dev/input/event0: EV_ABS       ABS_X                00000005
            [       1.000001] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    00000005

            """
        let recording = try EvdevRecording(Self.header + sensor)
        #expect(recording.name == "sec_touchscreen" && recording.events.count == 1)
    }

    @Test("Names of tools that touch are read")
    func tools() throws {
        let tools = ["FINGER", "PEN", "PALM"].map { "[ 1.000000] EV_ABS ABS_MT_TOOL_TYPE MT_TOOL_\($0)\n" }.joined()
        #expect(try EvdevRecording(Self.header + tools).events.map(\.value) == [0, 1, 2])
    }

    @Test(
        "A wrong line of getevent is refused with its line",
        arguments: [
            ("[    1.5] 0003 0035 00000001", RecordingError.Problem.malformed),
            ("[    1.000000 0003 0035 00000001", .malformed),
            ("[    1.000000] 0003 0035", .malformed), ("[    1.000000] 0003 0035 1", .malformed),
            ("[    1.000000] EV_ABS position 00000001", .malformed),
            ("[    1.000000] /dev/input/event2 0003 0035 00000001", .malformed),
            ("[ 99999999999.000000] 0003 0035 00000001", .outOfRange),
            ("[    0.000001] 0003 0035 00000001", .timeReversed), ("add device two: /dev", .malformed),
            ("nonsense", .malformed),
        ]
    )
    func wrong(line: String, problem: RecordingError.Problem) {
        let error = #expect(throws: RecordingError.self) {
            try EvdevRecording("[    1.000000] 0003 0035 00000001\n\(line)\n", file: "x")
        }
        #expect(error?.problem == problem)
        #expect(error?.line == 2)
        #expect(error?.message.contains("found '\(line)'") == true, "\(error?.message ?? "")")
    }

    @Test("Getevent's text with a wrong header, too many devices, or no place of touches is refused")
    func others() {
        let axis = Self.header + "add device 3: /dev/input/event9\n  ABS (0003): 0035  : value x, min 0\n"
        #expect(#expect(throws: RecordingError.self) { try EvdevRecording(axis) }?.problem == .malformed)
        let many = (0..<300).map { "add device \($0): /dev/input/event\($0)\n" }.joined()
        #expect(#expect(throws: RecordingError.self) { try EvdevRecording(many) }?.problem == .outOfRange)
        let lid = "[    1.000000] 0005 0000 00000001\n"
        #expect(#expect(throws: RecordingError.self) { try EvdevRecording(lid) }?.problem == .noAxes)
    }
}
