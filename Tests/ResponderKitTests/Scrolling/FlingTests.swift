import Foundation
import ResponderKitTesting
import Testing

@testable import ResponderKit

@MainActor
@Suite("The curve of a fling")
struct FlingTests {
    @Test("each frame has the place that the formula has at its instant", arguments: [0.998, 0.99])
    func formula(rate: Double) throws {
        let scene = try ScrollScene(contentSize: Size(300, 100_000))
        scene.view.decelerationRate = DecelerationRate(rawValue: rate)
        scene.view.contentOffset = Point(0, 5000)
        scene.fling()
        let (start, velocity) = (scene.view.contentOffset.y, scene.velocity.y)
        let begin = scene.harness.now
        let before = scene.places.count
        scene.wait(6000)
        let frames = scene.places.dropFirst(before)
        #expect(frames.count > 15)
        let friction = -1000 * log(rate)
        let end = log(velocity / 6) / friction
        for frame in frames {
            let time = min(Double(frame.time.nanoseconds - begin.nanoseconds) / 1e9, end)
            let place = start + velocity * (1 - exp(-friction * time)) / friction
            #expect(abs(frame.y - place) < 1e-6, "after \(time) s")
        }
        #expect(scene.view.contentOffset.y == scene.proposed.y)
    }

    @Test("frames come sixty times a second, and none when the content rests")
    func frames() throws {
        let scene = try ScrollScene(contentSize: Size(300, 100_000))
        scene.fling()
        let count = scene.places.count
        scene.wait(1000)
        #expect((59...61).contains(scene.places.count - count))
        scene.wait(5000)
        let last = scene.places.count
        scene.wait(10_000)
        #expect(scene.places.count == last && scene.view.link == nil)
    }

    @Test("a spring takes over at an edge with the velocity that the content has there")
    func spring() {
        let motion = Deceleration(from: 0, velocity: 2000, rate: .normal)
        let edge = 300.0
        let axis = AxisMotion.deceleration(motion, within: 0...edge, bounces: true)
        let time = motion.time(of: edge) ?? .nan
        #expect(abs(motion.position(at: time) - edge) < 1e-9)
        #expect(abs(axis.velocity(at: time) - motion.velocity(at: time)) < 1e-9)
        #expect(abs(axis.position(at: time + 1e-6) - edge - 1e-6 * motion.velocity(at: time)) < 1e-6)
        #expect(axis.hasEnded(at: time + 3) && axis.position(at: time + 3) == edge)
        #expect(!axis.hasEnded(at: time + 0.1) && axis.position(at: time + 0.1) > edge)
    }

    @Test("a spring never passes its target from rest, and ends within a quarter of a point")
    func rest() {
        let spring = SpringBack(from: 100, to: 0, velocity: 0)
        var time = 0.0
        var last = 100.0
        while !spring.hasEnded(at: time), time < 10 {
            let place = spring.position(at: time)
            #expect(place <= last && place > 0)
            (last, time) = (place, time + 0.001)
        }
        #expect(time < 1 && last < 0.26)
    }

    @Test("a rubber band gives less and less, and what it gives can be asked back")
    func rubberBand() {
        var last = 0.0
        for pull in stride(from: 10.0, through: 5000, by: 10) {
            let way = RubberBand.way(of: pull, extent: 400)
            #expect(way > last && way < 0.55 * pull + 1e-9 && way < 400)
            #expect(abs(RubberBand.pull(of: way, extent: 400) - pull) < 1e-6)
            #expect(RubberBand.way(of: -pull, extent: 400) == -way)
            last = way
        }
        #expect(RubberBand.way(of: 10, extent: 0) == 0)
    }

    @Test("beyond an edge the content follows by the rubber band, also when a second drag begins there")
    func pulled() throws {
        let scene = try ScrollScene()
        scene.drag(from: Point(150, 100), by: Array(repeating: Point(0, 10), count: 11))
        #expect(abs(scene.view.contentOffset.y + RubberBand.way(of: 100, extent: 400)) < 1e-9)
        scene.view.bounces = false
        scene.finger.move(by: 0, 10)
        scene.wait(10)
        #expect(scene.view.contentOffset.y == 0)
    }
}
