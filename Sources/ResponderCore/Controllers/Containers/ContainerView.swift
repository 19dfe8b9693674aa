internal import ResponderTouchInput

/// The view of a container: a bar along one edge, and the view of the shown child in the rest.
///
/// While a finger swipes the child away, its view is shifted, and the next child's view lies below.
package final class ContainerView: View {
    /// The edge along which the bar lies.
    package enum Edge {
        case top, bottom
    }

    private let bar: View
    private let barHeight: Double
    private let edge: Edge
    /// The view of the shown child.
    private(set) var content: View?
    /// The view that is uncovered while the content is swiped away.
    private var uncovered: View?
    /// How far the content is shifted to the right.
    private var shift = 0.0

    package init(bar: View, height: Double, edge: Edge) {
        self.bar = bar
        barHeight = height
        self.edge = edge
        super.init(frame: .zero)
        addSubview(bar)
        // This view lays out the area that the bar leaves, so it is marked for layout when the bar is hidden.
        bar.record.pointee.flags.insert(.arranged)
    }

    /// Puts `view` behind the bar, in place of the former content.
    func show(_ view: View?) {
        let former = content
        content = view
        if let view, view === uncovered { (uncovered, shift) = (nil, 0) }
        if let former, former !== view, former.superview === self { former.removeFromSuperview() }
        // A hook may have called this method again, and the app may have moved the view.
        guard let view, content === view, view.superview !== self else { return }
        view.setUntransformedFrame(contentFrame)
        if let uncovered, uncovered.superview === self {
            insertSubview(view, aboveSubview: uncovered)
        } else {
            insertSubview(view, at: 0)
        }
    }

    /// Puts `view` below the content, in place of the former uncovered view.
    func uncover(_ view: View?) {
        let former = uncovered
        uncovered = view
        if let former, former !== view, former.superview === self { former.removeFromSuperview() }
        guard let view, uncovered === view, view.superview !== self else { return }
        view.setUntransformedFrame(room)
        insertSubview(view, at: 0)
    }

    /// Shifts the content to the right.
    func shiftContent(by distance: Double) {
        guard distance != shift else { return }
        shift = distance
        if let content, content.superview === self { content.setUntransformedFrame(contentFrame) }
    }

    private var contentFrame: Rect {
        var frame = room
        frame.origin.x += shift
        return frame
    }

    /// Whether the view is the content, or the view that a swipe uncovers.
    func shows(_ view: View) -> Bool { view.superview === self && (view === content || view === uncovered) }

    /// Puts `place` where a view that is shown is, and the view into it.
    func wrap(_ view: View, in place: ContextView) {
        if view === content {
            content = place
            place.setUntransformedFrame(contentFrame)
        } else {
            uncovered = place
            place.setUntransformedFrame(room)
        }
        insertSubview(place, belowSubview: view)
        place.show(view)
    }

    package override func layoutSubviews() {
        let height = min(barHeight, bounds.size.height)
        let y = edge == .top ? 0 : bounds.size.height - height
        bar.setUntransformedFrame(
            Rect(bounds.origin.x, bounds.origin.y + y, bounds.size.width, height)
        )
        if let content, content.superview === self { content.setUntransformedFrame(contentFrame) }
        if let uncovered, uncovered.superview === self { uncovered.setUntransformedFrame(room) }
    }

    /// The rectangle that the bar leaves.
    var room: Rect {
        var room = bounds
        guard !bar.isHidden else { return room }
        let height = min(barHeight, room.size.height)
        room.size.height -= height
        if edge == .top { room.origin.y += height }
        return room
    }
}
