internal import ResponderCore
internal import ResponderTouchInput

/// The state of a drag.
struct ScrollDrag {
    enum Phase {
        case none
        /// The motion before the drag is being ended; the delegate was not told of the drag yet.
        case begins
        case follows
        /// The delegate is told that the drag will end.
        case willEnd
        /// The delegate is told that the drag has ended. Its changes still affect how the content moves on.
        case didEnd
    }
    var phase = Phase.none
    /// Counts the drags.
    var number: UInt64 = 0
    /// The offset that the content would have, without limits, if the finger had not moved since the drag began.
    var origin = Point.zero
    /// How far the fingers had moved when the content last followed them.
    var translation = Point.zero
    /// The velocity of the fling that the finger has stopped; a fling in the same direction adds to it.
    var caughtVelocity = Point.zero
    /// The offset at which the drag began: pages are counted from there.
    var pageOrigin = Point.zero
    /// The only axis along which the drag moves the content; nil for both axes.
    var axis: ScrollAxis?

    /// True from the delegate's first call about the drag to the last.
    var isUnderWay: Bool { phase == .follows || phase == .willEnd }
    /// Whether fingers hold the content: then the content goes to an offset that the app sets at once.
    var isByFingers: Bool { phase == .begins || phase == .follows }
}

/// A direction in which content scrolls.
enum ScrollAxis {
    case horizontal, vertical
}

/// The axis nearest to a finger's direction, and how far the finger goes along it, in a scroll view's coordinates.
struct ScrollWay {
    var axis: ScrollAxis
    var distance: Double

    init(_ way: Point) {
        axis = way.x.magnitude > way.y.magnitude ? .horizontal : .vertical
        distance = axis == .horizontal ? way.x : way.y
    }
}

// The content follows the fingers of the pan.
extension ScrollView {
    /// Whether a drag can move the content along an axis.
    final func canDrag(_ axis: ScrollAxis) -> Bool {
        switch axis {
        case .horizontal: horizontalLimits.isRange || bounces && alwaysBounceHorizontal
        case .vertical: verticalLimits.isRange || bounces && alwaysBounceVertical
        }
    }

    /// Whether a finger that goes that way can scroll the content before it reaches an edge.
    final func hasRoom(_ way: ScrollWay) -> Bool {
        guard isScrollEnabled else { return false }
        let (offset, limits) =
            way.axis == .horizontal ? (bounds.origin.x, horizontalLimits) : (bounds.origin.y, verticalLimits)
        return way.distance > 0 ? offset > limits.lowerBound : offset < limits.upperBound
    }

    /// Follows the fingers: the action of the pan.
    final func panDidChange() {
        switch pan.state {
        case .began: beginDrag()
        case .changed: follow()
        case .ended:
            followIfMoved()
            endDrag(velocity: Point.zero - pan.velocity(in: self))
        case .cancelled: endDrag(velocity: .zero)
        case .possible, .failed: break
        }
    }

    private final func beginDrag() {
        let attempt = pan.record.pointee.attempt
        finishEnd(of: drag.number, willDecelerate: false)
        guard drag.phase == .none else { return }
        drag.number &+= 1
        drag.phase = .begins
        let number = drag.number
        stopMotion()
        guard drag.number == number, drag.phase == .begins else { return }
        drag.phase = .none
        // A run nested in these calls may have ended the pan, or the view may have left its window.
        guard pan.record.pointee.attempt == attempt, !pan.record.pointee.isOver, let window = shownWindow
        else { return }
        window.movedViews.add(self)
        let offset = bounds.origin
        drag = ScrollDrag(
            phase: .follows,
            number: number,
            origin: unbanded(offset),
            caughtVelocity: motion.wasCaught ? motion.caughtVelocity : .zero,
            pageOrigin: offset,
            axis: isDirectionalLockEnabled ? axis(of: pan.convert(distance: pan.pan.pointee.path, to: self)) : nil
        )
        forgetPlace()
        motion.changes &+= 1
        motion.wasCaught = false
        updateTracking()
        delegate?.scrollViewWillBeginDragging(self)
        // After the delegate's call, since indicators are subviews, whose hooks may end the drag.
        guard drag.number == number, drag.phase == .follows else { return }
        showIndicators()
        if drag.number == number { followIfMoved() }
    }

    /// The axis from which a way deviates by at most 30 degrees.
    private final func axis(of way: Point) -> ScrollAxis? {
        // The tangent of 30 degrees is the root of a third.
        if way.y * way.y * 3 <= way.x * way.x { return .horizontal }
        return way.x * way.x * 3 <= way.y * way.y ? .vertical : nil
    }

    /// Follows the fingers if they have moved since the last step: at the beginning of the drag, or at the lift.
    private final func followIfMoved() {
        if drag.phase == .follows, pan.translation(in: self) != drag.translation { follow() }
    }

    private final func follow() {
        guard drag.phase == .follows else { return }
        drag.translation = pan.translation(in: self)
        let place = drag.origin - drag.translation
        var offset = bounds.origin
        if moves(.horizontal) { offset.x = banded(place.x, horizontalLimits, bounds.size.width) }
        if moves(.vertical) { offset.y = banded(place.y, verticalLimits, bounds.size.height) }
        move(to: offset)
    }

    /// Has a drag continue from `offset`, to which the content is about to move.
    final func continueDrag(from offset: Point) {
        if drag.phase == .follows { drag.origin = unbanded(offset) + drag.translation }
    }

    private final func unbanded(_ offset: Point) -> Point {
        Point(
            unbanded(offset.x, horizontalLimits, bounds.size.width),
            unbanded(offset.y, verticalLimits, bounds.size.height)
        )
    }

    private final func moves(_ axis: ScrollAxis) -> Bool { canDrag(axis) && (drag.axis ?? axis) == axis }

    /// Ends the drag, and lets the content move on.
    private final func endDrag(velocity: Point) {
        if drag.phase == .begins { drag.phase = .none }
        guard drag.phase == .follows else { return }
        let number = drag.number
        drag.phase = .willEnd
        // During a zoom the content stays where the fingers have let it go.
        let velocity =
            zoom.isUnderWay
            ? .zero : flingVelocity(Point(moves(.horizontal) ? velocity.x : 0, moves(.vertical) ? velocity.y : 0))
        let (changes, proposed) = (motion.changes, restingPlace(velocity: velocity))
        var target = proposed
        delegate?.scrollViewWillEndDragging(self, withVelocity: velocity, targetContentOffset: &target)
        // The delegate may have run the loop, where another drag came, or moved the content.
        guard drag.number == number, drag.phase == .willEnd else { return }
        let chosen: Point? = target == proposed || !target.isFinite ? nil : limited(target)
        let goesOn = motion.changes == changes && willGoOn(velocity: velocity, to: chosen)
        finishEnd(of: number, willDecelerate: goesOn)
        guard drag.number == number, drag.phase == .none, motion.changes == changes else { return didComeToRest() }
        if goesOn, canMove {
            decelerate(velocity: velocity, to: chosen)
        } else if !zoom.isUnderWay {
            move(to: limited(bounds.origin))
        }
        didComeToRest()
    }

    /// Tells the delegate that the drag is over, once it was told that the drag will end.
    private final func finishEnd(of number: UInt64, willDecelerate: Bool) {
        guard drag.number == number, drag.phase == .willEnd else { return }
        drag.phase = .didEnd
        delegate?.scrollViewDidEndDragging(self, willDecelerate: willDecelerate)
        if drag.number == number { drag.phase = .none }
    }

    private final func willGoOn(velocity: Point, to chosen: Point?) -> Bool {
        guard canMove, !zoom.isUnderWay else { return false }
        let way = chosen != nil ? ScrollMotion.Way.chosen : isPagingEnabled ? .page : .free
        let (x, y) = motions(velocity: velocity, way, to: chosen ?? restingPlace(velocity: velocity))
        return !(x.isRest && y.isRest)
    }

    /// Ends a drag that the recogniser can no longer follow.
    final func cancelDrag() { endDrag(velocity: .zero) }

    /// The attempt of the pan is over.
    ///
    /// The end of a drag has come before, unless the application is gone.
    final func panDidReset() {
        cancelDrag()
        releaseContent()
    }

    /// Where the content comes to rest after the fingers have let it go.
    final func restingPlace(velocity: Point) -> Point {
        if isPagingEnabled { return page(velocity: velocity) }
        let (start, rate) = (bounds.origin, decelerationRate)
        return limited(
            Point(
                Deceleration(from: start.x, velocity: velocity.x, rate: rate).end,
                Deceleration(from: start.y, velocity: velocity.y, rate: rate).end
            )
        )
    }

    /// The motions of both coordinates after a drag; unless `way` is free, they end at `target`.
    final func motions(
        velocity: Point,
        _ way: ScrollMotion.Way,
        to target: Point
    ) -> (x: AxisMotion, y: AxisMotion) {
        (
            motion(from: bounds.origin.x, velocity.x, way, to: target.x, within: horizontalLimits),
            motion(from: bounds.origin.y, velocity.y, way, to: target.y, within: verticalLimits)
        )
    }

    private final func motion(
        from start: Double,
        _ velocity: Double,
        _ way: ScrollMotion.Way,
        to target: Double,
        within limits: ClosedRange<Double>
    ) -> AxisMotion {
        let rate = decelerationRate
        switch way {
        case .free:
            let motion = Deceleration(from: start, velocity: velocity, rate: rate)
            return .deceleration(motion, within: limits, bounces: bounces)
        case .chosen: return .deceleration(from: start, to: target, within: limits, rate: rate)
        case .page: return .spring(from: start, to: target, velocity: velocity, within: limits, bounces: bounces)
        }
    }
}
