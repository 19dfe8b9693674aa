// Presses that type: the responder to which a press is bound takes its key, if the responder takes text. Such a press
// goes no further up the chain.
extension PressSet {
    /// Types the keys of presses that are bound to `responder`; returns the presses that type nothing.
    ///
    /// All messages of a press go where its began went.
    func typed(by responder: Responder, _ message: PressMessage) -> PressSet {
        without { press in
            guard press.responder === responder else { return false }
            switch message {
            case .began: press.isTyped = responder.typeKey(press.key)
            case .changed: if press.isTyped, press.key.isRepeat { _ = responder.typeKey(press.key) }
            case .ended, .cancelled: break
            }
            return press.isTyped
        }
    }
}

extension Responder {
    /// The default of ``wantsKeyBeforeCommands(_:)``.
    final func wantsToType(_ key: Key) -> Bool {
        (key.typedText != nil || key.isDeletion) && self is any KeyInput
    }

    /// Types a key while this responder takes text; returns whether something took the key.
    fileprivate final func typeKey(_ key: Key) -> Bool {
        guard let input = self as? any KeyInput, let window = ownWindow, window.firstResponder === self,
            let application = window.application, application.keyWindow === window
        else { return false }
        return application.typeKey(key, into: input)
    }
}
