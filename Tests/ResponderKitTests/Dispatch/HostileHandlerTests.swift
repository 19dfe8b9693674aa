import ResponderKit
import ResponderKitTesting
import Testing

/// A view that nobody holds moves away into a view of nobody's inside its own handler, and goes on.
private final class LeavingView: View {
    private(set) static var framesAfterwards: [Rect] = []

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        leave()
        LeavingView.framesAfterwards.append(frame)
    }

    @inline(never)
    private func leave() {
        View(frame: .zero).addSubview(self)
    }
}

private final class CircularView: View {
    weak var other: Responder?
    override var next: Responder? { other }
}

@MainActor
@Suite("A handler that")
struct HostileHandlerTests {
    // Rules: T21.
    @Test("A handler that moves its view into one that nobody holds still runs in a live object")
    func movesAway() throws {
        let harness = try AppHarness()
        do {
            let leaving = LeavingView(frame: Rect(0, 0, 100, 100))
            leaving.addSubview(View(frame: Rect(0, 0, 100, 100)))
            harness.add(leaving)
        }
        harness.finger().down(at: Point(10, 10)).move(to: Point(20, 20)).up()
        harness.settle()
        #expect(LeavingView.framesAfterwards == [Rect(0, 0, 100, 100)])
    }

    @Test("A handler that ends its application also ends every run that the handler begins afterwards")
    func runsAfterTerminate() throws {
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        var results: [MainRunLoop.RunResult] = []
        view.handler = { [unowned harness] phase, _, _ in
            guard phase == .began else { return }
            harness.application.terminate()
            for _ in 0..<3 { results.append(harness.loop.run(until: harness.now.advanced(by: .seconds(100)))) }
        }
        harness.finger().down(at: Point(10, 10)).up()
        harness.settle()
        #expect(results == [.stopped, .stopped, .stopped])
    }

    @Test("A handler on a chain that overrides of next made a circle of gets its touches, and the walk ends")
    func circle() throws {
        let harness = try AppHarness()
        let first = harness.add(CircularView(frame: Rect(0, 0, 100, 100)))
        let second = CircularView(frame: .zero)
        (first.other, second.other) = (second, first)
        harness.finger().down(at: Point(10, 10)).up()
        harness.settle()
        #expect(harness.application.touchStatistics.events == 2)
    }

    @Test("A handler that keeps its event finds no other finger in the event when the slot is used again")
    func keptEvent() throws {
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        var kept: Event?
        view.handler = { _, _, event in
            if kept == nil { kept = event }
        }
        for _ in 0...64 {
            harness.finger().down(at: Point(1, 1)).up()
            harness.settle()
        }
        harness.finger().down(at: Point(1, 1))
        harness.settle()
        #expect(kept?.allTouches.count == 1)
        #expect(kept?.touches(for: view).isEmpty == true)
    }
}
