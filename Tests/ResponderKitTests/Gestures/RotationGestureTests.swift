import Glibc
import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("A rotation")
struct RotationGestureTests {
    /// The rotations in the actions.
    private final class Seen {
        var rotations: [Double] = []
    }

    private let rotation = RotationGestureRecognizer()
    private let seen = Seen()
    private let scene: GestureScene<RotationGestureRecognizer>

    init() throws {
        scene = try GestureScene(rotation) { [seen] in seen.rotations.append(($0.rotation * 1000).rounded() / 1000) }
    }

    /// Where the second finger is, at an angle from the first one.
    private func place(_ angle: Double) -> Point { Point(500 + 100 * cos(angle), 500 + 100 * sin(angle)) }

    @Test("A rotation begins after 0.2 radians, and tells what comes after them, clockwise")
    func begins() {
        let fingers = scene.down(Point(500, 500), place(0))
        scene.together { fingers[1].move(to: place(0.19)) }
        #expect(scene.states.isEmpty)
        scene.together { fingers[1].move(to: place(0.21)) }
        scene.together { fingers[1].move(to: place(0.71)) }
        scene.together { fingers[1].move(to: place(-0.04)) }
        scene.together { fingers[0].up() }
        scene.together { fingers[1].move(to: place(2)) }
        scene.together { fingers[1].up() }
        #expect(scene.states == [.began, .changed, .changed, .ended])
        #expect(seen.rotations == [0.01, 0.51, -0.24, -0.24])
        #expect(rotation.rotation == 0 && rotation.velocity == 0)
    }

    @Test("A rotation adds up several turns")
    func turns() {
        let fingers = scene.down(Point(500, 500), place(3))
        for step in 1...20 { scene.together { fingers[1].move(to: place(3 - Double(step) * 0.5)) } }
        #expect(abs(rotation.rotation + 9.8) < 1e-9)
        #expect(abs(rotation.velocity + 50) < 1e-6)
        rotation.rotation = 1
        #expect(rotation.velocity == 0)
        scene.together { fingers[1].move(to: place(-6.5)) }
        #expect(abs(rotation.rotation - 1.5) < 1e-9)
        #expect(abs(rotation.velocity - 50) < 1e-6)
    }

    @Test("A rotation goes on from its angle when a finger is lifted and another is put down")
    func goesOn() {
        let fingers = scene.down(Point(500, 500), place(0))
        scene.together { fingers[1].move(to: place(0.7)) }
        scene.together { fingers[0].up() }
        scene.together { fingers[1].move(to: Point(900, 100)) }
        scene.together { fingers[0].down(at: Point(900, 300)) }
        scene.together { fingers[0].move(to: Point(1100, 100)) }
        // A quarter of a turn back.
        #expect(abs(rotation.rotation - (0.5 - .pi / 2)) < 1e-9)
        scene.together { for finger in fingers { finger.up() } }
        #expect(scene.states == [.began, .changed, .ended])
    }

    @Test("A rotation keeps its angle when the fingers meet")
    func meeting() {
        let fingers = scene.down(Point(500, 500), place(0))
        scene.together { fingers[1].move(to: place(0.3)) }
        scene.together { fingers[1].move(to: Point(500, 500)) }
        #expect(abs(rotation.rotation - 0.1) < 1e-9)
        scene.together { fingers[1].move(to: place(0.5)) }
        #expect(abs(rotation.rotation - 0.3) < 1e-9)
    }

    @Test("A rotation fails with a third finger before it has begun, and ignores one later")
    func fingers() {
        rotation.beginningRotation = 1
        let fingers = scene.down(Point(500, 500), place(0), Point(0, 0))
        scene.together { fingers[1].move(to: place(2)) }
        scene.together { for finger in fingers { finger.up() } }
        #expect(scene.states.isEmpty)
        scene.together {
            fingers[0].down(at: Point(500, 500))
            fingers[1].down(at: place(0))
        }
        scene.together { fingers[1].move(to: place(1.1)) }
        scene.together { fingers[2].down(at: Point(0, 0)) }
        scene.together { fingers[2].move(to: Point(900, 0)) }
        #expect(scene.states == [.began] && rotation.numberOfTouches == 2)
    }

    @Test("A rotation stops the process with a message at values that make no sense")
    func mistakes() async {
        let angle = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            RotationGestureRecognizer().rotation = .nan
        }
        angle.expectMessage("RotationGestureRecognizer cannot have the rotation nan")
        let change = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            RotationGestureRecognizer().beginningRotation = -1
        }
        change.expectMessage("RotationGestureRecognizer cannot begin after -1.0 radians")
    }
}
