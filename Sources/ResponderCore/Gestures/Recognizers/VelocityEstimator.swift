internal import ResponderTouchInput

/// Estimates how fast a point moves, as fingers do in a gesture.
///
/// The velocity is the mean of the velocities in the last three intervals between samples, with the weights 0.6, 0.35
/// and 0.05 from the oldest on. Flutter has published this approximation of iOS for its scroll views. So the jerk with
/// which a finger leaves the screen hardly counts. The samples lie in raw memory that is allocated once.
///
/// If each place is inexact by up to half a point, the error at a constant speed is 12, 25 and 24 points a second (root
/// mean square) at 60, 120 and 240 samples a second. Under acceleration the velocity lags by two intervals.
package struct VelocityEstimator {
    private struct Sample {
        var time: Int64
        var location: Point
    }

    /// After this many nanoseconds without a movement a finger rests, as in AOSP.
    private static let rest: Int64 = 40_000_000
    /// The least length of an interval in nanoseconds, except the newest one: shorter intervals are mostly noise.
    private static let spacing: Int64 = 7_000_000
    /// The buffer covers the time of a rest.
    private static let capacity = 8

    private let samples = UnsafeMutablePointer<Sample>.allocate(capacity: capacity)
    private var count = 0
    /// The place of the newest sample in the ring.
    private var newest = 0
    /// Whether the point has rested since the first sample.
    package private(set) var hasRested = false
    /// The sample from which trembling is measured: the last real movement.
    private var anchor = Sample(time: 0, location: .zero)
    /// How far a point that rests may tremble.
    ///
    /// 2 points in the time of a rest are 50 points a second, the least velocity of a fling.
    var tremble = 2.0

    func deallocate() { samples.deallocate() }

    /// Forgets the samples.
    mutating func reset() { (count, hasRested) = (0, false) }

    /// Adds where the point is at `time`, in nanoseconds.
    mutating func add(_ location: Point, at time: Int64) {
        if count == 0 || location.distance(to: anchor.location) > tremble {
            anchor = Sample(time: time, location: location)
        } else if time &- anchor.time >= Self.rest {
            hasRested = true
        }
        if count > 0 {
            let gap = time &- samples[newest].time
            if gap < 0 {
                // The source has set its clock back.
                count = 0
            } else if gap >= Self.rest {
                // Samples from before the rest do not count.
                (count, hasRested) = (1, true)
            } else if gap == 0 || (count > 1 && samples[newest].time &- samples[place(1)].time < Self.spacing) {
                samples[newest] = Sample(time: time, location: location)
                return
            }
        }
        newest = (newest + 1) % Self.capacity
        samples[newest] = Sample(time: time, location: location)
        count = min(count + 1, Self.capacity)
    }

    /// Forgets the samples if the point has rested when its finger is lifted at `time`.
    mutating func lift(at time: Int64) {
        for age in 0..<count {
            let sample = samples[place(age)]
            if sample.location.distance(to: samples[newest].location) > tremble { return }
            if time &- sample.time >= Self.rest {
                (count, hasRested) = (0, true)
                return
            }
        }
    }

    /// The velocity at the newest sample, per second; zero when there are no two samples of different times.
    var velocity: Point {
        guard count > 1 else { return .zero }
        var (sum, weights) = (Point.zero, 0.0)
        for age in 0..<min(count - 1, 3) {
            let (end, start) = (samples[place(age)], samples[place(age + 1)])
            let weight = Self.weight(age)
            sum += (end.location - start.location) * (weight * 1e9 / Double(end.time &- start.time))
            weights += weight
        }
        return sum / weights
    }

    /// The weight of the interval that is `age` intervals older than the newest.
    private static func weight(_ age: Int) -> Double { age == 0 ? 0.05 : age == 1 ? 0.35 : 0.6 }

    /// The place in the ring of the sample that is `age` samples older than the newest.
    private func place(_ age: Int) -> Int { (newest + Self.capacity - age) % Self.capacity }
}
