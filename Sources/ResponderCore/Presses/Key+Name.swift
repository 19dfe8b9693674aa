internal import ResponderSupport
internal import ResponderTouchInput

extension Key {
    /// The key's name in a trace: what is on the key or what the key types, in one line; otherwise the key's number.
    package var name: String {
        switch usage {
        case .keyboardTab: "tab"
        case .keyboardReturnOrEnter: "return"
        case .keyboardEscape: "escape"
        case .keyboardSpacebar: "space"
        case .keyboardLeftArrow: "left"
        case .keyboardRightArrow: "right"
        case .keyboardUpArrow: "up"
        case .keyboardDownArrow: "down"
        case .keyboardDeleteOrBackspace: "delete"
        case .keyboardLeftShift: "shift"
        case .keyboardLeftControl: "control"
        case .keyboardLeftAlt: "alt"
        default: characters.isEmpty ? "\(usage.identifier)" : characters.inOneLine()
        }
    }
}
