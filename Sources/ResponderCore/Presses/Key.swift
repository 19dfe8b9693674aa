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

    /// A key that was not pressed on a keyboard, as one of a keyboard on the screen.
    ///
    /// - Parameters:
    ///   - usage: The key that does the same; none for a key that only types its characters.
    ///   - characters: The text that the key types.
    ///   - modifiers: The modifier keys that count as held.
    /// - Complexity: O(1); no allocation.
    public init(_ usage: HIDUsage = .keyboard(0), characters: String = "", modifiers: KeyModifiers = []) {
        self.usage = usage
        self.characters = characters
        charactersIgnoringModifiers = characters
        self.modifiers = modifiers
        isRepeat = false
    }

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
