internal import ResponderEventLoop
internal import ResponderTouchInput

/// The progress of a recogniser in a series of taps: for taps, and for the long press after taps.
///
/// The recogniser keeps this struct in raw memory, so that a move reads no property of a class.
struct TapTracking {
    /// Taps of the series, each with `touchesRequired` fingers.
    var tapsRequired: Int
    var touchesRequired = 1
    /// How far each finger may move from where it came down, in points.
    var allowableMovement: Double
    /// The longest time from one tap's end to the beginning of the next, and between the fingers of one tap.
    var maximumGap = Duration.milliseconds(300)
    /// How far from the previous tap the next one may be, in points: the radius of T23.
    var allowableSeparation = 40.0

    /// The number of complete taps.
    var taps = 0
    /// The fingers of the present tap, including lifted ones.
    var fingers = FingerPlaces()
    /// When the next finger must have come down.
    private var deadline = AttemptDeadline()
    /// Where the previous tap began.
    private var previousStart = Point.zero

    static func make(tapsRequired: Int, allowableMovement: Double) -> UnsafeMutablePointer<TapTracking> {
        let pointer = UnsafeMutablePointer<TapTracking>.allocate(capacity: 1)
        pointer.initialize(to: TapTracking(tapsRequired: tapsRequired, allowableMovement: allowableMovement))
        return pointer
    }

    static func free(_ pointer: UnsafeMutablePointer<TapTracking>) {
        pointer.pointee.fingers.free()
        pointer.deinitialize(count: 1).deallocate()
    }

    private init(tapsRequired: Int, allowableMovement: Double) {
        self.tapsRequired = tapsRequired
        self.allowableMovement = allowableMovement
    }

    var hasAllFingers: Bool { fingers.count == touchesRequired }

    /// Notes where touches are now, and returns whether each finger is near where it came down.
    @MainActor
    func follow(_ touches: TouchSet) -> Bool { fingers.follow(touches, within: allowableMovement) }

    /// Adds fingers that came down; returns false when they are too many, too late, or too far from the previous tap.
    @MainActor
    mutating func land(_ touches: TouchSet, in recognizer: GestureRecognizer) -> Bool {
        let newest = touches.newestTimestamp
        if let deadline = deadline.instant, newest > deadline { return false }
        guard fingers.add(touches) else { return true }
        deadline.clear()
        if fingers.count > touchesRequired { return false }
        guard hasAllFingers else {
            awaitFinger(since: newest, in: recognizer)
            return true
        }
        if taps == 0 { return true }
        let separation = fingers.meanStart.distanceSquared(to: previousStart)
        return separation <= allowableSeparation * allowableSeparation
    }

    /// Completes the present tap, and waits for the next tap or the press, unless the tap is the last.
    @MainActor
    mutating func completeTap(at instant: MainRunLoop.Instant, isLast: Bool, in recognizer: GestureRecognizer) {
        taps += 1
        previousStart = fingers.meanStart
        fingers.removeAll()
        if !isLast { awaitFinger(since: instant, in: recognizer) }
    }

    /// Fails the recogniser unless a finger comes down in time.
    @MainActor
    private mutating func awaitFinger(since instant: MainRunLoop.Instant, in recognizer: GestureRecognizer) {
        deadline.set(instant.advanced(by: maximumGap), failing: recognizer)
    }

    /// Forgets the attempt.
    @MainActor
    mutating func reset() {
        deadline.clear()
        fingers.removeAll()
        taps = 0
    }
}

extension GestureRecognizer {
    /// Whether fingers that were lifted complete the present tap; fails the recogniser when they moved too far, or are
    /// too few.
    final func completesTap(_ touches: TouchSet, in tracking: UnsafeMutablePointer<TapTracking>) -> Bool {
        guard tracking.pointee.follow(touches), tracking.pointee.hasAllFingers else {
            state = .failed
            return false
        }
        // Ends in a nested run come one inside another.
        return record.pointee.owedEnd == 0
    }

    /// Stops at a number of taps or touches that is below `least`.
    final func check(_ number: Int, isAtLeast least: Int, for parameter: StaticString) {
        guard number < least else { return }
        fatalError("\(parameter) of \(displayName) cannot be \(number): the least is \(least)")
    }

    /// Stops at a distance that is negative or no number.
    final func check(_ distance: Double, for parameter: StaticString) {
        guard !(distance >= 0) else { return }
        fatalError("\(parameter) of \(displayName) cannot be \(distance): it is a number of points, at least 0")
    }

    /// Stops at a negative time.
    final func check(_ time: Duration, for parameter: StaticString) {
        guard time < .zero else { return }
        fatalError("\(parameter) of \(displayName) cannot be \(time): it is at least zero")
    }
}
