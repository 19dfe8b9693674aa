import ResponderKit

// Each open class of the library with each open member overridden, from outside of its package: Scripts/check-consumer
// compares the list with the library's.

@MainActor var called: Set<String> = []

/// A view whose chain goes by way of the responder above, which then gets what the view does not handle.
final class MyView: View {
    let above = MyResponder()
    var locations: [Point] = []

    override var isAccessibilityElement: Bool {
        get {
            called.insert("View.isAccessibilityElement")
            return super.isAccessibilityElement
        }
        set { super.isAccessibilityElement = newValue }
    }

    override var accessibilityIdentifier: String? {
        get {
            called.insert("View.accessibilityIdentifier")
            return super.accessibilityIdentifier
        }
        set { super.accessibilityIdentifier = newValue }
    }

    override var accessibilityLabel: String? {
        get {
            called.insert("View.accessibilityLabel")
            return super.accessibilityLabel
        }
        set { super.accessibilityLabel = newValue }
    }

    override var accessibilityValue: String? {
        get {
            called.insert("View.accessibilityValue")
            return super.accessibilityValue
        }
        set { super.accessibilityValue = newValue }
    }

    override var accessibilityTraits: AccessibilityTraits {
        get {
            called.insert("View.accessibilityTraits")
            return super.accessibilityTraits
        }
        set { super.accessibilityTraits = newValue }
    }

    override var accessibilityElements: [AccessibilityElement]? {
        get {
            called.insert("View.accessibilityElements")
            return super.accessibilityElements
        }
        set { super.accessibilityElements = newValue }
    }

    override var next: Responder? {
        called.insert("View.next")
        return above
    }

    override func wantsKeyBeforeCommands(_ key: Key) -> Bool { above.wantsKeyBeforeCommands(key) }

    override func hitTest(_ point: Point, with event: Event?) -> View? {
        called.insert("View.hitTest")
        return super.hitTest(point, with: event)
    }

    override func point(inside point: Point, with event: Event?) -> Bool {
        called.insert("View.point")
        return super.point(inside: point, with: event)
    }

    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        called.insert("View.gestureRecognizerShouldBegin")
        return super.gestureRecognizerShouldBegin(recognizer)
    }

    override func layoutSubviews() {
        called.insert("View.layoutSubviews")
        super.layoutSubviews()
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        called.insert("View.draw")
        super.draw(rect, in: canvas)
    }

    override func sizeThatFits(_ size: Size) -> Size {
        called.insert("View.sizeThatFits")
        return super.sizeThatFits(size)
    }

    override func willMove(toSuperview superview: View?) {
        called.insert("View.willMove")
        super.willMove(toSuperview: superview)
    }

    override func didMoveToSuperview() {
        called.insert("View.didMoveToSuperview")
        super.didMoveToSuperview()
    }

    override func willMove(toWindow window: Window?) {
        called.insert("View.willMove")
        super.willMove(toWindow: window)
    }

    override func didMoveToWindow() {
        called.insert("View.didMoveToWindow")
        super.didMoveToWindow()
    }

    override func didAddSubview(_ subview: View) {
        called.insert("View.didAddSubview")
        super.didAddSubview(subview)
    }

    override func willRemoveSubview(_ subview: View) {
        called.insert("View.willRemoveSubview")
        super.willRemoveSubview(subview)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        locations += touches.map { $0.location(in: self) }
        super.touchesBegan(touches, with: event)
    }

    override var canBecomeFocused: Bool {
        called.insert("View.canBecomeFocused")
        return super.canBecomeFocused
    }

    override func encodeRestorableState(with coder: StateCoder) {
        called.insert("View.encodeRestorableState")
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: StateCoder) {
        called.insert("View.decodeRestorableState")
        super.decodeRestorableState(with: coder)
    }

    override var canBecomeFirstResponder: Bool { true }
}

final class MyStackView: StackView {
    override func layoutSubviews() {
        called.insert("StackView.layoutSubviews")
        super.layoutSubviews()
    }

    override func sizeThatFits(_ size: Size) -> Size {
        called.insert("StackView.sizeThatFits")
        return super.sizeThatFits(size)
    }

    override func willRemoveSubview(_ subview: View) {
        called.insert("StackView.willRemoveSubview")
        super.willRemoveSubview(subview)
    }
}

final class MyWindow: Window {
    override var next: Responder? {
        called.insert("Window.next")
        return super.next
    }

    override func sendEvent(_ event: Event) {
        called.insert("Window.sendEvent")
        super.sendEvent(event)
    }

    override func becomeKey() {
        called.insert("Window.becomeKey")
        super.becomeKey()
    }

    override func resignKey() {
        called.insert("Window.resignKey")
        super.resignKey()
    }
}

final class MyApplication: Application {
    override var next: Responder? {
        called.insert("Application.next")
        return super.next
    }

    override func sendEvent(_ event: Event) {
        called.insert("Application.sendEvent")
        super.sendEvent(event)
    }

    override func sendAction<Sender>(
        _ action: Action<Sender>,
        to target: Responder?,
        from sender: Sender,
        for event: Event?
    ) -> Bool {
        called.insert("Application.sendAction")
        return super.sendAction(action, to: target, from: sender, for: event)
    }
}

/// A delegate, at the end of the chain.
final class MyDelegate: Responder, ApplicationDelegate {
    func applicationDidBecomeActive(_ application: Application) { called.insert("ApplicationDelegate") }
}
