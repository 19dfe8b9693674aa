import ResponderEventLoop
import ResponderTouchInput
import TestSupport
import Testing

@Suite("The ends of senders, ports and loops")
@MainActor
struct PortLifetimeTests {
    @Test("When a sender goes, its contacts are cancelled where they were last, after all that it sent")
    func senderGoes() throws {
        // Rules: T20.
        let harness = try PortHarness()
        var sender: TouchPort.Sender? = harness.makeSender()
        sender?.send(1, .began, 1, time: 5)
        #expect(harness.take() == ["began 1 at 1.0"])
        sender?.send(2, .began, 2, time: 6)
        sender?.send(3, .began, 3, time: 6)
        sender?.send([(1, .moved, 4), (3, .ended, 5)], time: 7)
        sender = nil
        harness.serve()
        let frames = harness.takeFrames()
        #expect(
            frames.flatMap(\.contacts).map(\.text) == [
                "began 2 at 2.0", "began 3 at 3.0", "moved 1 at 4.0", "ended 3 at 5.0", "cancelled 1 at 4.0",
                "cancelled 2 at 2.0",
            ]
        )
        #expect(frames.last?.contacts.count == 2)
        #expect(frames.last?.time == .init(nanoseconds: 7))
        #expect(harness.take() == [])
    }

    @Test("A sender that goes with nothing down leaves no trace but its statistics")
    func idleSenderGoes() throws {
        let harness = try PortHarness()
        for number in 0..<5 {
            let sender = harness.makeSender()
            sender.send(number, .began)
            sender.send(number, .ended)
            sender.send(number, .ended)
        }
        _ = harness.makeSender()
        #expect(harness.take().count == 10)
        #expect(harness.loop.runNow() == .finished)
        #expect(harness.statistics.frames == 10)
        #expect(harness.statistics.unknownContacts == 5)
    }

    @Test("When several senders go, the contacts of each are cancelled, and those of other senders go on")
    func severalGo() throws {
        // Rules: T20.
        let harness = try PortHarness()
        let staying = harness.makeSender()
        staying.send(1, .began, time: 1)
        do {
            let (a, b) = (harness.makeSender(), harness.makeSender())
            a.send(2, .began, time: 2)
            b.send(3, .began, time: 3)
        }
        staying.send(1, .ended, time: 9)
        #expect(
            harness.take() == [
                "began 1 at 0.0", "began 2 at 0.0", "cancelled 2 at 0.0", "began 3 at 0.0", "cancelled 3 at 0.0",
                "ended 1 at 0.0",
            ]
        )
    }

    @Test("A sender released inside a handler is cancelled in a turn that follows")
    func releasedInside() throws {
        let harness = try PortHarness()
        var sender: TouchPort.Sender? = harness.makeSender()
        harness.onFrame = { _, _ in sender = nil }
        sender?.send(1, .began, 1)
        sender?.send(1, .moved, 2)
        #expect(harness.take() == ["began 1 at 1.0", "moved 1 at 2.0", "cancelled 1 at 2.0"])
    }

    @Test("After a port is invalidated only the cancels of what was down arrive, also inside a handler")
    func invalidate() throws {
        let harness = try PortHarness()
        let sender = harness.makeSender()
        harness.onFrame = { harness, _ in harness.port?.invalidate() }
        sender.send(1, .began, 1)
        sender.send(1, .moved, 2)
        #expect(harness.take() == ["began 1 at 1.0", "cancelled 1 at 2.0"])
        sender.send(1, .ended, 3)
        sender.send(2, .began, 3)
        harness.port?.invalidate()
        #expect(harness.take() == [])
        #expect(harness.loop.runNow() == .finished)
    }

    @Test("The contacts that are down when a port is invalidated are cancelled, one frame a sender, in the next turn")
    func invalidateCancels() throws {
        // Rules: T20.
        let harness = try PortHarness()
        let (one, other) = (harness.makeSender(), harness.makeSender())
        one.send([(1, .began, 1), (2, .began, 2), (3, .began, 3)])
        other.send(1, .began, 4)
        _ = harness.take()
        one.send(2, .ended, 5)
        _ = harness.take()
        one.send(1, .ended, 6)
        harness.port?.invalidate()
        harness.port?.invalidate()
        #expect(harness.frames.isEmpty, "not in the midst of what calls")
        harness.serve()
        #expect(harness.frames.map { $0.contacts.map(\.phase) } == [[.cancelled, .cancelled], [.cancelled]])
        #expect(harness.frames.map { $0.contacts.map(\.identifier) } == [[1, 3], [1]])
        one.send(3, .ended, 7)
        other.send(9, .began, 8)
        _ = harness.takeFrames()
        #expect(harness.take() == [])
        #expect(harness.loop.runNow() == .finished)
    }

    @Test("A port that is invalidated with nothing down leaves its loop at once")
    func invalidateIdle() throws {
        let harness = try PortHarness()
        let sender = harness.makeSender()
        sender.send(1, .began)
        sender.send(1, .ended)
        _ = harness.take()
        weak let held = harness.port
        held?.invalidate()
        harness.releasePort()
        #expect(held == nil)
    }

    @Test("A port stays with its loop without other references, and goes when it is invalidated")
    func portLifetime() throws {
        let harness = try PortHarness()
        let sender = harness.makeSender()
        weak let held = harness.port
        harness.releasePort()
        sender.send(1, .began, 1)
        #expect(harness.take() == ["began 1 at 1.0"])
        held?.invalidate()
        #expect(harness.take() == ["cancelled 1 at 1.0"])
        #expect(held == nil)
        sender.send(1, .ended)
    }

    @Test("A sender may outlive its port and its loop")
    func senderOutlives() throws {
        var harness: PortHarness? = try PortHarness()
        let sender = try #require(harness?.makeSender())
        sender.send(1, .began)
        harness = nil
        for _ in 0..<1000 { sender.send(1, .moved) }
        sender.send(2, .began)
        sender.send(1, .ended)
    }
}
