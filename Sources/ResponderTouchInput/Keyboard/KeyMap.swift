/// A keyboard's layout: which characters a key types.
///
/// ``USKeyMap`` is the default. A map of another country's layout answers for the same usages, which name keys by their
/// place.
///
/// A map may have state: ``characters(for:modifiers:)`` is called once each time a key goes down or is repeated, in
/// order, and for keys that type nothing, too. So a map can keep a dead accent until the next key, or follow num lock.
public protocol KeyMap: Sendable {
    /// The text that the key types with these modifiers; empty for a key that types none.
    ///
    /// At most 15 bytes of UTF-8 are delivered.
    ///
    /// - Complexity: as the map documents; called for each key that goes down, and for each repetition.
    mutating func characters(for usage: HIDUsage, modifiers: KeyModifiers) -> String

    /// The text that the key types with no modifier but shift.
    ///
    /// - Complexity: as the map documents; called as often as ``characters(for:modifiers:)``, after it.
    func charactersIgnoringModifiers(for usage: HIDUsage, isShifted: Bool) -> String
}

/// The layout of a US keyboard.
///
/// - Letters are capital with exactly one of shift and caps lock; caps lock affects no other key.
/// - With control, a letter and the keys of `@ [ \ ] ^ _` type the control character, as in a terminal: Ctrl-A types
///   U+0001. Space types U+0000 with control. Alt and command change nothing.
/// - Return and enter type U+000D, tab U+0009, backspace U+0008, delete U+007F, escape U+001B.
/// - The numeric pad always types digits, whatever the light of num lock shows.
/// - The key beside the left shift of European keyboards types the backslash.
public struct USKeyMap: KeyMap {
    /// The map; it has no state.
    ///
    /// - Complexity: O(1); no allocation.
    public init() {}

    /// The text that the key types with these modifiers.
    ///
    /// - Complexity: O(1); no allocation, since the text has one character at most.
    public func characters(for usage: HIDUsage, modifiers: KeyModifiers) -> String {
        guard var byte = Self.byte(of: usage, isShifted: modifiers.contains(.shift)) else { return "" }
        if modifiers.contains(.alphaShift), Self.isLetter(byte) { byte ^= Self.caseBit }
        if modifiers.contains(.control), let control = Self.control(of: byte) { byte = control }
        return String(UnicodeScalar(byte))
    }

    /// The text that the key types with no modifier but shift.
    ///
    /// - Complexity: O(1); no allocation, since the text has one character at most.
    public func charactersIgnoringModifiers(for usage: HIDUsage, isShifted: Bool) -> String {
        Self.byte(of: usage, isShifted: isShifted).map { String(UnicodeScalar($0)) } ?? ""
    }

    /// The bit in which a capital letter and a small one differ.
    private static let caseBit: UInt8 = 0x20

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | caseBit
    }

    /// The control character of a key that types `byte` without control; nil where it has none.
    private static func control(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: " "): 0
        case UInt8(ascii: "@")...UInt8(ascii: "_"), UInt8(ascii: "a")...UInt8(ascii: "z"): byte & 0x1f
        default: nil
        }
    }

    /// The ASCII character of a key; nil for a key that types none.
    private static func byte(of usage: HIDUsage, isShifted: Bool) -> UInt8? {
        guard usage.page == HIDUsage.keyboardA.page else { return nil }
        let shifted = isShifted ? shiftedCharacters : plainCharacters
        switch usage.identifier {
        case 0x04...0x1d:
            return UInt8(usage.identifier) - 0x04 + (isShifted ? UInt8(ascii: "A") : UInt8(ascii: "a"))
        case firstOfRow..<(firstOfRow + UInt16(shifted.utf8CodeUnitCount)):
            return shifted.utf8Start[Int(usage.identifier - firstOfRow)]
        case firstOfPad..<(firstOfPad + UInt16(padCharacters.utf8CodeUnitCount)):
            return padCharacters.utf8Start[Int(usage.identifier - firstOfPad)]
        case HIDUsage.keyboardDeleteForward.identifier: return 0x7f
        case HIDUsage.keyboardNonUSBackslash.identifier:
            return isShifted ? UInt8(ascii: "|") : UInt8(ascii: "\\")
        case HIDUsage.keypadEqualSign.identifier: return UInt8(ascii: "=")
        case HIDUsage.keypadComma.identifier: return UInt8(ascii: ",")
        case HIDUsage.keypadLeftParenthesis.identifier: return UInt8(ascii: "(")
        case HIDUsage.keypadRightParenthesis.identifier: return UInt8(ascii: ")")
        default: return nil
        }
    }

    /// The usage of the digit 1 above the letters, with which the rows below begin.
    private static let firstOfRow = HIDUsage.keyboard1.identifier
    // The digits, return, escape, backspace, tab, space, and the punctuation; 0x32 is a second key of backslash.
    private static let plainCharacters: StaticString = "1234567890\r\u{1b}\u{8}\t -=[]\\\\;'`,./"
    private static let shiftedCharacters: StaticString = "!@#$%^&*()\r\u{1b}\u{8}\t _+{}||:\"~<>?"
    /// The usage of the pad's `/`, with which its row begins.
    private static let firstOfPad = HIDUsage.keypadSlash.identifier
    private static let padCharacters: StaticString = "/*-+\r1234567890."
}
