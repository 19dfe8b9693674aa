import Foundation
import ResponderEventLoop
import ResponderTouchInput
import TestSupport
import Testing

@Suite("An input device")
@MainActor
struct InputDeviceTests {
    private let log: InputLog
    private let pointer = PointerMapping(size: Size(100, 100))
    private let left: UInt16 = 0x110

    init() throws { log = try InputLog() }

    private func open(
        _ device: ScriptedDevice,
        keyMap: any KeyMap = USKeyMap(),
        options: InputDevice.Options = InputDevice.Options()
    ) throws -> InputDevice {
        let port = log.harness.openPort
        return try InputDevice(device, named: "script", port: port, pointer: pointer, keyMap: keyMap, options: options)
    }

    private func scripted(_ description: InputDeviceDescription?) -> ScriptedDevice {
        let device = ScriptedDevice()
        device.description = description
        return device
    }

    @Test("A keyboard sends its presses to the port, and is left to other readers")
    func keyboard() throws {
        let device = scripted(.keyboard)
        let keyboard = try open(device)
        device.writer?.write(.key(Keys.shift, 1), .key(Keys.a, 1), .report, .key(Keys.a, 2), .report)
        #expect(log.take() == ["began e1 +shift", "began 4 A +shift", "changed 4 A again +shift"])
        #expect(keyboard.liveUsages == [.keyboardLeftShift, .keyboardA])
        #expect(keyboard.keyStatistics.presses == 2)
        #expect(keyboard.pointerStatistics == nil)
        #expect(!device.isGrabbed)
        keyboard.close()
        #expect(log.take() == ["cancelled e1", "cancelled 4 A"])
        #expect(device.isClosed)
        keyboard.close()
        #expect(log.take().isEmpty)
    }

    @Test("A mouse sends its pointer, its buttons and its wheel to the port, in order")
    func mouse() throws {
        let device = scripted(.mouse)
        let mouse = try open(device)
        device.writer?.write(.right(10), .report, .key(left, 1), .report, .relative(8, 1), .report)
        device.writer?.write(.key(0x111, 1), .report, .key(left, 0), .report)
        #expect(
            log.take() == [
                "hover began (60, 50)", "hover ended (60, 50)", "began (60, 50)", "wheel (0, 48) at (60, 50)",
                "began 9:2", "ended (60, 50)", "hover began (60, 50)",
            ]
        )
        #expect(mouse.pointerStatistics?.contacts == 1)
        mouse.close()
        #expect(log.take() == ["cancelled 9:2", "hover ended (60, 50)"])
    }

    @Test("A device that has keys and a pointer sends both")
    func both() throws {
        var description = InputDeviceDescription.mouse
        description.keys.formUnion([Keys.a, Keys.volumeUp])
        let device = scripted(description)
        _ = try open(device)
        device.writer?.write(.key(Keys.volumeUp, 1), .key(left, 1), .report)
        #expect(log.take() == ["began c:e9", "began (50, 50)"])
    }

    @Test("A device that is unplugged in the middle of an event cancels its keys and buttons, and says so once")
    func unplugged() throws {
        for description in [InputDeviceDescription.keyboard, .mouse] {
            let device = scripted(description)
            let input = try open(device)
            var endings: [InputDevice.Ending] = []
            input.onEnd = { endings.append($1) }
            device.writer?.write(.key(Keys.a, 1), .key(left, 1), .report)
            device.writer?.write(bytes: Array(InputEvent.key(Keys.a, 0).event(at: .zero).bytes.prefix(13)))
            _ = log.take()
            device.unplug()
            #expect(
                log.take()
                    == (description == .mouse
                        ? ["cancelled 4 a", "cancelled (50, 50)"] : ["cancelled 4 a", "cancelled 9:1"])
            )
            #expect(endings == [.unplugged])
            #expect(device.isClosed)
        }
    }

    @Test("A device of which the kernel threw events away asks which keys are down")
    func dropped() throws {
        let device = scripted(.keyboard)
        device.states = [EvdevState(), EvdevState(keys: [Keys.one])]
        _ = try open(device)
        device.writer?.write(.key(Keys.a, 1), .report)
        #expect(log.take() == ["began 4 a"])
        device.writer?.write(.dropped, .key(Keys.a, 2), .report, .key(Keys.a, 0))
        #expect(log.take() == ["ended 4 a", "began 1e 1"])
        #expect(device.askedCount == 2)
    }

    @Test("A device whose keys were down when it was opened sends nothing of them")
    func downAtStart() throws {
        let device = scripted(.keyboard)
        device.states = [EvdevState(keys: [Keys.shift, Keys.enter])]
        _ = try open(device)
        device.writer?.write(.key(Keys.enter, 0), .key(Keys.a, 1), .report)
        #expect(log.take() == ["began 4 A +shift"])
    }

    @Test("A FIFO may send keys and a pointer, without a description, and waits for the next writer")
    func fifo() throws {
        let fifo = try FIFO()
        let input = try InputDevice(path: fifo.path, port: log.harness.openPort, size: Size(100, 100))
        #expect(input.description == nil)
        do {
            let writer = try fifo.open()
            writer.write(.key(Keys.a, 1), .right(1), .key(left, 1), .report)
            #expect(log.take() == ["began 4 a", "hover began (51, 50)", "hover ended (51, 50)", "began (51, 50)"])
        }
        #expect(log.take() == ["cancelled 4 a", "cancelled (51, 50)"])
        let writer = try fifo.open()
        writer.write(.key(Keys.a, 1))
        #expect(log.take() == ["began 4 a"])
        input.close()
    }

    @Test("A descriptor of the caller's is read from a duplicate, cut anywhere", arguments: [1, 23, 24, 25])
    func descriptor(size: Int) throws {
        let (reading, writer) = try EventWriter.pipe()
        let input = try InputDevice(descriptor: reading, port: log.harness.openPort, pointer: pointer)
        close(reading)
        var bytes: [UInt8] = []
        for value in [Int32(1), 0, 1, 0] { bytes += InputEvent.key(Keys.a, value).event(at: .zero).bytes }
        var taken: [String] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            writer.write(bytes: Array(bytes[start..<min(start + size, bytes.count)]))
            taken += log.take()
        }
        #expect(taken == ["began 4 a", "ended 4 a", "began 4 a", "ended 4 a"])
        input.close()
    }

    @Test("An input device types by the key map that it was given")
    func keyMap() throws {
        struct German: KeyMap {
            func characters(for usage: HIDUsage, modifiers: KeyModifiers) -> String {
                usage == .keyboardOpenBracket ? "ü" : ""
            }
            func charactersIgnoringModifiers(for usage: HIDUsage, isShifted: Bool) -> String { "" }
        }
        let device = scripted(.keyboard)
        _ = try open(device, keyMap: German())
        device.writer?.write(.key(26, 1))
        #expect(log.take() == ["began 2f ü"])
    }

    @Test("An input device loses no key of a flood that is longer than its port has room for")
    func flood() throws {
        let device = scripted(.keyboard)
        let input = try open(device)
        for _ in 0..<1000 { device.writer?.write(.key(Keys.a, 1), .key(Keys.a, 0)) }
        var taken: [String] = []
        while true {
            let lines = log.take()
            if lines.isEmpty { break }
            taken += lines
        }
        #expect(taken.count == 2000)
        #expect(log.harness.statistics.droppedBegans == 0)
        input.close()
    }

    @Test("An input device that nobody holds stays with its port, and goes with the loop")
    func lifetime() throws {
        weak let input: InputDevice?
        weak let device: ScriptedDevice?
        do {
            let log = try InputLog()
            let scripted = scripted(.keyboard)
            input = try InputDevice(
                scripted,
                named: "script",
                port: log.harness.openPort,
                pointer: pointer,
                keyMap: USKeyMap(),
                options: .init()
            )
            device = scripted
            scripted.writer?.write(.key(Keys.a, 1))
            #expect(log.take() == ["began 4 a"])
        }
        #expect(input == nil)
        #expect(device == nil)
    }

    @Test("A file that cannot be an input device is refused with the remedy, and closed")
    func refused() throws {
        func message(_ description: InputDeviceDescription, _ pointer: PointerMapping) -> String {
            let device = scripted(description)
            let port = log.harness.openPort
            let error = #expect(throws: InputDevice.Error.self) {
                try InputDevice(
                    device,
                    named: "/dev/x\n",
                    port: port,
                    pointer: pointer,
                    keyMap: USKeyMap(),
                    options: .init()
                )
            }
            #expect(device.isClosed)
            return error.map { "\($0)" } ?? ""
        }
        #expect(
            message(.test, pointer)
                == #"/dev/x\n: "Test panel" is neither keyboard nor mouse nor buttons: it is a touch "#
                + "panel; if it sends the same events, add any-device to its request, or set acceptsAnyDevice in code"
        )
        #expect(message(.mouse, PointerMapping(size: .zero)).hasPrefix(#"/dev/x\n: unusable screen size"#))
        let port = log.harness.openPort
        let missing = #expect(throws: InputDevice.Error.self) {
            try InputDevice(path: "/nowhere/event0", port: port, size: Size(1, 1))
        }
        #expect(missing?.description.contains("plug it in") == true)
        // Whoever knows better says so.
        let device = scripted(.test)
        _ = try open(device, options: .init(acceptsAnyDevice: true))
    }

    // MARK: Repetition

    @Test("An input device repeats no key by itself unless asked to, and not where the keyboard repeats")
    func noRepetition() throws {
        let buttons = scripted(.buttons)
        _ = try open(buttons)
        let keyboard = scripted(.keyboard)
        _ = try open(keyboard, options: .init(autorepeat: .init()))
        buttons.writer?.write(.key(Keys.enter, 1))
        keyboard.writer?.write(.key(Keys.a, 1))
        #expect(log.take() == ["began 28 \r", "began 4 a"])
        advance(log.harness.loop, by: .seconds(2))
        #expect(log.take().isEmpty)
    }

    @Test("An input device repeats its last key down after half a second, 30 times a second, until the key is up")
    func repetition() throws {
        let device = scripted(.buttons)
        let input = try open(device, options: .init(autorepeat: .init()))
        device.writer?.write(.key(Keys.enter, 1))
        #expect(log.take() == ["began 28 \r"])
        advance(log.harness.loop, by: .milliseconds(499))
        #expect(log.take().isEmpty)
        advance(log.harness.loop, by: .milliseconds(1))
        #expect(log.take() == ["changed 28 \r again"])
        advance(log.harness.loop, by: .milliseconds(66))
        #expect(log.take().count == 2)
        // Another key: the delay begins anew.
        device.writer?.write(.key(0x100, 1))
        #expect(log.take() == ["began 9:1"])
        advance(log.harness.loop, by: .milliseconds(499))
        #expect(log.take().isEmpty)
        device.writer?.write(.key(0x100, 0))
        #expect(log.take() == ["ended 9:1"])
        advance(log.harness.loop, by: .seconds(2))
        #expect(log.take().isEmpty)
        device.writer?.write(.key(0x101, 1))
        _ = log.take()
        input.close()
        #expect(log.take() == ["cancelled 28 \r", "cancelled 9:2"])
        advance(log.harness.loop, by: .seconds(2))
        #expect(log.take().isEmpty)
    }

    @Test("An input device repeats no modifier, and takes an interval of nothing for a millisecond")
    func repetitionEdges() throws {
        let device = scripted(.buttons)
        _ = try open(device, options: .init(autorepeat: .init(delay: .zero, interval: .seconds(-1))))
        device.writer?.write(.key(Keys.shift, 1))
        #expect(log.take() == ["began e1 +shift"])
        advance(log.harness.loop, by: .seconds(2))
        #expect(log.take().isEmpty)
        device.writer?.write(.key(Keys.enter, 1))
        _ = log.take()
        advance(log.harness.loop, by: .milliseconds(5))
        #expect(log.take().count == 5)
    }

    // MARK: Scanners

    @Test("A scanner delivers each scan as one text, and its keys to nobody else")
    func scanner() throws {
        let device = scripted(.keyboard)
        let scanner = try open(device, options: .init(isScanner: true))
        var scans: [String] = []
        scanner.onScan = { scans.append($1) }
        for code in [Keys.one, 3, 4, Keys.enter] {
            device.writer?.write(.key(code, 1), .report, .key(code, 0), .report)
        }
        #expect(log.take().isEmpty)
        #expect(scans == ["123"])
        device.unplug()
        #expect(log.take().isEmpty)
    }

    @Test("A scanner that closes in the handler of a scan reads no more")
    func closedInHandler() throws {
        let device = scripted(.keyboard)
        let scanner = try open(device, options: .init(isScanner: true))
        var count = 0
        scanner.onScan = { scanner, _ in
            count += 1
            scanner.close()
        }
        for _ in 0..<2 {
            for code in [Keys.one, 3, 4, Keys.enter] { device.writer?.write(.key(code, 1), .key(code, 0)) }
        }
        #expect(log.take().isEmpty)
        #expect(count == 1)
        #expect(device.isClosed)
    }
}
