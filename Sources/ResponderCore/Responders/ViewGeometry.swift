public import ResponderTouchInput

// A view's place and extent.
extension View {
    /// The view's rectangle in its superview's coordinates, in points; for a window, in the screen's coordinates.
    ///
    /// With a ``transform`` the frame is the smallest upright rectangle around the transformed ``bounds`` (rule H26).
    /// Setting the frame sets the size of the bounds too.
    ///
    /// - Precondition: The frame is not set while the transform is not the identity, since the bounds cannot be
    ///   computed from such a frame: set ``bounds`` and ``center`` instead. Debug builds stop with a message; release
    ///   builds ignore the transform. The rotation of a window to the interface's orientation is no transform in this
    ///   sense.
    /// - Complexity: O(1), but setting may search the superview's subviews, and allocate where an index finds them.
    public final var frame: Rect {
        get {
            if record.pointee.flags.contains(.transformed) { return bounds.applying(record.toSuperview) }
            return Rect(origin: record.pointee.position, size: record.pointee.bounds.size)
        }
        set {
            if record.pointee.flags.contains(.window), let window, window.transform.isIdentity {
                return window.setFrameOfWindow(newValue)
            }
            assert(
                !record.pointee.flags.contains(.transformed),
                "the frame of \(Swift.type(of: self)) was set while its transform is not the identity; "
                    + "set its bounds and center instead"
            )
            setUntransformedFrame(newValue)
        }
    }

    /// The view's rectangle in its own coordinates, in points.
    ///
    /// The origin is the position in the view that lies at the frame's corner; scrolling changes it. A change of size
    /// does not move ``center``.
    ///
    /// - Complexity: That of ``frame``.
    public final var bounds: Rect {
        get { record.pointee.bounds }
        set {
            checkFinite(newValue, "bounds")
            guard newValue != record.pointee.bounds else { return }
            if record.pointee.flags.contains(.window) { window?.sizeWillChange(to: newValue.size) }
            setBounds(newValue)
        }
    }

    /// The position of the ``anchorPoint`` in the superview's coordinates, in points: the view's middle, as long as the
    /// anchor point is not changed.
    ///
    /// - Complexity: That of ``frame``.
    public final var center: Point {
        get {
            let (position, size, anchor) = (record.pointee.position, record.pointee.bounds.size, record.anchor)
            return Point(position.x + anchor.x * size.width, position.y + anchor.y * size.height)
        }
        set {
            if !newValue.isFinite { stopForPlace("center", "\(newValue)") }
            setCenter(newValue)
        }
    }

    /// The point of the bounds that lies at ``center``, and about which the view is transformed and resized: (0, 0) is
    /// the corner with the least coordinates, (1, 1) the corner with the greatest.
    ///
    /// (0.5, 0.5) at first. Setting the anchor point leaves ``center`` as it is, and so moves the view.
    ///
    /// - Complexity: That of ``frame``; the first change of the transform, alpha or anchor point allocates room for all
    ///   three.
    public final var anchorPoint: Point {
        get { record.anchor }
        set {
            if !newValue.isFinite { stopForPlace("anchor point", "\(newValue)") }
            let center = center
            record.changeRareState { $0.anchor = newValue }
            setCenter(center)
        }
    }

    /// The rotation, scale, shear or move of the view about its ``center``, as seen from its superview (rule H25).
    ///
    /// The identity at first. In addition, a window is rotated to the interface's orientation, which this property does
    /// not show: the transform comes after this rotation (``Application/interfaceOrientation``).
    ///
    /// With a transform that cannot be inverted, such as a scale by 0, neither the view nor
    /// anything in it is hit, and its overrides are not called, since the view has no position to pass to them
    /// (rule H23). Positions are then converted into the view as if the transform were the identity.
    ///
    /// - Precondition: The transform's six numbers are finite.
    /// - Complexity: That of ``anchorPoint``.
    public final var transform: Transform {
        get { record.pointee.rare?.pointee.transform ?? .identity }
        set {
            if !newValue.isFinite { stopForPlace("transform", "\(newValue)") }
            if newValue != transform { record.changeTransform { $0.transform = newValue } }
        }
    }

    /// Sets the bounds without telling a controller.
    package final func setBounds(_ bounds: Rect) {
        let (old, anchor) = (record.pointee.bounds, record.anchor)
        if bounds.size == old.size {
            record.contentWillScroll(to: bounds.origin)
        } else {
            record.compositionWillChange()
        }
        record.pointee.position.x += (old.size.width - bounds.size.width) * anchor.x
        record.pointee.position.y += (old.size.height - bounds.size.height) * anchor.y
        record.pointee.bounds = bounds
        record.placeDidChange()
        if bounds.origin != old.origin { setNeedsLayout() }
        if bounds.size != old.size { sizeDidChange(from: old.size) }
    }

    private func setCenter(_ center: Point) {
        let (size, anchor) = (record.pointee.bounds.size, record.anchor)
        let position = Point(center.x - anchor.x * size.width, center.y - anchor.y * size.height)
        guard position != record.pointee.position else { return }
        record.compositionWillChange()
        record.pointee.position = position
        record.placeDidChange()
    }

    /// Sets the frame that the view has without its transform.
    final func setUntransformedFrame(_ frame: Rect) {
        checkFinite(frame, "frame")
        let old = record.pointee.bounds.size
        place(at: frame)
        if frame.size != old { sizeDidChange(from: old) }
    }

    /// Sets the frame that the view has without its transform, without layout.
    final func place(at frame: Rect) {
        guard frame.origin != record.pointee.position || frame.size != record.pointee.bounds.size else { return }
        record.compositionWillChange()
        record.pointee.position = frame.origin
        record.pointee.bounds.size = frame.size
        record.placeDidChange()
    }

    package final func checkFinite(_ rect: Rect, _ property: StaticString) {
        if !rect.isFinite { stopForPlace(property, "\(rect)") }
    }

    package final func checkFinite(_ insets: EdgeInsets, _ property: StaticString) {
        let isFinite =
            insets.top.isFinite && insets.left.isFinite && insets.bottom.isFinite && insets.right.isFinite
        if !isFinite { stopForPlace(property, "\(insets)") }
    }

    /// Not a precondition, whose message is lost in release.
    @inline(never)
    private func stopForPlace(_ property: StaticString, _ value: String) -> Never {
        fatalError("the \(property) of \(Swift.type(of: self)) was set to \(value); set finite numbers")
    }
}

// MARK: - Interaction

extension View {
    /// Whether the view is hidden, with all its subviews.
    ///
    /// False at first; true for a window.
    ///
    /// - Complexity: That of ``frame``, and showing a view is linear in the views inside it that are to draw. For a
    ///   window, setting is also linear in the views of this one and in the touches that are down, besides the work of
    ///   observers and handlers.
    public final var isHidden: Bool {
        get { record.pointee.flags.contains(.hidden) }
        set {
            guard newValue != isHidden else { return }
            record.compositionWillChange()
            record.pointee.flags.set(.hidden, newValue)
            record.hitGeometryDidChange()
            ProcessState.shared.visibilityDidChange()
            if !newValue, let update = record.shownUpdatePass {
                update.display.requeue(viewsWaitingFor: self, for: update)
            }
            if record.pointee.flags.contains(.arranged) { superview?.arrangementDidChange() }
            (self as? Window)?.visibilityDidChange()
        }
    }

    /// How opaque the view is, from 0 to 1.
    ///
    /// Below 0.01 neither the view nor its subviews get touches (rule H9). 1 at first.
    ///
    /// - Complexity: That of ``anchorPoint``.
    public final var alpha: Double {
        get { record.pointee.rare?.pointee.alpha ?? 1 }
        set {
            guard newValue != alpha else { return }
            record.compositionWillChange()
            record.changeRareState { $0.alpha = newValue }
            setHitFlag(.transparent, newValue < 0.01)
        }
    }

    /// Whether the view and its subviews get touches.
    ///
    /// True at first.
    ///
    /// - Complexity: That of ``frame``.
    public final var isUserInteractionEnabled: Bool {
        get { !record.pointee.flags.contains(.interactionDisabled) }
        set { setHitFlag(.interactionDisabled, !newValue) }
    }

    /// Whether the view gets more than one touch at once.
    ///
    /// False at first. If false, the view gets only the first finger of a sequence. The value does not apply to the
    /// views inside this view (rule T15).
    public final var isMultipleTouchEnabled: Bool {
        get { record.pointee.flags.contains(.multipleTouch) }
        set { record.pointee.flags.set(.multipleTouch, newValue) }
    }

    private func setHitFlag(_ flag: ResponderRecord.Flags, _ on: Bool) {
        guard record.pointee.flags.contains(flag) != on else { return }
        record.pointee.flags.set(flag, on)
        record.hitGeometryDidChange()
    }
}
