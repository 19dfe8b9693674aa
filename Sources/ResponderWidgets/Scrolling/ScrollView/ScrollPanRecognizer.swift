internal import ResponderCore
internal import ResponderTouchInput

/// The recogniser of a scroll view's drags.
///
/// The recogniser begins only when the fingers go along an axis on which the content can move. At an edge it leaves a
/// drag beyond the edge to a scroll view further out, if one can follow.
final class ScrollPanRecognizer: PanGestureRecognizer, RecognizerOwner {
    weak var scrollView: ScrollView?

    override init() {
        super.init()
        owner = self
    }

    /// If the app has added the recogniser to another view, the scroll view is asked, too.
    package func allowsBegin(of recognizer: GestureRecognizer) -> Bool {
        view === scrollView || scrollView?.gestureRecognizerShouldBegin(self) ?? false
    }

    package func viewDidChange(of recognizer: GestureRecognizer) { scrollView?.panDidChangeView() }

    package func startOfDrag(_ recognizer: PanGestureRecognizer, after path: Point) -> DragStart {
        guard let scrollView else { return .waits }
        // Each scroll view may be rotated against the window, and against the scroll views around it.
        let way = ScrollWay(convert(distance: path, to: scrollView))
        guard scrollView.canDrag(way.axis) else { return .waits }
        if scrollView.hasRoom(way) { return .begins }
        var outer = scrollView.superview
        while let view = outer {
            if let view = view as? ScrollView, view.hasRoom(ScrollWay(convert(distance: path, to: view))) {
                return .waits
            }
            outer = view.superview
        }
        return .begins
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
