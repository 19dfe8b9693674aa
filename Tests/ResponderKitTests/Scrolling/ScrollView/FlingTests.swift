import Glibc
import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// How fast the content goes on when a finger lets it go.
@MainActor
@Suite("The velocity of a fling")
struct FlingTests {
    private let scene: ScrollStage

    init() throws { scene = try ScrollStage(contentSize: Size(400, 60_000)) }

    /// Drags a finger upwards, each step in its time in milliseconds, and returns with what velocity the content is let
    /// go, and whether it goes on.
    private func fling(_ steps: [(Double, Double)], rest: Double = 0) -> (Double, Bool) {
        let finger = scene.harness.finger().down(at: Point(200, 500))
        scene.harness.settle()
        for (way, milliseconds) in steps {
            scene.wait(milliseconds)
            finger.move(by: 0, -way)
            scene.harness.settle()
        }
        scene.wait(rest)
        finger.up()
        scene.harness.settle()
        return (scene.log.velocity.y.rounded(), scene.view.isDecelerating)
    }

    @Test("A fling's velocity weighs the last three steps, has a least and a greatest, and is none after a rest")
    func velocities() {
        let start = [(10.0, 10.0), (10, 10)]
        let stop = [(20.0, 10.0), (20, 10), (20, 10)]
        let flings: [(steps: [(Double, Double)], rest: Double)] = [
            (start + [(10, 10), (20, 10), (30, 10)], 0), (start + [(100, 10), (100, 10), (100, 10)], 0),
            (start + [(0.6, 10), (0.6, 10), (0.6, 10)], 0), (start + [(0.4, 10), (0.4, 10), (0.4, 10)], 0),
            // It stops, trembles, and is lifted: at once or a little later.
            (stop + [(1, 41)], 0), (stop + [(1, 20)], 21), (stop, 40),
        ]
        let found = flings.map {
            // The one before is over, and leaves no momentum.
            scene.view.contentOffset = Point(0, 1000)
            return fling($0.steps, rest: $0.rest)
        }
        let expected = [(1450.0, true), (8000, true), (60, true), (0, false), (0, false), (0, false), (0, false)]
        #expect(found.map { "\($0)" } == expected.map { "\($0)" })
    }

    @Test(
        "A fling's velocity counts the samples of one turn of a slow application, of any number of fingers",
        arguments: 1...2
    )
    func slowTurns(fingers: Int) {
        let sender = scene.harness.application.touchPort.makeSender()
        func send(_ phase: TouchContact.Phase, _ y: Double, at time: MainRunLoop.Instant) {
            for finger in 1...fingers {
                sender.send(TouchContact(finger, phase, at: Point(100 * Double(finger), y)), at: time)
            }
        }
        send(.began, 590, at: scene.harness.now)
        scene.harness.settle()
        for turn in 0..<4 {
            let start = scene.harness.now
            for sample in 1...12 {
                let way = Double(turn * 12 + sample) * 10
                send(.moved, 590 - way, at: start.advanced(by: .milliseconds(10 * sample)))
            }
            // A turn that takes 120 milliseconds.
            scene.harness.device.clock.advance(to: start.advanced(by: .milliseconds(120)))
            scene.harness.settle()
        }
        send(.ended, 110, at: scene.harness.now)
        scene.harness.settle()
        #expect(abs(scene.log.velocity.y - 1000) < 1e-6 && scene.view.isDecelerating)
    }

    @Test("A fling's velocity grows when flicks follow each other, but not after a rest, a turn or a slow flick")
    func momentum() {
        let flick = [(12.0, 10.0), (12, 10), (12, 10), (12, 10), (12, 10)]
        func velocities(_ second: [(Double, Double)], pause: Double = 100) -> [Double] {
            let first = fling(flick).0
            scene.wait(pause)
            let speed = scene.view.motion.y.velocity(at: scene.view.motion.time(at: scene.view.motion.frame))
            let momentum = 0.000816 * pow(speed.magnitude, 1.967)
            let second = fling(second).0
            scene.harness.advance(by: .seconds(8))
            scene.view.contentOffset = Point(0, 1000)
            return [first, momentum > 0 && second == (1200 + momentum).rounded() ? .infinity : second]
        }
        scene.view.contentOffset = Point(0, 1000)
        let slow = [(2.0, 10.0), (2, 10), (2, 10), (2, 10), (2, 10)]
        let found = [
            velocities(flick), velocities([(12, 45)] + flick), velocities(flick.map { (-$0.0, $0.1) }),
            velocities(slow), velocities(flick, pause: 8000),
        ]
        #expect(found == [[1200, .infinity], [1200, 1200], [1200, -1200], [1200, 200], [1200, 1200]])
    }

    @Test("A fling follows a drag that loses only what makes it begin, and that ends where the finger is lifted")
    func steps() {
        let finger = scene.harness.finger().down(at: Point(200, 500))
        scene.harness.settle()
        finger.move(to: Point(200, 300), for: .microseconds(66_667))
        #expect(scene.offset == Point(0, 192))
        scene.wait(100)
        scene.harness.device.touch([TouchContact(finger.identifier, .ended, at: Point(200, 250))])
        scene.harness.settle()
        #expect(scene.log.places.last?.offset == Point(0, 242))
    }
}
