import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("A pan")
struct PanTests {
    /// The translations in the actions.
    private final class Seen {
        var translations: [Point] = []
    }

    private let pan = PanGestureRecognizer()
    private let seen = Seen()
    private let scene: GestureScene<PanGestureRecognizer>

    init() throws {
        scene = try GestureScene(pan) { [seen] in seen.translations.append($0.translation(in: nil)) }
    }

    /// Rules: G48.
    @Test("A pan begins after 8 points, and tells what comes after them")
    func begins() {
        let finger = scene.down(Point(100, 100))[0]
        scene.together { finger.move(by: 7, 0) }
        #expect(scene.states.isEmpty)
        scene.together { finger.move(by: 1, 0) }
        scene.together { finger.move(by: 5, 6) }
        scene.together { finger.move(by: -20, 0) }
        scene.together { finger.up() }
        #expect(scene.states == [.began, .changed, .changed, .ended])
        #expect(seen.translations == [.zero, Point(5, 6), Point(-15, 6), Point(-15, 6)])
        #expect(pan.translation(in: nil) == .zero && pan.velocity(in: nil) == .zero)
    }

    @Test("A pan begins after the distance that is set, and fails when the fingers are lifted before")
    func distance() {
        pan.beginningDistance = 20
        let finger = scene.down(Point(100, 100))[0]
        scene.together { finger.move(by: 19, 0) }
        scene.together { finger.up() }
        #expect(scene.states.isEmpty)
        scene.together { finger.down(at: Point(0, 0)) }
        scene.together { finger.move(by: 12, 16) }
        #expect(scene.states == [.began])
        scene.together { finger.cancel() }
        #expect(scene.states == [.began, .cancelled])
    }

    /// Rules: G48.
    @Test("A pan follows the mean of its fingers, which does not jump when one joins or leaves")
    func joining() {
        let finger = scene.down(Point(100, 100))[0]
        scene.together { finger.move(by: 10, 0) }
        let other = scene.harness.finger()
        scene.together {
            finger.move(by: 4, 0)
            other.down(at: Point(500, 500))
        }
        #expect(pan.translation(in: nil) == Point(6, 0))
        scene.together { other.move(by: 0, 10) }
        #expect(pan.translation(in: nil) == Point(6, 5))
        scene.together { finger.up() }
        #expect(pan.translation(in: nil) == Point(6, 5))
        #expect(scene.states.last == .changed)
        scene.together { other.move(by: 0, 10) }
        #expect(pan.translation(in: nil) == Point(6, 15))
        scene.together { other.up() }
        #expect(scene.states.last == .ended)
    }

    @Test("A pan goes on without a jump when it ignores a finger")
    func ignoring() throws {
        let fingers = scene.down(Point(100, 100), Point(300, 300))
        scene.together { fingers[0].move(by: 20, 0) }
        let event = scene.harness.application.dispatcher.state.pointee.underWay.events[0]
        pan.ignore(try #require(pan.touches.first), for: event)
        scene.together { fingers[1].move(by: 0, 6) }
        #expect(pan.translation(in: nil) == Point(2, 6))
        scene.together { fingers[0].up() }
        scene.together { fingers[1].up() }
        #expect(scene.states.last == .ended)
    }

    /// Rules: G48.
    @Test("A pan needs its minimum of fingers, and ends with fewer")
    func minimum() {
        pan.minimumNumberOfTouches = 2
        let first = scene.down(Point(100, 100))[0]
        scene.together { first.move(by: 50, 0) }
        let second = scene.down(Point(200, 200))[0]
        scene.together { first.move(by: 10, 0) }
        #expect(scene.states.isEmpty)
        scene.together { second.move(by: 10, 0) }
        #expect(scene.states == [.began])
        scene.together { second.up() }
        #expect(scene.states == [.began, .ended])
        scene.together { first.move(by: 50, 0) }
        scene.together { first.up() }
        #expect(scene.states == [.began, .ended])
    }

    /// Rules: G48.
    @Test("A pan fails with more than its maximum of fingers before it has begun, and ignores them later")
    func maximum() {
        pan.maximumNumberOfTouches = 1
        let fingers = scene.down(Point(100, 100), Point(200, 200))
        scene.together { fingers[0].move(by: 50, 0) }
        scene.together { for finger in fingers { finger.up() } }
        #expect(scene.states.isEmpty)
        scene.together { fingers[0].down(at: Point(0, 0)) }
        scene.together { fingers[0].move(by: 10, 0) }
        scene.together { fingers[1].down(at: Point(500, 0)) }
        scene.together { fingers[1].move(by: 50, 0) }
        #expect(pan.numberOfTouches == 1)
        #expect(pan.translation(in: nil) == Point(2, 0))
        scene.together { fingers[0].up() }
        #expect(scene.states == [.began, .ended])
    }

    /// Rules: G48.
    @Test("A pan has its translation and its velocity in a view's coordinates, and may be set there")
    func views() {
        let turned = View(frame: Rect(50, 50, 100, 100))
        turned.transform = Transform(rotationAngle: .pi / 2).concatenating(Transform(scaleX: 2, y: 2))
        scene.view.addSubview(turned)
        let finger = scene.down(Point(500, 500))[0]
        scene.together { finger.move(by: 10, 0) }
        scene.together { finger.move(by: 10, 0) }
        #expect(pan.translation(in: nil) == Point(12, 0))
        #expect(pan.translation(in: turned).distance(to: Point(0, -6)) < 1e-9)
        #expect(pan.velocity(in: turned).distance(to: Point(0, -500)) < 1e-6)
        pan.setTranslation(Point(1, 2), in: turned)
        #expect(pan.translation(in: nil).distance(to: Point(-4, 2)) < 1e-9)
        scene.together { finger.move(by: 0, 10) }
        #expect(pan.translation(in: nil).distance(to: Point(-4, 12)) < 1e-9)
        #expect(pan.translation(in: turned).distance(to: Point(6, 2)) < 1e-9)
    }

    @Test("A pan moves the view that it is in, without the movement counting twice")
    func dragging() {
        let scene = scene
        pan.addAction { [weak scene] pan in
            guard let view = scene?.view else { return }
            view.center += pan.translation(in: view.superview)
            pan.setTranslation(.zero, in: view.superview)
        }
        let finger = scene.down(Point(100, 100))[0]
        for _ in 0..<4 { scene.together { finger.move(by: 10, 5) } }
        // The whole way less the distance that made the pan begin.
        let way = Point(40, 20)
        #expect(scene.view.frame.origin.distance(to: way * (1 - 8 / way.distance(to: .zero))) < 1e-9)
        #expect(pan.velocity(in: nil).distance(to: Point(1000, 500)) < 1e-6)
    }

    @Test("A pan keeps its velocity to the end, unless the fingers have rested", arguments: [(39, 1000.0), (40, 0)])
    func velocity(rest: Int, expected: Double) {
        var velocities: [Point] = []
        let scene = scene
        withExtendedLifetime(scene) {
            let action = pan.addAction { pan in
                if pan.state == .ended { velocities.append(pan.velocity(in: nil)) }
            }
            let finger = scene.down(Point(100, 100))[0]
            for _ in 0..<4 { scene.together { finger.move(by: 10, 0) } }
            scene.wait(.milliseconds(rest))
            finger.up()
            scene.wait(.zero)
            pan.remove(action)
        }
        #expect(velocities.count == 1)
        #expect(velocities.allSatisfy { $0.distance(to: Point(expected, 0)) < 1e-6 })
    }

    /// Rules: G34, G48.
    @Test("A pan that waits for another recogniser counts what is moved meanwhile")
    func waiting() {
        let other = PanGestureRecognizer()
        other.beginningDistance = 1000
        other.maximumNumberOfTouches = 1
        scene.view.addGestureRecognizer(other)
        pan.require(toFail: other)
        let finger = scene.down(Point(100, 100))[0]
        scene.together { finger.move(by: 50, 0) }
        scene.together { finger.move(by: 50, 0) }
        #expect(pan.state == .possible)
        let second = scene.down(Point(300, 300))[0]
        #expect(scene.states == [.began] && seen.translations == [Point(92, 0)])
        scene.together { for finger in [finger, second] { finger.move(by: 10, 0) } }
        #expect(pan.translation(in: nil) == Point(102, 0))
    }
}

@MainActor
@Suite("A mistake with a pan stops the process with a message:")
struct PanMistakeTests {
    @Test("Numbers of touches below 1 for a pan stop the process with a message")
    func numbers() async {
        let minimum = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            PanGestureRecognizer().minimumNumberOfTouches = 0
        }
        minimum.expectMessage("PanGestureRecognizer needs at least 1 touch, not 0")
        let maximum = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            PanGestureRecognizer().maximumNumberOfTouches = -1
        }
        maximum.expectMessage("PanGestureRecognizer must allow at least 1 touch, not -1")
    }

    @Test("Distances of a pan that are none stop the process with a message")
    func distances() async {
        let distance = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            PanGestureRecognizer().beginningDistance = -1
        }
        distance.expectMessage("PanGestureRecognizer cannot begin after -1.0 points")
        let translation = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            PanGestureRecognizer().setTranslation(Point(.nan, 0), in: nil)
        }
        translation.expectMessage("PanGestureRecognizer cannot have moved by")
    }
}
