internal import Logging
internal import ResponderCore
public import ResponderTouchInput

// The place of the content, and its limits.
extension ScrollView {
    /// The point of the content at the view's upper left corner, in points: the origin of the view's bounds.
    ///
    /// Setting the offset stops motions; a drag continues from the new offset. Offsets beyond the limits are possible,
    /// until a new size of the content or of the view, or new insets, bring the content back within its limits. Without
    /// content the offset waits for the first ``contentSize``. A coordinate that is not finite is not changed; the
    /// first such coordinate of a view is logged.
    ///
    /// - Complexity: Setting is that of the delegate's call; no allocation.
    public final var contentOffset: Point {
        get { bounds.origin }
        set { setContentOffset(newValue, animated: false) }
    }

    /// The extent of the content, in points; zero at first.
    ///
    /// If the size is set while the content is at rest, an offset beyond the new limits is brought back within them.
    ///
    /// - Precondition: The size is finite, and not negative.
    public final var contentSize: Size {
        get { storedContentSize }
        set {
            guard newValue.isFinite, newValue.width >= 0, newValue.height >= 0 else {
                fatalError("the content of \(Swift.type(of: self)) cannot have the size \(newValue)")
            }
            guard newValue != storedContentSize else { return }
            storedContentSize = newValue
            let (offset, size) = (bounds.origin, newValue)
            // The width may be set before the height.
            if offset.x == 0 || size.width > 0, offset.y == 0 || size.height > 0 { awaitsContent = false }
            zoom.contentSize = newValue * (1 / zoom.scale)
            limitsDidChange()
        }
    }

    /// By how much the content can be scrolled beyond its edges, in points; zero at first.
    ///
    /// - Precondition: The insets are finite.
    public final var contentInset: EdgeInsets {
        get { storedContentInset }
        set {
            let sum = newValue.top + newValue.left + newValue.bottom + newValue.right
            guard sum.isFinite else {
                fatalError("the content of \(Swift.type(of: self)) cannot have the insets \(newValue)")
            }
            guard newValue != storedContentInset else { return }
            storedContentInset = newValue
            limitsDidChange()
        }
    }

    /// Moves the content.
    ///
    /// - Parameters:
    ///   - offset: The new ``contentOffset``, which also explains coordinates that are not finite.
    ///   - animated: Whether the content moves there in 0.3 seconds, slowly at the beginning and at the end. Outside of
    ///     a shown window, and while fingers drag, the content is there at once.
    /// - Complexity: O(log n) for n timers; with motion allocates a display link.
    public final func setContentOffset(_ offset: Point, animated: Bool) {
        let target = finite(offset)
        forgetPlace()
        // The app has set the offset for the present size and, if there is no content yet, for content that will come.
        if target != bounds.origin { laidOutSize = bounds.size }
        awaitsContent = storedContentSize == .zero
        motion.changes &+= 1
        motion.wasCaught = false
        if animated, !drag.isByFingers { return animate(to: target) }
        stopMotion()
        continueDrag(from: target)
        move(to: target)
    }

    /// Scrolls as little as possible, so that a rectangle of the content is seen, or as much of it as fits.
    ///
    /// - Parameters:
    ///   - rect: In the content's coordinates, in points; the part outside of the content does not count.
    ///   - animated: See ``setContentOffset(_:animated:)``.
    /// - Complexity: That of ``setContentOffset(_:animated:)``.
    public final func scrollRectToVisible(_ rect: Rect, animated: Bool) {
        let content = Rect(origin: .zero, size: storedContentSize)
        guard rect.isFinite, let part = rect.standardized.intersection(content) else { return }
        let target = self.offset(showing: part, within: adjustedContentInset)
        if target != bounds.origin { setContentOffset(limited(target), animated: animated) }
    }

    /// The least and greatest offsets at which the content rests.
    final var horizontalLimits: ClosedRange<Double> {
        limits(0 - storedContentInset.left, storedContentSize.width + storedContentInset.right - bounds.size.width)
    }
    final var verticalLimits: ClosedRange<Double> {
        limits(0 - storedContentInset.top, storedContentSize.height + adjustedContentInset.bottom - bounds.size.height)
    }

    /// The callers subtract an inset from zero, since negating an inset of 0 would give −0.
    private final func limits(_ least: Double, _ greatest: Double) -> ClosedRange<Double> {
        least...max(least, greatest)
    }

    /// The offset within the limits that is nearest to `offset`.
    final func limited(_ offset: Point) -> Point {
        Point(offset.x.limited(to: horizontalLimits), offset.y.limited(to: verticalLimits)) + .zero
    }

    /// Moves the content now, and tells the delegate.
    final func move(to offset: Point) {
        var offset = offset
        if ProcessState.shared.pointee.alignsScrolling {
            unalignedOffset = offset
            offset = aligned(offset)
        }
        guard offset != bounds.origin else { return }
        // The sum turns a coordinate of −0 into 0.
        bounds.origin = offset + .zero
        offsetDidChange()
    }

    /// Where the next of several small steps begins: before it was put on whole pixels.
    final var exactOffset: Point {
        let offset = bounds.origin
        return unalignedOffset != offset && aligned(unalignedOffset) == offset ? unalignedOffset : offset
    }

    /// The offset on whole pixels, if the screen asks for it; content that rests at an end stays there.
    private final func aligned(_ offset: Point) -> Point {
        guard let screen = window?.updatePass.screen, screen.alignsScrollingToPixels else { return offset }
        func aligned(_ value: Double, _ limits: ClosedRange<Double>) -> Double {
            if value == limits.lowerBound || value == limits.upperBound { return value }
            let whole = (value * screen.scale).rounded() / screen.scale
            return limits.contains(value) ? whole.limited(to: limits) : whole
        }
        return Point(aligned(offset.x, horizontalLimits), aligned(offset.y, verticalLimits))
    }

    /// Moves the content by a distance that a change of its size has caused; drags and motions continue from there.
    final func shiftContent(by distance: Point) {
        continueDrag(from: bounds.origin + distance)
        drag.pageOrigin += distance
        motion.target += distance
        (motion.x, motion.y) = (motion.x.shifted(by: distance.x), motion.y.shifted(by: distance.y))
        bounds.origin = aligned(bounds.origin + distance)
        if motion.kind == .deceleration { continueMotion() }
        offsetDidChange()
    }

    /// Moves the content by a distance, as far as the limits allow, as a wheel does.
    ///
    /// - Returns: Whether the content has moved.
    final func scroll(by distance: Point) -> Bool {
        guard isScrollEnabled, drag.phase == .none, !zoom.isUnderWay, distance.isFinite else { return false }
        let old = exactOffset
        let target = limited(old + distance)
        // Content beyond a limit is neither moved further nor brought back.
        let way = target - old
        let end = Point(
            way.x * distance.x > 0 ? target.x : old.x,
            way.y * distance.y > 0 ? target.y : old.y
        )
        guard end != old else { return false }
        forgetPlace()
        motion.changes &+= 1
        stopMotion()
        showIndicators()
        move(to: end)
        didComeToRest()
        return true
    }

    /// Brings the content back within its limits; a drag or motion that is under way continues with the new limits.
    final func limitsDidChange() {
        setNeedsLayout()
        keepWithinLimits()
    }

    private final func keepWithinLimits() {
        if drag.phase != .none || zoom.isUnderWay || awaitsContent { return }
        if motion.kind != .none { return continueMotion() }
        // While a finger holds the content, it stays: it comes back when the finger is lifted.
        if !motion.wasCaught { move(to: limited(restoredOffset ?? bounds.origin)) }
    }

    /// Moves the content to an offset of an earlier run of the app, as soon as the content is large enough.
    final func restore(_ offset: Point) {
        setContentOffset(limited(offset), animated: false)
        restoredOffset = offset
    }

    /// Forgets offsets that wait for content, since the content now goes elsewhere.
    final func forgetPlace() {
        restoredOffset = nil
        awaitsContent = false
    }

    /// Ends the restoration once the limits of a view with an extent allow the restored offset.
    private final func endRestorationIfThere() {
        if let restoredOffset, !bounds.isEmpty, limited(restoredOffset) == restoredOffset { self.restoredOffset = nil }
    }

    final func layoutScrolled() {
        coverDidChange()
        if bounds.size != laidOutSize {
            laidOutSize = bounds.size
            keepWithinLimits()
        }
        endRestorationIfThere()
        layoutIndicators()
    }

    private final func finite(_ offset: Point) -> Point {
        if offset.isFinite { return offset }
        if !hasWarnedOfOffset { warn(of: offset) }
        return Point(offset.x.isFinite ? offset.x : bounds.origin.x, offset.y.isFinite ? offset.y : bounds.origin.y)
    }

    private final func warn(of offset: Point) {
        hasWarnedOfOffset = true
        Logger(label: "responderkit.ResponderKit").warning(
            "\(Swift.type(of: self)) cannot be scrolled to \(offset): a coordinate that is not finite stays as it was"
        )
    }
}
