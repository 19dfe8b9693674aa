// Presses that type: the responder to which a press is bound takes its key, if the responder takes text. Such a press
// goes no further up the chain.
extension PressSet {
    /// Types the keys of presses that are bound to `responder`; returns all presses but those that `responder` types.
    ///
    /// All messages of a press go where its began went.
    func typed(by responder: Responder, _ message: PressMessage) -> PressSet {
        var hasTyped = false
        for press in self where press.responder === responder {
            let isRepeated = message == .changed && press.isTyped && press.key.isRepeat
            if message == .began || isRepeated {
                var isTaken = false
                if let (input, application) = responder.textDestination {
                    isTaken = application.typeKey(press.key, into: input)
                }
                if message == .began { press.isTyped = isTaken }
            }
            hasTyped = hasTyped || press.isTyped
        }
        return hasTyped ? without { $0.responder === responder && $0.isTyped } : self
    }
}

extension Responder {
    /// The default of ``wantsKeyBeforeCommands(_:)``.
    final func wantsToType(_ key: Key) -> Bool {
        (key.typedText != nil || key.isDeletion) && self is any KeyInput
    }

    /// The responder as a text input, with its application; nil if the responder takes no text now.
    fileprivate final var textDestination: (any KeyInput, Application)? {
        guard let input = self as? any KeyInput, let window = ownWindow, window.firstResponder === self,
            let application = window.application, application.keyWindow === window
        else { return nil }
        return (input, application)
    }
}
