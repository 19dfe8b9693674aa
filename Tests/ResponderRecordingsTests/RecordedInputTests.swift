import ResponderEventLoop
import ResponderRecordings
import ResponderTouchInput
import Testing

@MainActor
@Suite("Recordings of keyboards and mice")
struct RecordedInputTests {
    /// A frame without its time, such as `began 4 a`.
    private func describe(_ frame: InputFrame) -> String {
        switch frame {
        case .touch(let frame):
            frame.contacts.map { contact in
                let (x, y) = (Int(contact.location.x.rounded()), Int(contact.location.y.rounded()))
                return "\(contact.details.isHovering ? "hover " : "")\(contact.phase) (\(x), \(y))"
            }.joined(separator: ", ")
        case .press(let frame): "\(frame.phase) \(String(frame.usage.identifier, radix: 16)) \(frame.characters)"
        case .wheel(let frame): "wheel \(Int(frame.delta.y))"
        }
    }

    private let size = Size(100, 100)

    private static let keyboard = """
        # EVEMU 1.3
        N: Keys
        I: 0003 1111 2222 0001
        B: 00 13 00 00 00 00 00 00 00
        B: 01 fe ff ff ff ff ff ff ff
        E: 0.000000 0001 002a 0001
        E: 0.000000 0000 0000 0000
        E: 0.100000 0001 001e 0001
        E: 0.100000 0000 0000 0000
        E: 0.200000 0001 001e 0000
        E: 0.200000 0000 0000 0000

        """

    @Test("An evemu recording of a keyboard is decoded as presses, and what is down at the end is cancelled")
    func evemuKeyboard() throws {
        let recording = try EvdevRecording(Self.keyboard)
        #expect(recording.device.isKeyboard)
        let frames = Array(try recording.input(size: size))
        #expect(frames.map(describe) == ["began e1 ", "began 4 A", "ended 4 A", "cancelled e1 "])
        #expect(frames.map { $0.time.nanoseconds / 1_000_000 } == [0, 100, 200, 200])
        #expect(try EvdevRecording(recording.text) == recording)
        var open = try recording.input(size: size)
        open.cancelsAtEnd = false
        #expect(Array(open).count == 3)
    }

    @Test("Recordings of panels tell what hovered and what was pressed as the devices did")
    func lifts() throws {
        let hovering = try EvdevRecording(
            """
            # EVEMU 1.3
            N: Hovering
            A: 2f 0 4 0 0 0
            A: 35 0 99 0 0 0
            A: 36 0 99 0 0 0
            A: 39 0 65535 0 0 0
            A: 3b 0 1 0 0 0
            E: 0.000000 0003 0039 0001
            E: 0.000000 0003 0035 0010
            E: 0.000000 0003 003b 0001
            E: 0.000000 0000 0000 0000
            E: 0.010000 0003 003b 0000
            E: 0.010000 0000 0000 0000
            E: 0.020000 0003 003b 0001
            E: 0.020000 0000 0000 0000

            """
        )
        let pressed = try EvdevRecording(
            """
            add device 1: /dev/input/event1
              name:     "Resistive"
              events:
                ABS (0003): ABS_X                 : value 0, min 0, max 99, fuzz 0, flat 0, resolution 0
                            ABS_Y                 : value 0, min 0, max 99, fuzz 0, flat 0, resolution 0
                            ABS_PRESSURE          : value 0, min 0, max 255, fuzz 0, flat 0, resolution 0
              input props:
                <none>
            [       1.000000] EV_ABS       ABS_X                00000014
            [       1.000000] EV_ABS       ABS_PRESSURE         00000050
            [       1.000000] EV_SYN       SYN_REPORT           00000000
            [       1.100000] EV_ABS       ABS_PRESSURE         00000000
            [       1.100000] EV_SYN       SYN_REPORT           00000000

            """
        )
        let frames = try [hovering, pressed].map { Array(try $0.input(size: size)).map(describe) }
        #expect(frames == [["began (10, 0)", "ended (10, 0)"], ["began (20, 0)", "ended (20, 0)"]])
        #expect(pressed.device.isTouchPanel)
    }

    @Test("A getevent recording of a mouse is read, with names and without a header")
    func geteventMouse() throws {
        let text = """
            add device 1: /dev/input/event4
              name:     "Mouse"
              events:
                KEY (0001): BTN_LEFT              BTN_RIGHT             BTN_MIDDLE
                REL (0002): REL_X                 REL_Y                 REL_WHEEL
              input props:
                <none>
            [       1.000000] EV_REL       REL_X                00000005
            [       1.000000] EV_SYN       SYN_REPORT           00000000
            [       1.100000] EV_KEY       BTN_LEFT             DOWN
            [       1.100000] EV_SYN       SYN_REPORT           00000000
            [       1.200000] EV_KEY       BTN_LEFT             UP
            [       1.200000] EV_REL       REL_WHEEL            ffffffff
            [       1.200000] EV_SYN       SYN_REPORT           00000000

            """
        let recording = try EvdevRecording(text)
        #expect(recording.device.isMouse)
        #expect(
            try recording.input(size: size).map(describe) == [
                "hover began (55, 50)", "hover ended (55, 50)", "began (55, 50)", "ended (55, 50)",
                "hover began (55, 50)", "wheel -48", "hover ended (55, 50)",
            ]
        )
        let keys = try EvdevRecording("[ 1.000000] EV_KEY KEY_A DOWN\n[ 1.000000] EV_SYN SYN_REPORT 00000000\n")
        #expect(try keys.input(size: size).map(describe) == ["began 4 a", "cancelled 4 a"])
    }

    @Test("A recorded device is chosen among several by name, or where none can be touched")
    func choice() throws {
        func device(_ number: Int, _ name: String, _ events: String) -> String {
            "add device \(number): /dev/input/event\(number)\n  name: \"\(name)\"\n  events:\n    \(events)\n"
        }
        let keys = device(1, "Keys", "KEY (0001): KEY_A KEY_B")
        let lid = device(2, "Lid", "SW (0005): 0000")
        let event = "/dev/input/event1: 0001 001e 00000001\n"
        #expect(try EvdevRecording(keys + lid + event).name == "Keys")
        let panel = device(
            3,
            "Panel",
            "ABS (0003): ABS_MT_POSITION_X : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0\n"
                + "    ABS_MT_POSITION_Y : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0"
        )
        #expect(try EvdevRecording(keys + panel + event).name == "Panel")
        #expect(try EvdevRecording(keys + panel + event, device: "Keys").name == "Keys")
    }

    @Test("Recordings of presses are played to a port at their pace, in order")
    func played() throws {
        let loop = try MainRunLoop(clock: VirtualClock())
        var lines: [String] = []
        let port = TouchPort(loop: loop) { _ in
        } onPress: { [unowned loop] in
            lines.append("\(loop.now.nanoseconds / 1_000_000): \(describe(.press($0)))")
        }
        let input = try EvdevRecording(Self.keyboard).input(size: size)
        let player = RecordingPlayer(input: input, to: port.makeSender(), on: loop, pace: .speed(1))
        var isComplete = false
        player.play { isComplete = true }
        loop.run(until: loop.now.advanced(by: .seconds(1)))
        #expect(isComplete)
        #expect(lines == ["0: began e1 ", "100: began 4 A", "200: ended 4 A", "200: cancelled e1 "])
    }

    @Test("A recorder takes touches and presses together, which come back in order")
    func recorded() throws {
        var recorder = TouchRecorder(size: size)
        func instant(_ milliseconds: Int64) -> MainRunLoop.Instant {
            .init(nanoseconds: 5_000_000_000 + milliseconds * 1_000_000)
        }
        func record(_ usage: HIDUsage, _ phase: PressFrame.Phase, _ milliseconds: Int64, isRepeat: Bool = false) {
            recorder.record(PressFrame(time: instant(milliseconds), usage: usage, phase: phase, isRepeat: isRepeat))
        }
        record(.keyboardLeftShift, .began, 0)
        record(.keyboardA, .began, 10)
        recorder.record(TouchFrame(time: instant(20), contacts: [TouchContact(7, .began, at: Point(3, 4))]))
        record(.keyboardA, .changed, 30, isRepeat: true)
        record(.keyboardA, .ended, 40)
        // These have no code.
        record(.keyboard(0), .began, 45)
        record(.primaryButton, .began, 46)
        recorder.record(TouchFrame(time: instant(50), contacts: [TouchContact(7, .ended, at: Point(5, 4))]))
        record(.keyboardLeftShift, .cancelled, 60)
        record(.consumerPlayPause, .began, 70)
        record(.consumerPlayPause, .ended, 80)
        let recording = try EvdevRecording(recorder.recording.text)
        #expect(recording == recorder.recording)
        let frames = Array(try recording.input(size: size))
        #expect(
            frames.map(describe) == [
                "began e1 ", "began 4 A", "began (3, 4)", "changed 4 A", "ended 4 A", "ended (5, 4)", "ended e1 ",
                "began cd ", "ended cd ",
            ]
        )
        #expect(frames.map { $0.time.nanoseconds / 1_000_000 } == [0, 10, 20, 30, 40, 50, 60, 70, 80])
        // For whoever wants contacts alone, the keys are not there.
        #expect(try recording.decoded(size: size).frames.count == 2)
    }

    @Test("A recording has one press of a key that two keyboards hold, and none of a press that began before")
    func sharedKey() throws {
        var recorder = TouchRecorder(size: size)
        let phases: [PressFrame.Phase] = [.ended, .began, .began, .ended, .changed, .cancelled, .cancelled, .began]
        for (number, phase) in phases.enumerated() {
            let time = MainRunLoop.Instant(nanoseconds: Int64(number) * 1_000_000)
            recorder.record(PressFrame(time: time, usage: .keyboardA, phase: phase, isRepeat: phase == .changed))
        }
        let frames = Array(try recorder.recording.input(size: size))
        #expect(frames.map(describe) == ["began 4 a", "changed 4 a", "ended 4 a", "began 4 a", "cancelled 4 a"])
    }

    @Test("A recording of a panel that poses as a mouse has no presses of its buttons")
    func panelThatPosesAsMouse() throws {
        let axis = EvdevAxis(minimum: 0, maximum: 99)
        func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> EvdevEvent {
            EvdevEvent(time: .zero, type: type, code: code, value: value)
        }
        let recording = EvdevRecording(
            name: "posiflex",
            axes: [0: axis, 1: axis],
            codes: [1: [0x110]],
            events: [event(3, 0, 9), event(1, 0x110, 1), event(0, 0, 0), event(1, 0x110, 0), event(0, 0, 0)]
        )
        #expect(try recording.input(size: size).map(describe) == ["began (9, 0)", "ended (9, 0)"])
    }

    @Test("A recording of a device without keys and position, or for no screen, is refused")
    func refused() throws {
        let recording = EvdevRecording(name: "Knob", axes: [:], codes: [2: [7]], events: [])
        #expect(throws: EvdevDecoder.Error.self) { try recording.input(size: size) }
        let mouse = EvdevRecording(name: "Mouse", axes: [:], codes: [1: [0x110], 2: [0, 1]], events: [])
        #expect(throws: EvdevDecoder.Error.self) { try mouse.input(size: .zero) }
        #expect(Array(try mouse.input(size: size)).isEmpty)
    }
}
