internal import ResponderTouchInput

/// What a pan recogniser knows of its fingers, in raw memory; in its window's coordinates.
struct PanState {
    var minimum = 1
    var maximum = Int.max
    var distance = 8.0
    /// The touches whose mean is followed.
    var members: UInt64 = 0
    /// The mean of the members' locations.
    var mean = Point.zero
    /// How far the mean has gone since enough fingers have been down.
    ///
    /// It does not jump when a finger joins or leaves.
    var path = Point.zero
    /// The path at which the translation is zero.
    var origin = Point.zero
    /// Whether the fingers have gone far enough.
    ///
    /// The state may be possible until others have failed (rule G34).
    var hasPassed = false
    var estimator = VelocityEstimator()

    static func make() -> UnsafeMutablePointer<PanState> {
        let pointer = UnsafeMutablePointer<PanState>.allocate(capacity: 1)
        pointer.initialize(to: PanState())
        return pointer
    }

    var isEnough: Bool { members.nonzeroBitCount >= minimum }

    mutating func reset() {
        members = 0
        path = .zero
        origin = .zero
        hasPassed = false
        estimator.reset()
    }

    /// Adds how far the members' mean has gone since the last call; returns whether it has moved.
    ///
    /// - Parameters:
    ///   - touches: The recogniser's touches.
    ///   - time: The event's, in nanoseconds.
    @MainActor
    mutating func follow(_ touches: TouchSet, at time: Int64) -> Bool {
        let remaining = touches.intersection(members)
        if remaining.mask != members {
            // The recogniser has ignored a member since the previous event.
            members = remaining.mask
            mean = remaining.meanPreviousLocation
        }
        guard members != 0 else { return false }
        let new = remaining.meanLocation
        let step = new - mean
        mean = new
        guard isEnough, step != .zero else { return false }
        path += step
        estimator.add(path, at: time)
        return true
    }

    /// Makes others the members, without moving the path; begins it when there are enough for the first time.
    @MainActor
    mutating func change(to touches: TouchSet, at time: Int64) {
        let wasEnough = isEnough
        members = touches.mask
        mean = touches.meanLocation
        guard isEnough, !wasEnough else { return }
        path = .zero
        estimator.reset()
        estimator.add(path, at: time)
    }
}
