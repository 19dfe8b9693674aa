import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("The listener of a trace, and recognisers")
struct GestureTraceListenerTests {
    // Rules: G42.
    @Test("A trace's listener hears of a success and of an end before the actions, and of no change")
    func order() throws {
        let scene = try TracedScene(isTraced: false)
        let log = scene.calls
        _ = scene.drags("pan")
        scene.harness.application.onTouchTrace = { event in
            guard case .recognizer(_, let step) = event.kind else { return }
            log.note("trace \(step)")
        }
        let finger = scene.down(1, 1)
        for _ in 0..<3 {
            finger.move(by: 1, 1)
            scene.harness.settle()
        }
        finger.up()
        scene.harness.settle()
        #expect(
            log.lines.filter { $0.hasPrefix("trace") || $0.contains("action") } == [
                "trace given", "trace began", "pan action began", "pan action changed", "pan action changed",
                "trace ended", "pan action ended", "trace reset",
            ]
        )
    }

    // Rules: G43, G46.
    @Test("A trace's listener hears of a timer's decision with its time, and between touches without touches")
    func timers() throws {
        let scene = try TracedScene(isTraced: false)
        var lines: [String] = []
        let harness = scene.harness
        let began = harness.now
        harness.application.onTouchTrace = { event in
            guard case .recognizer(_, let step) = event.kind, step != .given, step != .reset else { return }
            lines.append("\((event.time.nanoseconds - began.nanoseconds) / 1_000_000) ms: \(event)")
        }
        let (press, tap) = (scene.add(LongPressGestureRecognizer()), scene.add(TapGestureRecognizer()))
        (press.name, tap.name, tap.numberOfTapsRequired) = ("press", "double tap", 2)
        tap.delaysTouchesEnded = false
        press.delaysTouchesEnded = false
        let finger = scene.down(1, 1)
        harness.advance(by: .milliseconds(100))
        finger.up()
        harness.settle()
        harness.advance(by: .milliseconds(400))
        #expect(
            lines == [
                "100 ms: touch 1 at (1, 1): press fails by itself",
                "400 ms: no touch, last at (1, 1): double tap fails by itself",
            ]
        )
        lines.removeAll()
        _ = scene.down(2, 2)
        harness.advance(by: .milliseconds(600))
        #expect(lines.first == "1000 ms: touch 2 at (2, 2): press begins")
    }

    // Rules: T20.
    @Test(
        "A trace's listener may do what an action may: each began is followed by one end all the same",
        arguments: 0..<12,
        0..<3
    )
    func hostileListener(place: Int, deed: Int) throws {
        let scene = try TracedScene(isTraced: false)
        let harness = scene.harness
        var recognizers = [scene.drags("pan"), scene.lifts(1, "tap"), scene.lifts(2, "two")]
        recognizers[2].delaysTouchesBegan = true
        var told = 0
        harness.application.onTouchTrace = { _ in
            told += 1
            guard told == place + 1 else { return }
            switch deed {
            case 0: scene.view.removeFromSuperview()
            case 1:
                for recognizer in recognizers { scene.view.removeGestureRecognizer(recognizer) }
                recognizers.removeAll()
            default: for recognizer in recognizers { recognizer.isEnabled = false }
            }
        }
        defer { harness.application.onTouchTrace = nil }
        let finger = scene.down(1, 1)
        finger.move(to: Point(5, 5))
        harness.settle()
        finger.move(to: Point(6, 6))
        harness.settle()
        finger.up()
        harness.settle()
        let lines = scene.calls.lines
        let began = lines.count { $0.hasPrefix("view.began") }
        let over = lines.count { $0.hasPrefix("view.ended") || $0.hasPrefix("view.cancelled") }
        #expect(began == over, "\(lines)")
        let begins = lines.count { $0 == "pan action began" }
        let ends = lines.count { $0 == "pan action ended" || $0 == "pan action cancelled" }
        #expect(begins == ends, "\(lines)")
        #expect(told > place)
        #expect(harness.isIdle)
    }

    @Test("A kept trace event keeps its recognisers alive, and its description keeps nothing")
    func lifetime() throws {
        let scene = try TracedScene(isTraced: false)
        var (lines, events): ([String], [TouchTraceEvent]) = ([], [])
        scene.harness.application.onTouchTrace = {
            lines.append("\($0)")
            events.append($0)
        }
        weak var former: GestureRecognizer?
        do {
            let pan = scene.drags("pan")
            former = pan
            let finger = scene.down(1, 1)
            finger.move(to: Point(5, 5))
            finger.up()
            scene.harness.settle()
            scene.view.removeGestureRecognizer(pan)
        }
        #expect(former != nil)
        let texts = events.map { "\($0)" }
        events.removeAll()
        #expect(former == nil)
        // The texts are those of the moments of the events.
        #expect(texts == lines && lines.count == 9)
    }
}
