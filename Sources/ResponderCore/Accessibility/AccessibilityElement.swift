public import ResponderTouchInput

/// A part of a view that a person sees as a thing of its own, though it is no view: a key of a keyboard, a bar of a
/// chart. (`UIAccessibilityElement`)
public struct AccessibilityElement: Hashable, Sendable {
    /// A name for tests, which a person never sees; nil for none.
    public var identifier: String?
    /// What the part is called; nil for nothing.
    public var label: String?
    /// What the part shows, such as a number that changes; nil for nothing.
    public var value: String?
    /// What the part is and does.
    public var traits: AccessibilityTraits
    /// Where the part is, in the view's own coordinates, in points.
    public var frame: Rect

    /// A part of a view.
    ///
    /// - Complexity: O(1); no allocation.
    public init(
        label: String?,
        value: String? = nil,
        traits: AccessibilityTraits = [],
        identifier: String? = nil,
        frame: Rect
    ) {
        self.label = label
        self.value = value
        self.traits = traits
        self.identifier = identifier
        self.frame = frame
    }
}
