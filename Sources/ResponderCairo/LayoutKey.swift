#if Cairo
internal import ResponderKit

/// What a font is chosen by.
struct FontKey: Hashable {
    let family: String?
    let size: Double
    let weight: TextStyle.Weight
    let isItalic: Bool

    init(_ style: TextStyle) {
        (family, size, weight, isItalic) = (style.fontName, style.fontSize, style.weight, style.isItalic)
    }
}

/// What changes how a text is shaped, besides its font.
struct TextAttributes: Hashable {
    let letterSpacing: Double
    let isUnderlined: Bool
    let usesTabularDigits: Bool

    init(_ style: TextStyle) {
        // Pango's numbers have an end, and more than that is nothing to be read.
        letterSpacing = style.letterSpacing.isFinite ? min(max(style.letterSpacing, -10_000), 10_000) : 0
        (isUnderlined, usesTabularDigits) = (style.isUnderlined, style.usesTabularDigits)
    }

    var arePlain: Bool { letterSpacing == 0 && !isUnderlined && !usesTabularDigits }
}

/// What a shaped text is found by.
struct LayoutKey: Hashable {
    let text: String
    let font: FontKey
    let attributes: TextAttributes
}
#endif
