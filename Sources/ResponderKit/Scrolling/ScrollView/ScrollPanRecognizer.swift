internal import ResponderTouchInput

/// The recogniser of a scroll view's drags.
///
/// It begins only when the fingers go along an axis on which the content can move. At an edge it leaves a drag that
/// goes beyond the edge to a scroll view further out that can follow.
final class ScrollPanRecognizer: PanGestureRecognizer {
    weak var scrollView: ScrollView?

    override func waitsToBegin(after path: Point) -> Bool {
        guard let scrollView else { return true }
        let axis = path.x.magnitude > path.y.magnitude ? ScrollAxis.horizontal : .vertical
        guard scrollView.canDrag(axis) else { return true }
        let way = axis == .horizontal ? path.x : path.y
        if scrollView.hasRoom(axis, for: way) { return false }
        var outer = scrollView.superviewReference
        while let view = outer {
            if let view = view as? ScrollView, view.hasRoom(axis, for: way) { return true }
            outer = view.superviewReference
        }
        return false
    }

    override func canPrevent(_ other: GestureRecognizer) -> Bool {
        // A pinch of the same view zooms while the fingers drag.
        other !== scrollView?.zoom.pinch
    }

    override func reset() {
        super.reset()
        scrollView?.panDidReset()
    }
}
