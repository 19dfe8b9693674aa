internal import ResponderCore

/// The responder into which a keyboard types, and the traits that the responder wants.
struct KeyboardTraits {
    /// The responder that takes the text; nil if it has been released.
    weak var input: Responder?
    /// Nil until a type was read.
    var keyboardType: KeyboardType?
    var returnKeyType = ReturnKeyType.normal
    var autocapitalization = AutocapitalizationType.none
    var needsTextForReturn = false
    var isReturnEnabled = true
    /// Where the caret was when the text was last read, and whether the next letter was upper case.
    fileprivate var caret: Caret?

    struct Caret: Equatable {
        var position: TextPosition?
        var isUpper: Bool
    }

    mutating func forgetCaret() { caret = nil }
}

// The responder into which the keyboard types.
extension KeyboardView {
    /// Reads the traits of the application's text input, if that is another responder than before, or if `again` is
    /// true.
    final func readInput(of application: Application?, again: Bool) {
        let input = application?.textInput
        guard again || input !== traits.input else { return readText() }
        let isOther = input !== traits.input
        traits.input = input
        // Without text input the keyboard stays as it is, since it is about to be hidden.
        guard let input else { return stopDeleting() }
        let (type, title) = (input.keyboardType, input.returnKeyType)
        // A secret text is not read.
        let capitals = input.isSecureTextEntry ? .none : input.autocapitalizationType
        let needsText = input.enablesReturnKeyAutomatically
        if title != traits.returnKeyType { setNeedsDisplay() }
        (traits.returnKeyType, traits.autocapitalization, traits.needsTextForReturn) = (title, capitals, needsText)
        if isOther {
            stopDeleting()
            if shiftKey.state != .off { setNeedsDisplay() }
            shiftKey.reset()
            traits.caret = nil
        }
        let isOtherType = type != traits.keyboardType
        traits.keyboardType = type
        if isOtherType { layoutDidChange() } else if isOther, planeIndex != 0 { showFirstPlane() }
        readText()
    }

    /// Finds out from the text whether the return key is enabled, and whether the next letter is upper case.
    ///
    /// The application calls this method in each update pass, since a text does not report its changes.
    final func readText() {
        guard traits.needsTextForReturn || traits.autocapitalization != .none || !traits.isReturnEnabled else { return }
        guard let input = traits.input as? any KeyInput else { return }
        let isReturnEnabled = !traits.needsTextForReturn || input.hasText
        if isReturnEnabled != traits.isReturnEnabled {
            traits.isReturnEnabled = isReturnEnabled
            setNeedsDisplay()
        }
        guard traits.autocapitalization != .none else { return }
        let position = (input as? any TextInput)?.selectedTextRange.lowerBound
        let isUpper = traits.autocapitalization.isUpper(in: input)
        let caret = KeyboardTraits.Caret(position: position, isUpper: isUpper)
        guard caret != traits.caret else { return }
        traits.caret = caret
        if shiftKey.setAutomatic(isUpper) { setNeedsDisplay() }
    }

    final func layoutDidChange() {
        shownLayout = layout(for: traits.keyboardType ?? .normal)
        letGo()
        shiftKey.reset()
        traits.forgetCaret()
        showFirstPlane()
        fittingHeightMayChange()
    }

    private final func showFirstPlane() {
        planeIndex = 0
        planeDidChange()
    }

    /// Has the application set the keyboard's height again, if the application shows this keyboard.
    final func fittingHeightMayChange() {
        guard let window, window.isForInput, let application = window.application else { return }
        application.inputViews.setNeedsUpdateIfNeeded(application)
    }

    final func windowDidChange() {
        letGo()
        shiftKey.reset()
        traits.forgetCaret()
        guard let application = window?.application else {
            // What the text wants is read again when the keyboard comes back.
            traits.input = nil
            return
        }
        application.inputViews.add(self, of: application)
        readInput(of: application, again: false)
    }
}
