internal import ResponderTouchInput

/// Estimates how fast a point moves, as fingers do in a gesture.
///
/// The velocity is the slope of the straight lines that fit the coordinates over time best (least squares) among the
/// samples of the last 100 ms, so that one inexact sample changes little. AOSP's velocity tracker looks at as much
/// time. The samples lie in raw memory that is allocated once.
///
/// Of a constant speed the error is 3.3, 2.6 and 1.9 points a second (root mean square) at 60, 120 and 240 samples a
/// second, when each place is inexact by up to half a point. Under acceleration the velocity is that of 50 ms before.
/// Over the recordings of real hands, at half of whose 13,000 events a pan is faster than 454 points a second, half of
/// the errors are below 24 points a second against the hand's velocity 50 ms before, and below 115 against that of the
/// event itself.
struct VelocityEstimator {
    private struct Sample {
        var time: Int64
        var location: Point
    }

    /// How far back samples count, in nanoseconds.
    private static let horizon: Int64 = 100_000_000
    /// After how many nanoseconds without a sample a finger that is lifted has rested, as in AOSP.
    private static let rest: Int64 = 40_000_000
    /// At least so many nanoseconds lie between a sample and the next but one, so that the buffer covers the horizon.
    private static let spacing: Int64 = 7_000_000
    private static let capacity = 32

    private let samples = UnsafeMutablePointer<Sample>.allocate(capacity: capacity)
    private var count = 0
    /// The place of the newest sample in the ring.
    private var newest = 0

    func deallocate() { samples.deallocate() }

    /// Forgets the samples.
    mutating func reset() { count = 0 }

    /// Adds where the point is at `time`, in nanoseconds.
    mutating func add(_ location: Point, at time: Int64) {
        if count > 0 {
            let gap = time &- samples[newest].time
            if gap < 0 || gap > Self.horizon {
                // The point has rested, or the source has set its clock back.
                count = 0
            } else if gap == 0 || (count > 1 && time &- samples[place(1)].time < Self.spacing) {
                samples[newest] = Sample(time: time, location: location)
                return
            }
        }
        newest = (newest + 1) % Self.capacity
        samples[newest] = Sample(time: time, location: location)
        count = min(count + 1, Self.capacity)
    }

    /// Forgets the samples if the point, which does not move any more, has rested at `time`.
    mutating func lift(at time: Int64) {
        if count > 0, time &- samples[newest].time >= Self.rest { count = 0 }
    }

    /// The velocity at the newest sample, per second; zero when there are no two samples of different times.
    var velocity: Point {
        guard count > 1 else { return .zero }
        let last = samples[newest]
        var (used, times, x, y, squares, timesX, timesY) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for age in 0..<count {
            let sample = samples[place(age)]
            let elapsed = sample.time &- last.time
            guard elapsed >= -Self.horizon else { break }
            let time = Double(elapsed) / 1e9
            let offset = sample.location - last.location
            used += 1
            times += time
            x += offset.x
            y += offset.y
            squares += time * time
            timesX += time * offset.x
            timesY += time * offset.y
        }
        let spread = used * squares - times * times
        guard spread > 0 else { return .zero }
        return Point((used * timesX - times * x) / spread, (used * timesY - times * y) / spread)
    }

    /// The place in the ring of the sample that is `age` samples older than the newest.
    private func place(_ age: Int) -> Int { (newest + Self.capacity - age) % Self.capacity }
}
