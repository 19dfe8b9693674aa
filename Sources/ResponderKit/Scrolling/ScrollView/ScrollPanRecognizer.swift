internal import ResponderTouchInput

/// The recogniser of a scroll view's drags.
///
/// It begins only when the fingers go along an axis on which the content can move. At an edge it leaves a drag that
/// goes beyond the edge to a scroll view further out that can follow.
final class ScrollPanRecognizer: PanGestureRecognizer {
    weak var scrollView: ScrollView?

    /// The scroll view is asked, too, when the app has given its recogniser to another view.
    override func viewsAllowBegin() -> Bool {
        super.viewsAllowBegin()
            && (viewReference === scrollView || scrollView?.gestureRecognizerShouldBegin(self) ?? false)
    }

    override func viewDidChange() { scrollView?.panDidChangeView() }

    override func waitsToBegin(after path: Point) -> Bool {
        guard let scrollView else { return true }
        // Each scroll view may be turned against the window, and against those around it.
        let way = ScrollWay(convert(distance: path, to: scrollView))
        guard scrollView.canDrag(way.axis) else { return true }
        if scrollView.hasRoom(way) { return false }
        var outer = scrollView.superviewReference
        while let view = outer {
            if let view = view as? ScrollView, view.hasRoom(ScrollWay(convert(distance: path, to: view))) {
                return true
            }
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
