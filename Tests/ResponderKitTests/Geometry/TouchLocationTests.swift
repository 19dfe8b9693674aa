import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Where a touch is in a view")
struct TouchLocationTests {
    private let harness: AppHarness
    private let outer: View
    private let view: RecordingView
    private let places = Places()

    @MainActor
    private final class Places {
        var seen: [Point] = []
        var before: [Point] = []
    }

    init() throws {
        harness = try AppHarness()
        outer = View(frame: Rect(100, 100, 400, 400))
        view = RecordingView("view", frame: Rect(10, 20, 200, 200))
        harness.add(outer)
        outer.addSubview(view)
        view.handler = { [places, unowned view] _, touches, _ in
            guard let touch = touches.first else { return }
            places.seen.append(touch.location(in: view))
            places.before.append(touch.previousLocation(in: view))
        }
    }

    // Rules: T7, H25.
    @Test("A view that moves, scrolls or is put elsewhere during a touch changes the touch's location in it")
    func moving() {
        let finger = harness.finger().down(at: Point(150, 150))
        harness.settle()
        let changes: [() -> Void] = [
            {}, { view.frame.origin = Point(0, 0) }, { outer.center = Point(400, 400) },
            { view.bounds.origin = Point(0, 50) }, { view.bounds.size = Size(100, 100) },
            { view.anchorPoint = Point(0, 0) }, { harness.window.addSubview(view) }, { outer.addSubview(view) }, {},
        ]
        for change in changes {
            change()
            finger.move(by: 1, 0)
            harness.settle()
        }
        finger.up()
        harness.settle()
        #expect(
            places.seen
                == [
                    Point(40, 30), Point(41, 30), Point(52, 50), Point(-47, -50), Point(-46, 0), Point(-95, -50),
                    Point(-144, -100), Point(57, 100), Point(-142, -100), Point(-141, -100), Point(-141, -100),
                ]
        )
    }

    // Rules: T7, H25.
    @Test("A touch has its own location in a transformed view, and inside a transformed view or window")
    func transformed() {
        let finger = harness.finger()
        view.transform = Transform(scaleX: 2, y: 2)
        // The view's middle is at (210, 220) in the window, and is its (100, 100).
        finger.down(at: Point(210, 220)).move(to: Point(230, 220)).up()
        harness.settle()
        #expect(places.seen == [Point(100, 100), Point(110, 100), Point(110, 100)])
        #expect(places.before == [Point(100, 100), Point(100, 100), Point(110, 100)])
        places.seen = []
        outer.transform = Transform(scaleX: 0.5, y: 0.5)
        // The outer's middle is at (300, 300); the view's in there at half the distance, its scale 1 in all.
        finger.down(at: Point(255, 260)).move(to: Point(265, 260)).up()
        harness.settle()
        #expect(places.seen == [Point(100, 100), Point(110, 100), Point(110, 100)])
        places.seen = []
        harness.window.transform = Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
        // Turned by a right angle about (500, 500): window (255, 260) is at screen (740, 255).
        finger.down(at: Point(740, 255)).move(to: Point(740, 265)).up()
        harness.settle()
        #expect(places.seen == [Point(100, 100), Point(110, 100), Point(110, 100)])
        #expect(view.log.lines.suffix(3) == ["view.began(255, 260)", "view.moved(265, 260)", "view.ended(265, 260)"])
    }

    // Rules: H29.
    @Test("A view in another window is reached by way of the screen, also when it was the touch's own")
    func otherWindow() {
        let other = harness.show(Window(frame: Rect(600, 0, 100, 100), application: harness.application))
        let inOther = View(frame: Rect(1, 1, 10, 10))
        other.addSubview(inOther)
        harness.window.frame.origin = Point(10, 10)
        var seen: [Point] = []
        view.handler = { [unowned view] phase, touches, _ in
            guard phase == .began, let touch = touches.first else { return }
            seen.append(touch.location(in: inOther))
            seen.append(touch.location(in: other))
            seen.append(touch.location(in: view))
            inOther.addSubview(view)
            // On the screen (160, 160).
            seen.append(touch.location(in: view))
            seen.append(touch.location(in: view))
            view.removeFromSuperview()
            seen.append(touch.location(in: view))
        }
        harness.finger().down(at: Point(160, 160)).up()
        harness.settle()
        #expect(
            seen == [
                Point(160 - 601, 159), Point(160 - 600, 160), Point(40, 30), Point(160 - 611, 139),
                Point(160 - 611, 139),
                Point(150, 150),
            ]
        )
    }
}
