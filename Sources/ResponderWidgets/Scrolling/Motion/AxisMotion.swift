internal import ResponderCore

/// The motion of one coordinate of a scroll view's offset without a finger.
struct AxisMotion: Equatable {
    private enum Kind: Equatable {
        case rest(Double)
        /// The coordinate stays within the limits, even where the spring would carry it further.
        case spring(SpringBack, within: ClosedRange<Double>)
        /// The coordinate slows down; after `until` seconds the spring takes over, and brings it back to an edge.
        case deceleration(Deceleration, until: Double, SpringBack)
        /// The coordinate goes from one value to another within a time, slowly at the beginning and at the end.
        case transition(from: Double, to: Double, seconds: Double)
    }
    private let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// The coordinate stays.
    static func rest(at coordinate: Double) -> AxisMotion { AxisMotion(.rest(coordinate)) }

    /// A spring pulls the coordinate to `target`, which lies within the limits.
    ///
    /// The coordinate may pass the target, and if `bounces` is true, also a limit.
    static func spring(
        from start: Double,
        to target: Double,
        velocity: Double,
        within limits: ClosedRange<Double>,
        bounces: Bool
    ) -> AxisMotion {
        let spring = SpringBack(from: start, to: target, velocity: velocity)
        if spring.distance == 0 && velocity == 0 { return .rest(at: start) }
        // A motion that starts beyond a limit may stay there on its way back.
        let widest = min(start, limits.lowerBound)...max(start, limits.upperBound)
        return AxisMotion(.spring(spring, within: bounces ? -.infinity ... .infinity : widest))
    }

    /// The coordinate slows down until it rests or reaches a limit: there a spring takes over with the velocity, or the
    /// motion stops if `bounces` is false.
    ///
    /// If the motion starts beyond a limit, the spring brings the coordinate back, unless the motion is fast enough to
    /// get within the limits by itself.
    static func deceleration(_ motion: Deceleration, within limits: ClosedRange<Double>, bounces: Bool) -> AxisMotion {
        let nearest = motion.start.limited(to: limits)
        let getsWithin = nearest < motion.start ? motion.end < nearest : motion.end > nearest
        if nearest != motion.start, !getsWithin {
            return .spring(
                from: motion.start,
                to: nearest,
                velocity: motion.velocity,
                within: limits,
                bounces: bounces
            )
        }
        if motion.duration == 0 { return .rest(at: motion.start) }
        let edge = motion.velocity < 0 ? limits.lowerBound : limits.upperBound
        let (time, velocity) = motion.time(of: edge).map { ($0, motion.velocity(at: $0)) } ?? (motion.duration, 0)
        let end = velocity == 0 ? motion.end : edge
        let spring = SpringBack(from: end, to: end, velocity: bounces ? velocity : 0)
        return AxisMotion(.deceleration(motion, until: time, spring))
    }

    /// The coordinate slows down until it rests at `target`, which lies within the limits; a spring brings it there if
    /// the motion starts beyond the limits.
    static func deceleration(
        from start: Double,
        to target: Double,
        within limits: ClosedRange<Double>,
        rate: DecelerationRate
    ) -> AxisMotion {
        if start == target { return .rest(at: start) }
        guard limits.contains(start) else {
            return .spring(from: start, to: target, velocity: 0, within: limits, bounces: true)
        }
        let motion = Deceleration(from: start, to: target, rate: rate)
        let rest = SpringBack(from: target, to: target, velocity: 0)
        return AxisMotion(.deceleration(motion, until: motion.duration, rest))
    }

    /// The coordinate goes to a target within a time.
    static func transition(from start: Double, to target: Double, seconds: Double) -> AxisMotion {
        start == target ? .rest(at: start) : AxisMotion(.transition(from: start, to: target, seconds: seconds))
    }

    /// The coordinate goes to a target within a time, and passes `coordinate` after `time` seconds.
    ///
    /// So a motion that is under way gets another target without beginning anew.
    static func transition(
        passing coordinate: Double,
        at time: Double,
        to target: Double,
        seconds: Double
    ) -> AxisMotion {
        let part = transitionPart(time / seconds)
        let start = part < 1 ? (coordinate - target * part) / (1 - part) : coordinate
        return AxisMotion(.transition(from: start, to: target, seconds: seconds))
    }

    /// The part of the way that is covered after a part of the time.
    private static func transitionPart(_ time: Double) -> Double {
        let time = time.limited(to: 0...1)
        return time * time * (3 - 2 * time)
    }

    /// The same motion with all coordinates moved by `distance`.
    func shifted(by distance: Double) -> AxisMotion {
        switch kind {
        case .rest(let coordinate): return .rest(at: coordinate + distance)
        case .spring(let spring, let limits):
            let shiftedLimits = limits.lowerBound + distance...limits.upperBound + distance
            return AxisMotion(.spring(spring.shifted(by: distance), within: shiftedLimits))
        case .deceleration(let motion, let end, let spring):
            return AxisMotion(
                .deceleration(motion.shifted(by: distance), until: end, spring.shifted(by: distance))
            )
        case .transition(let start, let target, let seconds):
            return AxisMotion(.transition(from: start + distance, to: target + distance, seconds: seconds))
        }
    }

    var isRest: Bool {
        if case .rest = kind { return true }
        return false
    }

    /// The coordinate after `time` seconds.
    func position(at time: Double) -> Double {
        switch kind {
        case .rest(let coordinate): return coordinate
        case .spring(let spring, let limits):
            return spring.hasEnded(at: time) ? spring.target : spring.position(at: time).limited(to: limits)
        case .deceleration(let motion, let end, let spring):
            if time < end { return motion.position(at: time) }
            return spring.hasEnded(at: time - end) ? spring.target : spring.position(at: time - end)
        case .transition(let start, let target, let seconds):
            return time < seconds ? start + (target - start) * Self.transitionPart(time / seconds) : target
        }
    }

    /// The velocity after `time` seconds, in points per second.
    func velocity(at time: Double) -> Double {
        if hasEnded(at: time) { return 0 }
        switch kind {
        case .rest: return 0
        case .spring(let spring, _): return spring.velocity(at: time)
        case .deceleration(let motion, let end, let spring):
            return time < end ? motion.velocity(at: time) : spring.velocity(at: time - end)
        case .transition(let start, let target, let seconds):
            let part = time / seconds
            return (target - start) * 6 * part * (1 - part) / seconds
        }
    }

    /// Whether the motion rests after `time` seconds.
    func hasEnded(at time: Double) -> Bool {
        switch kind {
        case .rest: true
        case .spring(let spring, _): spring.hasEnded(at: time)
        case .deceleration(_, let end, let spring):
            time >= end && (spring.velocity == 0 || spring.hasEnded(at: time - end))
        case .transition(_, _, let seconds): time >= seconds
        }
    }
}
