internal import ResponderKit

/// The US layout of ``Keyboard``: which key types a character, and which keys are modifiers.
enum KeyLayout {
    static let leftShift = HIDUsage.keyboard(0xe1)
    /// The modifiers' keys, with control, shift, alt and command at the left, and the same at the right.
    private static let modifierKeys: [(usage: HIDUsage, modifier: KeyModifiers)] = [
        (.keyboard(0xe0), .control), (.keyboard(0xe1), .shift), (.keyboard(0xe2), .alternate),
        (.keyboard(0xe3), .command), (.keyboard(0xe4), .control), (.keyboard(0xe5), .shift),
        (.keyboard(0xe6), .alternate), (.keyboard(0xe7), .command),
    ]

    static func modifiers(of key: HIDUsage) -> KeyModifiers {
        modifierKeys.first { $0.usage == key }?.modifier ?? []
    }

    /// The left keys of the modifiers.
    static func keys(of modifiers: KeyModifiers) -> [HIDUsage] {
        modifierKeys.prefix(4).filter { modifiers.contains($0.modifier) }.map(\.usage)
    }

    /// What the key types with these modifiers.
    static func characters(of key: HIDUsage, _ modifiers: KeyModifiers) -> String {
        guard key.page == 7, let place = Int(exactly: key.identifier).map({ $0 - firstKey }),
            plain.indices.contains(place)
        else { return "" }
        return String(modifiers.contains(.shift) ? shifted[place] : plain[place])
    }

    /// The key that types the character, and whether it does so with shift only.
    static func key(of character: Character) -> (usage: HIDUsage, isShifted: Bool)? {
        let character = character == "\n" ? "\r" : character
        if let place = plain.firstIndex(of: character) { return (usage(place), false) }
        return shifted.firstIndex(of: character).map { (usage($0), true) }
    }

    static func name(of key: HIDUsage) -> String {
        let text = characters(of: key, [])
        return text.isEmpty ? "\(key.identifier) of page \(key.page)" : text.quotedInOneLine()
    }

    private static func usage(_ place: Int) -> HIDUsage { .keyboard(UInt16(firstKey + place)) }

    /// The keys from the letter A on, as the usages number them.
    private static let firstKey = 4
    private static let plain = Array("abcdefghijklmnopqrstuvwxyz1234567890\r\u{1b}\u{8}\t -=[]\\\\;'`,./")
    private static let shifted = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ!@#$%^&*()\r\u{1b}\u{8}\t _+{}||:\"~<>?")
}
