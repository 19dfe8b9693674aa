import ResponderTouchInput
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@Suite("Sizes of what the hot path reads")
struct HotLayoutTests {
    @Test("A touch slot, a touch and a set of touches have the sizes that were measured")
    func sizes() {
        #expect(MemoryLayout<TouchSlot>.stride == 128)
        #expect(MemoryLayout<Touch>.size == 16)
        // What a move copies in one piece lies alike in both, and a move's phase is one number in both.
        #expect(MemoryLayout<TouchSlot>.offset(of: \.force) == TouchSlot.shapeOffset)
        #expect(MemoryLayout<TouchSlot>.offset(of: \.majorRadius) == TouchSlot.shapeOffset + 4)
        #expect(MemoryLayout<TouchSlot>.offset(of: \.majorRadiusTolerance) == TouchSlot.shapeOffset + 8)
        #expect(MemoryLayout<TouchSlot>.offset(of: \.phase) == TouchSlot.shapeOffset + 13)
        let sample = TouchSlot.shapeOffsetInSample
        #expect(MemoryLayout<TouchSample>.offset(of: \.force) == sample)
        #expect(MemoryLayout<TouchSample>.offset(of: \.majorRadius) == sample + 4)
        #expect(MemoryLayout<TouchSample>.offset(of: \.majorRadiusTolerance) == sample + 8)
        #expect(MemoryLayout<TouchSample>.offset(of: \.phase) == sample + 13)
        #expect(Touch.Phase.moved.rawValue == TouchContact.Phase.moved.rawValue)
        #expect(MemoryLayout<TouchSet>.size == 24)
        #expect(MemoryLayout<TouchDispatcher>.size == 8)
    }

    @Test("A responder's record has its size, and what the hit-test reads lies in its first cache line")
    func record() throws {
        #expect(MemoryLayout<ResponderRecord>.stride == 192)
        let hitTest: [PartialKeyPath<ResponderRecord>] = [
            \.flags, \.overrideBits, \.placeCount, \.position, \.bounds, \.children,
        ]
        for path in hitTest {
            #expect(try #require(MemoryLayout<ResponderRecord>.offset(of: path)) < 64, "\(path)")
        }
        let children = try #require(MemoryLayout<ResponderRecord>.offset(of: \.children))
        #expect(children + MemoryLayout<UnsafeMutablePointer<ChildEntry>?>.size <= 64)
    }

    @Test("What an event reads besides touches and responders has the sizes that were measured")
    func event() {
        #expect(MemoryLayout<Event.State>.stride == 208)
        #expect(MemoryLayout<EventPlan.Row>.stride == 40)
        #expect(MemoryLayout<Recipient>.stride == 24)
        #expect(MemoryLayout<PastSamples.Entry>.stride == 112)
        #expect(MemoryLayout<TouchDispatcher.State>.stride == 568)
        #expect(MemoryLayout<ProcessState>.stride == 120)
        #expect(MemoryLayout<ResponderClass>.stride == 56)
    }

    @Test("A subview's entry for the hit-test, a place in an index and a view's entry for layout have their sizes")
    func views() {
        #expect(MemoryLayout<ChildEntry>.stride == 48)
        #expect(MemoryLayout<ChildIndex.Slot>.stride == 64)
        #expect(MemoryLayout<LayoutQueue.Entry>.stride == 24)
    }

    @Test("What recognisers, controls and actions read has the sizes that were measured")
    func actions() {
        #expect(MemoryLayout<RecognizerRecord>.stride == 336)
        #expect(MemoryLayout<GestureActions.Entry>.stride == 8)
        #expect(MemoryLayout<ControlRecord>.stride == 152)
        #expect(MemoryLayout<ControlRegistrations.Entry>.stride == 16)
        #expect(MemoryLayout<ActionRecord>.stride == 32)
    }

    @Test("A row on the screen, and a run of rows of one height with its sums, have their sizes")
    func rows() {
        #expect(MemoryLayout<ShownRow>.stride == 48)
        #expect(MemoryLayout<RowHeights.Run>.stride == 24)
        #expect(MemoryLayout<RowHeights.Run.Sum>.stride == 32)
    }
}
