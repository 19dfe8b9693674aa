internal import ResponderTouchInput

/// The two fingers of a pinch or a rotation, and the value that is measured between them, in raw memory.
struct FingerPair {
    /// The slots of the fingers that are down, at most two.
    var members: UInt64 = 0
    /// The present value: the span in points, or the angle in radians.
    var value = 0.0
    /// The value when both fingers had come down.
    var start = 0.0
    /// By how much the value must change.
    var threshold: Double
    /// The value that counts as zero once the gesture has begun: the threshold away from the start, or as the app has
    /// set it.
    var base = 0.0
    /// Whether the value has changed enough.
    ///
    /// Even so the state stays possible until others have failed (rule G34).
    var hasPassed = false
    /// For a rotation, the vector from the finger in the lower slot to the other one at the last measurement.
    var direction = Point.zero
    /// When the value was measured last.
    var time: Int64 = 0
    var estimator = VelocityEstimator()

    /// - Parameters:
    ///   - threshold: By how much the value must change.
    ///   - tremble: By how much the value of fingers that rest may change.
    static func make(threshold: Double, tremble: Double) -> UnsafeMutablePointer<FingerPair> {
        let pointer = UnsafeMutablePointer<FingerPair>.allocate(capacity: 1)
        pointer.initialize(to: FingerPair(threshold: threshold))
        pointer.pointee.estimator.tremble = tremble
        return pointer
    }

    static func free(_ pointer: UnsafeMutablePointer<FingerPair>) {
        pointer.pointee.estimator.deallocate()
        pointer.deinitialize(count: 1).deallocate()
    }

    mutating func reset() {
        members = 0
        (value, start, base) = (0, 0, 0)
        hasPassed = false
        estimator.reset()
    }

    /// The value from which scale and rotation count; while others are asked whether the gesture may begin, the start.
    func reference(_ recognizer: RecognizerPointer) -> Double { recognizer.hasBegun ? base : start }

    /// Records what is measured between the fingers at `time`.
    mutating func measure(_ new: Double, at time: Int64) {
        (value, self.time) = (new, time)
        estimator.add(Point(new, 0), at: time)
    }

    /// Measures anew, from now on.
    mutating func restart(at new: Double, _ time: Int64) {
        (start, base) = (new, new)
        estimator.reset()
        measure(new, at: time)
    }

    /// Forgets the velocity; the next event gives a new one.
    mutating func restartVelocity() { restartVelocity(at: time) }

    /// Forgets the velocity; the present value counts as measured at `new`, a time in nanoseconds.
    mutating func restartVelocity(at new: Int64) {
        time = new
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

    /// Where the two fingers were before their newest samples in an event; nil without earlier samples, or without two
    /// fingers.
    @MainActor
    func past(of touches: TouchSet, _ event: Event) -> PastPlaces? {
        let own = touches.intersection(members)
        return event.state.pointee.past.count != 0 && own.count == 2 ? PastPlaces(of: own, in: event) : nil
    }

    /// The distance from the finger in the lower slot to the other one at a past sample.
    @MainActor
    func arm(at past: borrowing PastPlaces) -> Point {
        let low = members.trailingZeroBitCount
        return past.places[63 - members.leadingZeroBitCount] - past.places[low]
    }
}

extension GestureRecognizer {
    /// The effect of fingers that come down on a pair.
    enum Pairing {
        /// There are not two fingers, or none of them is new.
        case unchanged
        /// There are two fingers for the first time, or for the first time after a lift before the gesture has begun.
        case begins
        /// The finger takes the place of a lifted one, and the gesture continues (rule G49).
        case goesOn
    }

    /// Adds fingers that came down, up to two.
    ///
    /// Before the gesture has begun, more than two fingers make the recogniser fail; afterwards further fingers are
    /// ignored.
    final func add(_ touches: TouchSet, in pair: UnsafeMutablePointer<FingerPair>, _ event: Event) -> Pairing {
        // A finger that is lifted in this event makes room, unless no finger would be left to continue the gesture.
        let left = pair.pointee.members & ~event.state.pointee.changes.ended
        if left != 0 { pair.pointee.members = left }
        let before = pair.pointee.members
        let mayAdd = left != 0 || !pair.pointee.hasPassed
        for touch in touches {
            if mayAdd, pair.pointee.members.nonzeroBitCount < 2 {
                pair.pointee.members |= touch.slot.pointee.bit
            } else if pair.pointee.hasPassed {
                ignore(touch, for: event)
            } else {
                state = .failed
                return .unchanged
            }
        }
        guard pair.pointee.members != before, pair.pointee.members.nonzeroBitCount == 2 else { return .unchanged }
        return pair.pointee.hasPassed ? .goesOn : .begins
    }

    /// Asks for began or changed after a new value was measured.
    final func pairDidChange(_ pair: UnsafeMutablePointer<FingerPair>) {
        let change = pair.pointee.value - pair.pointee.start
        if pair.pointee.hasPassed {
            // While others must fail first, the gesture has not begun.
            if record.pointee.state != .possible { state = .changed }
        } else if abs(change) >= pair.pointee.threshold {
            pair.pointee.hasPassed = true
            // The gesture counts from the threshold on.
            pair.pointee.base = pair.pointee.start + (change < 0 ? -pair.pointee.threshold : pair.pointee.threshold)
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
