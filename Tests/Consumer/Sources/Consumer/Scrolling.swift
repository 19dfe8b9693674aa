import ResponderKit

/// The scroll view with each open member overridden.
final class MyScrollView: ScrollView {
    override func touchesShouldBegin(_ touches: TouchSet, with event: Event, in view: View) -> Bool {
        called.insert("ScrollView.touchesShouldBegin")
        return super.touchesShouldBegin(touches, with: event, in: view)
    }

    override func touchesShouldCancel(in view: View) -> Bool {
        called.insert("ScrollView.touchesShouldCancel")
        return super.touchesShouldCancel(in: view)
    }

    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        called.insert("ScrollView.gestureRecognizerShouldBegin")
        return super.gestureRecognizerShouldBegin(recognizer)
    }

    override func scrollWheel(with event: WheelEvent) {
        called.insert("ScrollView.scrollWheel")
        super.scrollWheel(with: event)
    }

    override func layoutSubviews() {
        called.insert("ScrollView.layoutSubviews")
        super.layoutSubviews()
    }

    override func didMoveToWindow() {
        called.insert("ScrollView.didMoveToWindow")
        super.didMoveToWindow()
    }

    override func encodeRestorableState(with coder: StateCoder) {
        called.insert("ScrollView.encodeRestorableState")
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: StateCoder) {
        called.insert("ScrollView.decodeRestorableState")
        super.decodeRestorableState(with: coder)
    }
}

/// Drags content whose view has got the touch, and turns the wheel over the content and beside it.
///
/// - Parameters:
///   - send: Sends a contact, and has the loop deliver it.
///   - turn: Turns the wheel at a point, and has the loop deliver that.
@MainActor
func useScrolling(in window: Window, send: (TouchContact) -> Void, turn: (Point) -> Void) {
    let scrollView = MyScrollView(frame: Rect(0, 0, 100, 100))
    scrollView.contentSize = Size(100, 1000)
    scrollView.delaysContentTouches = false
    let content = MyView(frame: Rect(0, 0, 100, 500))
    scrollView.addSubview(content)
    window.addSubview(scrollView)
    // The clock stands still, so moves that wait for a frame would never come.
    window.application?.isTouchCoalescingEnabled = false
    send(TouchContact(9, .began, at: Point(50, 90)))
    send(TouchContact(9, .moved, at: Point(50, 70)))
    send(TouchContact(9, .moved, at: Point(50, 60)))
    guard scrollView.isDragging, scrollView.contentOffset == Point(0, 22) else {
        fatalError("the content is at \(scrollView.contentOffset)")
    }
    send(TouchContact(9, .cancelled, at: Point(50, 60)))
    window.application?.isTouchCoalescingEnabled = true
    turn(Point(50, 50))
    content.removeFromSuperview()
    turn(Point(50, 50))
    guard scrollView.contentOffset == Point(0, 32) else { fatalError("the wheel: \(scrollView.contentOffset)") }
    scrollView.removeFromSuperview()
}
