import ResponderEventLoop
import TestSupport
import Testing

@testable import ResponderTouchInput

@Suite("Presses at a touch port")
@MainActor
struct PortPressTests {
    /// A port, and what it delivered in order: contacts as `began 3 at 12.0`, presses as `began a`.
    @MainActor
    private final class Scene {
        let loop: MainRunLoop
        let port: TouchPort
        private let received = Received()
        var presses: [PressFrame] { received.presses }

        @MainActor
        final class Received {
            var lines: [String] = []
            var presses: [PressFrame] = []
        }

        init(capacity: Int = 256) throws {
            loop = try MainRunLoop(clock: VirtualClock())
            port = TouchPort(
                loop: loop,
                capacity: capacity,
                onFrame: { [received] in received.lines += $0.contacts.map(\.text) },
                onWheel: { [received] in received.lines.append("wheel \($0.delta.y)") },
                onPress: { [received] in
                    received.presses.append($0)
                    received.lines.append("\($0.phase) \($0.usage.identifier)")
                }
            )
        }

        func take() -> [String] {
            loop.runUntilIdle()
            defer { received.lines = [] }
            return received.lines
        }
    }

    private func press(_ key: UInt16, _ phase: PressFrame.Phase, time: Int64 = 0) -> PressFrame {
        PressFrame(time: .init(nanoseconds: time), usage: .keyboard(key), phase: phase, characters: "k")
    }

    // Rules: L35, R29.
    @Test("Presses arrive as they were sent, in their places among all frames")
    func order() throws {
        let scene = try Scene()
        let sender = scene.port.makeSender()
        let frames = PressFrame.Phase.allCases.map {
            PressFrame(
                time: .init(nanoseconds: Int64($0.rawValue)),
                usage: HIDUsage(page: 0xffff, identifier: 0xfffe),
                phase: $0,
                force: 0.25,
                characters: "123456789abcdef",
                charactersIgnoringModifiers: "\u{0}🙂é",
                modifiers: [.command, .numericPad],
                isRepeat: $0 == .changed
            )
        }
        sender.send(frames[0])
        sender.send(1, .began, 1)
        sender.send(frames[1])
        sender.send(1, .moved, 2)
        sender.send(WheelFrame(time: .zero, location: .zero, delta: Point(0, 5)))
        sender.send(frames[2])
        sender.send(1, .ended, 3)
        sender.send(frames[0])
        sender.send(frames[3])
        #expect(
            scene.take() == [
                "began 65534", "began 1 at 1.0", "changed 65534", "moved 1 at 2.0", "wheel 5.0", "ended 65534",
                "ended 1 at 3.0", "began 65534", "cancelled 65534",
            ]
        )
        #expect(scene.presses == [frames[0], frames[1], frames[2], frames[0], frames[3]])
        let statistics = scene.port.statistics
        #expect([statistics.contacts, statistics.mostContactsDown, statistics.presses] == [1, 1, 2])
    }

    @Test("The text of a press that is too long is cut behind the last character that has room, and counted")
    func longTexts() throws {
        let scene = try Scene()
        let sender = scene.port.makeSender()
        let texts = [
            ("0123456789abcdef", "0123456789abcde"), ("0123456789abc🙂", "0123456789abc"),
            ("🇩🇪🇫🇷", "🇩🇪"), (String(repeating: "\u{301}", count: 99), ""),
            ("e" + String(repeating: "\u{301}", count: 99), ""),
        ]
        for (text, _) in texts {
            var frame = press(4, .began)
            (frame.characters, frame.charactersIgnoringModifiers) = (text, "x")
            sender.send(frame)
        }
        _ = scene.take()
        let begans = scene.presses.filter { $0.phase == .began }
        #expect(begans.map(\.characters) == texts.map(\.1))
        #expect(begans.allSatisfy { $0.charactersIgnoringModifiers == "x" })
        #expect(scene.port.statistics.cutTexts == texts.count)
    }

    @Test("Presses have a force from 0 to 1, whatever the source sends")
    func force() throws {
        let scene = try Scene()
        let sender = scene.port.makeSender()
        let forces: [(Float, Float)] = [
            (.nan, 1), (.signalingNaN, 1), (.infinity, 1), (-.infinity, 0), (-1, 0), (2, 1), (0.5, 0.5),
        ]
        sender.send(press(4, .began))
        for (force, _) in forces {
            var frame = press(4, .changed)
            frame.force = force
            sender.send(frame)
        }
        _ = scene.take()
        #expect(scene.presses.dropFirst().map(\.force) == forces.map(\.1))
    }

    // Rules: R29.
    @Test("A press ends once: a second began cancels the first, and what has not begun is dropped and counted")
    func pairs() throws {
        let scene = try Scene()
        let sender = scene.port.makeSender()
        for phase: PressFrame.Phase in [.ended, .changed, .cancelled, .began, .began, .ended, .ended, .changed] {
            sender.send(press(4, phase))
        }
        // The same number on another page, and a contact with the key's number, are something else.
        sender.send(PressFrame(time: .zero, usage: .button(4), phase: .began))
        sender.send(4, .began, 7)
        sender.send(press(4, .ended))
        sender.send(4, .ended, 8)
        sender.send(PressFrame(time: .zero, usage: .button(4), phase: .ended))
        #expect(
            scene.take() == [
                "began 4", "cancelled 4", "began 4", "ended 4", "began 4", "began 4 at 7.0", "ended 4 at 8.0",
                "ended 4",
            ]
        )
        #expect(scene.port.statistics.repeatedBegans == 1 && scene.port.statistics.unknownContacts == 6)
    }

    // Rules: R29, T40, T41.
    @Test("Presses in a flood keep every end and the last change, and take bounded room", arguments: [256, 1024])
    func flood(capacity: Int) throws {
        let scene = try Scene(capacity: capacity)
        let sender = scene.port.makeSender()
        for key in 0..<70 { sender.send(press(UInt16(key), .began)) }
        for count in 0..<10_000 {
            var frame = press(UInt16(count % 64), .changed)
            frame.force = Float(count / 64 % 100) / 100
            sender.send(frame)
        }
        for key in 0..<70 { sender.send(press(UInt16(key), .ended)) }
        let lines = scene.take()
        for key in 0..<64 {
            let own = scene.presses.filter { $0.usage.identifier == UInt16(key) }
            #expect(own.first?.phase == .began && own.last?.phase == .ended)
            #expect(own.count { $0.phase == .began } == 1 && own.count { $0.phase == .ended } == 1)
            #expect(own.last { $0.phase == .changed }?.force == Float((9_999 - key) / 64 % 100) / 100)
        }
        #expect(!lines.contains("began 64") && !lines.contains("ended 69"))
        #expect(scene.port.statistics.excessContacts == 6 && scene.port.statistics.unknownContacts == 6)
        #expect(lines.count <= capacity + 64)
        // A full ring drops a began with all that follows, and loses no end.
        for key in 0..<UInt16(capacity) {
            sender.send(press(key, .began))
            sender.send(press(key, .ended))
        }
        let begans = scene.take()
        #expect(begans.count { $0.hasPrefix("began") } == begans.count { $0.hasPrefix("ended") })
        #expect(begans.count == capacity && scene.port.statistics.droppedBegans == capacity / 2)
    }

    // Rules: R29.
    @Test("Presses of a sender that is gone, or at a port that is invalidated, are cancelled with its contacts")
    func lostSender() throws {
        let scene = try Scene()
        var sender: TouchPort.Sender? = scene.port.makeSender()
        sender?.send(3, .began, 1)
        sender?.send(press(4, .began))
        sender?.send(press(5, .began))
        sender?.send(press(5, .ended))
        sender = nil
        #expect(
            scene.take() == ["began 3 at 1.0", "began 4", "began 5", "ended 5", "cancelled 3 at 1.0", "cancelled 4"]
        )
        let cancel = try #require(scene.presses.last)
        #expect(cancel.characters.isEmpty && cancel.modifiers.isEmpty && !cancel.isRepeat)
        let other = scene.port.makeSender()
        other.send(press(7, .began))
        #expect(scene.take() == ["began 7"])
        scene.port.invalidate()
        #expect(scene.take() == ["cancelled 7"])
    }

    // Rules: L35.
    @Test("Presses of several senders are merged with all frames by their time")
    func merged() throws {
        let scene = try Scene()
        let (a, b) = (scene.port.makeSender(), scene.port.makeSender())
        a.send(press(1, .began, time: 10))
        a.send(press(1, .changed, time: 30))
        a.send(press(1, .ended, time: 50))
        b.send(press(1, .began, time: 20))
        b.send(press(1, .ended, time: 40))
        _ = scene.take()
        #expect(scene.presses.map(\.time.nanoseconds) == [10, 20, 30, 40, 50])
    }

    // Rules: R29.
    @Test("Presses that find no room are one warning in the log, and presses that found room have their ends")
    func warning() throws {
        let scene = try Scene()
        var lines: [String] = []
        scene.port.dropWarning.write = { lines.append($0) }
        let sender = scene.port.makeSender()
        for _ in 0..<3 {
            for number in 0..<1_000 {
                sender.send(press(UInt16(number % 40), .began))
                sender.send(press(UInt16(number % 40), .ended))
            }
            let received = scene.take()
            #expect(received.count { $0.hasPrefix("began") } == received.count { $0.hasPrefix("ended") })
        }
        #expect(lines.count == 1 && scene.port.statistics.droppedBegans > 0)
    }
}
