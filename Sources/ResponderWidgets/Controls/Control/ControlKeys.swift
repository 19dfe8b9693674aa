internal import ResponderCore
internal import ResponderTouchInput

// The effects of keys on the control that has the focus.
extension Control {
    /// Takes the presses that act on the control; returns the others.
    ///
    /// All messages of a press go where its began went.
    final func takePresses(_ presses: PressSet, _ message: PressMessage) -> PressSet {
        presses.without { press in
            switch message {
            case .began:
                let isTaken = act(on: press)
                if isTaken { takenPresses.append(press.number) }
                return isTaken
            case .changed:
                guard takes(press) else { return false }
                if press.key.isRepeat { _ = act(on: press) }
                return true
            case .ended, .cancelled:
                guard takes(press) else { return false }
                takenPresses.removeAll { $0 == press.number }
                if press.number == control.pointee.keyPress { endKeyPress(isCancelled: message == .cancelled) }
                return true
            }
        }
    }

    private final func takes(_ press: Press) -> Bool { takenPresses.contains(press.number) }

    /// Performs the effect of a key that goes down or is repeated; returns whether the key has an effect.
    private final func act(on press: Press) -> Bool {
        guard isFirstResponder, isEnabled, mayHaveFocus else { return false }
        if isPressedByKeys, press.key.isActivation {
            scrollIntoView()
            // A scroll view's delegate may have changed the first responder or disabled the control.
            if isFirstResponder, isEnabled { beginKeyPress(press) }
            return true
        }
        guard let movement = FocusMovement(press.key), moveValue(movement) else { return false }
        scrollIntoView()
        return true
    }

    /// Updates the states of the former first responder and of the present one.
    static func focusDidMove(from former: Responder?, to responder: Responder?) {
        // A key that moves the focus sets the view afterwards.
        (former as? View)?.window?.forgetViewFocusedByKey()
        (responder as? View)?.window?.forgetViewFocusedByKey()
        if let former, former.record.pointee.isControl {
            let control = unsafeDowncast(former, to: Control.self)
            control.set(.focused, false)
            control.endKeyPress(isCancelled: true)
        }
        if let responder, responder.record.pointee.isControl, responder.isFirstResponder {
            let control = unsafeDowncast(responder, to: Control.self)
            // An application that has ended may have left a press without a message.
            control.endKeyPress(isCancelled: true)
            control.set(.focused, true)
        }
        if let view = former as? any KeyPressed {
            view.endKeyPress(isCancelled: true)
            view.focusDidChange()
        }
        if let view = responder as? any KeyPressed, view.isFirstResponder {
            view.endKeyPress(isCancelled: true)
            view.focusDidChange()
        }
    }

    private final func beginKeyPress(_ press: Press) {
        // A second key does nothing while the first one, or a finger, presses the control.
        let control = control
        guard control.pointee.keyPress == 0, control.pointee.contact == 0 else { return }
        control.pointee.keyPress = press.number
        control.pointee.hasSentDown = false
        set(.highlighted, true)
        if press.number == control.pointee.keyPress { sendDown(nil) }
    }

    /// Ends the press of the control by return or the space bar; does nothing when no such key is down.
    final func endKeyPress(isCancelled: Bool) {
        let control = control
        guard control.pointee.keyPress != 0 else { return }
        control.pointee.keyPress = 0
        let owesDown = !control.pointee.hasSentDown
        set(.highlighted, false)
        if isCancelled || !isEnabled { return owesDown ? () : send(.touchCancel, nil) }
        if owesDown { send(.touchDown, nil) }
        wasPressedByKey()
        // An action for a new value may have disabled the control.
        guard isEnabled else { return send(.touchCancel, nil) }
        send(.touchUpInside, nil)
        wasActivated(nil)
    }
}
