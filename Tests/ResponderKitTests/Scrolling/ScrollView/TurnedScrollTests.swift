import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// Scroll views that are turned against their window: axes, directions and room are those of the view.
@MainActor
@Suite("A scroll view that is turned")
struct TurnedScrollTests {
    private let stage: ScrollStage
    private let view: ScrollView

    init() throws {
        stage = try ScrollStage(contentSize: Size(400, 3000))
        view = stage.view
        view.frame = Rect(200, 200, 600, 600)
        stage.harness.settle()
    }

    /// Drags from the middle by a way in the window, and returns how far the content went.
    private func drag(_ x: Double, _ y: Double) -> Point {
        let before = view.contentOffset
        stage.harness.drag(from: Point(500, 500), to: Point(500 + x, 500 + y))
        stage.harness.advance(by: .seconds(3))
        let way = view.contentOffset - before
        return Point(way.x.rounded(), way.y.rounded())
    }

    @Test(
        "A turned scroll view scrolls along its own axis, and leaves alone what goes across",
        arguments: [0.5, 1, -0.5]
    )
    func axis(turns: Double) {
        view.transform = Transform(rotationAngle: .pi * turns)
        view.contentOffset = Point(0, 1000)
        // Upwards in the view.
        let (x, y) = turns == 1 ? (0.0, 100.0) : turns == 0.5 ? (100, 0) : (-100, 0)
        #expect([drag(x, y), drag(y, x), drag(-x, -y)] == [Point(0, 92), .zero, Point(0, -92)])
    }

    @Test("Turned scroll views, the inner and the outer one, find their room in their own directions")
    func room() {
        let inner = ScrollView(frame: Rect(0, 0, 600, 600))
        inner.contentSize = Size(600, 900)
        inner.transform = Transform(rotationAngle: .pi)
        stage.content.addSubview(inner)
        view.transform = Transform(rotationAngle: .pi / 2)
        stage.harness.settle()
        // To the right is upwards in the outer view, and downwards in the inner one, which is at its upper edge: there
        // is room in the outer one alone.
        let outer = drag(100, 0)
        #expect(outer == Point(0, 92) && inner.contentOffset == .zero)
        view.contentOffset = .zero
        let none = drag(-100, 0)
        #expect(none == .zero && inner.contentOffset.y > 90)
    }

    @Test("A turned scroll view locks a drag to its own axis")
    func lock() {
        view.contentSize = Size(3000, 3000)
        view.contentOffset = Point(1000, 1000)
        view.isDirectionalLockEnabled = true
        view.transform = Transform(rotationAngle: .pi / 4)
        // By 31 degrees off the window's horizontal axis, and by 14 off the view's.
        let way = drag(-100, -60)
        #expect(way.y == 0 && way.x > 100)
    }
}
