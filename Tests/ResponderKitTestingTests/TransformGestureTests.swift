import Glibc
import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing
import TransformGesture

/// The example of a recogniser outside of the library.
@MainActor
@Suite("The transform recogniser of the examples")
struct TransformGestureTests {
    private let harness: AppHarness
    private let view: RecordingView
    private let gesture = TransformGestureRecognizer()
    private let states = Box<[GestureRecognizer.State]>([])

    init() throws {
        harness = try AppHarness()
        view = harness.add(RecordingView("view", frame: Rect(0, 0, 1000, 1000)))
        view.isMultipleTouchEnabled = true
        view.addGestureRecognizer(gesture)
        gesture.addAction { [states] in states.value.append($0.state) }
    }

    /// Puts as many fingers down at these points, in one event.
    private func down(_ points: Point...) -> [Finger] {
        let fingers = points.map { _ in harness.finger() }
        together { for (finger, point) in zip(fingers, points) { finger.down(at: point) } }
        return fingers
    }

    private func together(_ body: () -> Void) {
        harness.together(body)
        harness.settle()
    }

    private func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-9 }
    private func isNear(_ one: Point, _ other: Point) -> Bool { one.distance(to: other) < 1e-9 }

    @Test("A transform begins after 8 points of one finger, follows two exactly, and ends with the last")
    func twoFingers() {
        let fingers = down(Point(100, 100), Point(200, 100))
        together { fingers[1].move(by: 7, 0) }
        #expect(states.value.isEmpty && gesture.scale == 1)
        together { fingers[1].move(by: 1, 0) }
        #expect(states.value == [.began] && gesture.transform(in: nil).isIdentity)
        together {
            fingers[0].move(to: Point(500, 500))
            fingers[1].move(to: Point(500, 716))
        }
        #expect(isNear(gesture.scale, 2) && isNear(gesture.rotation, .pi / 2))
        #expect(isNear(gesture.translation(in: nil), Point(500 - 154, 608 - 100)))
        #expect(isNear(Point(100, 100).applying(gesture.transform(in: nil)), Point(500, 500)))
        #expect(isNear(Point(208, 100).applying(gesture.transform(in: nil)), Point(500, 716)))
        together { fingers[0].up() }
        together { fingers[1].move(by: 10, 0) }
        #expect(
            isNear(gesture.scale, 2) && isNear(Point(100, 100).applying(gesture.transform(in: nil)), Point(510, 500))
        )
        together { fingers[1].up() }
        #expect(states.value == [.began, .changed, .changed, .ended])
        #expect(gesture.scale == 1 && gesture.rotation == 0 && gesture.translation(in: nil) == .zero)
        #expect(gesture.transform(in: nil) == .identity && gesture.state == .possible)
    }

    @Test("A transform fits several fingers by least squares, does not jump when one joins, and adds up turns")
    func severalFingers() {
        let places = (0..<3).map { Point(500 + 100 * cos(Double($0) * 2), 500 + 100 * sin(Double($0) * 2)) }
        let fingers = down(places[0], places[1], places[2])
        gesture.beginningDistance = 0
        together { fingers[0].move(by: 0, 0) }
        for step in 1...20 {
            // A turn about the middle of the screen, half a radian a step, and a growth to the double.
            let transform = Transform(translationX: -500, y: -500)
                .concatenating(Transform(rotationAngle: Double(step) * 0.5))
                .concatenating(Transform(scaleX: 1 + Double(step) / 20, y: 1 + Double(step) / 20))
                .concatenating(Transform(translationX: 500, y: 500))
            together { for (finger, place) in zip(fingers, places) { finger.move(to: place.applying(transform)) } }
            for place in places {
                #expect(isNear(place.applying(gesture.transform(in: nil)), place.applying(transform)))
            }
        }
        #expect(isNear(gesture.rotation, 10) && isNear(gesture.scale, 2))
        let before = gesture.transform(in: nil)
        let fourth = down(Point(900, 100))[0]
        #expect(gesture.transform(in: nil) == before)
        together { fourth.up() }
        #expect(gesture.transform(in: nil) == before)
        // Opposite errors of two fingers do not move the whole.
        gesture.restart()
        together {
            fingers[0].move(by: 9, 0)
            fingers[1].move(by: -9, 0)
        }
        #expect(isNear(gesture.translation(in: nil), .zero))
    }

    @Test("A transform tells its numbers in the coordinates of a view")
    func coordinates() {
        let scaled = harness.add(View(frame: Rect(100, 0, 100, 100)))
        scaled.transform = Transform(scaleX: 2, y: 2)
        let finger = down(Point(500, 500))[0]
        together { finger.move(by: 10, 0) }
        together { finger.move(by: 10, 30) }
        #expect(isNear(gesture.translation(in: scaled), Point(5, 15)))
        #expect(isNear(Point(3, 4).applying(gesture.transform(in: scaled)), Point(8, 19)))
    }

    @Test("A transform prevents a tap, and waits for what must fail first")
    func negotiation() {
        let (tap, drag) = (TapGestureRecognizer(), PanGestureRecognizer())
        var (taps, drags) = (0, 0)
        tap.addAction { _ in taps += 1 }
        tap.allowableMovement = 1000
        drag.addAction { _ in drags += 1 }
        drag.beginningDistance = 500
        view.addGestureRecognizer(tap)
        view.addGestureRecognizer(drag)
        let finger = down(Point(10, 10))[0]
        together { finger.up() }
        #expect(taps == 1 && states.value.isEmpty)
        together { finger.down(at: Point(10, 10)) }
        together { finger.move(by: 20, 0) }
        together { finger.up() }
        #expect(taps == 1 && states.value == [.began, .ended])
        gesture.require(toFail: drag)
        together { finger.down(at: Point(10, 10)) }
        together { finger.move(by: 20, 0) }
        together { finger.move(by: 20, 0) }
        #expect(gesture.state == .possible && gesture.translation(in: nil) == .zero)
        drag.isEnabled = false
        harness.settle()
        #expect(gesture.state == .began && gesture.translation(in: nil) == .zero)
        together { finger.move(by: 5, 0) }
        #expect(gesture.translation(in: nil) == Point(5, 0))
        together { finger.up() }
        #expect(taps == 1 && drags == 0)
    }

    @Test("A transform goes on without a finger that it is made to ignore")
    func ignored() {
        let ignoring = IgnoringGestureRecognizer()
        view.addGestureRecognizer(ignoring)
        view.removeGestureRecognizer(gesture)
        let fingers = down(Point(100, 100), Point(300, 100))
        together { fingers[0].move(by: 0, 20) }
        together { fingers[1].move(by: 0, 20) }
        let before = ignoring.translation(in: nil)
        ignoring.ignoresFirst = true
        together { fingers[1].move(by: 2, 0) }
        ignoring.ignoresFirst = false
        #expect(ignoring.numberOfTouches == 1)
        together { fingers[0].move(by: 500, 500) }
        together { fingers[1].move(by: 10, 0) }
        #expect(isNear(ignoring.translation(in: nil), before + Point(11, 0)))
        together { fingers[1].up() }
        #expect(ignoring.state == .possible && ignoring.translation(in: nil) == .zero)
        together { fingers[0].up() }
    }

    @Test("A transform is cancelled with a finger or when disabled, and begins anew with new fingers only")
    func cancelled() {
        for cause in 0..<2 {
            states.value = []
            let fingers = down(Point(100, 100), Point(300, 100))
            together { fingers[0].move(by: 0, 20) }
            if cause == 0 {
                together { fingers[1].cancel() }
            } else {
                gesture.isEnabled = false
                harness.settle()
                gesture.isEnabled = true
                together { fingers[1].up() }
            }
            together { fingers[0].move(by: 0, 20) }
            #expect(states.value == [.began, .cancelled] && gesture.numberOfTouches == 0)
            let third = down(Point(500, 500))[0]
            together { third.move(by: 50, 0) }
            together { third.move(by: 50, 0) }
            #expect(gesture.translation(in: nil) == Point(50, 0) && gesture.scale == 1)
            together { third.up() }
            together { fingers[0].up() }
            #expect(states.value == [.began, .cancelled, .began, .changed, .ended])
        }
    }

    @Test("A transform keeps scale and rotation while its fingers meet")
    func meeting() {
        let fingers = down(Point(100, 100), Point(300, 100))
        together { fingers[1].move(by: 10, 0) }
        together { fingers[1].move(to: Point(100, 520)) }
        let (scale, rotation) = (gesture.scale, gesture.rotation)
        #expect(isNear(scale, 2) && isNear(rotation, .pi / 2))
        together { fingers[1].move(to: Point(100, 100)) }
        #expect(gesture.scale == scale && gesture.rotation == rotation)
        together { fingers[1].move(to: Point(310, 100)) }
        #expect(isNear(gesture.scale, 1) && isNear(gesture.rotation, 0))
    }
}

/// Ignores its first finger when a test says so.
private final class IgnoringGestureRecognizer: TransformGestureRecognizer {
    var ignoresFirst = false

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        super.touchesMoved(touches, with: event)
        if ignoresFirst, let first = self.touches.first { ignore(first, for: event) }
    }
}
