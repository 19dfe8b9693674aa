import ResponderEventLoop
import TestSupport
import Testing

@testable import ResponderTouchInput

@MainActor
@Suite("Details of contacts in a touch port")
struct PortDetailsTests {
    private func contact(_ identifier: Int, _ phase: TouchContact.Phase, _ x: Int) -> TouchContact {
        var contact = TouchContact(identifier, phase, at: Point(Double(x), 0))
        if identifier == 1 { contact.details.altitudeAngle = Float(x) }
        return contact
    }

    // Rules: T9.
    @Test("A contact's details arrive with its own sample alone, wherever in the ring the sample lies")
    func everywhere() throws {
        let harness = try PortHarness()
        let sender = harness.makeSender()
        func send(_ contacts: TouchContact...) {
            sender.send(TouchFrame(time: harness.loop.now, contacts: contacts))
        }
        send(contact(1, .began, 1), contact(2, .began, 1))
        var sent = 2
        // Four times round the ring of 256 places, in frames of one and of three, so that some go over its end.
        for x in 2..<258 {
            sender.send(contact(x % 2 + 1, .moved, x), at: harness.loop.now)
            send(contact(1, .moved, x), contact(2, .moved, x), contact(1, .moved, x + 1000))
            sent += 4
            if x % 8 == 0 { harness.serve() }
        }
        harness.serve()
        let contacts = harness.takeFrames().flatMap(\.contacts)
        #expect(contacts.count == sent)
        for contact in contacts {
            #expect(contact.details.altitudeAngle == (contact.identifier == 1 ? Float(contact.location.x) : 0))
        }
    }

    // Rules: T9.
    @Test("A move in its mailbox has its own details, or none when it was sent without")
    func mailbox() throws {
        let harness = try PortHarness()
        let sender = harness.makeSender()
        for number in 1...2 { sender.send(contact(number, .began, 0), at: harness.loop.now) }
        for x in 1...1000 {
            for number in 1...2 { sender.send(contact(number, .moved, x), at: harness.loop.now) }
        }
        harness.serve()
        var contacts = harness.takeFrames().flatMap(\.contacts)
        #expect(contacts.filter { $0.location.x == 1000 }.map(\.details.altitudeAngle).sorted() == [0, 1000])
        for x in 1001...2000 { sender.send(contact(1, .moved, x), at: harness.loop.now) }
        sender.send(TouchContact(1, .moved, at: Point(2001, 0)), at: harness.loop.now)
        harness.serve()
        contacts = harness.takeFrames().flatMap(\.contacts)
        #expect(contacts.last?.location.x == 2001)
        #expect(contacts.last?.details == TouchContact.Details())
    }
}
