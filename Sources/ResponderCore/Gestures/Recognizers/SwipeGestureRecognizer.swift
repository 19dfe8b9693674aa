internal import ResponderEventLoop
internal import ResponderTouchInput

/// A recogniser of a quick, straight movement of one or more fingers.
///
/// This is a discrete gesture, which is recognised while the fingers move, not when they are lifted (rule G50).
///
/// Within ``maximumDuration``, the mean of the fingers' places must move at least ``minimumDistance`` in one of the
/// directions, and at most half as far across it. Otherwise the recogniser fails. It also fails with more fingers than
/// ``numberOfTouchesRequired``, and when a finger is lifted before.
open class SwipeGestureRecognizer: GestureRecognizer {
    /// The directions of a swipe, in the window's coordinates.
    public struct Direction: OptionSet, Hashable, Sendable {
        /// The directions as a mask, as in UIKit.
        public let rawValue: Int

        /// The directions of a mask.
        ///
        /// - Complexity: O(1); no allocation.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Along the x axis.
        public static let right = Direction(rawValue: 1 << 0)
        /// Against the x axis.
        public static let left = Direction(rawValue: 1 << 1)
        /// Against the y axis.
        public static let up = Direction(rawValue: 1 << 2)
        /// Along the y axis.
        public static let down = Direction(rawValue: 1 << 3)
    }

    private struct Swipe {
        var direction = Direction.right
        var touchesRequired = 1
        var minimumDistance = 48.0
        var maximumDuration = Duration.milliseconds(500)
        var fingers = FingerPlaces()
        /// When the swipe must be complete; none before the first finger.
        var deadline = AttemptDeadline()

        /// Whether the fingers have moved far enough, and straight.
        var isComplete: Bool {
            guard fingers.count == touchesRequired else { return false }
            let (start, place) = (fingers.meanStart, fingers.meanPlace)
            let (x, y) = (place.x - start.x, place.y - start.y)
            return direction.contains(.right) && isStraight(x, across: y)
                || direction.contains(.left) && isStraight(-x, across: y)
                || direction.contains(.down) && isStraight(y, across: x)
                || direction.contains(.up) && isStraight(-y, across: x)
        }

        private func isStraight(_ along: Double, across: Double) -> Bool {
            along >= minimumDistance && abs(across) <= along / 2
        }
    }

    nonisolated(unsafe) private final let swipe: UnsafeMutablePointer<Swipe>

    /// A recogniser of a swipe to the right with one finger.
    ///
    /// - Complexity: O(1); allocates the object and its state.
    public override init() {
        swipe = .allocate(capacity: 1)
        swipe.initialize(to: Swipe())
        super.init()
    }

    deinit {
        swipe.pointee.fingers.free()
        swipe.deinitialize(count: 1).deallocate()
    }

    /// The directions that are recognised; to the right at first, as in UIKit.
    ///
    /// Actions are not told which of several directions was recognised.
    public final var direction: Direction {
        get { swipe.pointee.direction }
        set { swipe.pointee.direction = newValue }
    }

    /// How many fingers swipe; 1 at first, as in UIKit.
    ///
    /// - Precondition: At least 1.
    public final var numberOfTouchesRequired: Int {
        get { swipe.pointee.touchesRequired }
        set {
            check(newValue, isAtLeast: 1, for: "numberOfTouchesRequired")
            swipe.pointee.touchesRequired = newValue
        }
    }

    /// How far the fingers must move in the direction, in points of the window; 48 at first: UIKit's distance is
    /// private.
    ///
    /// - Precondition: Not negative, and not NaN.
    public final var minimumDistance: Double {
        get { swipe.pointee.minimumDistance }
        set {
            check(newValue, for: "minimumDistance")
            swipe.pointee.minimumDistance = newValue
        }
    }

    /// How long the movement may last from when the first finger came down; 0.5 s at first: UIKit's time is private.
    ///
    /// - Precondition: Not negative.
    public final var maximumDuration: Duration {
        get { swipe.pointee.maximumDuration }
        set {
            check(newValue, for: "maximumDuration")
            swipe.pointee.maximumDuration = newValue
        }
    }

    /// Notes where fingers came down; the first starts the time.
    ///
    /// - Complexity: O(touches of the recogniser), and O(log n) in the timers of the application's loop; no allocation
    ///   in the steady state.
    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        guard swipe.pointee.fingers.add(touches) else { return }
        guard swipe.pointee.fingers.count <= swipe.pointee.touchesRequired else {
            state = .failed
            return
        }
        guard swipe.pointee.deadline.instant == nil else { return }
        let deadline = touches.newestTimestamp.advanced(by: swipe.pointee.maximumDuration)
        swipe.pointee.deadline.set(deadline, failing: self)
    }

    /// Recognises the swipe when the fingers have moved far enough in time.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation.
    open override func touchesMoved(_ touches: TouchSet, with event: Event) {
        follow(touches)
    }

    /// Recognises a swipe that the lift completes, and fails otherwise.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation.
    open override func touchesEnded(_ touches: TouchSet, with event: Event) {
        if !follow(touches) { state = .failed }
    }

    /// Forgets the fingers.
    ///
    /// - Complexity: O(log n) in the timers of the application's loop; no allocation.
    open override func reset() {
        swipe.pointee.deadline.clear()
        swipe.pointee.fingers.removeAll()
    }

    package override var drag: (start: Point, path: Point)? {
        (swipe.pointee.fingers.meanStart, swipe.pointee.fingers.meanPlace - swipe.pointee.fingers.meanStart)
    }

    /// Notes where touches are, and returns whether that decides the attempt.
    @discardableResult
    private func follow(_ touches: TouchSet) -> Bool {
        _ = swipe.pointee.fingers.follow(touches, within: .infinity)
        if let deadline = swipe.pointee.deadline.instant, touches.newestTimestamp > deadline {
            state = .failed
            return true
        }
        guard swipe.pointee.isComplete else { return false }
        // The swipe may still have to wait for others, but not for the time.
        swipe.pointee.deadline.timer?.cancel()
        state = .ended
        return true
    }
}
