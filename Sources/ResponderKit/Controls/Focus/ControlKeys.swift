internal import ResponderTouchInput

// What keys do to the control that has the focus.
extension Control {
    /// Takes the presses that mean something to the control; returns the others.
    final func takePresses(_ presses: PressSet, _ message: PressMessage) -> PressSet {
        if presses.count == 1, let press = presses.first {
            return take(press, message) ? PressSet([]) : presses
        }
        return presses.without { take($0, message) }
    }

    private final func take(_ press: Press, _ message: PressMessage) -> Bool {
        switch message {
        case .began:
            guard isFirstResponder, isEnabled, takesKeys else { return false }
            if press.key.isActivation {
                beginKeyPress(press)
                return true
            }
            return FocusMovement(press.key).map { moveValue($0) } ?? false
        case .changed:
            if press === keyPress { return true }
            guard isFirstResponder, isEnabled, press.key.isRepeat else { return false }
            return FocusMovement(press.key).map { moveValue($0) } ?? false
        case .ended:
            guard press === keyPress else { return false }
            endKeyPress(isCancelled: false)
            return true
        case .cancelled:
            guard press === keyPress else { return false }
            endKeyPress(isCancelled: true)
            return true
        }
    }

    /// Updates the states of the former first responder and of the present one.
    static func focusDidMove(from former: Responder?, to responder: Responder?) {
        if let former, former.record.pointee.isControl {
            unsafeDowncast(former, to: Control.self).set(.focused, false)
        }
        if let responder, responder.record.pointee.isControl, responder.isFirstResponder {
            unsafeDowncast(responder, to: Control.self).set(.focused, true)
        }
    }

    private final func beginKeyPress(_ press: Press) {
        // A second key does nothing while the first one, or a finger, presses the control.
        guard keyPress == nil, !isTracking else { return }
        keyPress = press
        set(.highlighted, true)
        send(.touchDown, nil)
    }

    /// Ends what return or the space bar has begun; does nothing when no such key is down.
    final func endKeyPress(isCancelled: Bool) {
        guard keyPress != nil else { return }
        keyPress = nil
        set(.highlighted, false)
        if isCancelled || !isEnabled { return send(.touchCancel, nil) }
        send(.touchUpInside, nil)
        wasActivated(nil)
        wasPressedByKey()
    }

    /// Whether neither the control nor a view above it is hidden, and no presented controller is in front of it.
    private final var takesKeys: Bool {
        guard let window, isDescendant(of: window.focusRoot) else { return false }
        var view: View? = self
        while let current = view {
            if current.isHidden { return false }
            view = current.superview
        }
        return true
    }
}

extension Key {
    /// Whether the key presses the control that has the focus.
    fileprivate var isActivation: Bool {
        guard modifiers.isDisjoint(with: [.control, .alternate, .command, .shift]), !isRepeat else { return false }
        switch usage {
        case .keyboardReturnOrEnter, .keypadEnter, .keyboardSpacebar, .consumerMenuPick: return true
        default: return false
        }
    }
}
