import ResponderKitTesting

@testable import ResponderCore
@testable import ResponderWidgets

/// A scroll view of 300 by 400 points, whose content is 1000 points high, and what its delegate and its content hear.
@MainActor
final class ScrollScene: ScrollViewDelegate {
    let harness: AppHarness
    let view: ScrollView
    let finger: Finger
    private(set) var calls: [String] = []
    /// The time and the vertical offset of each movement.
    private(set) var places: [(time: MainRunLoop.Instant, y: Double)] = []
    /// Called at the end of each of the delegate's methods.
    var react: @MainActor (String) -> Void = { _ in }
    /// Where a drag is to end; nil leaves that to the curve.
    var target: Point?
    private(set) var velocity = Point.zero
    private(set) var proposed = Point.zero
    var zoomed: View?

    init(contentSize: Size = Size(300, 1000)) throws {
        harness = try AppHarness()
        view = harness.add(ScrollView(frame: Rect(0, 0, 300, 400)))
        finger = harness.finger()
        view.contentSize = contentSize
        view.delegate = self
        harness.settle()
    }

    /// The calls since the last time, each series of movements as one.
    func take() -> [String] {
        defer { calls = [] }
        return calls
    }

    private func note(_ call: String) {
        if call != calls.last || call != "scroll" && call != "zoom" { calls.append(call) }
        react(call)
    }

    /// Puts the finger down and moves it in steps of 10 milliseconds.
    func drag(from start: Point, by steps: [Point]) {
        finger.down(at: start)
        wait(10)
        for step in steps {
            finger.move(by: step.x, step.y)
            wait(10)
        }
    }

    /// A drag upwards at 1,000 points per second that is let go.
    func fling(_ step: Point = Point(0, -10)) {
        drag(from: Point(150, 300), by: Array(repeating: step, count: 10))
        finger.up()
        harness.settle()
    }

    func wait(_ milliseconds: Int) { harness.device.advance(by: .milliseconds(milliseconds)) }

    func scrollViewDidScroll(_ scrollView: ScrollView) {
        places.append((harness.now, scrollView.contentOffset.y))
        note("scroll")
    }
    func scrollViewWillBeginDragging(_ scrollView: ScrollView) { note("will begin dragging") }
    func scrollViewWillEndDragging(
        _ scrollView: ScrollView,
        withVelocity velocity: Point,
        targetContentOffset: inout Point
    ) {
        (self.velocity, proposed) = (velocity, targetContentOffset)
        if let target { targetContentOffset = target }
        note("will end dragging")
    }
    func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) {
        note("did end dragging, \(willDecelerate ? "decelerates" : "rests")")
    }
    func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) { note("will begin decelerating") }
    func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { note("did end decelerating") }
    func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) { note("did end animation") }
    func viewForZooming(in scrollView: ScrollView) -> View? { zoomed }
    func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) { note("will begin zooming") }
    func scrollViewDidZoom(_ scrollView: ScrollView) { note("zoom") }
    func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double) {
        note("did end zooming")
    }
}
