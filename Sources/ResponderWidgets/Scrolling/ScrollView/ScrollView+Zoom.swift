internal import ResponderCore
public import ResponderTouchInput

/// The zoom of a scroll view.
struct ScrollZoom {
    var minimum = 1.0
    var maximum = 1.0
    var scale = 1.0
    /// The content size at the scale 1, from which the size at any other scale is computed, so that errors do not pile
    /// up.
    var contentSize = Size.zero
    var bounces = true
    var pinch: ScrollPinchRecognizer?
    /// True from the delegate's first call about a zoom to the last.
    var isUnderWay = false
    /// Whether fingers zoom.
    var isPinching = false
    /// The scale at which the pinch began.
    var startScale = 1.0
    /// The motion of the scale, while a motion zooms.
    var motion = AxisMotion.rest(at: 1)
}

// A pinch scales the view that the delegate names, and the content size with it.
extension ScrollView {
    /// The least zoom scale; 1 at first.
    ///
    /// - Precondition: The scale is between a millionth and a million.
    public final var minimumZoomScale: Double {
        get { zoom.minimum }
        set {
            checkScale(newValue)
            zoom.minimum = newValue
            zoomLimitsDidChange()
        }
    }

    /// The greatest zoom scale; 1 at first.
    ///
    /// If the scale is not more than ``minimumZoomScale``, pinches do nothing.
    ///
    /// - Precondition: The scale is between a millionth and a million.
    public final var maximumZoomScale: Double {
        get { zoom.maximum }
        set {
            checkScale(newValue)
            zoom.maximum = newValue
            zoomLimitsDidChange()
        }
    }

    /// Whether a pinch can take the scale a little beyond the limits, from where it comes back; true at first.
    public final var bouncesZoom: Bool {
        get { zoom.bounces }
        set { zoom.bounces = newValue }
    }

    /// The scale of the delegate's view; 1 at first.
    ///
    /// Setting the scale calls ``setZoomScale(_:animated:)`` without motion.
    public final var zoomScale: Double {
        get { zoom.scale }
        set { setZoomScale(newValue, animated: false) }
    }

    /// Whether fingers or a motion zoom now.
    public final var isZooming: Bool { zoom.isUnderWay }
    /// Whether the scale comes back within its limits now.
    public final var isZoomBouncing: Bool {
        motion.kind == .zoom && !(zoom.minimum...zoomCeiling ~= zoom.scale)
    }

    /// Zooms around the middle of the view.
    ///
    /// - Parameters:
    ///   - scale: The new scale, which is brought within the limits.
    ///   - animated: Whether the zoom takes 0.3 seconds.
    /// - Precondition: The scale is between a millionth and a million.
    /// - Complexity: O(log n) for n timers; with motion allocates a display link.
    public final func setZoomScale(_ scale: Double, animated: Bool) {
        checkScale(scale)
        let scale = scale.limited(to: zoom.minimum...zoomCeiling)
        let middle = Point(bounds.size.width / 2, bounds.size.height / 2)
        zoom(to: scale, offset(keeping: middle, at: scale), animated: animated)
    }

    /// Zooms so that a rectangle is in the middle of the view, and fills the view as far as the limits allow.
    ///
    /// - Parameters:
    ///   - rect: In the coordinates of the view that is zoomed, in points.
    ///   - animated: Whether the zoom takes 0.3 seconds.
    /// - Precondition: The rectangle is finite.
    /// - Complexity: That of ``setZoomScale(_:animated:)``.
    public final func zoom(to rect: Rect, animated: Bool) {
        guard rect.isFinite else { fatalError("\(Swift.type(of: self)) cannot zoom to \(rect)") }
        let rect = rect.standardized
        guard rect.width > 0 || rect.height > 0, bounds.size.width > 0, bounds.size.height > 0 else { return }
        let fit = min(bounds.size.width / rect.width, bounds.size.height / rect.height)
        let scale = fit.limited(to: zoom.minimum...zoomCeiling)
        let middle = rect.center * scale
        zoom(
            to: scale,
            Point(middle.x - bounds.size.width / 2, middle.y - bounds.size.height / 2),
            animated: animated
        )
    }

    final var zoomCeiling: Double { max(zoom.minimum, zoom.maximum) }

    private final func checkScale(_ scale: Double) {
        guard scale >= 1e-6, scale <= 1e6 else {
            fatalError(
                "\(Swift.type(of: self)) cannot have the zoom scale \(scale): it is between a millionth and a million"
            )
        }
    }

    private final func zoomLimitsDidChange() {
        let isZoomable = zoom.maximum > zoom.minimum
        if isZoomable, zoom.pinch == nil {
            let pinch = ScrollPinchRecognizer()
            pinch.scrollView = self
            pinch.addAction { $0.scrollView?.pinchDidChange($0) }
            addGestureRecognizer(pinch)
            zoom.pinch = pinch
        } else if !isZoomable, let pinch = zoom.pinch {
            zoom.pinch = nil
            removeGestureRecognizer(pinch)
        }
        keepScaleWithinLimits()
    }

    /// Brings the scale within its limits; a zoom that is under way does so at its end.
    private final func keepScaleWithinLimits() {
        let scale = zoom.scale.limited(to: zoom.minimum...zoomCeiling)
        if !zoom.isUnderWay, scale != zoom.scale { setZoomScale(scale, animated: false) }
    }

    private final func zoom(to scale: Double, _ offset: Point, animated: Bool) {
        guard scale != zoom.scale || offset != bounds.origin, viewToZoom != nil else { return }
        forgetPlace()
        motion.changes &+= 1
        stopMotion()
        let target = limited(offset, at: scale)
        guard animated, !drag.isByFingers, canMove else {
            // Fingers continue from the new scale.
            if let pinch = zoom.pinch, zoom.isPinching { zoom.startScale = scale / pinch.scale }
            setScale(scale)
            delegate?.scrollViewDidZoom(self)
            drag.origin += target - bounds.origin
            return move(to: target)
        }
        // The delegate, told of a motion's end or asked for the view, may have begun a newer motion.
        let view = viewToZoom
        guard motion.kind == .none, canMove else { return }
        let changes = motion.changes
        beginZoom(of: view)
        if motion.changes == changes { animateZoom(to: scale, target) }
        // The delegate may have moved the content, or removed the view.
        endZoomUnlessMoving()
    }

    /// Ends a zoom that neither fingers nor a motion continue.
    final func endZoomUnlessMoving() {
        if !zoom.isPinching, motion.kind != .zoom { endZoom() }
    }

    /// Tells the delegate that a zoom begins, unless one is under way.
    ///
    /// - Parameter view: The view that the delegate has named. This method does not ask, since the delegate could then
    ///   end the zoom.
    final func beginZoom(of view: View?) {
        if zoom.isUnderWay { return }
        zoom.isUnderWay = true
        delegate?.scrollViewWillBeginZooming(self, with: view)
    }

    final func animateZoom(to scale: Double, _ target: Point) {
        let (start, seconds) = (bounds.origin, Self.animationSeconds)
        zoom.motion = .transition(from: zoom.scale, to: scale, seconds: seconds)
        startMotion(
            .zoom,
            .transition(from: start.x, to: target.x, seconds: seconds),
            .transition(from: start.y, to: target.y, seconds: seconds),
            to: target
        )
        showIndicators()
    }

    final func stepZoom(at time: Double) {
        setScale(zoom.motion.position(at: time))
        delegate?.scrollViewDidZoom(self)
    }

    /// Ends the zoom within its limits, and tells the delegate.
    final func endZoom() {
        guard zoom.isUnderWay else { return }
        let isPinching = zoom.isPinching
        let scale = zoom.scale.limited(to: zoom.minimum...zoomCeiling)
        if scale != zoom.scale {
            let middle = Point(bounds.size.width / 2, bounds.size.height / 2)
            let offset = limited(offset(keeping: middle, at: scale), at: scale)
            setScale(scale)
            delegate?.scrollViewDidZoom(self)
            if motion.kind == .none, !drag.isUnderWay { move(to: offset) }
        }
        let view = viewToZoom
        // The delegate may have ended the zoom, or have had fingers or a motion continue it.
        guard zoom.isUnderWay, zoom.isPinching == isPinching, motion.kind != .zoom else { return }
        zoom.isUnderWay = false
        // The delegate may have changed the limits meanwhile.
        keepScaleWithinLimits()
        delegate?.scrollViewDidEndZooming(self, with: view, atScale: zoom.scale)
        if motion.kind == .none, drag.phase == .none { move(to: limited(bounds.origin)) }
    }

    final var viewToZoom: View? {
        guard let view = delegate?.viewForZooming(in: self), view.superview === self else { return nil }
        return view
    }

    /// Scales the view around the content's origin, and the content size with it.
    final func setScale(_ scale: Double) {
        guard let view = viewToZoom else { return }
        // The delegate that was asked for the view may have ended the zoom, or changed the limits.
        let scale = zoom.isUnderWay ? scale : scale.limited(to: zoom.minimum...zoomCeiling)
        guard scale != zoom.scale else { return }
        storedContentSize = zoom.contentSize * scale
        zoom.scale = scale
        view.transform = Transform(scaleX: scale, y: scale)
        let (size, anchor) = (view.bounds.size, view.anchorPoint)
        view.center = Point(size.width * scale * anchor.x, size.height * scale * anchor.y)
        setNeedsLayout()
    }

    /// The offset at which the content at `place`, counted from the view's corner, stays there at a new scale.
    final func offset(keeping place: Point, at scale: Double) -> Point {
        (exactOffset + place) * (scale / zoom.scale) - place
    }

    /// The offset within the limits of another scale.
    final func limited(_ offset: Point, at scale: Double) -> Point {
        let (size, insets) = (zoom.contentSize * scale, adjustedContentInset)
        return Point(
            max(min(offset.x, size.width + insets.right - bounds.size.width), 0 - insets.left),
            max(min(offset.y, size.height + insets.bottom - bounds.size.height), 0 - insets.top)
        )
    }
}
