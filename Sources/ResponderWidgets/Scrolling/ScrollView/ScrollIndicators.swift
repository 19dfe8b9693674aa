internal import ResponderCore
internal import ResponderEventLoop
internal import ResponderTouchInput

/// The bars that show the place in the content, while it moves and for half a second more.
///
/// The bars are made when they are first shown, lie in front of the content, and get no touches.
struct ScrollIndicators {
    struct Bar {
        var isEnabled = true
        var view: View?
    }
    var horizontal = Bar()
    var vertical = Bar()
    fileprivate var timer: MainRunLoop.Timer?

    /// How long the bars are seen after the content has come to rest.
    static let time = Duration.milliseconds(500)
    /// The thickness, the distance from the view's edges, and the least length, in points.
    static let (thickness, margin, leastLength) = (3.0, 3.0, 24.0)

    /// Where a bar begins, from the view's edge, and how long it is.
    ///
    /// The ratio of the bar to its track is that of the view to the content; beyond an edge the bar becomes shorter.
    ///
    /// - Parameters:
    ///   - offset: How far the content is scrolled.
    ///   - extent: The extent of the view.
    ///   - whole: The extent of the content.
    static func bar(_ offset: Double, _ extent: Double, _ whole: Double) -> (place: Double, length: Double) {
        let track = max(extent - 2 * margin, 0)
        let greatest = whole - extent
        guard greatest > 0, track > 0 else { return (margin, track) }
        let beyond = max(-offset, offset - greatest, 0)
        let full = max(track * extent / whole, min(leastLength, track))
        let length = max(full - beyond, min(2 * thickness, full))
        let part = (offset / greatest).limited(to: 0...1)
        return (margin + part * (track - length), length)
    }
}

// Each call may reach a hook of the app, so the state is read anew after each call.
extension ScrollView {
    /// Shows the indicators for half a second, for example when a view appears; does nothing outside of a window.
    ///
    /// - Complexity: O(log n) for n timers; allocates a timer, and at first the indicators.
    public final func flashScrollIndicators() {
        showIndicators()
        if motion.kind == .none, !drag.isUnderWay { hideIndicatorsSoon() }
    }

    final func setIndicator(_ axis: ScrollAxis, isEnabled: Bool) {
        switch axis {
        case .horizontal: indicators.horizontal.isEnabled = isEnabled
        case .vertical: indicators.vertical.isEnabled = isEnabled
        }
        if !isEnabled { (axis == .horizontal ? indicators.horizontal : indicators.vertical).view?.isHidden = true }
    }

    /// Shows the bars of the axes along which the content can be scrolled.
    final func showIndicators() {
        guard window?.application != nil else { return }
        indicators.timer?.cancel()
        indicators.timer = nil
        if indicators.horizontal.isEnabled, horizontalLimits.isRange {
            let bar = indicators.horizontal.view ?? makeBar()
            indicators.horizontal.view = bar
            show(bar)
        }
        if indicators.vertical.isEnabled, verticalLimits.isRange {
            let bar = indicators.vertical.view ?? makeBar()
            indicators.vertical.view = bar
            show(bar)
        }
        layoutIndicators()
    }

    private final func makeBar() -> View {
        let bar = View()
        bar.isUserInteractionEnabled = false
        bar.cornerRadius = ScrollIndicators.thickness / 2
        bar.backgroundColor = resolvedControlAppearance.scrollIndicator
        return bar
    }

    /// Gives the bars that were made the color of the appearance.
    final func colorIndicators() {
        for bar in [indicators.horizontal.view, indicators.vertical.view] {
            bar?.backgroundColor = resolvedControlAppearance.scrollIndicator
        }
    }

    private final func show(_ bar: View) {
        bar.isHidden = false
        // Content may have been added in front of the bar.
        if bar.superview === self { bringSubviewToFront(bar) } else { addSubview(bar) }
    }

    /// Hides the bars half a second from now, unless the content moves again.
    final func hideIndicatorsSoon() {
        guard isIndicatorShown, indicators.timer == nil, let loop = window?.application?.runLoop else { return }
        let end = loop.now.advanced(by: ScrollIndicators.time)
        indicators.timer = loop.addTimer(at: end, name: "scroll indicators") { [weak self] _ in self?.hideIndicators() }
    }

    private final var isIndicatorShown: Bool {
        indicators.horizontal.view?.isHidden == false || indicators.vertical.view?.isHidden == false
    }

    final func hideIndicators() {
        indicators.timer?.cancel()
        indicators.timer = nil
        indicators.horizontal.view?.isHidden = true
        indicators.vertical.view?.isHidden = true
    }

    /// Places the bars that are seen, for the present offset.
    final func layoutIndicators() {
        let (bounds, size, insets) = (bounds, storedContentSize, adjustedContentInset)
        let (margin, thickness) = (ScrollIndicators.margin, ScrollIndicators.thickness)
        if let bar = indicators.horizontal.view, !bar.isHidden {
            let whole = size.width + insets.left + insets.right
            let (place, length) = ScrollIndicators.bar(bounds.minX + insets.left, bounds.width, whole)
            bar.frame = Rect(bounds.minX + place, bounds.maxY - margin - thickness, length, thickness)
        }
        if let bar = indicators.vertical.view, !bar.isHidden {
            let whole = size.height + insets.top + insets.bottom
            let (place, length) = ScrollIndicators.bar(bounds.minY + insets.top, bounds.height, whole)
            bar.frame = Rect(bounds.maxX - margin - thickness, bounds.minY + place, thickness, length)
        }
    }
}
