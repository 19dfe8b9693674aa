internal import ResponderTouchInput

/// The two fingers of a pinch or a rotation, and what is measured between them, in raw memory.
struct FingerPair {
    /// The slots of the fingers that are down, at most two.
    var members: UInt64 = 0
    /// What is measured now: the span in points, or the angle in radians.
    var value = 0.0
    /// The value when both fingers had come down.
    var start = 0.0
    /// By how much the value must change.
    var threshold: Double
    /// The value of the event in which the gesture began, or since which the app counts.
    var base = 0.0
    /// Whether the value has changed enough.
    ///
    /// The state may be possible until others have failed (rule G34).
    var hasPassed = false
    /// For a rotation: from the finger in the lower slot to the other one, when the value was measured last.
    var direction = Point.zero
    /// When the value was measured last.
    var time: Int64 = 0
    var estimator = VelocityEstimator()

    static func make(threshold: Double) -> UnsafeMutablePointer<FingerPair> {
        let pointer = UnsafeMutablePointer<FingerPair>.allocate(capacity: 1)
        pointer.initialize(to: FingerPair(threshold: threshold))
        return pointer
    }

    mutating func reset() {
        members = 0
        hasPassed = false
        estimator.reset()
    }

    /// Records what is measured between the fingers at `time`.
    mutating func measure(_ new: Double, at time: Int64) {
        (value, self.time) = (new, time)
        estimator.add(Point(new, 0), at: time)
    }

    /// Measures anew, from now on.
    mutating func restart(at new: Double, _ time: Int64) {
        start = new
        estimator.reset()
        measure(new, at: time)
    }

    /// Forgets the velocity; the next event gives a new one.
    mutating func restartVelocity() {
        estimator.reset()
        estimator.add(Point(value, 0), at: time)
    }

    /// The distance from the finger in the lower slot to the other one; nil unless both are among `touches`.
    @MainActor
    func arm(of touches: TouchSet) -> Point? {
        let own = touches.intersection(members)
        guard own.count == 2, let first = own.first else { return nil }
        return own[own.index(after: own.startIndex)].location(in: nil) - first.location(in: nil)
    }
}

extension GestureRecognizer {
    /// Takes fingers that came down: two before the gesture has begun, and none later; fails when there are more.
    ///
    /// Returns whether there are two now for the first time.
    final func take(_ touches: TouchSet, in pair: UnsafeMutablePointer<FingerPair>, _ event: Event) -> Bool {
        let isNew = pair.pointee.members.nonzeroBitCount < 2
        for touch in touches {
            if pair.pointee.hasPassed {
                ignore(touch, for: event)
            } else if pair.pointee.members.nonzeroBitCount < 2 {
                pair.pointee.members |= touch.slot.pointee.bit
            } else {
                state = .failed
                return false
            }
        }
        return isNew && !pair.pointee.hasPassed && pair.pointee.members.nonzeroBitCount == 2
    }

    /// Asks for began or changed after a new value was measured.
    final func pairDidChange(_ pair: UnsafeMutablePointer<FingerPair>) {
        let isPossible = record.pointee.state == .possible
        if pair.pointee.hasPassed {
            // While others must fail first, the gesture has not begun.
            if isPossible { pair.pointee.base = pair.pointee.value } else { state = .changed }
        } else if abs(pair.pointee.value - pair.pointee.start) >= pair.pointee.threshold {
            pair.pointee.hasPassed = true
            pair.pointee.base = pair.pointee.value
            state = .began
        }
    }

    /// Removes fingers that were lifted; the gesture ends with the last one, or fails if it has not begun.
    final func lift(_ touches: TouchSet, in pair: UnsafeMutablePointer<FingerPair>, _ event: Event) {
        pair.pointee.members &= self.touches.mask & ~touches.mask
        guard pair.pointee.members == 0 else { return }
        pair.pointee.estimator.lift(at: event.state.pointee.timestamp)
        state = pair.pointee.hasPassed ? .ended : .failed
    }
}
