public import ResponderEventLoop

/// What happened to one key or button at one instant.
///
/// A source sends frames of presses through a ``TouchPort/Sender``, in time order with its frames of touches. The usage
/// names the press from its began to its end.
public struct PressFrame: Hashable, Sendable {
    /// What happened to a key or a button.
    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
        /// The key went down.
        case began
        /// The key's force changed, or the keyboard repeats a key that is held.
        case changed
        /// The key went up.
        case ended
        /// The source lost the key, for example because the keyboard was unplugged.
        case cancelled
    }

    /// When the source saw the change, on the clock of the loop that the port belongs to.
    public var time: MainRunLoop.Instant
    /// Which key or button.
    public var usage: HIDUsage
    /// What happened to it.
    public var phase: Phase
    /// How far an analogue button is pressed, from 0 to 1; 1 for a key.
    public var force: Float
    /// The text that the key types with the modifiers that are held, at most 15 bytes of UTF-8; empty for a key that
    /// types none.
    public var characters: String
    /// The text that the key types with no modifiers but shift, at most 15 bytes of UTF-8.
    public var charactersIgnoringModifiers: String
    /// The modifier keys that are held, with the key itself where it is one that goes down.
    public var modifiers: KeyModifiers
    /// Whether the keyboard repeats the key because it is held; then the phase is ``Phase/changed``.
    public var isRepeat: Bool

    /// A change of the key or button `usage`, seen at `time`.
    ///
    /// Without `charactersIgnoringModifiers`, they are `characters`.
    ///
    /// - Complexity: O(1); no allocation.
    public init(
        time: MainRunLoop.Instant,
        usage: HIDUsage,
        phase: Phase,
        force: Float = 1,
        characters: String = "",
        charactersIgnoringModifiers: String? = nil,
        modifiers: KeyModifiers = [],
        isRepeat: Bool = false
    ) {
        self.time = time
        self.usage = usage
        self.phase = phase
        self.force = force
        self.characters = characters
        self.charactersIgnoringModifiers = charactersIgnoringModifiers ?? characters
        self.modifiers = modifiers
        self.isRepeat = isRepeat
    }
}
