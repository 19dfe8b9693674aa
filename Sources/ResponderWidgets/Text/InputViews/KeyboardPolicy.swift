public import ResponderCore

/// When an application shows its keyboard for a responder that takes text: see ``Application/keyboardPolicy``.
public enum KeyboardPolicy: Hashable, Sendable, CaseIterable {
    /// Unless the user's last input, before the responder became the first responder, was a key of a keyboard: who goes
    /// through a form with the tab key has no need of another keyboard, and who touches a field has.
    ///
    /// A responder that becomes first responder once more, as when it is touched later, has the keyboard shown.
    case automatic
    /// Always: for a device without keys that people type on.
    case always
    /// Never: for a device that always has a keyboard with keys.
    case never
}

extension Application {
    /// When the keyboard on the screen is shown; ``KeyboardPolicy/automatic`` at first.
    ///
    /// It does not matter to views that the app gives itself (``Responder/inputView``,
    /// ``Responder/inputAccessoryView``): these are always shown.
    ///
    /// - Complexity: O(1); setting has the views looked at again in the next update pass.
    public final var keyboardPolicy: KeyboardPolicy {
        get { inputViews.policy }
        set {
            guard newValue != inputViews.policy else { return }
            inputViews.policy = newValue
            inputViews.setNeedsUpdateIfNeeded(self)
        }
    }

    /// The view that is shown while a responder that takes text is the first responder of the key window, where the
    /// responder chain has no ``Responder/inputView``.
    ///
    /// A ``KeyboardView`` with English letters, which is made when it is first asked for. The application keeps the
    /// view, and gives it a width; its height is its own, or, where it has none, that of ``View/sizeThatFits(_:)``.
    /// A ``KeyboardView`` always gets the height that fits it.
    ///
    ///     application.screenKeyboard = KeyboardView(layout: .german)
    ///
    /// - Precondition: That of ``Responder/inputView``, when the view is to be shown.
    /// - Complexity: O(1); the first reading may allocate a keyboard. Setting has the views looked at again in the next
    ///   update pass.
    public final var screenKeyboard: View {
        get { inputViews.keyboard }
        set {
            guard newValue !== inputViews.madeKeyboard else { return }
            inputViews.madeKeyboard = newValue
            inputViews.setNeedsUpdateIfNeeded(self)
        }
    }

    /// Whether the last input was a key of a keyboard: no touch has come since.
    final var wasLastInputAKey: Bool {
        dispatcherState.pointee.presses?.touchEventsAtKey == touchStatistics.events
    }
}
