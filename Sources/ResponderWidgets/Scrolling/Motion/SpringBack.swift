internal import Glibc
internal import ResponderCore

/// The coordinate of something that a critically damped spring pulls to a target.
///
/// The spring is as fast as it can be without passing the target from rest. With the distance *d* and the velocity *v*
/// at first, after *t* seconds the distance is *(d + (v + ωd) t) e⁻ᵚᵗ*.
struct SpringBack: Equatable {
    /// How stiff the spring is, in radians per second: *ω* above.
    ///
    /// A tenth of the distance is left after a third of a second.
    static let stiffness = 12.0
    /// The distance from the target, in points, at which the motion ends.
    static let leastDistance = 0.25

    private(set) var target: Double
    /// The distance from the target at first.
    let distance: Double
    /// The velocity at first, in points per second.
    let velocity: Double

    init(from start: Double, to target: Double, velocity: Double) {
        (self.target, self.velocity) = (target, velocity)
        distance = start - target
    }

    /// The same motion with all coordinates moved by `distance`.
    func shifted(by distance: Double) -> SpringBack {
        var shifted = self
        shifted.target += distance
        return shifted
    }

    /// The coordinate after `time` seconds.
    func position(at time: Double) -> Double {
        target + (distance + (velocity + Self.stiffness * distance) * time) * exp(-Self.stiffness * time)
    }

    /// The velocity after `time` seconds.
    func velocity(at time: Double) -> Double {
        let slope = velocity + Self.stiffness * distance
        return (slope - Self.stiffness * (distance + slope * time)) * exp(-Self.stiffness * time)
    }

    /// Whether the distance stays less than ``leastDistance`` from `time` seconds on.
    ///
    /// The distance is at most the sum of both terms' magnitudes, which falls once the second term is past its maximum.
    func hasEnded(at time: Double) -> Bool {
        let slope = (velocity + Self.stiffness * distance).magnitude
        guard slope == 0 || time * Self.stiffness >= 1 else { return false }
        return (distance.magnitude + slope * time) * exp(-Self.stiffness * time) < Self.leastDistance
    }
}
