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
}
