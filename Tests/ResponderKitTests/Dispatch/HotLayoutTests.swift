import ResponderTouchInput
import Testing

@testable import ResponderCore

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
}
