/// How text looks.
public struct TextStyle: Hashable, Sendable {
    /// How heavy the strokes of a font are; the raw values are those of fonts and of CSS.
    public enum Weight: Int, Hashable, Sendable, CaseIterable, Comparable {
        /// The thinnest strokes.
        case ultraLight = 100
        /// Very thin strokes.
        case thin = 200
        /// Thin strokes.
        case light = 300
        /// The usual strokes.
        case regular = 400
        /// Slightly heavier strokes than usual.
        case medium = 500
        /// Strokes between medium and bold.
        case semibold = 600
        /// Heavy strokes.
        case bold = 700
        /// Very heavy strokes.
        case heavy = 800
        /// The heaviest strokes.
        case black = 900

        /// Whether the first weight is lighter than the second.
        ///
        /// - Complexity: O(1); no allocation.
        public static func < (first: Weight, second: Weight) -> Bool { first.rawValue < second.rawValue }
    }

    /// The name of the font; nil for the canvas's own.
    public var fontName: String?
    /// The size of the font, in points.
    public var fontSize: Double
    /// How heavy the strokes are.
    public var weight: Weight
    /// Whether the text is italic.
    public var isItalic: Bool
    /// What is added between characters, in points; may be negative.
    ///
    /// A measurer may add it behind the last character, too.
    public var letterSpacing: Double
    /// Whether there is a line below the text.
    public var isUnderlined: Bool
    /// Whether all digits are equally wide, so that a number that changes does not move what follows.
    public var usesTabularDigits: Bool
    /// The color of the text.
    public var color: Color

    /// A style with these values.
    ///
    /// - Complexity: O(1); no allocation.
    public init(
        fontSize: Double = 16,
        weight: Weight = .regular,
        isItalic: Bool = false,
        letterSpacing: Double = 0,
        isUnderlined: Bool = false,
        usesTabularDigits: Bool = false,
        color: Color = .black,
        fontName: String? = nil
    ) {
        self.fontSize = fontSize
        self.weight = weight
        self.isItalic = isItalic
        self.letterSpacing = letterSpacing
        self.isUnderlined = isUnderlined
        self.usesTabularDigits = usesTabularDigits
        self.color = color
        self.fontName = fontName
    }

    /// A style in the usual or in the bold weight.
    ///
    /// - Complexity: O(1); no allocation.
    public init(fontSize: Double = 16, isBold: Bool, color: Color = .black, fontName: String? = nil) {
        self.init(fontSize: fontSize, weight: isBold ? .bold : .regular, color: color, fontName: fontName)
    }

    /// Whether the text is bold: semibold or heavier; setting it makes the text bold or regular.
    ///
    /// - Complexity: O(1); no allocation.
    public var isBold: Bool {
        get { weight >= .semibold }
        set { if newValue != isBold { weight = newValue ? .bold : .regular } }
    }
}

/// How text stands between the left and the right edge.
public enum TextAlignment: Hashable, Sendable, CaseIterable {
    /// At the left edge.
    case left
    /// In the middle.
    case center
    /// At the right edge.
    case right
}

/// What is left out of a text that has no room.
public enum TextTruncation: Hashable, Sendable, CaseIterable {
    /// The end: an ellipsis stands behind the rest.
    case tail
    /// The beginning: an ellipsis stands before the rest.
    case head
    /// The middle: an ellipsis stands between the beginning and the end.
    case middle
    /// Nothing: what has no room is not seen.
    case clip
}
