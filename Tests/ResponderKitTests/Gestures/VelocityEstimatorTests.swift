import TestSupport
import Testing

@testable import ResponderKit

@MainActor
@Suite("The velocity of a gesture")
struct VelocityEstimatorTests {
    /// The velocity after samples at these times in milliseconds, when the point is at `place` of each time.
    private func velocity(
        at times: [Int64],
        lift: Int64? = nil,
        _ place: (Double) -> Point
    ) -> Point {
        var estimator = VelocityEstimator()
        defer { estimator.deallocate() }
        for time in times { estimator.add(place(Double(time) / 1000), at: time * 1_000_000) }
        if let lift { estimator.lift(at: lift * 1_000_000) }
        let velocity = estimator.velocity
        return Point(velocity.x.rounded(), velocity.y.rounded())
    }

    private func straight(_ time: Double) -> Point { Point(300 * time, 50 - 40 * time) }

    @Test("is the slope of the samples, however often they come", arguments: [1, 4, 8, 17, 100] as [Int64])
    func slope(step: Int64) {
        let times = (0...500 / step).map { 5 + $0 * step }
        #expect(velocity(at: times, straight) == Point(300, -40))
    }

    @Test("counts the last tenth of a second")
    func horizon() {
        #expect(velocity(at: (0...30).map { $0 * 10 }) { Point(max(0, $0 - 0.2) * 500, 0) }.x == 500)
        let turning = velocity(at: Array(0...300)) { Point(max(0, $0 - 0.2) * 500, 0) }
        #expect(abs(turning.x - 500) < 5)
    }

    @Test("is changed little by one inexact sample")
    func noise() {
        let noisy = velocity(at: (0...10).map { $0 * 10 }) { Point(300 * $0 + ($0 == 0.1 ? 1 : 0), 0) }
        #expect(noisy.x > 300 && noisy.x < 306)
    }

    @Test("is zero without two samples of different times, and after a rest")
    func rest() {
        #expect(velocity(at: [], straight) == .zero)
        #expect(velocity(at: [10], straight) == .zero)
        #expect(velocity(at: [10, 10], straight) == .zero)
        #expect(velocity(at: [0, 10, 20], lift: 59, straight) == Point(300, -40))
        #expect(velocity(at: [0, 10, 20], lift: 60, straight) == .zero)
        #expect(velocity(at: [0, 10, 20, 121], straight) == .zero)
        #expect(velocity(at: [100, 110, 20], straight) == .zero)
    }

    @Test(
        "of a constant speed has an error of 2 to 3 points a second when places are inexact by half a point",
        arguments: [(60, 3.3), (120, 2.6), (240, 1.9)]
    )
    func jitter(frequency: Int64, expected: Double) {
        var generator = SeededGenerator(seed: 19)
        var squares = 0.0
        let runs = 4000
        for _ in 0..<runs {
            var estimator = VelocityEstimator()
            for sample in 0...frequency {
                let place = 300 * Double(sample) / Double(frequency) + Double.random(in: -0.5...0.5, using: &generator)
                estimator.add(Point(place, 0), at: sample * 1_000_000_000 / frequency)
            }
            let error = estimator.velocity.x - 300
            squares += error * error
            estimator.deallocate()
        }
        let error = (squares / Double(runs)).squareRoot()
        #expect(abs(error - expected) < 0.1, "\(error)")
    }

    @Test("of a constant acceleration is that of 50 ms before", arguments: [60, 120, 240] as [Int64])
    func acceleration(frequency: Int64) {
        var estimator = VelocityEstimator()
        defer { estimator.deallocate() }
        for sample in 0...frequency {
            let time = Double(sample) / Double(frequency)
            estimator.add(Point(1000 * time * time, 0), at: sample * 1_000_000_000 / frequency)
        }
        // The speed is 2000 points a second at the last sample, and grows by 2000 in a second.
        #expect(abs(estimator.velocity.x - 1900) < 1, "\(estimator.velocity.x)")
    }
}
