import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

/// The recordings of real panels, played over a scroll view that fills the screen.
@MainActor
@Suite("A scroll view under real hands", .enabled(if: TouchData.isExpected, TouchData.absence))
struct RealScrollTests {
    /// A delegate that counts, and compares each frame of a fling with the curve.
    private final class Watch: ScrollViewDelegate {
        var (drags, flings, frames, curves) = (0, 0, 0, 0)
        var (isDragging, isSlowing) = (false, false)
        /// Where and when the fling began, and how fast.
        private var start = (time: MainRunLoop.Instant.zero, offset: Point.zero)
        private var velocity = Point.zero
        var faults: [String] = []

        private func expect(_ isLegal: Bool, _ fault: String) { if !isLegal { faults.append(fault) } }

        func scrollViewWillBeginDragging(_ scrollView: ScrollView) {
            expect(!isDragging && !isSlowing, "a drag begins in another one, or in a fling")
            (isDragging, drags) = (true, drags + 1)
        }
        func scrollViewWillEndDragging(
            _ scrollView: ScrollView,
            withVelocity velocity: Point,
            targetContentOffset: inout Point
        ) { self.velocity = velocity }
        func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) {
            expect(isDragging, "a drag ends that has not begun")
            isDragging = false
        }
        func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {
            expect(!isDragging && !isSlowing, "a fling begins in a drag or another fling")
            (isSlowing, flings) = (true, flings + 1)
            start = (scrollView.window?.application?.runLoop.now ?? .zero, scrollView.contentOffset)
        }
        func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {
            expect(isSlowing, "a fling ends that has not begun")
            isSlowing = false
        }
        func scrollViewDidScroll(_ scrollView: ScrollView) {
            guard isSlowing, let now = scrollView.window?.application?.runLoop.now else { return }
            frames += 1
            let time = start.time.duration(to: now) / .seconds(1)
            // k = -1000 ln 0.998; until the speed is 6 points per second.
            let friction = 2.002002670673
            let part = 1 - 1 / exponential(friction * time)
            func isOnCurve(_ offset: Double, _ start: Double, _ velocity: Double) -> Bool {
                velocity.magnitude / exponential(friction * time) < 7
                    || (offset - start - velocity * part / friction).magnitude < 1e-5
            }
            let offset = scrollView.contentOffset
            if isOnCurve(offset.x, start.offset.x, velocity.x), isOnCurve(offset.y, start.offset.y, velocity.y) {
                curves += 1
            }
        }

        /// e to a power that is not negative, by its series: no module of this target has the function.
        private func exponential(_ power: Double) -> Double {
            var (sum, term) = (1.0, 1.0)
            for number in 1...200 {
                term *= power / Double(number)
                sum += term
            }
            return sum
        }
    }

    @Test("A scroll view scrolls with each real drag, flings along its curve, and rests within its limits")
    func recordings() throws {
        let watch = Watch()
        var touches = 0
        for (name, frames) in try TouchData.allFrames(size: RecognizerBench.screen) {
            guard let start = frames.first?.time else { continue }
            let harness = try AppHarness(screenSize: RecognizerBench.screen)
            let view = harness.add(ScrollView(frame: Rect(origin: .zero, size: RecognizerBench.screen)))
            let content = RecordingView("content", frame: Rect(0, 0, 200_000, 200_000))
            content.isMultipleTouchEnabled = true
            view.addSubview(content)
            view.contentSize = content.frame.size
            view.contentOffset = Point(100_000, 100_000)
            view.delegate = watch
            let sender = harness.application.touchPort.makeSender()
            let first = harness.now
            for frame in frames {
                let due = first.advanced(by: start.duration(to: frame.time))
                harness.advance(by: harness.now.duration(to: due))
                sender.send(TouchFrame(time: due, contacts: frame.contacts))
                harness.settle()
            }
            harness.advance(by: .seconds(10))
            #expect(!view.isDragging && !view.isDecelerating && !watch.isDragging && !watch.isSlowing, "\(name)")
            func count(_ phases: Set<Touch.Phase>) -> Int {
                content.log.entries.reduce(0) { $0 + (phases.contains($1.phase) ? $1.touches.count : 0) }
            }
            #expect(count([.began]) == count([.ended, .cancelled]), "\(name)")
            touches += count([.began])
        }
        #expect(watch.faults.isEmpty)
        let counts = [watch.drags, watch.flings, watch.frames, touches]
        #expect(zip(counts, [90, 50, 2000, 1000]).allSatisfy { $0 > $1 }, "\(counts)")
        // The content is so large that nothing bounces.
        #expect(watch.curves == watch.frames)
    }
}
