internal import ResponderCore
internal import ResponderTouchInput

/// A view other than a control that return and the space bar press while it has the focus: a row of a list, or a button
/// in a bar.
@MainActor
protocol KeyPressed: View {
    var focusKeys: FocusKeys { get set }

    /// A key goes down; returns whether the view does something when the key comes up.
    func keyDidGoDown() -> Bool

    /// The key has come up, or its press was cancelled.
    func keyDidComeUp(isCancelled: Bool)

    /// The view has got or lost the focus.
    func focusDidChange()
}

/// The presses that a view with the focus has taken.
struct FocusKeys {
    fileprivate var taken: [UInt64] = []
    /// The press of the key that presses the view.
    fileprivate var pressing: UInt64?

    /// Whether a key presses the view.
    var isPressing: Bool { pressing != nil }
}

extension KeyPressed {
    /// Takes the presses that press the view; returns the others.
    ///
    /// All messages of a press go where its began went.
    func takePresses(_ presses: PressSet, _ message: PressMessage) -> PressSet {
        presses.without { press in
            guard message == .began else {
                guard let index = focusKeys.taken.firstIndex(of: press.number) else { return false }
                if message == .changed { return true }
                focusKeys.taken.remove(at: index)
                if press.number == focusKeys.pressing { endKeyPress(isCancelled: message == .cancelled) }
                return true
            }
            guard isFirstResponder, canBecomeFocused, mayHaveFocus, press.key.isActivation else { return false }
            focusKeys.taken.append(press.number)
            if focusKeys.pressing == nil {
                scrollIntoView()
                // A delegate may have moved the focus, or run the loop until the key came up.
                guard isFirstResponder, focusKeys.taken.contains(press.number) else { return true }
                focusKeys.pressing = press.number
                if !keyDidGoDown(), focusKeys.pressing == press.number { focusKeys.pressing = nil }
            }
            return true
        }
    }

    /// Ends the press of a key; does nothing when no key is down.
    func endKeyPress(isCancelled: Bool) {
        guard focusKeys.pressing != nil else { return }
        focusKeys.pressing = nil
        keyDidComeUp(isCancelled: isCancelled)
    }
}
