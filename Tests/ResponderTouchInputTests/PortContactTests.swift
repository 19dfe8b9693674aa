import ResponderEventLoop
import ResponderTouchInput
import TestSupport
import Testing

@Suite("What a touch port takes from its senders")
@MainActor
struct PortContactTests {
    @Test("Samples of contacts that are not down are dropped and counted")
    func unknown() throws {
        let harness = try PortHarness()
        let sender = harness.makeSender()
        sender.send(1, .moved)
        sender.send(1, .ended)
        sender.send(1, .began)
        sender.send(2, .cancelled)
        sender.send(1, .ended)
        sender.send(1, .ended)
        sender.send(1, .moved)
        #expect(harness.take() == ["began 1 at 0.0", "ended 1 at 0.0"])
        #expect(harness.statistics.unknownContacts == 5)
    }

    @Test(
        "Samples at no number are dropped, but an end arrives at the contact's last location",
        arguments: [Double.nan, .infinity, -.infinity]
    )
    func notFinite(x: Double) throws {
        // Rules: T20.
        let harness = try PortHarness()
        let sender = harness.makeSender()
        sender.send(1, .began, x)
        sender.send(1, .moved, 1)
        sender.send([(2, .began, 2), (3, .began, 3)])
        sender.send([(2, .moved, 4), (3, .moved, x)])
        sender.send([(2, .ended, x), (3, .cancelled, x)])
        #expect(
            harness.take()
                == ["began 2 at 2.0", "began 3 at 3.0", "moved 2 at 4.0", "ended 2 at 4.0", "cancelled 3 at 3.0"]
        )
        #expect(harness.statistics.invalidLocations == 2)
        #expect(harness.statistics.unknownContacts == 1)
    }

    @Test("A force or a radius that is no number counts as unknown, and the sample arrives")
    func badForce() throws {
        let harness = try PortHarness()
        let sender = harness.makeSender()
        sender.send(
            TouchContact(1, .began, at: .zero, force: .nan, majorRadius: .infinity, majorRadiusTolerance: -.infinity),
            at: .zero
        )
        harness.serve()
        #expect(harness.takeFrames().first?.contacts == [TouchContact(1, .began, at: .zero)])
    }

    @Test("The 65th contact of a sender is dropped for its life and counted, and other senders' contacts arrive")
    func tooMany() throws {
        // Rules: T41.
        let harness = try PortHarness()
        let (sender, other) = (harness.makeSender(), harness.makeSender())
        for number in 0..<65 { sender.send(number * 1000, .began) }
        other.send(1, .began)
        sender.send(64000, .moved)
        #expect(harness.take().count == 65)
        #expect(harness.statistics.excessContacts == 1)
        #expect(harness.statistics.unknownContacts == 1)
        #expect(harness.statistics.mostContactsDown == 64)
        sender.send(0, .ended)
        sender.send(64000, .ended)
        sender.send(64000, .began)
        #expect(harness.take() == ["ended 0 at 0.0", "began 64000 at 0.0"])
    }

    @Test("A second began of a contact that is down cancels the first contact where it was last, and begins another")
    func repeatedBegan() throws {
        // Rules: T20.
        let harness = try PortHarness()
        let sender = harness.makeSender()
        sender.send(1, .began, 1)
        sender.send(1, .moved, 2)
        sender.send(1, .began, 9)
        sender.send(1, .moved, 10)
        sender.send(1, .ended, 11)
        #expect(
            harness.take()
                == [
                    "began 1 at 1.0", "moved 1 at 2.0", "cancelled 1 at 2.0", "began 1 at 9.0", "moved 1 at 10.0",
                    "ended 1 at 11.0",
                ]
        )
        #expect(harness.statistics.repeatedBegans == 1)
        #expect(harness.statistics.contacts == 2)
    }

    @Test("One frame may hold the whole life of a contact and the next contact of the same identifier")
    func wholeLifeInOneFrame() throws {
        // Rules: T20.
        let harness = try PortHarness()
        let sender = harness.makeSender()
        sender.send([(1, .began, 1), (1, .moved, 2), (1, .ended, 3)])
        #expect(harness.take() == ["began 1 at 1.0", "moved 1 at 2.0", "ended 1 at 3.0"])
        sender.send([(1, .began, 4)])
        sender.send([(1, .ended, 5), (1, .began, 6), (1, .ended, 7), (1, .began, 8), (1, .moved, 9)])
        #expect(
            harness.take()
                == [
                    "began 1 at 4.0", "ended 1 at 5.0", "began 1 at 6.0", "ended 1 at 7.0", "began 1 at 8.0",
                    "moved 1 at 9.0",
                ]
        )
        #expect(harness.statistics.repeatedBegans == 0)
    }

    @Test("Two ends of one contact in one frame are one end")
    func twoEnds() throws {
        // Rules: T20.
        let harness = try PortHarness()
        let sender = harness.makeSender()
        sender.send(1, .began)
        sender.send([(1, .ended, 1), (1, .ended, 2), (1, .cancelled, 3)])
        #expect(harness.take() == ["began 1 at 0.0", "ended 1 at 1.0"])
        #expect(harness.statistics.unknownContacts == 2)
        // The places kept for ends are what they were.
        for number in 0..<64 { sender.send(number, .began) }
        for number in 0..<64 { sender.send(number, .ended) }
        #expect(harness.take().count == 128)
    }

    @Test("A frame of more than 64 contacts becomes several frames, and none of its samples is lost")
    func largeFrame() throws {
        let harness = try PortHarness()
        let sender = harness.makeSender()
        sender.send((0..<50).map { ($0, .began, Double($0)) })
        sender.send((0..<130).map { ($0 % 50, .moved, Double($0)) })
        harness.serve()
        let frames = harness.takeFrames()
        #expect(frames.map(\.contacts.count) == [50, 64, 64, 2])
        #expect(frames.dropFirst().flatMap(\.contacts).map(\.location.x) == (0..<130).map(Double.init))
        sender.send([])
        #expect(harness.take() == [])
    }

    @Test("Any number identifies a contact", arguments: [Int.min, .max, 0, -1, 64, 63])
    func identifiers(identifier: Int) throws {
        let harness = try PortHarness()
        let sender = harness.makeSender()
        sender.send(identifier &+ 64, .began, 1)
        sender.send(identifier, .moved, 2)
        sender.send(identifier, .began, 3)
        sender.send(identifier, .ended, 4)
        sender.send(identifier &+ 64, .ended, 5)
        #expect(
            harness.take() == [
                "began \(identifier &+ 64) at 1.0", "began \(identifier) at 3.0", "ended \(identifier) at 4.0",
                "ended \(identifier &+ 64) at 5.0",
            ]
        )
    }
}
