import ResponderEventLoop
import TestSupport
import Testing

@testable import ResponderTouchInput

@Suite("A touch port that is sent more than it has room for")
@MainActor
struct PortOverflowTests {
    /// The places in a ring of these tests, the least there is.
    let capacity = 256

    @Test("Ends of contacts always arrive, because their places are kept from the began on")
    func ends() throws {
        // Rules: T20.
        let harness = try PortHarness(capacity: capacity)
        let sender = harness.makeSender()
        for number in 0..<64 { sender.send(number, .began) }
        for x in 0..<1000 { sender.send(x % 64, .moved, Double(x)) }
        for number in 0..<64 { sender.send(number, number % 2 == 0 ? .ended : .cancelled, 5000) }
        harness.serve()
        let contacts = harness.takeFrames().flatMap(\.contacts)
        #expect(contacts.filter { $0.location.x == 5000 }.count == 64)
        #expect(contacts.filter { $0.phase == .moved }.count == 256 - 128 + 64)
        #expect(harness.statistics.coalescedMoves == 1000 - 128)
        for number in 0..<64 {
            let own = contacts.filter { $0.identifier == number }
            #expect(own.first?.phase == .began)
            #expect(own.dropLast().last?.location.x == Double(1000 - 1 - (1000 - 1 - number) % 64))
            #expect(own.map(\.location.x) == own.map(\.location.x).sorted())
        }
    }

    @Test("A began that finds no room is dropped for the contact's life and counted")
    func began() throws {
        let harness = try PortHarness(capacity: capacity)
        let sender = harness.makeSender()
        sender.send(1, .began)
        for x in 0..<300 { sender.send(1, .moved, Double(x)) }
        sender.send(2, .began)
        sender.send(2, .moved)
        sender.send(2, .ended)
        sender.send([(3, .began, 0), (3, .moved, 1), (3, .ended, 2), (1, .ended, 9)])
        harness.serve()
        let contacts = harness.takeFrames().flatMap(\.contacts)
        #expect(contacts.allSatisfy { $0.identifier == 1 })
        #expect(contacts.last?.text == "ended 1 at 9.0")
        #expect(harness.statistics.droppedBegans == 2)
        #expect(harness.statistics.unknownContacts == 2)
        sender.send(2, .began)
        #expect(harness.take() == ["began 2 at 0.0"])
    }

    @Test("The first began that finds no room is a warning in the log, once for the port")
    func warning() throws {
        let harness = try PortHarness(capacity: capacity)
        let port = try #require(harness.port)
        var lines: [String] = []
        port.dropWarning.write = { lines.append($0) }
        for _ in 0..<2 {
            let sender = harness.makeSender()
            sender.send(1, .began)
            for x in 0..<300 { sender.send(1, .moved, Double(x)) }
            for number in 2..<5 { sender.send(number, .began) }
            harness.serve()
        }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("more than 256 samples of a sender were waiting") == true)
    }

    @Test("A move that finds no room replaces the newest move, and arrives even if nobody sends again")
    func move() throws {
        let harness = try PortHarness(capacity: capacity)
        let sender = harness.makeSender()
        sender.send(1, .began, -1)
        for x in 0..<1000 { sender.send(1, .moved, Double(x)) }
        #expect(harness.take() == ["began 1 at -1.0"] + (0..<254).map { "moved 1 at \($0).0" } + ["moved 1 at 999.0"])
        #expect(harness.statistics.coalescedMoves == 746)
        // And what follows goes the usual way again.
        sender.send(1, .moved, 1000)
        sender.send(1, .ended, 1001)
        #expect(harness.take() == ["moved 1 at 1000.0", "ended 1 at 1001.0"])
    }

    @Test("A move that found no room comes before its contact's end, and before the next contact of its identifier")
    func moveBeforeEnd() throws {
        // Rules: T20.
        let harness = try PortHarness(capacity: capacity)
        let sender = harness.makeSender()
        for _ in 0..<3 {
            sender.send(1, .began, -1)
            for x in 0..<300 { sender.send(1, .moved, Double(x)) }
            sender.send(1, .ended, 300)
            sender.send(1, .began, 301)
            #expect(harness.take().suffix(2) == ["moved 1 at 299.0", "ended 1 at 300.0"])
        }
        #expect(harness.statistics.droppedBegans == 3)
    }

    @Test("A move that waits behind a move which the port took out comes before its contact's end")
    func twoWaiting() throws {
        // Rules: T20.
        let loop = try MainRunLoop(clock: VirtualClock())
        let log = Log()
        var limit = 1
        let port = TouchPort(loop: loop, capacity: capacity) { port, _ in
            var remaining = limit
            while remaining > 0, let frame = port.nextFrame() {
                remaining -= 1
                log.write(frame.sample(0).pointee.contact.text)
            }
            return true
        }
        let sender = port.makeSender()
        sender.send(1, .began, -1)
        for x in 0..<300 { sender.send(1, .moved, Double(x)) }
        // The first step takes one frame, and the move out of its mailbox, which is not due yet.
        #expect(port.serve(limit: limit))
        #expect(log.entries == ["began 1 at -1.0"])
        // One place is free: for the first of these, the second finds none.
        sender.send(1, .moved, 300)
        sender.send(1, .moved, 301)
        sender.send(1, .ended, 302)
        limit = .max
        #expect(port.serve(limit: limit))
        #expect(
            log.entries.suffix(4) == ["moved 1 at 299.0", "moved 1 at 300.0", "moved 1 at 301.0", "ended 1 at 302.0"]
        )
    }

    @Test("A move that finds no room in the frame of its contact's end gives way to the end")
    func moveAndEndInOneFrame() throws {
        // Rules: T20.
        let harness = try PortHarness(capacity: capacity)
        let sender = harness.makeSender()
        sender.send(1, .began, -1)
        for x in 0..<300 { sender.send(1, .moved, Double(x)) }
        sender.send([(1, .moved, 301), (1, .ended, 302)])
        #expect(harness.take().suffix(2) == ["moved 1 at 299.0", "ended 1 at 302.0"])
    }

    @Test("The part of a frame that finds room arrives in order, and each contact's last move arrives once")
    func partOfAFrame() throws {
        let harness = try PortHarness(capacity: capacity)
        let sender = harness.makeSender()
        sender.send((0..<40).map { ($0, .began, -1) })
        // 80 places are taken or kept, so 4 full frames fit and part of the fifth.
        for round in 0..<10 { sender.send((0..<40).map { ($0, .moved, Double(round)) }) }
        harness.serve()
        let contacts = harness.takeFrames().flatMap(\.contacts)
        for number in 0..<40 {
            let own = contacts.filter { $0.identifier == number }.map(\.location.x)
            #expect(own == [-1, 0, 1, 2, 3] + (number < 16 ? [4] : []) + [9])
        }
        #expect(harness.statistics.coalescedMoves == 400 - 176)
    }

    @Test("When their sender goes, contacts are cancelled after their moves that found no room")
    func senderGoes() throws {
        // Rules: T20.
        let harness = try PortHarness(capacity: capacity)
        var sender: TouchPort.Sender? = harness.makeSender()
        sender?.send(1, .began, -1)
        for x in 0..<300 { sender?.send(1, .moved, Double(x), time: Int64(x)) }
        sender = nil
        harness.serve()
        let frames = harness.takeFrames()
        #expect(frames.suffix(2).flatMap(\.contacts).map(\.text) == ["moved 1 at 299.0", "cancelled 1 at 299.0"])
        #expect(frames.last?.time == .init(nanoseconds: 299))
    }

    @Test("Moves that found no room are merged with other senders' frames by their time")
    func merged() throws {
        // Rules: L35.
        let harness = try PortHarness(capacity: capacity)
        let (full, other) = (harness.makeSender(), harness.makeSender())
        full.send(1, .began, -1)
        for x in 0..<300 { full.send(1, .moved, Double(x), time: Int64(x)) }
        other.send(2, .began, 0, time: 298)
        other.send(2, .ended, 1, time: 300)
        #expect(harness.take().suffix(3) == ["began 2 at 0.0", "moved 1 at 299.0", "ended 2 at 1.0"])
    }

    @Test("Port capacities are rounded up to a power of two, within bounds", arguments: [Int.min, 0, 300, 512])
    func capacities(asked: Int) throws {
        let harness = try PortHarness(capacity: asked)
        let sender = harness.makeSender()
        sender.send(1, .began)
        for _ in 0..<2000 { sender.send(1, .moved) }
        harness.serve()
        // One place is the began's, one is kept for the end, and one move comes from the mailbox.
        #expect(harness.statistics.samples == (asked < 257 ? 256 : 512))
    }
}
