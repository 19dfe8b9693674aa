internal import Glibc

extension Color {
    /// The relative luminance: 0 for black, 1 for white; the opacity does not count. (WCAG 2.1)
    public var luminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    /// How well this color can be told from another one, from 1 to 21: text should have at least 4.5 on what is behind
    /// it. (WCAG 2.1; the opacity of both does not count)
    public func contrastRatio(with other: Color) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// The color that is seen where this one is drawn on an opaque color.
    public func blended(over background: Color) -> Color {
        func mix(_ front: Double, _ back: Double) -> Double { front * alpha + back * (1 - alpha) }
        return Color(
            red: mix(red, background.red),
            green: mix(green, background.green),
            blue: mix(blue, background.blue)
        )
    }

    private static func linear(_ part: Double) -> Double {
        part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
}
