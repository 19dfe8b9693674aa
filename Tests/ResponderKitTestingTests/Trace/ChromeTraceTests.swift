import Foundation
import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

/// How many seeds to run; `RESPONDERKIT_MODEL_SEEDS` sets another number.
private let seeds = environment("RESPONDERKIT_MODEL_SEEDS") ?? UInt64(5)

/// An event of a trace in Chrome's format, as a viewer reads it.
private struct ViewedEvent {
    let phase: String
    let track: String
    let time: Double
    let name: String
}

/// A trace in Chrome's format, read and checked as a viewer does.
private struct ViewedTrace {
    private(set) var tracks: [String] = []
    private(set) var events: [ViewedEvent] = []
    /// What is wrong with the trace.
    private(set) var faults: [String] = []

    init(_ text: String) throws {
        let whole = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let all = try #require(whole["traceEvents"] as? [[String: Any]])
        var names: [Int: String] = [:]
        for event in all where event["ph"] as? String == "M" && event["name"] as? String == "thread_name" {
            let identifier = try #require(event["tid"] as? Int)
            let name = try #require((event["args"] as? [String: Any])?["name"] as? String)
            #expect(names.updateValue(name, forKey: identifier) == nil)
            tracks.append(name)
        }
        var open: [String: [String]] = [:]
        var last: [String: Double] = [:]
        for event in all where event["ph"] as? String != "M" {
            let identifier = try #require(event["tid"] as? Int)
            let read = ViewedEvent(
                phase: try #require(event["ph"] as? String),
                track: try #require(names[identifier]),
                time: try #require((event["ts"] as? NSNumber)?.doubleValue),
                name: event["name"] as? String ?? ""
            )
            events.append(read)
            if let former = last[read.track], former >= read.time { faults.append("not later: \(read)") }
            last[read.track] = read.time
            switch read.phase {
            case "B": open[read.track, default: []].append(read.name)
            case "E": if open[read.track, default: []].popLast() == nil { faults.append("ends nothing: \(read)") }
            case "i": if read.name.isEmpty { faults.append("a mark without a name: \(read)") }
            default: faults.append("another phase: \(read)")
            }
        }
        for (track, spans) in open where !spans.isEmpty { faults.append("\(track) does not end: \(spans)") }
    }

    /// The spans of a track as `NAME BEGIN-END`, in microseconds without the fractions that tell events apart.
    func spans(of track: String) -> [String] {
        var open: [ViewedEvent] = []
        var spans: [String] = []
        for event in events where event.track == track {
            if event.phase == "B" { open.append(event) }
            guard event.phase == "E", let begin = open.popLast() else { continue }
            spans.append("\(begin.name) \(Int(begin.time))-\(Int(event.time))")
        }
        return spans
    }

    func marks(of track: String) -> [String] {
        events.filter { $0.track == track && $0.phase == "i" }.map(\.name)
    }
}

@Suite("A trace in Chrome's format")
@MainActor
struct ChromeTraceTests {
    @Test("A gesture, a key, the first responder and the life cycle have tracks of their own")
    func tracks() throws {
        let harness = try AppHarness()
        let pad = harness.add(RecordingView("pad", frame: Rect(0, 0, 100, 100)))
        pad.addGestureRecognizer(TapGestureRecognizer())
        let field = harness.add(TracedField(frame: Rect(200, 0, 50, 20)))
        let trace = harness.trace()
        harness.tap(at: Point(10, 10))
        field.becomeFirstResponder()
        harness.keyboard.press(.keyboardA)
        harness.advance(by: .milliseconds(100))
        harness.keyboard.release(.keyboardA)
        harness.settle()
        harness.finger().down(at: Point(2000, 2000)).up()
        harness.advance(by: .milliseconds(50))
        try harness.device.perform(.home)
        harness.advance(by: .milliseconds(800))
        trace.end()
        let viewed = try ViewedTrace(trace.chromeJSON)
        #expect(viewed.faults.isEmpty)
        #expect(
            viewed.tracks == [
                "life cycle", "touch 1", "recogniser 1: TapGestureRecognizer", "focus", "key a", "dropped touches",
            ]
        )
        #expect(
            viewed.spans(of: "touch 1") == [
                "hits RecordingView (0, 0, 100 x 100) in Window (0, 0, 1000 x 1000) 0-50000"
            ]
        )
        #expect(viewed.spans(of: "recogniser 1: TapGestureRecognizer") == ["TapGestureRecognizer 0-50000"])
        #expect(viewed.marks(of: "recogniser 1: TapGestureRecognizer") == ["TapGestureRecognizer is recognised"])
        #expect(viewed.spans(of: "key a") == ["a 50000-150000"])
        #expect(viewed.spans(of: "focus") == ["TracedField (200, 0, 50 x 20) 50000-1000000"])
        #expect(viewed.marks(of: "dropped touches") == ["at (2000, 2000): misses: no window's hitTest returned a view"])
        let life = viewed.spans(of: "life cycle").map { $0.split(separator: " ") }
        #expect(life.map { "\($0[0])" } == ["active", "inactive", "background", "suspended"])
        #expect(life.first?.last == "0-200000" && life.last?.last?.hasSuffix("-1000000") == true)
        #expect(viewed.marks(of: "life cycle").contains("D willResignActive [active]"))
    }

    @Test("What goes on when a trace is read ends there, and goes on when it is read again")
    func open() throws {
        let harness = try AppHarness()
        let pad = harness.add(RecordingView("pad", frame: Rect(0, 0, 100, 100)))
        pad.addGestureRecognizer(PanGestureRecognizer())
        harness.finger().down(at: Point(20, 20))
        harness.settle()
        let trace = harness.trace()
        let finger = harness.finger().down(at: Point(10, 10))
        harness.advance(by: .milliseconds(10))
        let early = try ViewedTrace(trace.chromeJSON)
        #expect(early.faults.isEmpty && early.spans(of: "touch 1").first?.hasSuffix(" 0-10000") == true)
        harness.advance(by: .milliseconds(10))
        finger.up()
        harness.settle()
        let late = try ViewedTrace(trace.chromeJSON)
        #expect(late.faults.isEmpty && late.spans(of: "touch 1").first?.hasSuffix(" 0-20000") == true)
    }

    @Test("A touch that was down when a trace began has a track from its first event on")
    func alreadyDown() throws {
        let harness = try AppHarness()
        harness.add(RecordingView("pad", frame: Rect(0, 0, 100, 100)))
        let finger = harness.finger().down(at: Point(10, 10))
        harness.settle()
        let trace = harness.trace()
        harness.advance(by: .milliseconds(10))
        finger.move(by: 5, 5)
        harness.advance(by: .milliseconds(10))
        finger.up()
        harness.settle()
        let viewed = try ViewedTrace(trace.chromeJSON)
        #expect(viewed.faults.isEmpty)
        #expect(viewed.spans(of: "touch 1") == ["moved goes to RecordingView (0, 0, 100 x 100) 10000-20000"])
    }

    @Test("Quotes, backslashes and control characters of names are escaped in Chrome's format")
    func escapes() throws {
        let harness = try AppHarness()
        let pad = harness.add(RecordingView("pad", frame: Rect(0, 0, 100, 100)))
        let tap = TapGestureRecognizer()
        tap.name = "say \"a\\b\"\n\u{2028}\u{1}é😀"
        pad.addGestureRecognizer(tap)
        let trace = harness.trace()
        harness.tap(at: Point(10, 10))
        let text = trace.chromeJSON
        let viewed = try ViewedTrace(text)
        #expect(viewed.faults.isEmpty)
        #expect(viewed.tracks.last == #"recogniser 1: say "a\b"\n\u{2028}\u{01}é😀"#)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    }

    @Test("Spans nest and times strictly increase on each track, whatever fingers and keys do", arguments: 1...seeds)
    func random(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let harness = try AppHarness(screenSize: Size(400, 400))
        let field = harness.add(TracedField(frame: Rect(0, 300, 400, 100)))
        field.becomeFirstResponder()
        var views: [View] = []
        for index in 0..<6 {
            let place = Rect(Double(index % 3) * 120, Double(index / 3) * 120, 110, 110)
            let view = harness.add(RecordingView("\(index)", frame: place))
            view.isMultipleTouchEnabled = index % 2 == 0
            view.isExclusiveTouch = index == 3
            let recognizers = [
                TapGestureRecognizer(), LongPressGestureRecognizer(), PanGestureRecognizer(), PinchGestureRecognizer(),
                SwipeGestureRecognizer(),
            ]
            for recognizer in recognizers.shuffled(using: &generator).prefix(index % 4) {
                recognizer.delaysTouchesBegan = Bool.random(using: &generator)
                view.addGestureRecognizer(recognizer)
            }
            views.append(view)
        }
        let trace = harness.trace()
        var fingers: [Finger] = []
        var keys: [HIDUsage] = []
        func point() -> Point {
            Point(Double.random(in: -20...380, using: &generator), Double.random(in: -20...380, using: &generator))
        }
        for _ in 0..<300 {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0...2: fingers.append(harness.finger().down(at: point()))
            case 3, 4: fingers.randomElement(using: &generator)?.move(to: point())
            case 5 where !fingers.isEmpty:
                fingers.remove(at: Int.random(in: 0..<fingers.count, using: &generator)).up()
            case 6 where !fingers.isEmpty:
                fingers.remove(at: Int.random(in: 0..<fingers.count, using: &generator)).cancel()
            case 7:
                let key = [HIDUsage.keyboardA, .keyboardTab, .keyboardLeftShift].randomElement(using: &generator)
                guard let key else { break }
                if let place = keys.firstIndex(of: key) {
                    harness.keyboard.release(keys.remove(at: place))
                } else {
                    harness.keyboard.press(key)
                    keys.append(key)
                }
            case 8:
                let view = views.randomElement(using: &generator)
                if view?.superview == nil { view.map { _ = harness.add($0) } } else { view?.removeFromSuperview() }
            case 9: _ = field.isFirstResponder ? field.resignFirstResponder() : field.becomeFirstResponder()
            default: harness.advance(by: .nanoseconds(Int.random(in: 0...200_000_000, using: &generator)))
            }
            if fingers.count > 5 { fingers.removeFirst().up() }
        }
        let middle = try ViewedTrace(trace.chromeJSON)
        #expect(middle.faults.isEmpty, "seed \(seed)")
        for finger in fingers { finger.up() }
        harness.advance(by: .seconds(2))
        let end = try ViewedTrace(trace.chromeJSON)
        #expect(end.faults.isEmpty, "seed \(seed)")
        // Each touch that has hit a view is over, and each attempt: none goes on until the trace is read.
        let now = Int(harness.now.nanoseconds / 1000)
        for track in end.tracks where track.hasPrefix("touch ") || track.hasPrefix("recogniser ") {
            #expect(end.spans(of: track).allSatisfy { !$0.hasSuffix("-\(now)") }, "seed \(seed): \(track)")
        }
        #expect(end.events.count > 50, "seed \(seed)")
    }

    @Test("The texts of a trace take time in proportion to its lines")
    func growth() throws {
        let harness = try AppHarness()
        harness.add(RecordingView("pad", frame: Rect(0, 0, 100, 100)))
        func record(_ count: Int) -> EventTrace {
            let trace = harness.trace()
            for _ in 0..<count {
                harness.finger().down(at: Point(10, 10)).up()
                harness.settle()
            }
            trace.end()
            return trace
        }
        let tooFast = try growingTooFast(
            from: 300,
            [
                (
                    "lines",
                    { count in
                        let trace = record(count)
                        return processorTime { _ = trace.description.utf8.count }
                    }
                ),
                (
                    "Chrome's format",
                    { count in
                        let trace = record(count)
                        return processorTime { _ = trace.chromeJSON.utf8.count }
                    }
                ),
            ]
        )
        #expect(tooFast.isEmpty, "\(tooFast)")
    }
}
