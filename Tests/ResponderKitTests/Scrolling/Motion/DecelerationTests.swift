import Glibc
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@Suite("The curve of a fling")
struct DecelerationTests {
    @Test(
        "The curve of a fling is x0 + v0 (r^1000t - 1) / (1000 ln r), and the velocity is its slope",
        arguments: [DecelerationRate.normal, .fast],
        [2500.0, -80]
    )
    func formula(rate: DecelerationRate, velocity: Double) {
        let motion = Deceleration(from: 40, velocity: velocity, rate: rate)
        let r = rate.rawValue
        for time in stride(from: 0, to: 3, by: 0.07) {
            let expected = 40 + velocity * (pow(r, 1000 * time) - 1) / (1000 * log(r))
            #expect(abs(motion.position(at: time) - expected) < 1e-9)
            #expect(abs(motion.velocity(at: time) - velocity * pow(r, 1000 * time)) < 1e-9)
        }
        #expect(motion.position(at: 0) == 40 && motion.velocity(at: 0) == velocity)
    }

    @Test("The curve of a fling ends at 6 points per second")
    func end() {
        let motion = Deceleration(from: 0, velocity: 1000, rate: .normal)
        #expect(abs(motion.velocity(at: motion.duration) - 6) < 1e-9)
        #expect(motion.end == motion.position(at: motion.duration))
        for velocity in [6.0, -6, 0] {
            let slow = Deceleration(from: 7, velocity: velocity, rate: .normal)
            #expect(slow.duration == 0 && slow.end == 7)
        }
    }

    @Test("A fling's curve passes a coordinate when it is there, and none that it does not reach")
    func passing() throws {
        let motion = Deceleration(from: 100, velocity: -1000, rate: .normal)
        for coordinate in [99.0, 0, motion.end + 0.01] {
            let time = try #require(motion.time(of: coordinate))
            #expect(abs(motion.position(at: time) - coordinate) < 1e-6)
        }
        #expect(motion.time(of: 100) == 0)
        #expect(motion.time(of: 101) == nil)
        #expect(motion.time(of: motion.end - 0.01) == nil)
    }

    @Test("The curve of a fling can be laid so that it ends at a place", arguments: [300.0, -4, 40])
    func ending(target: Double) {
        let motion = Deceleration(from: 40, to: target, rate: .normal)
        #expect(abs(motion.end - target) < 1e-9)
    }
}
