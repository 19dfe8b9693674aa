import Testing

@testable import ResponderNotifications

@Suite("Sizes of what a post reads")
struct ObserverLayoutTests {
    @Test("An observer's entry is half a cache line, and a message with its place in the inbox has its size")
    func sizes() {
        #expect(MemoryLayout<ObserverEntry>.stride == 32)
        #expect(MemoryLayout<PortMessage>.stride == 24)
        #expect(MemoryLayout<MessageInbox.Entry>.stride == 32)
    }
}
