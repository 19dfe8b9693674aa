/// What a key or a button means, as the USB HID Usage Tables number it: a page, and an identifier on the page.
///
/// The keyboard's usages name keys by their place: ``keyboardA`` is the key with the letter A on a US keyboard,
/// whatever letter the user's layout gives the key.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct HIDUsage: Hashable, Sendable {
    /// The usage page: 0x07 for keyboards, 0x09 for a pointer's buttons, 0x0c for consumer controls.
    public var page: UInt16
    /// The usage on the page.
    public var identifier: UInt16

    /// The usage `identifier` of the page `page`.
    public init(page: UInt16, identifier: UInt16) {
        self.page = page
        self.identifier = identifier
    }

    /// A key of a keyboard (page 0x07).
    public static func keyboard(_ identifier: UInt16) -> HIDUsage { HIDUsage(page: 0x07, identifier: identifier) }

    /// A button (page 0x09): 1 is a mouse's primary button, 2 the secondary, 3 the middle one.
    public static func button(_ number: UInt16) -> HIDUsage { HIDUsage(page: 0x09, identifier: number) }

    /// A consumer control, such as a key of a remote control (page 0x0c).
    public static func consumer(_ identifier: UInt16) -> HIDUsage { HIDUsage(page: 0x0c, identifier: identifier) }
}

extension HIDUsage {
    /// Whether the key is held to change what others mean: control, shift, alt or command.
    package var isModifier: Bool {
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
