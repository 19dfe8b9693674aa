import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("A run nested in a touch handler")
struct NestedRunTests {
    private nonisolated static let phases: [Touch.Phase] = [.began, .moved, .ended, .cancelled]

    // Rules: T3, T8, T20.
    @Test(
        "A nested run leaves the outer event as it was, however many touches come and go in it",
        arguments: phases,
        [1, 64, 200]
    )
    func outerEvent(phase: Touch.Phase, contacts: Int) throws {
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        let other = harness.add(RecordingView("other", frame: Rect(100, 0, 100, 100)))
        other.isMultipleTouchEnabled = true
        let (finger, bystander) = (harness.finger(), harness.finger())
        bystander.down(at: Point(150, 50))
        harness.settle()
        var before: [Touch] = []
        var after: [Touch] = []
        view.handler = { called, touches, event in
            guard called == phase else { return }
            before = Array(event.allTouches)
            let own = touches.first
            bystander.up()
            for _ in 0..<contacts {
                harness.finger().down(at: Point(110, 10)).move(to: Point(120, 10)).up()
                harness.loop.run(until: harness.loop.now)
            }
            after = Array(event.allTouches)
            #expect(touches.first == own && touches.count == 1)
            // Those that came to their end in here have their last values, and no view any more.
            #expect(event.touches(for: view).first == ([.ended, .cancelled].contains(phase) ? own : nil))
            #expect(event.touches(for: other).isEmpty)
            #expect(after.allSatisfy { $0 == own || ($0.phase == .ended && $0.location(in: nil) == Point(150, 50)) })
        }
        finger.down(at: Point(50, 50))
        if phase != .began { finger.move(to: Point(60, 60)) }
        if phase == .cancelled { finger.cancel() } else { finger.up() }
        harness.settle()
        view.handler = nil
        #expect(before.count == 2 && before == after)
        #expect(other.log.lines.count { $0.hasPrefix("other.ended(120") } == contacts)
        #expect(harness.isIdle)
        #expect(harness.application.touchStatistics.excessTouches == 0)
    }

    // Rules: T41, T8.
    @Test("A nested run has a place for each touch but those that an outer event holds, and for all afterwards")
    func capacity() throws {
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        let other = harness.add(RecordingView("other", frame: Rect(100, 0, 100, 100)))
        other.isMultipleTouchEnabled = true
        let fingers = (0..<64).map { _ in harness.finger() }
        func downAndUp() {
            for finger in fingers { finger.down(at: Point(150, 50)) }
            harness.loop.run(until: harness.loop.now)
            for finger in fingers { finger.up() }
            harness.loop.run(until: harness.loop.now)
        }
        let finger = harness.finger()
        view.handler = { phase, _, _ in
            guard phase == .moved else { return }
            // Its own touch is over in here, and its slot is not used again.
            finger.up()
            for _ in 0..<3 { downAndUp() }
        }
        finger.down(at: Point(50, 50)).move(to: Point(60, 60))
        harness.settle()
        #expect(harness.application.touchStatistics.excessTouches == 3)
        #expect(other.log.lines.count { $0.contains("ended") } == 3 * 63)
        downAndUp()
        #expect(harness.application.touchStatistics.excessTouches == 3)
        #expect(other.log.lines.count { $0.contains("ended") } == 3 * 63 + 64)
        view.handler = nil
    }

    // Rules: T3.
    @Test("A nested run at every depth leaves the events further out as they were")
    func depths() throws {
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        view.isMultipleTouchEnabled = true
        var depth = 0
        var held: [Touch] = []
        view.handler = { phase, _, event in
            guard phase == .began, depth < 12 else { return }
            depth += 1
            let before = Array(event.allTouches)
            held = before
            for _ in 0..<70 where depth == 12 { harness.finger().down(at: Point(2, 2)).up() }
            if depth < 12 { harness.finger().down(at: Point(1, 1)) }
            harness.loop.run(until: harness.loop.now)
            #expect(Array(event.allTouches) == before)
        }
        let finger = harness.finger().down(at: Point(50, 50))
        harness.settle()
        #expect(depth == 12 && held.count == 12)
        view.handler = nil
        finger.up()
        harness.settle()
        #expect(harness.application.dispatcher.state.pointee.touches.down.nonzeroBitCount == 11)
        #expect(harness.application.dispatcher.state.pointee.touches.freeSlots.deferredFrees == 0)
        #expect(harness.application.dispatcher.state.pointee.touches.freeSlots.count == 64 - 11)
    }
}
