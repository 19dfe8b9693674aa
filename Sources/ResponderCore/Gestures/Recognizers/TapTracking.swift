internal import ResponderEventLoop
internal import ResponderTouchInput

/// The progress of a recogniser in a series of taps: for taps, and for the long press after taps.
///
/// The recogniser keeps this struct in raw memory, so that a move reads no property of a class.
struct TapTracking {
    /// The number of taps in the series, each with `touchesRequired` fingers.
    var tapsRequired = 1
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
    /// When the next finger must have come down; nil while no finger is awaited.
    var deadline: MainRunLoop.Instant?
    /// Fails the recogniser after the deadline.
    var timer: MainRunLoop.Timer?
    /// Where the previous tap began.
    private var previousStart = Point.zero

    init(allowableMovement: Double) { self.allowableMovement = allowableMovement }

    var hasAllFingers: Bool { fingers.count == touchesRequired }

    /// Adds fingers that came down; returns false when they are too many, too late, or too far from the previous tap.
    @MainActor
    mutating func land(_ touches: TouchSet, in recognizer: GestureRecognizer) -> Bool {
        let newest = touches.newestTimestamp
        if let deadline, newest > deadline { return false }
        guard fingers.add(touches) else { return true }
        stopWaiting()
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
        let deadline = instant.advanced(by: maximumGap)
        self.deadline = deadline
        // A finger that comes down at the deadline itself is in time.
        timer = recognizer.addTimer(at: deadline.advanced(by: .nanoseconds(1))) { $0.state = .failed }
    }

    @MainActor
    private mutating func stopWaiting() {
        timer?.cancel()
        timer = nil
        deadline = nil
    }

    /// Forgets the attempt.
    @MainActor
    mutating func reset() {
        stopWaiting()
        fingers.removeAll()
        taps = 0
    }
}

extension GestureRecognizer {
    /// Adds a timer of the attempt to the loop of the recogniser's application; nil without an application.
    package final func addTimer(
        at deadline: MainRunLoop.Instant,
        perform: @escaping @MainActor (GestureRecognizer) -> Void
    ) -> MainRunLoop.Timer? {
        view?.window?.application?.runLoop.addTimer(at: deadline, name: "gesture recogniser") { [weak self] _ in
            if let self { perform(self) }
        }
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
