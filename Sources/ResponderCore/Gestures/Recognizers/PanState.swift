internal import ResponderTouchInput

/// What a pan recogniser knows of its fingers, in raw memory; in its window's coordinates.
package struct PanState {
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
    package var path = Point.zero
    /// The path at which the translation of the gesture, once it has begun, is zero: the distance that makes it begin.
    var origin = Point.zero
    /// Whether the fingers have gone far enough.
    ///
    /// The state may be possible until others have failed (rule G34).
    package var hasPassed = false
    package var estimator = VelocityEstimator()

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
    ///   - event: The event of the touches.
    ///   - isMove: Whether the members were sampled in this event: then they may have been where they were.
    @MainActor
    mutating func follow(_ touches: TouchSet, _ event: Event, isMove: Bool) -> Bool {
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
        guard isEnough else { return false }
        if event.state.pointee.past.count != 0 { measurePast(remaining, event) }
        path += step
        if isMove || step != .zero { estimator.add(path, at: event.state.pointee.timestamp) }
        return step != .zero
    }

    /// Measures the velocity by the samples, too, that newer ones have replaced: a turn that comes late has many.
    @MainActor
    private mutating func measurePast(_ touches: TouchSet, _ event: Event) {
        var (past, place) = (PastPlaces(of: touches, in: event), path)
        let count = Double(touches.count)
        while let sample = past.next() {
            place += sample.step / count
            estimator.add(place, at: sample.time)
        }
    }

    /// The gesture is about to begin: the distance that was needed is no part of it, but what is beyond it is.
    ///
    /// A way that the gesture has waited for to go elsewhere is no part of it either.
    mutating func pass() {
        hasPassed = true
        let way = path.distance(to: .zero)
        if origin == .zero, way > 0 { origin = path * (distance / way) }
    }

    /// Makes others the members, without moving the path; begins it when there are enough for the first time.
    @MainActor
    mutating func change(to touches: TouchSet, at time: Int64) {
        let wasEnough = isEnough
        members = touches.mask
        mean = touches.meanLocation
        guard isEnough, !wasEnough else { return }
        path = .zero
        origin = .zero
        estimator.reset()
        estimator.add(path, at: time)
    }
}
