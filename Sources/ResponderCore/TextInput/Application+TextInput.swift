internal import ResponderEventLoop
internal import ResponderTouchInput

// The responder that takes text, and the way of keys to it.
extension Application {
    /// The responder that takes text now: the first responder of the key window, if it is a ``KeyInput``; nil for a
    /// ``TextView`` that may not be edited.
    ///
    /// - Complexity: O(1), with a search for a conformance; no allocation.
    public final var textInput: (any KeyInput)? {
        guard let input = keyWindow?.firstResponder as? any KeyInput else { return nil }
        return (input as? any KeyEditing)?.isTextEditable == false ? nil : input
    }

    /// Gets each key that is about to type; nil at first.
    ///
    /// The application keeps it.
    public final var inputMethod: (any InputMethod)? {
        get { dispatcherState.pointee.presses?.inputMethod }
        set { dispatcher.makePresses().inputMethod = newValue }
    }

    /// Types a key like a keyboard on the screen: into ``textInput``, after the ``inputMethod``, which may take the
    /// key.
    ///
    /// No press begins, no key command is performed, and no responder up the chain gets the key.
    ///
    /// - Returns: Whether the input method or the text took the key.
    /// - Complexity: That of the text's own methods.
    @discardableResult
    public final func typeKey(_ key: Key) -> Bool { textInput.map { typeKey(key, into: $0) } ?? false }

    /// Has the input method, or else the text, take a key.
    final func typeKey(_ key: Key, into input: any KeyInput) -> Bool {
        let editing = input as? any KeyEditing
        // A text that may not be edited takes movements only.
        let isTaken =
            editing?.isTextEditable != false && inputMethod?.handle(key, for: input) == true
            || (editing?.handle(key) ?? input.typeText(of: key))
        // Fields and text views themselves keep their carets in sight.
        if isTaken, editing == nil { Application.observer?.keyWasTaken(by: input) }
        return isTaken
    }
}

extension Application {
    /// Called after each update pass while a responder takes text, and once when none does any more: for a host with an
    /// input method, which must know the text around the caret and where the caret is (``TextInput``).
    ///
    /// The responder is ``textInput``. Each change of its text, its selection or its place comes with an update pass.
    /// Nil at first, which costs nothing. The application retains the closure until the application ends.
    ///
    /// - Complexity: Reading is O(1). Setting adds an update handler to the loop, and has it called once.
    public final var onTextInputChange: (@MainActor ((any KeyInput)?) -> Void)? {
        get { updatePass.textInputListener?.call }
        set {
            updatePass.textInputListener?.cancel()
            updatePass.textInputListener = nil
            guard let newValue, !updatePass.isCancelled else { return }
            updatePass.textInputListener = TextInputListener(of: self, newValue)
        }
    }
}

/// Tells a host of the responder that takes text.
@MainActor
final class TextInputListener {
    private var handler: MainRunLoop.UpdateHandler?
    private var hasInput = false
    let call: @MainActor ((any KeyInput)?) -> Void

    init(of application: Application, _ call: @escaping @MainActor ((any KeyInput)?) -> Void) {
        self.call = call
        // After the layout: then it is known where the caret is.
        handler = application.runLoop.addUpdateHandler(order: Application.updateOrder + 1, name: "text input") {
            [weak self, weak application] in
            if let self, let application { update(application) }
        }
        application.runLoop.setNeedsUpdate()
    }

    func cancel() { handler?.cancel() }

    private func update(_ application: Application) {
        guard application.runsCode else { return }
        let input = application.textInput
        if input == nil, !hasInput { return }
        hasInput = input != nil
        call(input)
    }
}

/// A responder for which keys do more than type: they move its caret, for example.
@MainActor
package protocol KeyEditing: KeyInput {
    /// Whether the user may change the text.
    var isTextEditable: Bool { get }
    /// Performs the key's effect on the text; returns whether the key has an effect.
    func handle(_ key: Key) -> Bool
}

extension KeyInput {
    /// Types the text of a key, or deletes backwards; returns whether the key does either.
    package func typeText(of key: Key) -> Bool {
        if key.isDeletion {
            deleteBackward()
            return true
        }
        guard let text = key.typedText else { return false }
        insertText(text)
        return true
    }
}

extension Key {
    /// Whether the key is backspace, without a modifier that makes a command of it.
    var isDeletion: Bool {
        usage == .keyboardDeleteOrBackspace && modifiers.isDisjoint(with: [.control, .command, .alternate])
    }

    /// The text that the key types: a line feed for return; nil for a key that types nothing.
    package var typedText: String? {
        guard modifiers.isDisjoint(with: [.control, .command]) else { return nil }
        // With the alternate key a key types another character; otherwise it is a command.
        if modifiers.contains(.alternate), characters == charactersIgnoringModifiers { return nil }
        switch usage {
        case .keyboardReturnOrEnter, .keypadEnter: return "\n"
        default: break
        }
        // The first character decides: keys without text may be given names in the private area by some layouts.
        guard let first = characters.unicodeScalars.first else { return nil }
        switch first.properties.generalCategory {
        case .control, .privateUse: return nil
        default: return characters
        }
    }
}

extension View {
    /// Has the first responder in this view resign, for example to hide the keyboard after a tap beside a form.
    ///
    /// - Parameter isForced: Whether the responder resigns even if it, or its delegate, refuses.
    /// - Returns: Whether no responder in this view is the first responder any more.
    /// - Complexity: Linear in the depth of the first responder, besides the work of its hooks.
    @discardableResult
    public final func endEditing(_ isForced: Bool = false) -> Bool {
        guard let window, let responder = window.firstResponder(inside: self) else { return true }
        if !isForced { return responder.resignFirstResponder() }
        window.resignFirstResponder(inside: self)
        return true
    }
}
