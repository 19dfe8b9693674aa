internal import ResponderTouchInput

/// The state of a drag.
struct ScrollDrag {
    /// From the call before the drag to the one after.
    var isUnderWay = false
    /// The offset that the content would have, without limits, if the finger had not moved since the drag began.
    var origin = Point.zero
    /// The offset at which the drag began: pages are counted from there.
    var pageOrigin = Point.zero
    /// The only axis along which the drag goes; nil when it goes along both.
    var axis: ScrollAxis?
}

/// A direction in which content scrolls.
enum ScrollAxis {
    case horizontal, vertical
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

    /// Whether the content can be scrolled along an axis by a finger that goes in the direction of `way`, and not only
    /// beyond an edge.
    final func hasRoom(_ axis: ScrollAxis, for way: Double) -> Bool {
        guard isScrollEnabled else { return false }
        let (offset, limits) =
            axis == .horizontal ? (bounds.origin.x, horizontalLimits) : (bounds.origin.y, verticalLimits)
        return way > 0 ? offset > limits.lowerBound : offset < limits.upperBound
    }

    /// Follows the fingers: the action of the pan.
    final func panDidChange() {
        switch pan.state {
        case .began: beginDrag()
        case .changed: follow()
        case .ended: endDrag(velocity: Point.zero - pan.velocity(in: self))
        case .cancelled: endDrag(velocity: .zero)
        case .possible, .failed: break
        }
    }

    private final func beginDrag() {
        stopMotion()
        let offset = bounds.origin
        drag = ScrollDrag(
            isUnderWay: true,
            origin: Point(
                unbanded(offset.x, horizontalLimits, bounds.size.width),
                unbanded(offset.y, verticalLimits, bounds.size.height)
            ),
            pageOrigin: offset,
            axis: isDirectionalLockEnabled ? axis(of: pan.pan.pointee.path) : nil
        )
        updateTracking()
        indicators.show(in: self)
        delegate?.scrollViewWillBeginDragging(self)
    }

    /// The axis from which a way deviates by at most 30 degrees.
    private final func axis(of way: Point) -> ScrollAxis? {
        // The tangent of 30 degrees is the root of a third.
        if way.y * way.y * 3 <= way.x * way.x { return .horizontal }
        return way.x * way.x * 3 <= way.y * way.y ? .vertical : nil
    }

    private final func follow() {
        guard drag.isUnderWay else { return }
        let place = drag.origin - pan.translation(in: self)
        var offset = bounds.origin
        if moves(.horizontal) { offset.x = banded(place.x, horizontalLimits, bounds.size.width) }
        if moves(.vertical) { offset.y = banded(place.y, verticalLimits, bounds.size.height) }
        move(to: offset)
    }

    private final func moves(_ axis: ScrollAxis) -> Bool { canDrag(axis) && (drag.axis ?? axis) == axis }

    /// Ends the drag, and lets the content go on by itself.
    private final func endDrag(velocity: Point) {
        guard drag.isUnderWay else { return }
        let velocity = Point(moves(.horizontal) ? velocity.x : 0, moves(.vertical) ? velocity.y : 0)
        let proposed = restingPlace(velocity: velocity)
        var target = proposed
        delegate?.scrollViewWillEndDragging(self, withVelocity: velocity, targetContentOffset: &target)
        // The delegate may have begun something else.
        guard drag.isUnderWay else { return }
        drag.isUnderWay = false
        let chosen: Point? = target == proposed ? nil : limited(target.isFinite ? target : proposed)
        let (x, y) = motions(velocity: velocity, to: chosen)
        let goesOn = window?.application != nil && !(x.isRest && y.isRest)
        let starts = motion.starts
        delegate?.scrollViewDidEndDragging(self, willDecelerate: goesOn)
        if goesOn, motion.starts == starts, !drag.isUnderWay { decelerate(x, y, to: chosen ?? proposed) }
        if motion.kind == .none { indicators.hideSoon(in: self) }
        updateTracking()
    }

    /// Brings content that a finger has stopped beyond its limits back, when the finger is lifted without a drag.
    final func panDidReset() {
        guard !drag.isUnderWay, motion.kind == .none, !zoom.isUnderWay, window?.application != nil,
            limited(bounds.origin) != bounds.origin
        else { return }
        let (x, y) = motions(velocity: .zero, to: nil)
        decelerate(x, y, to: limited(bounds.origin))
    }

    private final func decelerate(_ x: AxisMotion, _ y: AxisMotion, to target: Point) {
        guard window?.application != nil else { return }
        startMotion(.deceleration, x, y, to: target)
        delegate?.scrollViewWillBeginDecelerating(self)
    }

    /// Where the content that is let go rests.
    private final func restingPlace(velocity: Point) -> Point {
        if isPagingEnabled { return page(velocity: velocity) }
        let (start, rate) = (bounds.origin, decelerationRate)
        return limited(
            Point(
                Deceleration(from: start.x, velocity: velocity.x, rate: rate).end,
                Deceleration(from: start.y, velocity: velocity.y, rate: rate).end
            )
        )
    }

    /// The motions of both coordinates after a drag; those that end at `target` unless this is nil.
    final func motions(velocity: Point, to target: Point?) -> (x: AxisMotion, y: AxisMotion) {
        let (start, rate) = (bounds.origin, decelerationRate)
        if let target {
            return (
                .deceleration(from: start.x, to: target.x, within: horizontalLimits, rate: rate),
                .deceleration(from: start.y, to: target.y, within: verticalLimits, rate: rate)
            )
        }
        if isPagingEnabled {
            let page = page(velocity: velocity)
            return (
                .spring(from: start.x, to: page.x, velocity: velocity.x),
                .spring(from: start.y, to: page.y, velocity: velocity.y)
            )
        }
        let x = Deceleration(from: start.x, velocity: velocity.x, rate: rate)
        let y = Deceleration(from: start.y, velocity: velocity.y, rate: rate)
        return (
            .deceleration(x, within: horizontalLimits, bounces: bounces),
            .deceleration(y, within: verticalLimits, bounces: bounces)
        )
    }
}

// MARK: - Beyond the edges, and pages

extension ScrollView {
    /// The least speed, in points per second, at which a drag goes to the next page though it has not gone half the
    /// way: the least velocity of a fling in Android's `ViewPager`.
    private static let pageSpeed = 400.0

    private final func banded(_ place: Double, _ limits: ClosedRange<Double>, _ extent: Double) -> Double {
        let edge = place.limited(to: limits)
        return bounces ? edge + RubberBand.way(of: place - edge, extent: extent) : edge
    }

    private final func unbanded(_ offset: Double, _ limits: ClosedRange<Double>, _ extent: Double) -> Double {
        let edge = offset.limited(to: limits)
        return bounces ? edge + RubberBand.pull(of: offset - edge, extent: extent) : edge
    }

    /// The page on which content that is let go rests: the nearest one, or the next in the direction of a fling.
    private final func page(velocity: Point) -> Point {
        func page(_ offset: Double, _ start: Double, _ velocity: Double, _ extent: Double) -> Double {
            guard extent > 0 else { return offset }
            let first = (start / extent).rounded()
            var page = (offset / extent).rounded()
            if velocity > Self.pageSpeed { page = (offset / extent).rounded(.down) + 1 }
            if velocity < -Self.pageSpeed { page = (offset / extent).rounded(.up) - 1 }
            return min(max(page, first - 1), first + 1) * extent
        }
        return limited(
            Point(
                page(bounds.origin.x, drag.pageOrigin.x, velocity.x, bounds.size.width),
                page(bounds.origin.y, drag.pageOrigin.y, velocity.y, bounds.size.height)
            )
        )
    }
}

extension ClosedRange<Double> {
    /// Whether there is more than one value.
    var isRange: Bool { lowerBound < upperBound }
}
