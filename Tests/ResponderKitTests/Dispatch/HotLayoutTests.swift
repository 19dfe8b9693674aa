import Testing

@testable import ResponderKit

@Suite("Sizes of what the hot path reads")
struct HotLayoutTests {
    @Test("a touch slot, a touch and a set of touches have the sizes that were measured")
    func sizes() {
        #expect(MemoryLayout<TouchSlot>.stride == 112)
        #expect(MemoryLayout<Touch>.size == 16)
        #expect(MemoryLayout<TouchSet>.size == 24)
        #expect(MemoryLayout<TouchDispatcher>.size == 8)
    }

    @Test("a responder's record has its size, and what the hit-test reads lies in its first cache line")
    func record() throws {
        #expect(MemoryLayout<ResponderRecord>.stride == 168)
        let hitTest: [PartialKeyPath<ResponderRecord>] = [
            \.flags, \.overrides, \.childCount, \.position, \.bounds, \.children,
        ]
        for path in hitTest {
            #expect(try #require(MemoryLayout<ResponderRecord>.offset(of: path)) < 64, "\(path)")
        }
        let children = try #require(MemoryLayout<ResponderRecord>.offset(of: \.children))
        #expect(children + MemoryLayout<UnsafeMutablePointer<RecordPointer>?>.size <= 64)
    }
}
