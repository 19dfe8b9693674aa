public import ResponderTouchInput

/// The key or button of a press, and the text that it types (UIKit's `UIKey`).
public struct Key: Hashable, Sendable {
    /// The key by its place on the keyboard, or the button.
    public var usage: HIDUsage
    /// The text that the key types with the held modifiers; empty for a key that types no text.
    public var characters: String
    /// The text that the key types with no modifiers but shift.
    public var charactersIgnoringModifiers: String
    /// The modifier keys that are held, including the key itself if it is a modifier key.
    public var modifiers: KeyModifiers
    /// Whether the keyboard repeats the key because it is held.
    public var isRepeat: Bool

    /// A key that was not pressed on a keyboard, for example a key of a keyboard on the screen.
    ///
    /// - Parameters:
    ///   - usage: The keyboard's key with the same effect; `.keyboard(0)` for a key that only types its characters.
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

    /// Takes over the values of a later frame of the press; a key's end types nothing.
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
