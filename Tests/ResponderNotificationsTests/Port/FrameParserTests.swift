import Testing

@testable import ResponderNotifications

@Suite("Finding frames in a stream")
struct FrameParserTests {
    @Test("Memory that a long frame took is given back when nothing waits")
    func memory() throws {
        var parser = FrameParser()
        let bytes = try NotificationFrame(name: "long", payload: Array(repeating: 1, count: 65_000)).bytes
        for _ in 0..<3 {
            for start in stride(from: 0, to: bytes.count, by: 16_384) {
                bytes[start..<min(start + 16_384, bytes.count)].withUnsafeBytes { parser.append($0) }
            }
            #expect(parser.capacity >= 65_000)
            #expect(try parser.next()?.payload.count == 65_000)
            #expect(parser.capacity <= FrameParser.keptCapacity)
            #expect(parser.waitingCount == 0)
        }
        #expect(parser.offset == 3 * bytes.count)
    }
}
