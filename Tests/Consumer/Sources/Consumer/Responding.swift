import ResponderKit

final class MyResponder: Responder {
    override var next: Responder? {
        called.insert("Responder.next")
        return super.next
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        called.insert("Responder.touchesBegan")
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        called.insert("Responder.touchesMoved")
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        called.insert("Responder.touchesEnded")
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        called.insert("Responder.touchesCancelled")
        super.touchesCancelled(touches, with: event)
    }

    override func touchesEstimatedPropertiesUpdated(_ touches: TouchSet) {
        called.insert("Responder.touchesEstimatedPropertiesUpdated")
        super.touchesEstimatedPropertiesUpdated(touches)
    }

    override func scrollWheel(with event: WheelEvent) {
        called.insert("Responder.scrollWheel")
        super.scrollWheel(with: event)
    }

    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        called.insert("Responder.pressesBegan")
        super.pressesBegan(presses, with: event)
    }

    override func pressesChanged(_ presses: PressSet, with event: PressesEvent) {
        called.insert("Responder.pressesChanged")
        super.pressesChanged(presses, with: event)
    }

    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {
        called.insert("Responder.pressesEnded")
        super.pressesEnded(presses, with: event)
    }

    override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) {
        called.insert("Responder.pressesCancelled")
        super.pressesCancelled(presses, with: event)
    }

    override var keyCommands: [KeyCommand]? {
        called.insert("Responder.keyCommands")
        return super.keyCommands
    }

    override func wantsKeyBeforeCommands(_ key: Key) -> Bool {
        called.insert("Responder.wantsKeyBeforeCommands")
        return super.wantsKeyBeforeCommands(key)
    }

    override func motionBegan(_ motion: EventSubtype, with event: MotionEvent) {
        called.insert("Responder.motionBegan")
        super.motionBegan(motion, with: event)
    }

    override func motionEnded(_ motion: EventSubtype, with event: MotionEvent) {
        called.insert("Responder.motionEnded")
        super.motionEnded(motion, with: event)
    }

    override func motionCancelled(_ motion: EventSubtype, with event: MotionEvent) {
        called.insert("Responder.motionCancelled")
        super.motionCancelled(motion, with: event)
    }

    override func remoteControlReceived(with event: RemoteControlEvent) {
        called.insert("Responder.remoteControlReceived")
        super.remoteControlReceived(with: event)
    }

    override var canBecomeFirstResponder: Bool {
        called.insert("Responder.canBecomeFirstResponder")
        return super.canBecomeFirstResponder
    }

    override var canResignFirstResponder: Bool {
        called.insert("Responder.canResignFirstResponder")
        return super.canResignFirstResponder
    }

    override func becomeFirstResponder() -> Bool {
        called.insert("Responder.becomeFirstResponder")
        return super.becomeFirstResponder()
    }

    override func resignFirstResponder() -> Bool {
        called.insert("Responder.resignFirstResponder")
        return super.resignFirstResponder()
    }

    override var inputView: View? {
        called.insert("Responder.inputView")
        return super.inputView
    }

    override var inputAccessoryView: View? {
        called.insert("Responder.inputAccessoryView")
        return super.inputAccessoryView
    }

    override func canPerformAction(_ action: AnyAction, withSender sender: Any?) -> Bool {
        called.insert("Responder.canPerformAction")
        return super.canPerformAction(action, withSender: sender)
    }

    override func target(forAction action: AnyAction, withSender sender: Any?) -> Responder? {
        called.insert("Responder.target")
        return super.target(forAction: action, withSender: sender)
    }

    override var undoManager: UndoManager? {
        called.insert("Responder.undoManager")
        return super.undoManager
    }
}

final class MyPasteboard: Pasteboard {
    override var items: [Item] {
        get {
            called.insert("Pasteboard.items")
            return super.items
        }
        set { super.items = newValue }
    }

    override var changeCount: Int {
        called.insert("Pasteboard.changeCount")
        return super.changeCount
    }
}

/// Sends presses, motion, remote controls and an action to a view that is first responder, whose chain goes on with the
/// responder above it; then saves and restores the state of responders by hand.
///
/// - Parameter press: Sends what happens to a key, and has the loop deliver it.
@MainActor
func useResponders(_ view: MyView, of application: Application, press: (HIDUsage, PressFrame.Phase) -> Void) {
    guard view.becomeFirstResponder(), view.isFirstResponder else { fatalError("the view is not first responder") }
    for last in [PressFrame.Phase.ended, .cancelled] {
        for phase in [.began, .changed, last] { press(.keyboardA, phase) }
    }
    application.beginMotion()
    application.endMotion()
    application.beginMotion()
    application.cancelMotion()
    application.beginReceivingRemoteControlEvents()
    application.receiveRemoteControl(.remoteControlPlay)
    application.pasteboard = MyPasteboard()
    application.pasteboard.string = "text"
    guard application.pasteboard.hasString, application.pasteboard.changeCount == 1 else {
        fatalError("the pasteboard has \(application.pasteboard.items)")
    }
    guard !application.sendAction(.paste, to: nil, from: nil), view.undoManager == nil else {
        fatalError("somebody pasted, or has an undo manager")
    }
    view.resignFirstResponder()

    // The responder above the view is in no window.
    let above = view.above
    _ = (above.canBecomeFirstResponder, above.canResignFirstResponder)
    guard !above.becomeFirstResponder(), above.resignFirstResponder() else { fatalError("it is first responder") }

    let coder = StateCoder()
    let controllers = [MyViewController(), MyNavigationController(), MyTabBarController()]
    for controller in controllers {
        controller.encodeRestorableState(with: coder)
        controller.decodeRestorableState(with: coder)
        controller.applicationFinishedRestoringState()
    }
    for view in [view, MyScrollView(frame: .zero)] {
        view.encodeRestorableState(with: coder)
        view.decodeRestorableState(with: coder)
    }
}
