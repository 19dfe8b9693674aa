public import ResponderCore

/// When an application shows its keyboard for a responder that takes text: see ``Application/keyboardPolicy``.
public enum KeyboardPolicy: Hashable, Sendable, CaseIterable {
    /// Shows the keyboard, unless the last input before the responder became first responder was a key of a keyboard. A
    /// user who goes through a form with the tab key needs no second keyboard; a user who touches a field needs one.
    ///
    /// The keyboard is shown later if a touch makes the responder the first responder once more.
    case automatic
    /// Always: for a device without keys that people type on.
    case always
    /// Never: for a device that always has a keyboard with keys.
    case never
}

extension Application {
    /// When the keyboard on the screen is shown; ``KeyboardPolicy/automatic`` at first.
    ///
    /// The policy does not apply to views of the app (``Responder/inputView``, ``Responder/inputAccessoryView``), which
    /// are always shown.
    ///
    /// - Complexity: O(1); after a change the next update pass chooses the views again.
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
    /// view, and sets the view's width. The view keeps its height; if the height is 0, the view gets that of
    /// ``View/sizeThatFits(_:)``. A ``KeyboardView`` always gets the height that fits.
    ///
    ///     application.screenKeyboard = KeyboardView(layout: .german)
    ///
    /// - Precondition: That of ``Responder/inputView``, when the view is to be shown.
    /// - Complexity: O(1); the first reading may allocate a keyboard. After a change the next update pass chooses the
    ///   views again.
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
