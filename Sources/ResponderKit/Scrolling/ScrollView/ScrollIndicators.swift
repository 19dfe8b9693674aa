internal import ResponderEventLoop
internal import ResponderTouchInput

/// The bars that show where the content is, while it moves and for half a second more.
///
/// They are made when they are shown first, lie in front of the content, and get no touches.
struct ScrollIndicators {
    private var isHorizontalEnabled = true
    private var isVerticalEnabled = true
    fileprivate var horizontal: View?
    fileprivate var vertical: View?
    fileprivate var timer: MainRunLoop.Timer?

    /// How long they are seen after the content has come to rest.
    fileprivate static let time = Duration.milliseconds(500)
    /// The thickness, the distance from the view's edges, and the least length, in points.
    fileprivate static let (thickness, margin, leastLength) = (3.0, 3.0, 24.0)

    func isEnabled(_ axis: ScrollAxis) -> Bool { axis == .horizontal ? isHorizontalEnabled : isVerticalEnabled }

    @MainActor
    mutating func setEnabled(_ isEnabled: Bool, _ axis: ScrollAxis, in view: ScrollView) {
        switch axis {
        case .horizontal: isHorizontalEnabled = isEnabled
        case .vertical: isVerticalEnabled = isEnabled
        }
        if !isEnabled { bar(axis)?.isHidden = true }
    }

    fileprivate func bar(_ axis: ScrollAxis) -> View? { axis == .horizontal ? horizontal : vertical }

    /// Shows the bars of the axes along which the content can be scrolled.
    @MainActor
    mutating func show(in view: ScrollView) {
        timer?.cancel()
        timer = nil
        if isHorizontalEnabled, view.horizontalLimits.isRange { horizontal = shown(horizontal, in: view) }
        if isVerticalEnabled, view.verticalLimits.isRange { vertical = shown(vertical, in: view) }
        layout(in: view)
    }

    @MainActor
    private func shown(_ bar: View?, in view: ScrollView) -> View {
        if let bar, bar.superview === view {
            bar.isHidden = false
            return bar
        }
        let bar = View()
        bar.isUserInteractionEnabled = false
        bar.backgroundColor = Color(white: 0, alpha: 0.35)
        view.addSubview(bar)
        return bar
    }

    /// Hides the bars half a second from now, unless the content moves again.
    @MainActor
    mutating func hideSoon(in view: ScrollView) {
        guard horizontal != nil || vertical != nil, timer == nil, let loop = view.window?.application?.runLoop else {
            return
        }
        timer = loop.addTimer(at: loop.now.advanced(by: Self.time), name: "scroll indicators") { [weak view] _ in
            view?.hideIndicators()
        }
    }

    /// Places the bars that are seen, for the present offset.
    @MainActor
    func layout(in view: ScrollView) {
        let (bounds, size, insets) = (view.bounds, view.contentSize, view.contentInset)
        let (margin, thickness) = (Self.margin, Self.thickness)
        if let horizontal, !horizontal.isHidden {
            let whole = size.width + insets.left + insets.right
            let (place, length) = extent(bounds.minX + insets.left, bounds.width, whole)
            let y = bounds.maxY - margin - thickness
            horizontal.frame = Rect(bounds.minX + place, y, length, thickness)
        }
        if let vertical, !vertical.isHidden {
            let whole = size.height + insets.top + insets.bottom
            let (place, length) = extent(bounds.minY + insets.top, bounds.height, whole)
            let x = bounds.maxX - margin - thickness
            vertical.frame = Rect(x, bounds.minY + place, thickness, length)
        }
    }

    /// Where a bar begins, from the view's edge, and how long it is.
    ///
    /// The bar is to the view as the view is to the content. Beyond an edge it becomes shorter.
    ///
    /// - Parameters:
    ///   - offset: How far the content is scrolled.
    ///   - extent: That of the view.
    ///   - whole: The content's.
    private func extent(_ offset: Double, _ extent: Double, _ whole: Double) -> (place: Double, length: Double) {
        let track = max(extent - 2 * Self.margin, 0)
        let greatest = whole - extent
        guard greatest > 0, track > 0 else { return (Self.margin, track) }
        let beyond = max(-offset, offset - greatest, 0)
        let full = max(track * extent / whole, min(Self.leastLength, track))
        let length = max(full - beyond, min(2 * Self.thickness, full))
        let part = (offset / greatest).limited(to: 0...1)
        return (Self.margin + part * (track - length), length)
    }
}

extension ScrollView {
    /// Shows the indicators for half a second, as when a view with more content than is seen appears.
    ///
    /// - Complexity: O(log n) for n timers; allocates a timer, and at first the indicators.
    public final func flashScrollIndicators() {
        indicators.show(in: self)
        if motion.kind == .none, !drag.isUnderWay { indicators.hideSoon(in: self) }
    }

    fileprivate final func hideIndicators() {
        indicators.timer = nil
        indicators.horizontal?.isHidden = true
        indicators.vertical?.isHidden = true
    }
}
