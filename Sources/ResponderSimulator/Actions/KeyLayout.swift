internal import ResponderKit

/// The keys of a device's keyboard, in the US layout: the text each key types, and its name in scripts.
package enum KeyLayout {
    private static let map = USKeyMap()
    /// The keys that may type something.
    private static let typing = (0x04...0x38).map { HIDUsage.keyboard($0) }
    /// The modifiers' keys, the left ones first.
    private static let modifierKeys: [(usage: HIDUsage, modifier: KeyModifiers)] = [
        (.keyboardLeftControl, .control), (.keyboardLeftShift, .shift), (.keyboardLeftAlt, .alternate),
        (.keyboardLeftGUI, .command), (.keyboardRightControl, .control), (.keyboardRightShift, .shift),
        (.keyboardRightAlt, .alternate), (.keyboardRightGUI, .command),
    ]
    /// The modifiers by their names in scripts.
    static let modifierNames: [(name: String, value: KeyModifiers)] = [
        ("control", .control), ("shift", .shift), ("alt", .alternate), ("command", .command),
    ]
    /// The keys that scripts do not name by what they type.
    static let names: [(name: String, value: HIDUsage)] = [
        ("return", .keyboardReturnOrEnter), ("escape", .keyboardEscape), ("backspace", .keyboardDeleteOrBackspace),
        ("tab", .keyboardTab), ("space", .keyboardSpacebar), ("caps-lock", .keyboardCapsLock),
        ("insert", .keyboardInsert), ("home", .keyboardHome), ("page-up", .keyboardPageUp),
        ("delete", .keyboardDeleteForward), ("end", .keyboardEnd), ("page-down", .keyboardPageDown),
        ("right", .keyboardRightArrow), ("left", .keyboardLeftArrow), ("down", .keyboardDownArrow),
        ("up", .keyboardUpArrow), ("control", .keyboardLeftControl), ("shift", .keyboardLeftShift),
        ("alt", .keyboardLeftAlt), ("command", .keyboardLeftGUI), ("right-control", .keyboardRightControl),
        ("right-shift", .keyboardRightShift), ("right-alt", .keyboardRightAlt), ("right-command", .keyboardRightGUI),
    ]

    /// The modifier that the key is; empty for another key.
    package static func modifiers(of key: HIDUsage) -> KeyModifiers {
        modifierKeys.first { $0.usage == key }?.modifier ?? []
    }

    /// The left keys of the modifiers.
    package static func keys(of modifiers: KeyModifiers) -> [HIDUsage] {
        modifierKeys.prefix(4).filter { modifiers.contains($0.modifier) }.map(\.usage)
    }

    /// The key that types the character, and whether it does so with shift only; nil where no key does.
    package static func key(of character: Character) -> (usage: HIDUsage, isShifted: Bool)? {
        let text = character == "\n" ? "\r" : String(character)
        for isShifted in [false, true] {
            let modifiers: KeyModifiers = isShifted ? .shift : []
            if let key = typing.first(where: { map.characters(for: $0, modifiers: modifiers) == text }) {
                return (key, isShifted)
            }
        }
        return nil
    }

    /// A change of a key at an instant, while `modifiers` are held.
    package static func frame(
        _ key: HIDUsage,
        _ phase: PressFrame.Phase,
        _ modifiers: KeyModifiers,
        at time: MainRunLoop.Instant
    ) -> PressFrame {
        PressFrame(
            time: time,
            usage: key,
            phase: phase,
            characters: map.characters(for: key, modifiers: modifiers),
            charactersIgnoringModifiers: map.charactersIgnoringModifiers(
                for: key,
                isShifted: modifiers.contains(.shift)
            ),
            modifiers: modifiers,
            isRepeat: phase == .changed
        )
    }

    /// The name of the key in scripts: its own name, the text it types, or its page and number, as `12:181`.
    package static func name(of key: HIDUsage) -> String {
        if let known = names.first(where: { $0.value == key }) { return known.name }
        let text = map.characters(for: key, modifiers: [])
        // Two keys may type the same.
        if let character = text.first, self.key(of: character)?.usage == key { return text }
        return "\(key.page):\(key.identifier)"
    }

    /// The key that a script calls so; nil for another word.
    static func key(named name: String) -> HIDUsage? {
        if let known = names.first(where: { $0.name == name }) { return known.value }
        if name.count == 1, let character = name.first { return key(of: character)?.usage }
        let parts = name.split(separator: ":", omittingEmptySubsequences: false).map { UInt16($0) }
        guard parts.count == 2, let page = parts[0], let identifier = parts[1] else { return nil }
        return HIDUsage(page: page, identifier: identifier)
    }
}
