/// A window's first responder, and the responder that is being asked to resign.
struct FirstResponderHolder {
    /// The first responder, unless the window itself is.
    ///
    /// The window retains the responder, like the view that the responder is or controls.
    var responder: Responder?
    /// Whether the window itself is the first responder: a reference to itself would keep it alive.
    var isWindow = false
    /// The responder that is being asked whether it may resign for another one.
    var asked: Responder?
    /// The responder that is resigning, and need not be asked whether it may: it was asked already, or its answer does
    /// not count.
    var resigning: Responder?
    /// The view in which no responder may be first, since its first responder is resigning because the view leaves.
    var left: View?
}

extension Window {
    /// The first responder of the window: where presses, motion and actions without a target enter the responder chain
    /// while this is the key window (rules R15, R26).
    ///
    /// Nil when there is none; then they enter at the window (rule R30), actions only after the sender's chain (rule
    /// R37). See ``Responder/becomeFirstResponder()``.
    public final var firstResponder: Responder? {
        firstResponderHolder.isWindow ? self : firstResponderHolder.responder
    }

    /// Sets the first responder, which is in this window, or nil.
    fileprivate final func setFirstResponder(_ responder: Responder?) {
        let former = firstResponderHolder.responder
        if let former { ProcessState.shared.keepAlive(former) }
        firstResponderHolder.responder = responder === self ? nil : responder
        firstResponderHolder.isWindow = responder === self
        application?.updateFirstResponder()
        if former !== responder { Application.observer?.firstResponderDidMove(from: former, to: responder) }
    }

    /// Has the first responder resign when it is `view`, is inside `view`, or controls such a view: `view` is about to
    /// leave the window (rule R21).
    package final func resignFirstResponder(inside view: View) {
        guard let responder = firstResponder(inside: view) else { return }
        let outer = firstResponderHolder.left
        firstResponderHolder.left = view
        // When a field ends its editing, a form may pass the editing on, but not to a field inside the view that
        // leaves.
        resignUnasked(responder)
        firstResponderHolder.left = outer
        dropFirstResponder(inside: view)
    }

    /// Has `former`, the first responder, resign for another one (rule R18); returns whether it did.
    ///
    /// Hooks of `former` may try to make a third responder first. While `former` is asked, this is refused. While
    /// `former` resigns, the third responder takes its place, and `former` is not called again, since this might never
    /// end.
    fileprivate final func resign(_ former: Responder) -> Bool {
        guard firstResponderHolder.resigning !== former else {
            dropFirstResponder(former)
            return true
        }
        guard firstResponderHolder.asked !== former else { return false }
        firstResponderHolder.asked = former
        let mayResign = former.canResignFirstResponder
        firstResponderHolder.asked = nil
        return mayResign && resignUnasked(former)
    }

    @discardableResult
    private final func resignUnasked(_ responder: Responder) -> Bool {
        let outer = firstResponderHolder.resigning
        firstResponderHolder.resigning = responder
        let hasResigned = responder.resignFirstResponder()
        firstResponderHolder.resigning = outer
        return hasResigned
    }

    /// Makes the responder first no longer, without asking it.
    final func dropFirstResponder(_ responder: Responder) {
        if firstResponder === responder { setFirstResponder(nil) }
    }

    /// Drops the first responder, without asking it, if it is `view`, is inside `view`, or controls such a view.
    final func dropFirstResponder(inside view: View) {
        if firstResponder(inside: view) != nil { setFirstResponder(nil) }
    }

    /// The first responder, if it is `view`, is inside `view`, or controls such a view.
    package final func firstResponder(inside view: View) -> Responder? {
        guard let responder = firstResponderHolder.responder, Self.isPlaced(responder, inside: view) else { return nil }
        return responder
    }

    /// Whether the responder is `view`, is inside `view`, or controls such a view.
    private static func isPlaced(_ responder: Responder, inside view: View) -> Bool {
        responder.ownView?.isDescendant(of: view) == true
    }

    /// Whether the responder may not be first, since it is inside a view whose first responder resigns with it.
    fileprivate final func isLeft(by responder: Responder) -> Bool {
        firstResponderHolder.left.map { Self.isPlaced(responder, inside: $0) } ?? false
    }
}

extension Application {
    /// Sets the responder at which events other than touches enter, after a change of the key window or of a first
    /// responder.
    final func updateFirstResponder() {
        let responder = keyWindow.map { $0.firstResponder ?? $0 }
        dispatcherState.pointee.firstResponder = responder?.record
        Application.observer?.firstResponderDidChange(in: self)
        tape?.noteFirstResponder(responder, responder.map { "\(ResponderName($0))" })
        onFirstResponderChange?()
        if updatePass.textInputListener != nil { runLoop.setNeedsUpdate() }
    }
}

extension Responder {
    /// Whether this is the first responder of its window.
    public final var isFirstResponder: Bool { ownWindow?.firstResponder === self }

    /// The view that this responder is, or controls.
    package final var ownView: View? {
        if record.pointee.flags.contains(.view) { return unsafeDowncast(self, to: View.self) }
        return (self as? ViewController)?.viewIfLoaded
    }

    /// The window whose first responder this responder may be; nil if this responder is in no window.
    package final var ownWindow: Window? { ownView?.window }

    /// The default of ``becomeFirstResponder()``.
    final func takeFirstResponder() -> Bool {
        guard let window = ownWindow else { return false }
        if window.firstResponder === self {
            if window.isKeyWindow, let application = window.application {
                Application.observer?.firstResponderWasAsked(in: application)
            }
            takeKeys(for: window)
            return window.firstResponder === self
        }
        guard canBecomeFirstResponder, ownWindow === window, !window.isLeft(by: self) else { return false }
        if let former = window.firstResponder, former !== self, !window.resign(former) { return false }
        // A hook may have taken this responder out of the window, or have made another one first.
        guard ownWindow === window, window.firstResponder == nil else { return window.firstResponder === self }
        window.setFirstResponder(self)
        takeKeys(for: window)
        // A hook of a window that becomes or resigns key may have made another responder first.
        return window.firstResponder === self
    }

    /// Makes the window of a responder that takes text the key window (rule R22), to which the keyboard belongs.
    private final func takeKeys(for window: Window) {
        if !window.isKeyWindow, self is any KeyInput { window.makeKey() }
    }

    /// The default of ``resignFirstResponder()``.
    final func giveUpFirstResponder() -> Bool {
        guard let window = ownWindow, window.firstResponder === self else { return true }
        // The responder was asked already if another one is becoming first.
        guard window.firstResponderHolder.resigning === self || canResignFirstResponder else { return false }
        window.dropFirstResponder(self)
        return true
    }
}
