public import ResponderTouchInput

/// Which key or button a press is of, and what it types (UIKit's `UIKey`).
public struct Key: Hashable, Sendable {
    /// The key by its place on the keyboard, or the button.
    public var usage: HIDUsage
    /// The text that the key types with the modifiers that are held; empty for a key that types none.
    public var characters: String
    /// The text that the key types with no modifiers but shift.
    public var charactersIgnoringModifiers: String
    /// The modifier keys that are held, with the key itself where it is one.
    public var modifiers: KeyModifiers
    /// Whether the keyboard repeats the key because it is held.
    public var isRepeat: Bool

    /// The key of a frame.
    init(_ frame: PressFrame) {
        usage = frame.usage
        characters = frame.characters
        charactersIgnoringModifiers = frame.charactersIgnoringModifiers
        modifiers = frame.modifiers
        isRepeat = frame.isRepeat
    }

    /// Takes over what a later frame of the press says: a key's end types nothing.
    mutating func update(_ frame: PressFrame) {
        switch frame.phase {
        case .began, .changed: self = Key(frame)
        case .ended:
            modifiers = frame.modifiers
            isRepeat = false
        case .cancelled: isRepeat = false
        }
    }
}
