import Foundation
import ResponderEventLoop
import ResponderTouchInput
import TestSupport
import Testing

@Suite("A touch panel")
@MainActor
struct TouchPanelTests {
    private let harness: PortHarness
    private let mapping = PanelMapping(size: Size(100, 100))
    private let described = TouchPanel.Options(description: .test)

    init() throws { harness = try PortHarness() }

    @Test("A touch panel that is a FIFO sends its touches to the port")
    func fifo() throws {
        let fifo = try FIFO()
        let panel = try TouchPanel(path: fifo.path, port: harness.openPort, mapping: mapping, options: described)
        let writer = try fifo.open()
        writer.write(.slot(0), .id(1), .x(10), .y(20), .report, .x(11), .report, .id(-1), .report)
        #expect(harness.take() == ["began 0 at 10.0", "moved 0 at 11.0", "ended 0 at 11.0"])
        #expect(panel.statistics.contacts == 1)
        panel.close()
    }

    @Test("A touch panel reads no more than its port has room for, and no touch of a long queue is lost")
    func longQueue() throws {
        let fifo = try FIFO()
        let panel = try TouchPanel(path: fifo.path, port: harness.openPort, mapping: mapping, options: described)
        let writer = try fifo.open()
        // The pipe holds them all: 1,600 events of 200 touches, each with three samples, for a ring of 256.
        for id in 1...200 {
            writer.write(.id(Int32(id)), .x(10), .y(20), .report, .x(11), .report, .id(-1), .report)
        }
        var taken: [String] = []
        while true {
            let frames = harness.take()
            if frames.isEmpty { break }
            taken += frames
        }
        for phase in ["began", "ended"] { #expect(taken.count { $0.hasPrefix(phase) } == 200) }
        #expect(harness.openPort.statistics.droppedBegans == 0)
        panel.close()
    }

    @Test("A touch panel that is closed by whoever sees its events begins no touch after that")
    func closedByObserver() throws {
        let (reading, writer) = try EventWriter.pipe()
        let panel = try TouchPanel(descriptor: reading, port: harness.openPort, mapping: mapping, options: described)
        close(reading)
        panel.onEvent = { [weak panel] event in
            if event.code == EvdevCodes.positionX && event.value == 11 { panel?.close() }
        }
        writer.write(
            .slot(0),
            .id(1),
            .x(10),
            .y(20),
            .report,
            .x(11),
            .report,
            .slot(1),
            .id(2),
            .x(30),
            .y(1),
            .report
        )
        #expect(harness.take() == ["began 0 at 10.0", "cancelled 0 at 10.0"])
        #expect(panel.liveContacts.isEmpty)
    }

    @Test("A touch panel stays with its port when nobody holds it, and goes with the loop")
    func lifetime() throws {
        weak let panel: TouchPanel?
        weak let device: ScriptedDevice?
        do {
            let harness = try PortHarness()
            let scripted = ScriptedDevice()
            panel = try TouchPanel(scripted, named: "script", port: harness.openPort, mapping: mapping)
            device = scripted
            scripted.writer?.write(.id(1), .x(10), .y(20), .report)
            #expect(harness.take().count == 1)
        }
        #expect(panel == nil)
        #expect(device == nil)
    }

    @Test("A touch panel cancels its touches when its writer goes, also in an event, and waits for the next writer")
    func writers() throws {
        let fifo = try FIFO()
        let panel = try TouchPanel(path: fifo.path, port: harness.openPort, mapping: mapping, options: described)
        do {
            let writer = try fifo.open()
            writer.write(.id(1), .x(10), .y(20), .report)
            writer.write(bytes: Array(PanelEvent.x(50).bytes(seconds: 0).prefix(13)))
        }
        #expect(harness.take() == ["began 0 at 10.0", "cancelled 0 at 10.0"])
        let writer = try fifo.open()
        writer.write(.id(2), .x(30), .y(40), .report)
        #expect(harness.take() == ["began 1 at 30.0"])
        panel.close()
        #expect(harness.take() == ["cancelled 1 at 30.0"])
        panel.close()
    }

    @Test("A touch panel on the caller's descriptor reads from a duplicate, and ends with its stream")
    func descriptor() throws {
        var endings: [TouchPanel.Ending] = []
        do {
            let (reading, writer) = try EventWriter.pipe()
            let panel = try TouchPanel(
                descriptor: reading,
                port: harness.openPort,
                mapping: mapping,
                options: described
            )
            close(reading)
            panel.onEnd = { endings.append($1) }
            writer.write(.id(1), .x(10), .y(20), .report)
        }
        #expect(harness.take() == ["began 0 at 10.0", "cancelled 0 at 10.0"])
        #expect(endings == [.endOfStream])
    }

    @Test("A touch panel whose writer came and went unseen cancels the touches of that writer")
    func unseenEnd() throws {
        let device = ScriptedDevice()
        device.mayEndUnseen = true
        let panel = try TouchPanel(device, named: "script", port: harness.openPort, mapping: mapping)
        device.writer?.write(.id(1), .x(10), .y(20), .report)
        #expect(harness.take() == ["began 0 at 10.0", "cancelled 0 at 10.0"])
        panel.close()
    }

    @Test("A touch panel that lost events leaves out what its device had queued before the answer")
    func queuedBeforeAnswer() throws {
        let device = ScriptedDevice()
        let panel = try TouchPanel(device, named: "script", port: harness.openPort, mapping: mapping)
        device.writer?.write(.slot(0), .id(5), .x(10), .y(20), .slot(1), .id(6), .x(30), .report)
        #expect(harness.take() == ["began 0 at 10.0", "began 1 at 30.0"])
        device.states = [
            EvdevState(slotValues: [0x39: [-1, 6, -1, -1, -1], 0x35: [10, 90, 0, 0, 0]], axisValues: [0x2f: 1])
        ]
        device.writer?.write(
            .dropped,
            .slot(0),
            .x(11),
            .report,
            .id(-1),
            .report,
            .slot(1),
            .x(90),
            .report
        )
        #expect(harness.take() == ["ended 0 at 10.0", "moved 1 at 90.0"])
        device.writer?.write(.x(91), .report)
        #expect(harness.take() == ["moved 1 at 91.0"])
        #expect(panel.liveContacts.count == 1)
        panel.close()
    }

    @Test("A touch panel that is unplugged in the middle of a frame cancels its touches and says so once")
    func unplugged() throws {
        let device = ScriptedDevice()
        let panel = try TouchPanel(device, named: "script", port: harness.openPort, mapping: mapping)
        var endings: [TouchPanel.Ending] = []
        panel.onEnd = { endings.append($1) }
        device.writer?.write(.id(1), .x(10), .y(20), .report, .x(50))
        #expect(harness.take() == ["began 0 at 10.0"])
        device.unplug()
        #expect(harness.take() == ["cancelled 0 at 10.0"])
        #expect(endings == [.unplugged])
        #expect(device.isClosed)
        panel.close()
        #expect(device.isClosed)
    }

    @Test("A touch panel of which the kernel threw events away asks the device, and its touches go on")
    func dropped() throws {
        let device = ScriptedDevice()
        // What it answers when it is opened.
        device.states = [EvdevState(slotValues: [0x39: [-1, -1, -1, -1, -1]], axisValues: [0x2f: 0])]
        let panel = try TouchPanel(device, named: "script", port: harness.openPort, mapping: mapping)
        device.writer?.write(.slot(0), .id(1), .x(10), .y(20), .slot(1), .id(2), .x(50), .report)
        #expect(harness.take().count == 2)
        device.states = [
            EvdevState(
                slotValues: [0x39: [1, -1, -1, -1, -1], 0x35: [12, 51, 0, 0, 0], 0x36: [20, 0, 0, 0, 0]],
                axisValues: [0x2f: 0]
            )
        ]
        device.writer?.write(.dropped, .slot(4), .x(99), .report)
        #expect(harness.take() == ["ended 1 at 51.0", "moved 0 at 12.0"])
        device.writer?.write(.x(13), .report)
        #expect(harness.take() == ["moved 0 at 13.0"])
        #expect(device.askedCount == 2)
        // And where it does not answer, they are cancelled.
        device.writer?.write(.dropped, .report)
        #expect(harness.take() == ["cancelled 0 at 13.0"])
        #expect(panel.statistics.droppedResyncs == 2)
        panel.close()
    }

    @Test("A touch panel that was touched when it was opened keeps the values of its slots")
    func touchedAtStart() throws {
        let device = ScriptedDevice()
        device.states = [
            EvdevState(
                slotValues: [0x39: [7, -1, -1, -1, -1], 0x35: [10, 33, 0, 0, 0], 0x36: [20, 44, 0, 0, 0]],
                axisValues: [0x2f: 1]
            )
        ]
        let panel = try TouchPanel(device, named: "script", port: harness.openPort, mapping: mapping)
        device.writer?.write(.id(8), .report, .slot(0), .id(-1), .report)
        #expect(harness.take() == ["began 0 at 33.0"])
        #expect(panel.statistics.malformedEvents == 0)
        panel.close()
    }

    @Test("A touch panel reads events cut anywhere, and loses none", arguments: [1, 23, 24, 25, 4096])
    func portions(size: Int) throws {
        let fifo = try FIFO()
        let panel = try TouchPanel(path: fifo.path, port: harness.openPort, mapping: mapping, options: described)
        let writer = try fifo.open()
        var bytes = ([.id(1), .x(0), .y(0), .report] as [PanelEvent]).flatMap { $0.bytes(seconds: 0) }
        for x in 1...200 { bytes += ([.x(Int32(x % 100)), .report] as [PanelEvent]).flatMap { $0.bytes(seconds: 0) } }
        var moves = 0
        for start in stride(from: 0, to: bytes.count, by: size) {
            writer.write(bytes: Array(bytes[start..<min(start + size, bytes.count)]))
            moves += harness.take().count { $0.hasPrefix("moved") }
        }
        #expect(moves == 200)
        #expect(panel.statistics.events == 404)
        panel.close()
    }

    @Test("A touch panel that closes inside its own frame's handler reads no more")
    func closedInHandler() throws {
        let device = ScriptedDevice()
        let panel = try TouchPanel(device, named: "script", port: harness.openPort, mapping: mapping)
        harness.onFrame = { _, _ in panel.close() }
        device.writer?.write(.id(1), .x(10), .y(20), .report)
        harness.serve()
        device.writer?.write(.x(11), .report)
        #expect(harness.take() == ["began 0 at 10.0", "cancelled 0 at 10.0"])
        harness.onFrame = nil
    }

    @Test("A touch panel is closed by its port's end")
    func portEnds() throws {
        let device = ScriptedDevice()
        _ = try TouchPanel(device, named: "script", port: harness.openPort, mapping: mapping)
        device.writer?.write(.id(1), .x(10), .y(20), .report)
        harness.serve()
        harness.openPort.invalidate()
        #expect(device.isClosed)
        #expect(harness.take() == ["began 0 at 10.0", "cancelled 0 at 10.0"])
    }

    @Test("A file that cannot be a touch panel is refused with the remedy")
    func refused() throws {
        let (port, size) = (harness.openPort, Size(100, 100))
        func message(_ path: String) -> String {
            let error = #expect(throws: TouchPanel.Error.self) { try TouchPanel(path: path, port: port, size: size) }
            return error.map { "\($0)" } ?? ""
        }
        let file = try TemporaryFile(".txt", containing: "no panel\n")
        #expect(message(file.path).contains("is a plain file; name an evdev node"))
        #expect(message(NSTemporaryDirectory()).contains("is a folder"))
        #expect(message("/dev/null").contains("is a device of another kind"))
        #expect(message("/nowhere/\u{1b}[2J").contains("/nowhere/\\u{1B}[2J: cannot be opened: No such file"))
        let fifo = try FIFO()
        #expect(message(fifo.path).contains("add x=MIN:MAX and y=MIN:MAX to its request"))

        let device = ScriptedDevice()
        device.description = InputDeviceDescription(name: "Keyboard", axes: [:], keys: [30])
        let error = #expect(throws: TouchPanel.Error.self) {
            try TouchPanel(device, named: "script", port: port, mapping: mapping)
        }
        #expect(error == .noTouchPanel(path: "script", name: "Keyboard", reason: "it has no axes for a position"))
        #expect(device.isClosed)
        let nameless = TouchPanel.Error.noTouchPanel(path: "event0", name: "", reason: "it is a lid")
        #expect("\(nameless)".hasPrefix("event0: the device is not a touch panel: it is a lid; "))
        #expect("\(TouchPanel.Error.cannotOpen(path: "event0", errno: EACCES))".contains("usermod -aG input"))
    }

    @Test("A device that looks like a touch pad or a tablet is no touch panel, unless it is accepted all the same")
    func kinds() throws {
        var device = InputDeviceDescription.test
        #expect(device.isTouchPanel)
        device.properties = [0]
        #expect(device.reasonForNoTouchPanel?.contains("touch pad") == true)
        device.properties = []
        device.keys = [0x140]
        #expect(device.reasonForNoTouchPanel?.contains("tablet") == true)
        let mouse = InputDeviceDescription(axes: TestPanel.singleTouchAxes, keys: [0x110])
        #expect(mouse.isTouchPanel)
        // Without a key, a pressure tells of the touch; an axis from 0 to 0 is one that the device lacks.
        let greatest: [Int32?] = [nil, 0, 255]
        let withoutKey = greatest.map { greatest in
            let pressure = greatest.map { EvdevAxis(minimum: 0, maximum: $0) }
            var axes = TestPanel.singleTouchAxes
            axes[0x18] = pressure
            return InputDeviceDescription(axes: axes).isTouchPanel
        }
        #expect(withoutKey == [false, false, true])

        let scripted = ScriptedDevice()
        scripted.description?.properties = [0]
        let panel = try TouchPanel(
            scripted,
            named: "script",
            port: harness.openPort,
            mapping: mapping,
            options: .init(acceptsAnyDevice: true)
        )
        panel.close()
    }
}
