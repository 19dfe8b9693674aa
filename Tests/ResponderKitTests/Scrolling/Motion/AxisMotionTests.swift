import Glibc
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@Suite("The motion of a coordinate")
struct AxisMotionTests {
    @Test("A transition that gets another target on the way goes on from where it is, and ends at the same time")
    func redirected() {
        let first = AxisMotion.transition(from: 10, to: 50, seconds: 0.3)
        for time in [0, 0.1, 0.29] {
            let place = first.position(at: time)
            let second = AxisMotion.transition(passing: place, at: time, to: 200, seconds: 0.3)
            #expect(abs(second.position(at: time) - place) < 1e-9)
            #expect(second.position(at: 0.3) == 200 && second.hasEnded(at: 0.3) && !second.hasEnded(at: 0.299))
            #expect(second.position(at: time + 0.005) > place)
        }
        #expect(AxisMotion.transition(passing: 7, at: 0.3, to: 9, seconds: 0.3).position(at: 0.4) == 9)
    }

    private let limits = 0.0...1000.0

    private func fling(_ start: Double, _ velocity: Double, bounces: Bool = true) -> AxisMotion {
        .deceleration(Deceleration(from: start, velocity: velocity, rate: .normal), within: limits, bounces: bounces)
    }

    /// The time at which the motion has ended, to a millisecond.
    private func end(of motion: AxisMotion) -> Double {
        var time = 0.0
        while !motion.hasEnded(at: time), time < 20 { time += 0.001 }
        return time
    }

    @Test("A fling follows its curve within the limits, and rests where the curve ends")
    func free() {
        let (motion, curve) = (fling(100, 800), Deceleration(from: 100, velocity: 800, rate: .normal))
        for time in stride(from: 0, to: curve.duration, by: 0.1) {
            #expect(motion.position(at: time) == curve.position(at: time))
            #expect(motion.velocity(at: time) == curve.velocity(at: time))
        }
        #expect(motion.position(at: 60) == curve.end && motion.velocity(at: 60) == 0)
        #expect(abs(end(of: motion) - curve.duration) < 0.002)
    }

    @Test(
        "A fling goes on by the spring at an edge, from the curve's place and velocity there",
        arguments: [2500.0, -2500]
    )
    func bounce(velocity: Double) throws {
        let (motion, edge) = (fling(500, velocity), velocity < 0 ? 0.0 : 1000)
        let curve = Deceleration(from: 500, velocity: velocity, rate: .normal)
        let time = try #require(curve.time(of: edge))
        let spring = SpringBack(from: edge, to: edge, velocity: curve.velocity(at: time))
        #expect(abs(motion.position(at: time) - edge) < 1e-6)
        #expect(abs(motion.velocity(at: time - 1e-9) - motion.velocity(at: time + 1e-9)) < 0.01)
        for later in stride(from: 0.01, to: 0.4, by: 0.02) {
            #expect(abs(motion.position(at: time + later) - spring.position(at: later)) < 1e-9)
        }
        #expect(motion.position(at: time + 0.05) < 0 || motion.position(at: time + 0.05) > 1000)
        #expect(motion.position(at: 60) == edge && motion.hasEnded(at: 60))
    }

    @Test("A fling stops at an edge where it may not bounce")
    func stop() throws {
        let motion = fling(500, 2500, bounces: false)
        let time = try #require(Deceleration(from: 500, velocity: 2500, rate: .normal).time(of: 1000))
        #expect(motion.hasEnded(at: time) && !motion.hasEnded(at: time - 0.001))
        #expect(motion.position(at: time) == 1000 && motion.position(at: time + 0.1) == 1000)
    }

    @Test("A fling from beyond an edge comes back, and goes on within the limits when it is fast enough")
    func beyond() {
        let slow = fling(-50, 60)
        #expect(slow.position(at: 20) == 0)
        for time in stride(from: 0, to: 1, by: 0.02) { #expect(slow.position(at: time) <= 0) }
        let fast = fling(-50, 900)
        let curve = Deceleration(from: -50, velocity: 900, rate: .normal)
        #expect(fast.position(at: 0.5) == curve.position(at: 0.5))
        #expect(fast.position(at: 20) == curve.end)
        // Faster away from the edge.
        let away = fling(1050, 300)
        #expect(away.position(at: 0.02) > 1050 && away.position(at: 20) == 1000)
        let crossing = fling(-50, 9000)
        #expect(crossing.position(at: 20) == 1000)
    }

    @Test("A motion rests where nothing moves it")
    func rest() {
        #expect(fling(500, 5).isRest && fling(500, 0).isRest && fling(0, 0).isRest)
        #expect(!fling(0, -5).isRest || fling(0, -5).position(at: 1) == 0)
        #expect(!fling(-1, 0).isRest)
        #expect(AxisMotion.transition(from: 3, to: 3, seconds: 1).isRest)
        #expect(AxisMotion.spring(from: 3, to: 3, velocity: 0, within: limits, bounces: true).isRest)
    }

    @Test("A spring to a page stays within the limits where it may not bounce")
    func page() {
        func motion(_ bounces: Bool) -> AxisMotion {
            .spring(from: 900, to: 1000, velocity: 4000, within: limits, bounces: bounces)
        }
        #expect(motion(true).position(at: 0.1) > 1000)
        #expect(motion(false).position(at: 0.1) == 1000)
        // From beyond a limit the way back is open.
        let back = AxisMotion.spring(from: 1080, to: 1000, velocity: 0, within: limits, bounces: false)
        #expect(back.position(at: 0.05) > 1010 && back.position(at: 0.05) < 1080)
    }

    @Test(
        "A deceleration to a place that was chosen ends exactly there",
        arguments: [(100.0, 333.0), (900, 2), (-40, 500)]
    )
    func chosen(start: Double, target: Double) {
        let motion = AxisMotion.deceleration(from: start, to: target, within: limits, rate: .normal)
        #expect(motion.position(at: 0) == start && motion.position(at: 30) == target)
        #expect(motion.hasEnded(at: 30))
    }

    @Test("A transition from one place to another is slow at first and in the end: 3p^2 - 2p^3")
    func transition() {
        let motion = AxisMotion.transition(from: 10, to: 110, seconds: 0.3)
        for part in stride(from: 0.0, through: 1, by: 0.125) {
            #expect(abs(motion.position(at: part * 0.3) - (10 + 100 * part * part * (3 - 2 * part))) < 1e-9)
        }
        #expect(motion.hasEnded(at: 0.3) && motion.position(at: 0.3) == 110 && motion.velocity(at: 0.15) == 500)
    }

    @Test("A shifted motion is that much further at any time")
    func shift() {
        let motions = [
            fling(500, 2500), fling(-50, 0), .rest(at: 4), .transition(from: 1, to: 5, seconds: 1),
            .spring(from: 900, to: 1000, velocity: 4000, within: limits, bounces: false),
        ]
        for motion in motions {
            let shifted = motion.shifted(by: 64)
            for time in stride(from: 0, to: 3, by: 0.1) {
                #expect(abs(shifted.position(at: time) - motion.position(at: time) - 64) < 1e-9)
                #expect(shifted.hasEnded(at: time) == motion.hasEnded(at: time))
            }
        }
    }
}
