import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("A pinch")
struct PinchTests {
    /// The scales in the actions.
    private final class Seen {
        var scales: [Double] = []
        var velocities: [Double] = []
    }

    private let pinch = PinchGestureRecognizer()
    private let seen = Seen()
    private let scene: GestureScene<PinchGestureRecognizer>

    init() throws {
        scene = try GestureScene(pinch) { [seen] in
            seen.scales.append($0.scale)
            seen.velocities.append($0.velocity)
        }
    }

    /// Rules: G49.
    @Test("A pinch begins after 16 points, and tells the span relative to that which it had then")
    func begins() {
        let fingers = scene.down(Point(100, 100), Point(184, 100))
        scene.together { fingers[1].move(by: 15, 0) }
        #expect(scene.states.isEmpty)
        scene.together { fingers[1].move(by: 1, 0) }
        scene.together { fingers[0].move(by: -100, 0) }
        scene.together { fingers[1].move(by: -150, 0) }
        scene.together { for finger in fingers { finger.up() } }
        #expect(scene.states == [.began, .changed, .changed, .ended])
        #expect(seen.scales == [1, 2, 0.5, 0.5])
        #expect(pinch.scale == 1 && pinch.velocity == 0)
    }

    /// Rules: G49.
    @Test("A pinch goes on when one finger is lifted and another put down, and ends when both are lifted")
    func lifting() {
        let fingers = scene.down(Point(100, 100), Point(200, 100))
        scene.together { fingers[1].move(by: 16, 0) }
        scene.together { fingers[1].move(by: 58, 0) }
        let third = scene.down(Point(500, 500))[0]
        scene.together { third.move(by: 100, 0) }
        #expect(pinch.numberOfTouches == 2)
        scene.together { fingers[0].up() }
        scene.together { fingers[1].move(by: 26, 0) }
        // The third finger was ignored for good; one that comes now takes the place of the first.
        scene.together { fingers[0].down(at: Point(200, 100)) }
        #expect(scene.states == [.began, .changed] && abs(pinch.scale - 1.5) < 1e-9 && pinch.velocity == 0)
        scene.together { fingers[1].move(by: 100, 0) }
        #expect(abs(pinch.scale - 3) < 1e-9)
        // Fingers that change places in one event do the same.
        let fourth = scene.harness.finger()
        scene.together {
            fingers[1].up()
            fourth.down(at: Point(400, 100))
        }
        scene.together { fourth.move(by: -100, 0) }
        scene.together { for finger in [fingers[0], fourth] { finger.up() } }
        #expect(scene.states == [.began, .changed, .changed, .changed, .ended])
        #expect(seen.scales.map { ($0 * 1e6).rounded() / 1e6 } == [1, 1.5, 3, 1.5, 1.5])
    }

    /// Rules: G49.
    @Test("A pinch needs exactly two fingers at its start")
    func fingers() {
        let one = scene.down(Point(100, 100))[0]
        scene.together { one.move(by: 100, 0) }
        let others = scene.down(Point(500, 500), Point(700, 700))
        scene.together { others[0].move(by: -100, 0) }
        scene.together { for finger in others + [one] { finger.up() } }
        #expect(scene.states.isEmpty)
        pinch.beginningSpanChange = 100
        scene.together { one.down(at: Point(0, 0)) }
        scene.together { others[0].down(at: Point(500, 0)) }
        scene.together { others[0].up() }
        scene.together { others[1].down(at: Point(300, 0)) }
        scene.together { others[1].move(by: -99, 0) }
        #expect(scene.states.isEmpty)
        scene.together { others[1].move(by: -1, 0) }
        #expect(scene.states == [.began])
    }

    /// Rules: G49.
    @Test("A pinch has a velocity, which setting the scale resets")
    func velocity() {
        let fingers = scene.down(Point(100, 100), Point(180, 100))
        scene.together { fingers[1].move(by: 20, 0) }
        scene.together { fingers[1].move(by: 20, 0) }
        #expect(abs(pinch.velocity - 2000 / 96.0) < 1e-9)
        pinch.scale = 3
        #expect(pinch.scale == 3 && pinch.velocity == 0)
        scene.together { fingers[1].move(by: 40, 0) }
        #expect(abs(pinch.scale - 4) < 1e-9 && abs(pinch.velocity - 100) < 1e-9)
        scene.together { fingers[1].up() }
        scene.wait(.milliseconds(19))
        scene.together { fingers[0].up() }
        #expect(scene.states.last == .ended && abs((seen.velocities.last ?? 0) - 100) < 1e-9)
    }

    @Test("A pinch has a scale of more than 0 when its fingers meet")
    func meeting() {
        let fingers = scene.down(Point(100, 100), Point(120, 100))
        scene.together { fingers[1].move(by: -20, 0) }
        #expect(scene.states == [.began] && pinch.scale == 0.25)
        scene.together { fingers[1].move(by: 50, 0) }
        #expect(pinch.scale == 12.5)
    }

    @Test("A pinch stops the process with a message at values that make no sense")
    func mistakes() async {
        let scale = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            PinchGestureRecognizer().scale = 0
        }
        scale.expectMessage("PinchGestureRecognizer cannot have the scale 0.0")
        let change = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            PinchGestureRecognizer().beginningSpanChange = .infinity
        }
        change.expectMessage("PinchGestureRecognizer cannot begin after inf points")
    }
}
