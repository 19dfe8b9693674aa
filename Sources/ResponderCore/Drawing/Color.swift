/// A color with an opacity, in the sRGB color space.
///
/// Parts beyond 0 and 1 are clamped, and NaN is taken for 0.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct Color: Hashable, Sendable {
    /// The red part, from 0 to 1.
    public var red: Double { didSet { red = Self.clamp(red) } }
    /// The green part, from 0 to 1.
    public var green: Double { didSet { green = Self.clamp(green) } }
    /// The blue part, from 0 to 1.
    public var blue: Double { didSet { blue = Self.clamp(blue) } }
    /// The opacity: 0 is transparent, 1 is opaque.
    public var alpha: Double { didSet { alpha = Self.clamp(alpha) } }

    /// A color with these parts, each from 0 to 1.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = Self.clamp(red)
        self.green = Self.clamp(green)
        self.blue = Self.clamp(blue)
        self.alpha = Self.clamp(alpha)
    }

    /// A gray of this brightness: 0 is black, 1 is white.
    public init(white: Double, alpha: Double = 1) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// The same color with another opacity.
    public func withAlpha(_ alpha: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// NaN is not greater than 0.
    private static func clamp(_ part: Double) -> Double { part > 0 ? min(part, 1) : 0 }
}

// A comment stands only where the name does not say which color it is.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Color {
    /// No color: transparent black.
    public static let clear = Color(white: 0, alpha: 0)
    public static let black = Color(white: 0)
    /// Half way between black and white.
    public static let gray = Color(white: 0.5)
    /// A gray two thirds of the way to white.
    public static let lightGray = Color(white: 2 / 3)
    public static let white = Color(white: 1)
    public static let red = Color(red: 1, green: 0, blue: 0)
    public static let green = Color(red: 0, green: 1, blue: 0)
    public static let blue = Color(red: 0, green: 0, blue: 1)
    public static let yellow = Color(red: 1, green: 1, blue: 0)
    public static let cyan = Color(red: 0, green: 1, blue: 1)
    public static let magenta = Color(red: 1, green: 0, blue: 1)
    public static let orange = Color(red: 1, green: 0.5, blue: 0)
}
