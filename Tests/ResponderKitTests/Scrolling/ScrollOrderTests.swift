import ResponderKitTesting
import Testing

@testable import ResponderKit

@MainActor
@Suite("The order of a scroll view's calls")
struct ScrollOrderTests {
    private let scene: ScrollScene
    private var view: ScrollView { scene.view }

    private static let drag = ["will begin dragging", "scroll", "will end dragging"]
    private static let rests = drag + ["did end dragging, rests"]
    private static let decelerates =
        drag + ["did end dragging, decelerates", "will begin decelerating", "scroll", "did end decelerating"]

    init() throws { scene = try ScrollScene() }

    @Test("a drag that rests before the finger is lifted")
    func drag() {
        scene.drag(from: Point(150, 300), by: Array(repeating: Point(0, -10), count: 5))
        #expect(view.isDragging && view.isTracking && !view.isDecelerating)
        scene.wait(200)
        scene.finger.up()
        scene.harness.settle()
        #expect(scene.take() == Self.rests)
        #expect(!view.isDragging && !view.isTracking && !view.isDecelerating)
        // The first step makes the drag begin, and is no part of it.
        #expect(view.contentOffset == Point(0, 40))
    }

    @Test("a fling")
    func fling() {
        scene.fling()
        #expect(view.isDecelerating && !view.isDragging)
        scene.wait(5000)
        #expect(scene.take() == Self.decelerates)
        #expect(!view.isDecelerating && view.contentOffset == scene.proposed)
        #expect(scene.harness.isIdle)
    }

    @Test("a fling beyond the edge, which comes back")
    func bounce() {
        view.contentOffset = Point(0, 590)
        _ = scene.take()
        scene.fling()
        scene.wait(5000)
        #expect(scene.take() == Self.decelerates)
        #expect(view.contentOffset == Point(0, 600))
        #expect(scene.places.contains { $0.y > 610 })
    }

    @Test("without bouncing, a fling ends at the edge")
    func noBounce() {
        view.bounces = false
        view.contentOffset = Point(0, 400)
        _ = scene.take()
        scene.fling()
        scene.wait(5000)
        #expect(scene.take() == Self.decelerates)
        #expect(view.contentOffset == Point(0, 600))
        #expect(!scene.places.contains { $0.y > 600 })
    }

    @Test("a page, and the next one by a fling")
    func pages() {
        view.isPagingEnabled = true
        scene.drag(from: Point(150, 300), by: [Point(0, -10), Point(0, -50), Point(0, -60)])
        scene.wait(200)
        scene.finger.up()
        scene.wait(5000)
        #expect(scene.take() == Self.decelerates)
        #expect(view.contentOffset == .zero)
        scene.fling()
        scene.wait(5000)
        #expect(scene.take() == Self.decelerates)
        #expect(view.contentOffset == Point(0, 400))
        scene.fling()
        scene.wait(5000)
        #expect(view.contentOffset == Point(0, 600))
    }

    @Test("a finger stops a fling, and drags on")
    func interrupted() {
        scene.fling()
        scene.wait(100)
        _ = scene.take()
        let place = view.contentOffset
        scene.finger.down(at: Point(150, 300))
        scene.harness.settle()
        #expect(scene.take() == ["did end decelerating"])
        scene.wait(500)
        #expect(view.contentOffset.y - place.y < 30 && scene.take() == [])
        for _ in 0..<5 {
            scene.finger.move(by: 0, 10)
            scene.wait(10)
        }
        scene.wait(200)
        scene.finger.up()
        scene.harness.settle()
        #expect(scene.take() == Self.rests)
    }

    @Test("a finger that stops content beyond the edge lets it come back when it is lifted")
    func stoppedBeyondTheEdge() {
        view.contentOffset = Point(0, 590)
        scene.fling()
        scene.wait(60)
        scene.finger.down(at: Point(150, 300))
        scene.wait(300)
        #expect(view.contentOffset.y > 600)
        _ = scene.take()
        scene.finger.up()
        scene.wait(3000)
        #expect(scene.take() == ["will begin decelerating", "scroll", "did end decelerating"])
        #expect(view.contentOffset == Point(0, 600))
    }

    @Test("an offset that the app sets, with and without motion")
    func animation() {
        view.setContentOffset(Point(0, 100), animated: false)
        #expect(scene.take() == ["scroll"])
        view.setContentOffset(Point(0, 300), animated: true)
        #expect(scene.take() == [] && view.contentOffset == Point(0, 100))
        scene.wait(1000)
        #expect(scene.take() == ["scroll", "did end animation"] && view.contentOffset == Point(0, 300))
        view.setContentOffset(Point(0, 300), animated: true)
        scene.wait(1000)
        #expect(scene.take() == [])
    }

    @Test("an offset that the app sets ends a fling")
    func stopped() {
        scene.fling()
        scene.wait(50)
        _ = scene.take()
        view.contentOffset = Point(0, 33)
        #expect(scene.take() == ["did end decelerating", "scroll"])
        scene.wait(1000)
        #expect(view.contentOffset == Point(0, 33) && scene.harness.isIdle)
    }

    @Test("the delegate says where a drag ends")
    func target() {
        scene.target = Point(0, 120)
        scene.fling()
        scene.wait(5000)
        #expect(scene.take() == Self.decelerates)
        #expect(view.contentOffset == Point(0, 120))
        #expect(scene.velocity.y > 900 && scene.velocity.y < 1100)
    }

    @Test("a delegate that scrolls at the end of a drag ends the drag's own motion")
    func scrollsAtTheEnd() {
        scene.react = { [view] call in
            if call.hasPrefix("did end dragging") { view.setContentOffset(.zero, animated: true) }
        }
        scene.fling()
        scene.wait(5000)
        #expect(scene.take() == Self.drag + ["did end dragging, decelerates", "scroll", "did end animation"])
        #expect(view.contentOffset == .zero)
    }

    @Test("a drag that is cancelled ends as one at rest")
    func cancelled() {
        scene.drag(from: Point(150, 300), by: Array(repeating: Point(0, -10), count: 5))
        scene.finger.cancel()
        scene.harness.settle()
        #expect(scene.take() == Self.rests)
        scene.drag(from: Point(150, 300), by: Array(repeating: Point(0, -10), count: 5))
        view.isScrollEnabled = false
        scene.harness.settle()
        #expect(scene.take() == Self.rests && !view.isDragging)
    }
}
