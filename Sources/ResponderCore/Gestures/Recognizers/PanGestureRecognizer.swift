public import ResponderTouchInput

/// A recogniser of fingers that drag: it begins when the fingers have moved far enough, and measures how far and how
/// fast they go.
///
/// With several fingers, the recogniser follows the mean of their places, without a jump when a finger joins or leaves.
/// The gesture ends when fewer than ``minimumNumberOfTouches`` are down. More than ``maximumNumberOfTouches`` before it
/// has begun make it fail; after that, further fingers are ignored (rule G48).
///
///     let pan = PanGestureRecognizer()
///     pan.addAction { [weak card] pan in
///         card?.center += pan.translation(in: card?.superview)
///         pan.setTranslation(.zero, in: card?.superview)
///     }
///     card.addGestureRecognizer(pan)
///
/// A subclass that overrides the touch methods or ``reset()`` calls super. (`UIPanGestureRecognizer`)
open class PanGestureRecognizer: GestureRecognizer {
    package nonisolated(unsafe) final let pan: UnsafeMutablePointer<PanState>

    /// A recogniser in no view.
    ///
    /// - Complexity: O(1); allocates the object and its state.
    public override init() {
        pan = PanState.make()
        super.init()
    }

    deinit {
        pan.pointee.estimator.deallocate()
        pan.deinitialize(count: 1).deallocate()
    }

    /// How many fingers must be down at least; 1 at first.
    ///
    /// - Precondition: The number is at least 1.
    public final var minimumNumberOfTouches: Int {
        get { pan.pointee.minimum }
        set {
            if newValue < 1 { fatalError("\(displayName) needs at least 1 touch, not \(newValue)") }
            pan.pointee.minimum = newValue
        }
    }

    /// How many fingers may be down at most; unlimited at first, which is `Int.max`.
    ///
    /// - Precondition: The number is at least 1.
    public final var maximumNumberOfTouches: Int {
        get { pan.pointee.maximum }
        set {
            if newValue < 1 { fatalError("\(displayName) must allow at least 1 touch, not \(newValue)") }
            pan.pointee.maximum = newValue
        }
    }

    /// How far the fingers must move before the gesture begins, in points of the window; 8 at first, which is AOSP's
    /// touch slop.
    ///
    /// - Precondition: The distance is finite, and not negative.
    public final var beginningDistance: Double {
        get { pan.pointee.distance }
        set {
            if !newValue.isFinite || newValue < 0 { fatalError("\(displayName) cannot begin after \(newValue) points") }
            pan.pointee.distance = newValue
        }
    }

    /// How far the fingers have moved, in points of `view`.
    ///
    /// Before the gesture begins, and while delegates and views are asked whether it may, the translation is the whole
    /// way since enough fingers have been down. From the action for began on, the translation does not include
    /// ``beginningDistance``: when the first move goes 50 points, the translation in that action is 42 (rule G48).
    /// Scales and rotations of `view` count as they are now. After the gesture the translation is zero.
    ///
    /// - Parameter view: The view in whose coordinates the translation is; nil stands for the window's.
    /// - Complexity: Linear in the depth of `view`; no allocation.
    public final func translation(in view: View?) -> Point {
        let path = pan.pointee.path
        return convert(distance: record.hasBegun ? path - pan.pointee.origin : path, to: view)
    }

    /// Sets how far the fingers have moved; later movements are added to it.
    ///
    /// The velocity, which is the fingers' own, stays. Before the gesture has begun, the call has no effect.
    ///
    /// - Parameters:
    ///   - translation: The new translation, in points.
    ///   - view: The view in whose coordinates it is; nil stands for the window's.
    /// - Precondition: The translation is finite.
    /// - Complexity: Linear in the depth of `view`; no allocation.
    public final func setTranslation(_ translation: Point, in view: View?) {
        guard translation.x.isFinite, translation.y.isFinite else {
            fatalError("\(displayName) cannot have moved by \(translation)")
        }
        guard record.hasBegun else { return }
        pan.pointee.origin = pan.pointee.path - convert(distance: translation, from: view)
    }

    /// How fast the fingers move, in points of `view` per second.
    ///
    /// The velocity is that of the event in which the fingers moved last. When the gesture ends, the velocity is zero
    /// if the fingers have not moved by more than 2 points in the 40 ms before. Outside of an attempt it is zero.
    ///
    /// The velocity is the mean of the velocities between the last four samples that are at least 7 ms apart, with the
    /// weights 0.6, 0.35 and 0.05 from the oldest on. So the jerk with which fingers leave the screen hardly counts;
    /// Flutter approximates iOS in this way. Samples that were merged into one event count, too. If places are inexact
    /// by half a point, the error is 12 to 25 points per second.
    ///
    /// - Parameter view: The view in whose coordinates the velocity is; nil stands for the window's.
    /// - Complexity: Linear in the depth of `view`; no allocation.
    public final func velocity(in view: View?) -> Point {
        convert(distance: pan.pointee.estimator.velocity, to: view)
    }

    /// Follows the fingers; fails when there are too many before the gesture has begun.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation.
    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        let hasMoved = follow(event)
        var taken = pan.pointee.members
        for touch in touches {
            if taken.nonzeroBitCount < maximumNumberOfTouches {
                taken |= touch.slot.pointee.bit
            } else if pan.pointee.hasPassed {
                ignore(touch, for: event)
            } else {
                state = .failed
                return
            }
        }
        pan.pointee.change(to: self.touches.intersection(taken), at: event.state.pointee.timestamp)
        if hasMoved { fingersDidMove() }
    }

    /// Begins the gesture when the fingers have gone far enough, or changes it.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation.
    open override func touchesMoved(_ touches: TouchSet, with event: Event) {
        _ = follow(event, isMove: true)
        fingersDidMove()
    }

    /// Ends the gesture when too few fingers are left, or fails when none is and it has not begun.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation.
    open override func touchesEnded(_ touches: TouchSet, with event: Event) {
        let time = event.state.pointee.timestamp
        let hasMoved = follow(event)
        pan.pointee.change(to: self.touches.intersection(pan.pointee.members & ~touches.mask), at: time)
        if pan.pointee.isEnough {
            if hasMoved { fingersDidMove() }
        } else if pan.pointee.hasPassed {
            pan.pointee.estimator.lift(at: time)
            state = .ended
        } else if pan.pointee.members == 0 {
            state = .failed
        }
    }

    /// Forgets the fingers: translation and velocity are zero.
    ///
    /// - Complexity: O(1); no allocation.
    open override func reset() { pan.pointee.reset() }

    /// Whether the gesture begins when the fingers have gone far enough, along `path`.
    func start(after path: Point) -> DragStart { owner?.startOfDrag(self, after: path) ?? .begins }

    package override var drag: (start: Point, path: Point)? {
        (pan.pointee.mean - pan.pointee.path, pan.pointee.path)
    }

    private func follow(_ event: Event, isMove: Bool = false) -> Bool {
        pan.pointee.follow(touches, event, isMove: isMove)
    }

    /// Asks for began or changed after a movement.
    private func fingersDidMove() {
        guard pan.pointee.isEnough else { return }
        if pan.pointee.hasPassed {
            // While others must fail first, the gesture has not begun.
            if record.pointee.state != .possible { state = .changed }
        } else if pan.pointee.path.distance(to: .zero) >= pan.pointee.distance {
            switch start(after: pan.pointee.path) {
            case .waits: pan.pointee.origin = pan.pointee.path
            case .fails: state = .failed
            case .begins:
                pan.pointee.pass()
                state = .began
            }
        }
    }
}
