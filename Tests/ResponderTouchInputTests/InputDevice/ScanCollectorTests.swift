import ResponderEventLoop
import ResponderTouchInput
import Testing

@Suite("What collects scans")
struct ScanCollectorTests {
    private var collector = ScanCollector()
    private var time = MainRunLoop.Instant.zero

    /// Types the characters, each `pause` after the one before; returns the scans.
    private mutating func type(_ text: String, pause: Duration = .milliseconds(10)) -> [String] {
        text.compactMap { character in
            time = time.advanced(by: pause)
            let usage: HIDUsage = character == "\r" ? .keyboardReturnOrEnter : .keyboardA
            let frame = PressFrame(time: time, usage: usage, phase: .began, characters: String(character))
            let scan = collector.add(frame)
            var end = frame
            end.phase = .ended
            #expect(collector.add(end) == nil)
            return scan
        }
    }

    @Test("A scan is made of keys that come fast and end with return, and the next scan follows")
    mutating func scans() {
        #expect(type("4006381333931\r") == ["4006381333931"])
        #expect(type("ABC\rDEF\r") == ["ABC", "DEF"])
    }

    @Test("A scan has no character from before a pause, and what a person types is none")
    mutating func slow() {
        #expect(type("xyz").isEmpty)
        time = time.advanced(by: .milliseconds(80))
        #expect(type("123\r") == ["123"])
        #expect(type("12345\r", pause: .milliseconds(81)).isEmpty)
        #expect(type("12345\r", pause: .milliseconds(80)) == ["12345"])
    }

    @Test("A few keys are no scan")
    mutating func short() {
        #expect(type("\r\r1\r12\r").isEmpty)
        #expect(type("123\r") == ["123"])
    }

    @Test("A scan passes over shift, and is forgotten when the scanner is lost")
    mutating func others() {
        _ = type("12")
        let shift = PressFrame(time: time, usage: .keyboardLeftShift, phase: .began, modifiers: .shift)
        #expect(collector.add(shift) == nil)
        #expect(type("3\r") == ["123"])
        _ = type("12")
        _ = collector.add(PressFrame(time: time, usage: .keyboardA, phase: .cancelled))
        #expect(type("3\r").isEmpty)
    }

    @Test("A text that does not end is dropped")
    mutating func endless() {
        #expect(type(String(repeating: "7", count: 8192) + "\r").first?.utf8.count == 8192)
        #expect(type(String(repeating: "7", count: 100_000) + "\r").isEmpty)
        #expect(type("123\r") == ["123"])
    }
}
