internal import ResponderTouchInput

/// The fingers of a pan recogniser and their movement, in raw memory; in the window's coordinates.
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
    /// The path does not jump when a finger joins or leaves.
    package var path = Point.zero
    /// The path at which the translation of a gesture that has begun is zero: the distance that was needed to begin.
    var origin = Point.zero
    /// Whether the fingers have gone far enough.
    ///
    /// Even so the state stays possible until others have failed (rule G34).
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

    /// Adds the distance that the members' mean has gone since the last call; returns whether the mean has moved.
    ///
    /// - Parameters:
    ///   - touches: The recogniser's touches.
    ///   - event: The event of the touches.
    ///   - isMove: Whether the members were sampled in this event; then a sample counts even if they have not moved.
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

    /// Adds to the velocity the samples that newer ones have replaced, of which a late turn has many.
    @MainActor
    private mutating func measurePast(_ touches: TouchSet, _ event: Event) {
        var (past, place) = (PastPlaces(of: touches, in: event), path)
        let count = Double(touches.count)
        while let sample = past.next() {
            place += sample.step / count
            estimator.add(place, at: sample.time)
        }
    }

    /// Begins the gesture, whose translation counts from the distance that was needed.
    ///
    /// If the gesture has waited for its owner, the translation counts from the end of the wait.
    mutating func pass() {
        hasPassed = true
        let way = path.distance(to: .zero)
        if origin == .zero, way > 0 { origin = path * (distance / way) }
    }

    /// Changes the members without changing the path; the path begins when there are enough members for the first time.
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
