internal import Glibc
internal import ResponderCore

/// The coordinate of something that a spring pulls to its target as fast as it can without passing it at rest:
/// critically damped.
///
/// At the distance *d* with the velocity *v*, after *t* seconds the distance is *(d + (v + ωd) t) e⁻ᵚᵗ*.
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

    /// The same motion, of which each coordinate is that much greater.
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

    /// Whether from `time` seconds on the distance is less than the least: the sum of both terms' magnitudes, which
    /// falls once the second has passed its highest.
    func hasEnded(at time: Double) -> Bool {
        let slope = (velocity + Self.stiffness * distance).magnitude
        guard slope == 0 || time * Self.stiffness >= 1 else { return false }
        return (distance.magnitude + slope * time) * exp(-Self.stiffness * time) < Self.leastDistance
    }
}
