extension HIDUsage {
    /// Whether the key is held to change what others mean: control, shift, alt or command.
    var isModifier: Bool {
        page == Self.keyboardLeftControl.page
            && Self.keyboardLeftControl.identifier...Self.keyboardRightGUI.identifier ~= identifier
    }

    /// Whether the key is one of the numeric pad.
    var isOfNumericPad: Bool {
        guard page == Self.keypad0.page else { return false }
        return switch identifier {
        case Self.keypadNumLock.identifier...Self.keypadPeriod.identifier, Self.keypadEqualSign.identifier,
            Self.keypadComma.identifier, Self.keypadLeftParenthesis.identifier, Self.keypadRightParenthesis.identifier:
            true
        default: false
        }
    }
}
