import ResponderEventLoop
import TestSupport
import Testing

@testable import ResponderTouchInput

@Suite("A touch port's delivery")
@MainActor
struct PortDeliveryTests {
    @Test("A sample is one cache line")
    func sampleSize() {
        #expect(MemoryLayout<TouchSample>.stride == 64)
        #expect(MemoryLayout<FrameStep>.stride == 4)
    }

    @Test("A contact, a frame, a contact's place in a ring and a slot of a panel have the sizes that were measured")
    func inputSizes() {
        #expect(MemoryLayout<TouchContact>.stride == 64)
        #expect(MemoryLayout<TouchFrame>.stride == 16)
        #expect(MemoryLayout<ContactBinding>.stride == 16)
        #expect(MemoryLayout<EvdevSlot>.stride == 48)
    }

    @Test("Frames of one sender arrive in order and whole")
    func order() throws {
        // Rules: L35.
        let harness = try PortHarness()
        let sender = harness.makeSender()
        let pressed = TouchContact(
            7,
            .began,
            at: Point(1.5, -2),
            kind: .pencil,
            force: 0.5,
            majorRadius: 4,
            majorRadiusTolerance: 1
        )
        let frames = [
            TouchFrame(time: .init(nanoseconds: 9), contacts: [pressed, TouchContact(-1, .began, at: .zero)]),
            // Of one sender the order sent counts, whatever the times.
            TouchFrame(time: .init(nanoseconds: 3), contacts: [TouchContact(-1, .moved, at: Point(3, 3))]),
            TouchFrame(
                time: .init(nanoseconds: 5),
                contacts: [TouchContact(7, .ended, at: Point(4, 4)), TouchContact(-1, .cancelled, at: Point(5, 5))]
            ),
        ]
        sender.send(frames)
        harness.serve()
        #expect(harness.takeFrames() == frames)
        #expect(harness.statistics.frames == 3)
        #expect(harness.statistics.samples == 5)
        #expect(harness.statistics.contacts == 2)
        #expect(harness.statistics.mostContactsDown == 2)
    }

    @Test("Frames of several senders are merged by their time, and frames of equal times by the senders' age")
    func merge() throws {
        // Rules: L35.
        let harness = try PortHarness()
        let (a, b) = (harness.makeSender(), harness.makeSender())
        for time: Int64 in [10, 30, 40] { a.send(1, time == 10 ? .began : .moved, Double(time), time: time) }
        for time: Int64 in [5, 20, 30, 50] { b.send(2, time == 5 ? .began : .moved, Double(time), time: time) }
        harness.serve()
        #expect(
            harness.takeFrames().map { "\($0.contacts[0].identifier) \($0.time.nanoseconds)" }
                == ["2 5", "1 10", "2 20", "1 30", "2 30", "1 40", "2 50"]
        )
    }

    @Test("Frames sent from inside a handler wait for the next turn", arguments: [false, true])
    func sendInside(severalSenders: Bool) throws {
        // Rules: L19.
        let harness = try PortHarness()
        let sender = harness.makeSender()
        let others = severalSenders ? [harness.makeSender()] : []
        let turns = Log()
        harness.onFrame = { harness, frame in
            turns.write(frame.contacts[0].text)
            harness.loop.post { turns.write("turn") }
            if frame.contacts[0].phase == .began { sender.send(1, .moved, 2) }
        }
        sender.send(1, .began, 1)
        sender.send(1, .moved, 1.5)
        harness.serve()
        #expect(turns.entries == ["began 1 at 1.0", "moved 1 at 1.5", "turn", "turn", "moved 1 at 2.0", "turn"])
        _ = others
    }

    @Test("A sender made inside a handler works from the next turn on")
    func makeSenderInside() throws {
        let harness = try PortHarness()
        let first = harness.makeSender()
        let made = Log()
        var others: [TouchPort.Sender] = []
        harness.onFrame = { harness, frame in
            guard frame.contacts[0].identifier == 1 else { return }
            for number in 2...9 {
                let other = harness.makeSender()
                other.send(number, .began)
                others.append(other)
            }
            made.write("made")
        }
        first.send(1, .began)
        first.send(5, .began, 5)
        #expect(harness.take() == ["began 1 at 0.0", "began 5 at 5.0"] + (2...9).map { "began \($0) at 0.0" })
        #expect(made.entries == ["made"])
    }

    @Test("A run nested in a handler takes the frames that follow, and none twice")
    func nested() throws {
        // Rules: L18.
        let harness = try PortHarness()
        let sender = harness.makeSender()
        let log = Log()
        harness.onFrame = { harness, frame in
            log.write("in \(frame.contacts[0].location.x)")
            if frame.contacts[0].phase == .began { serveTurns(harness.loop) }
            log.write("out \(frame.contacts[0].location.x)")
        }
        sender.send(1, .began, 1)
        for x in 2...4 { sender.send(1, .moved, Double(x)) }
        harness.serve()
        #expect(log.entries == ["in 1.0", "in 2.0", "out 2.0", "in 3.0", "out 3.0", "in 4.0", "out 4.0", "out 1.0"])
    }

    @Test("A sender made inside a handler is heard in a run nested there, and in the order of time afterwards")
    func senderMadeInside() throws {
        // Rules: L18, L19.
        let harness = try PortHarness()
        let first = harness.makeSender()
        var others: [TouchPort.Sender] = []
        let log = Log()
        harness.onFrame = { harness, frame in
            log.write("in \(frame.contacts[0].text)")
            if frame.contacts[0].phase == .began, others.count < 9 {
                // More than there was room for: the frame that is being handled stays where it is.
                let sender = harness.makeSender()
                others.append(sender)
                sender.send(others.count, .began, Double(others.count))
                serveTurns(harness.loop)
            }
            log.write("out \(frame.contacts[0].text)")
        }
        first.send(0, .began)
        harness.serve()
        let begans = (0...9).map { "began \($0) at \($0).0" }
        #expect(log.entries == begans.map { "in \($0)" } + begans.reversed().map { "out \($0)" })
        others.removeAll()
        harness.serve()
        #expect(harness.frames.suffix(9).allSatisfy { $0.contacts.map(\.phase) == [.cancelled] })
        #expect(harness.statistics.contacts == 10)
    }

    @Test("One turn takes a bounded batch of frames, so that timers get their turn meanwhile")
    func bounded() throws {
        // Rules: L9.
        let harness = try PortHarness(capacity: 16384)
        let sender = harness.makeSender()
        sender.send(1, .began)
        for _ in 0..<10000 { sender.send(1, .moved) }
        var atTimer = 0
        harness.loop.addTimer(at: .zero) { _ in atTimer = harness.frames.count }
        harness.serve()
        #expect(atTimer == 4096)
        #expect(harness.frames.count == 10001)
    }

    @Test("A handler that sends again at each move keeps neither a full ring nor a turn from ending")
    func sendInsideFull() throws {
        // Rules: L9, L19.
        let harness = try PortHarness()
        let sender = harness.makeSender()
        sender.send(1, .began)
        for x in 0..<300 { sender.send(1, .moved, Double(x)) }
        var (turns, sent) = (0, 0)
        harness.onFrame = { _, _ in
            // The ring is full again after the handler, so that the newest move always lies in the mailbox.
            guard turns < 3 else { return }
            for _ in 0..<300 { sender.send(1, .moved, Double(sent)) }
            sent += 1
        }
        @MainActor func countTurn() {
            turns += 1
            if turns < 5 { harness.loop.post { countTurn() } }
        }
        countTurn()
        harness.serve()
        #expect(turns == 5)
        #expect(harness.frames.last?.contacts[0].location.x == Double(sent - 1))
    }
}

/// What callbacks wrote, in the order in which they were called.
@MainActor
final class Log {
    private(set) var entries: [String] = []

    func write(_ entry: String) {
        entries.append(entry)
    }
}
