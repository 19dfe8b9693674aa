import ResponderEventLoop
import TestSupport
import Testing

@testable import ResponderTouchInput

@MainActor
@Suite("Hovering contacts in a touch port")
struct PortHoverTests {
    @Test("Hovering contacts are marked as such through the ring and through a mailbox, beside contacts that touch")
    func marked() throws {
        let harness = try PortHarness()
        let sender = harness.makeSender()
        sender.send(.hovering(1, .began, at: Point(0, 0)), at: harness.loop.now)
        sender.send(2, .began)
        for x in 1...1000 {
            sender.send(.hovering(1, .moved, at: Point(Double(x), 0)), at: harness.loop.now)
            sender.send(2, .moved, Double(x))
        }
        sender.send(.hovering(1, .ended, at: Point(1001, 0)), at: harness.loop.now)
        sender.send(2, .ended, 1001)
        harness.serve()
        let contacts = harness.takeFrames().flatMap(\.contacts)
        #expect(contacts.count > 100 && contacts.allSatisfy { $0.details.isHovering == ($0.identifier == 1) })
        #expect(contacts.suffix(2).map(\.text) == ["ended 1 at 1001.0", "ended 2 at 1001.0"])
        #expect(harness.statistics.coalescedMoves > 0 && harness.statistics.contacts == 2)
    }

    // Rules: T20.
    @Test("A hovering contact ends at a second began, with its sender, and at a location that is no number")
    func ends() throws {
        let harness = try PortHarness()
        var sender: TouchPort.Sender? = harness.makeSender()
        for x in 1...2 { sender?.send(.hovering(1, .began, at: Point(Double(x), 0)), at: harness.loop.now) }
        sender?.send(.hovering(2, .began, at: Point(5, 0)), at: harness.loop.now)
        sender?.send(.hovering(2, .ended, at: Point(.nan, 0)), at: harness.loop.now)
        #expect(
            harness.take() == [
                "began 1 at 1.0", "cancelled 1 at 1.0", "began 1 at 2.0", "began 2 at 5.0", "ended 2 at 5.0",
            ]
        )
        sender = nil
        #expect(harness.take() == ["cancelled 1 at 2.0"])
    }

    @Test("The mark of a hovering contact leaves all of its estimated properties as they are")
    func mark() {
        let all = TouchContact.Properties(rawValue: .max)
        #expect(all.rawValue == 0x7f && all.contains([.force, .azimuth, .altitude, .location]))
        var details = TouchContact.Details(estimatedProperties: all)
        #expect(!details.isHovering)
        details.isHovering = true
        #expect(details == TouchContact.Details(estimatedProperties: all, isHovering: true))
        #expect(details.estimatedProperties == all && details.estimatedPropertiesExpectingUpdates == [])
        details.estimatedProperties = .azimuth
        #expect(details.isHovering && details.estimatedProperties == .azimuth)
        details.isHovering = false
        #expect(details == TouchContact.Details(estimatedProperties: .azimuth))
        #expect(MemoryLayout<TouchContact.Details>.size == 16)
        let hovering = TouchContact.hovering(3, .moved, at: Point(1, 2), kind: .pencil)
        #expect(
            hovering
                == TouchContact(3, .moved, at: Point(1, 2), kind: .pencil, details: .init(isHovering: true))
        )
    }
}
