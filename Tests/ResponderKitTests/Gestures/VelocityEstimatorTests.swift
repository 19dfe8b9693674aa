import TestSupport
import Testing

@testable import ResponderCore

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

    /// The velocity after samples at these times in milliseconds and places, when the point is lifted at a time.
    private func velocity(_ samples: [(time: Int64, place: Double)], lift: Int64) -> Double {
        let places = Dictionary(uniqueKeysWithValues: samples.map { ($0.time, $0.place) })
        return velocity(at: samples.map(\.time), lift: lift) {
            Point(places[Int64(($0 * 1000).rounded())] ?? .nan, 0)
        }.x
    }

    private func straight(_ time: Double) -> Point { Point(300 * time, 50 - 40 * time) }

    @Test(
        "A gesture's velocity is that of the samples, however often they come",
        arguments: [1, 4, 8, 17, 100] as [Int64]
    )
    func slope(step: Int64) {
        let times = (0...500 / step).map { 5 + $0 * step }
        #expect(velocity(at: times, straight) == Point(300, -40))
    }

    @Test("A gesture's velocity weighs the last three intervals, so that the jerk of the lift hardly counts")
    func weights() {
        let steady: [(Int64, Double)] = [(0, 0), (10, 30), (20, 40), (30, 60), (40, 90)]
        // As far as there are so many.
        let short: [(Int64, Double)] = [(0, 0), (10, 20), (20, 50)]
        let jerk: [(Int64, Double)] = [(0, 0), (10, 10), (20, 20), (30, 30), (40, 10)]
        let found = [steady, short, jerk].map { velocity($0, lift: $0[$0.count - 1].0) }
        #expect(found == [1450, 2125, 850])
    }

    @Test("A gesture's velocity is changed little by one inexact sample")
    func noise() {
        let noisy = velocity(at: (0...10).map { $0 * 10 }) { Point(300 * $0 + ($0 == 0.1 ? 1 : 0), 0) }
        #expect(noisy.x > 300 && noisy.x < 306)
    }

    @Test("A gesture's velocity is zero without two samples of different times, and after a rest")
    func rest() {
        #expect(velocity(at: [], straight) == .zero)
        #expect(velocity(at: [10], straight) == .zero)
        #expect(velocity(at: [10, 10], straight) == .zero)
        #expect(velocity(at: [0, 10, 20], lift: 59, straight) == Point(300, -40))
        #expect(velocity(at: [0, 10, 20], lift: 60, straight) == .zero)
        // What was before a rest does not count.
        #expect(velocity(at: [0, 10, 20, 121]) { Point($0 < 0.1 ? 1000 * $0 : 20 + 300 * ($0 - 0.02), 0) }.x == 300)
        #expect(velocity(at: [100, 110, 20], straight) == .zero)
    }

    @Test("A gesture's velocity is zero when the finger has stopped and only trembles before the lift")
    func tremble() {
        let flick: [(Int64, Double)] = [(0, 0), (10, 20), (20, 40), (30, 60)]
        let rests: [(after: [(Int64, Double)], lift: Int64)] = [
            ([(71, 61)], 71), ([(50, 61)], 71), ([(40, 61), (50, 60), (60, 61), (70, 60)], 75), ([], 70),
            // A finger that goes on is none that trembles, however slow it is.
            ([(71, 65)], 71), ([(50, 62), (70, 66)], 70),
        ]
        let found = rests.map { velocity(flick + $0.after, lift: $0.lift) }
        #expect(found == [0, 0, 0, 0, 122, 1245])
    }

    @Test(
        "A constant speed has an error of 12 to 25 points a second when places are inexact by half a point",
        arguments: [(60, 12.4), (120, 24.9), (240, 24.4)]
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
        #expect(abs(error - expected) < 0.5, "\(error)")
    }

    @Test("A constant acceleration has the velocity of two intervals before", arguments: [60, 120, 240] as [Int64])
    func acceleration(frequency: Int64) {
        var estimator = VelocityEstimator()
        defer { estimator.deallocate() }
        for sample in 0...frequency {
            let time = Double(sample) / Double(frequency)
            estimator.add(Point(1000 * time * time, 0), at: sample * 1_000_000_000 / frequency)
        }
        // The speed is 2000 points a second at the last sample, and grows by 2000 in a second. Intervals are longer
        // than 7 milliseconds.
        let interval = 1 / Double(min(frequency, 120))
        #expect(abs(estimator.velocity.x - (2000 - 2000 * 2.05 * interval)) < 6, "\(estimator.velocity.x)")
    }
}
