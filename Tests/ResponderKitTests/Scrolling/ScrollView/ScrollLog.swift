import ResponderKitTesting

@testable import ResponderCore
@testable import ResponderWidgets

/// A delegate that notes what it hears, with runs of scrolls as one line, and may do something in each call.
@MainActor
final class ScrollLog: ScrollViewDelegate {
    /// Where the content was in a call, and when.
    struct Place: Equatable {
        var time: MainRunLoop.Instant
        var offset: Point
    }

    private(set) var lines: [String] = []
    private(set) var places: [Place] = []
    /// What the last drag's end was told.
    private(set) var velocity = Point.zero
    private(set) var proposed = Point.zero
    /// Where the next drags end.
    var target: Point?
    weak var zoomedView: View?
    /// Called when the view to zoom is asked for.
    var onQuestion: () -> Void = {}
    /// Called in each call, with its name.
    var handler: ((String, ScrollView) -> Void)?

    func clear() { (lines, places) = ([], []) }

    private func note(_ line: String, _ name: String, _ view: ScrollView) {
        if lines.last != line || name != "scroll" && name != "zoom" { lines.append(line) }
        handler?(name, view)
    }

    private func note(_ name: String, _ view: ScrollView) { note(name, name, view) }

    func scrollViewDidScroll(_ scrollView: ScrollView) {
        if let application = scrollView.window?.application {
            places.append(Place(time: application.runLoop.now, offset: scrollView.contentOffset))
        }
        note("scroll", scrollView)
    }
    func scrollViewWillBeginDragging(_ scrollView: ScrollView) { note("will drag", scrollView) }
    func scrollViewWillEndDragging(
        _ scrollView: ScrollView,
        withVelocity velocity: Point,
        targetContentOffset: inout Point
    ) {
        (self.velocity, proposed) = (velocity, targetContentOffset)
        if let target { targetContentOffset = target }
        note("will end drag", scrollView)
    }
    func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) {
        note(willDecelerate ? "did drag, goes on" : "did drag", "did drag", scrollView)
    }
    func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) { note("will slow", scrollView) }
    func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { note("did slow", scrollView) }
    func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) { note("did animate", scrollView) }
    func viewForZooming(in scrollView: ScrollView) -> View? {
        onQuestion()
        return zoomedView
    }
    func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) { note("will zoom", scrollView) }
    func scrollViewDidZoom(_ scrollView: ScrollView) { note("zoom", scrollView) }
    func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double) {
        note("did zoom \((scale * 100).rounded() / 100)", "did zoom", scrollView)
    }
}

/// A scroll view of 400 by 600 points with a content view of 400 by 6000, in a window of 1000 by 1000.
@MainActor
final class ScrollStage {
    let harness: AppHarness
    let view: ScrollView
    let content: RecordingView
    let log = ScrollLog()

    init(contentSize: Size = Size(400, 6000), makeView: (Rect) -> ScrollView = { ScrollView(frame: $0) }) throws {
        harness = try AppHarness()
        view = harness.add(makeView(Rect(0, 0, 400, 600)))
        content = RecordingView("content", frame: Rect(origin: .zero, size: contentSize))
        view.addSubview(content)
        view.contentSize = contentSize
        view.delegate = log
        harness.settle()
        log.clear()
    }

    var offset: Point { view.contentOffset }
    var touches: [String] { content.log.lines.map { String($0.prefix { $0 != "(" }) } }

    /// Whether nothing moves after some seconds, and nothing would wake the application.
    var isAtRest: Bool { unrest().isEmpty }

    /// What still moves, or keeps the application busy, after some seconds.
    func unrest() -> [String] {
        harness.advance(by: .seconds(6))
        harness.loop.startLedger()
        harness.advance(by: .seconds(2))
        let turns = harness.loop.stopLedger()?.turns ?? 0
        let signs = [
            "motion": view.motion.kind != .none, "link": view.link != nil, "loop": view.trackedLoop != nil,
            "drag": view.drag.phase != .none, "zoom": view.zoom.isUnderWay || view.zoom.isPinching,
            // An advance takes a few turns, and a link would take a hundred.
            "turns": turns > 4,
        ]
        return signs.filter(\.value).map(\.key).sorted()
    }

    func wait(_ milliseconds: Double) { harness.advance(by: .microseconds(Int64(milliseconds * 1000))) }

    /// A finger that goes up or down the view, and rests before it is lifted.
    func drag(by way: Double, from y: Double = 400) {
        harness.drag(from: Point(200, y), to: Point(200, y + way))
    }

    func flick(by way: Double, from y: Double = 400, speed: Double = 1500) {
        harness.flick(from: Point(200, y), to: Point(200, y + way), speed: speed)
    }

    /// A finger that has begun a drag, 100 points upwards, and rests.
    func hold(by way: Double = -100) -> Finger {
        let finger = harness.finger()
        finger.down(at: Point(200, 400))
        harness.settle()
        finger.move(by: 0, way < 0 ? -8 : 8)
        harness.settle()
        wait(20)
        finger.move(by: 0, way)
        harness.settle()
        wait(100)
        return finger
    }
}
