/// The modifier keys that are held (UIKit's `UIKeyModifierFlags`, with its bits).
public struct KeyModifiers: OptionSet, Hashable, Sendable {
    /// The keys, a bit each.
    public let rawValue: UInt32

    /// The keys of these bits.
    ///
    /// - Complexity: O(1); no allocation.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Caps lock is on.
    public static let alphaShift = KeyModifiers(rawValue: 1 << 16)
    /// A shift key is held.
    public static let shift = KeyModifiers(rawValue: 1 << 17)
    /// A control key is held.
    public static let control = KeyModifiers(rawValue: 1 << 18)
    /// An alt or option key is held.
    public static let alternate = KeyModifiers(rawValue: 1 << 19)
    /// A command, super or Windows key is held.
    public static let command = KeyModifiers(rawValue: 1 << 20)
    /// The key is one of the numeric pad.
    public static let numericPad = KeyModifiers(rawValue: 1 << 21)
}
