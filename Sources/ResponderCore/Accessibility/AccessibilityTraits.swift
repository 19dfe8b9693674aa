/// What a thing on the screen is and does, for those who cannot look at it: tests, tools and assistive programs.
/// (`UIAccessibilityTraits`)
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
    /// A bit for each trait.
    public let rawValue: UInt32

    /// The traits of these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A tap does something.
    public static let button = AccessibilityTraits(rawValue: 1 << 0)
    /// A tap leads elsewhere.
    public static let link = AccessibilityTraits(rawValue: 1 << 1)
    /// A picture.
    public static let image = AccessibilityTraits(rawValue: 1 << 2)
    /// Text that cannot be changed.
    public static let staticText = AccessibilityTraits(rawValue: 1 << 3)
    /// The title of a part of the screen.
    public static let header = AccessibilityTraits(rawValue: 1 << 4)
    /// A field for what to look for.
    public static let searchField = AccessibilityTraits(rawValue: 1 << 5)
    /// A key of a keyboard on the screen.
    public static let keyboardKey = AccessibilityTraits(rawValue: 1 << 6)
    /// A value that goes up and down.
    public static let adjustable = AccessibilityTraits(rawValue: 1 << 7)
    /// Something that is on or off.
    public static let toggleButton = AccessibilityTraits(rawValue: 1 << 8)
    /// A bar of tabs.
    public static let tabBar = AccessibilityTraits(rawValue: 1 << 9)
    /// One of several is chosen, and it is this one.
    public static let selected = AccessibilityTraits(rawValue: 1 << 10)
    /// A tap does nothing now.
    public static let notEnabled = AccessibilityTraits(rawValue: 1 << 11)
}
