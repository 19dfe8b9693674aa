internal import Glibc
internal import ResponderCore

/// The coordinate of something that loses a constant part of its velocity in each millisecond.
///
/// With the first velocity *v* and the friction *k* = −1000 ln(rate), after *t* seconds the velocity is *v e⁻ᵏᵗ*, and
/// the way is *v (1 − e⁻ᵏᵗ) / k*.
struct Deceleration: Equatable {
    /// The speed, in points per second, at which the motion ends: about a tenth of a point a frame.
    static let leastSpeed = 6.0

    /// Where the motion begins, in points.
    private(set) var start: Double
    /// The velocity at first, in points per second.
    let velocity: Double
    /// The friction, per second: *k* above.
    let friction: Double

    init(from start: Double, velocity: Double, rate: DecelerationRate) {
        (self.start, self.velocity) = (start, velocity)
        friction = -1000 * log(rate.rawValue)
    }

    /// The motion that comes to rest at `target`.
    init(from start: Double, to target: Double, rate: DecelerationRate) {
        let friction = -1000 * log(rate.rawValue)
        // The motion ends at the least speed, not at rest.
        let rest = target > start ? Self.leastSpeed : target < start ? -Self.leastSpeed : 0
        self.init(from: start, velocity: (target - start) * friction + rest, rate: rate)
    }

    /// The same motion with all coordinates moved by `distance`.
    func shifted(by distance: Double) -> Deceleration {
        var shifted = self
        shifted.start += distance
        return shifted
    }

    /// The seconds until the speed has fallen to ``leastSpeed``.
    var duration: Double {
        velocity.magnitude > Self.leastSpeed ? log(velocity.magnitude / Self.leastSpeed) / friction : 0
    }

    /// Where the motion ends.
    var end: Double { position(at: duration) }

    /// The coordinate after `time` seconds.
    func position(at time: Double) -> Double { start + velocity * (1 - exp(-friction * time)) / friction }

    /// The velocity after `time` seconds.
    func velocity(at time: Double) -> Double { velocity * exp(-friction * time) }

    /// After how many seconds the motion passes a coordinate; nil if the motion ends before.
    func time(of coordinate: Double) -> Double? {
        let way = coordinate - start
        if way == 0 { return 0 }
        guard way.sign == velocity.sign, way.magnitude < (end - start).magnitude else { return nil }
        return -log(1 - way * friction / velocity) / friction
    }
}
