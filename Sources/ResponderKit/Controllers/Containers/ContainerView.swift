internal import ResponderTouchInput

/// The view of a container: a bar along one edge, and the view of the shown child in the rest.
final class ContainerView: View {
    /// The edge along which the bar lies.
    enum Edge {
        case top, bottom
    }

    private let bar: View
    private let barHeight: Double
    private let edge: Edge
    /// The view of the shown child.
    private(set) var content: View?

    init(bar: View, height: Double, edge: Edge) {
        self.bar = bar
        barHeight = height
        self.edge = edge
        super.init(frame: .zero)
        addSubview(bar)
        // The view lays out what the bar leaves, and is marked when the bar is hidden.
        bar.record.pointee.flags.insert(.arranged)
    }

    /// Puts `view` behind the bar, in place of the former content.
    func show(_ view: View?) {
        let former = content
        content = view
        if let former, former !== view, former.superview === self { former.removeFromSuperview() }
        // A hook may have called again; and the app may have moved the view.
        guard let view, content === view, view.superview !== self else { return }
        view.setUntransformedFrame(room)
        insertSubview(view, at: 0)
    }

    /// Puts `place` where the content is, and the content into it.
    func wrapContent(in place: ContextView) {
        guard let view = content else { return }
        content = place
        place.setUntransformedFrame(room)
        insertSubview(place, at: 0)
        place.show(view)
    }

    override func layoutSubviews() {
        let height = min(barHeight, bounds.size.height)
        let y = edge == .top ? 0 : bounds.size.height - height
        bar.setUntransformedFrame(
            Rect(bounds.origin.x, bounds.origin.y + y, bounds.size.width, height)
        )
        if let content, content.superview === self { content.setUntransformedFrame(room) }
    }

    /// The rectangle that the bar leaves.
    private var room: Rect {
        var room = bounds
        guard !bar.isHidden else { return room }
        let height = min(barHeight, room.size.height)
        room.size.height -= height
        if edge == .top { room.origin.y += height }
        return room
    }
}
