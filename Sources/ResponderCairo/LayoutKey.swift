#if Cairo
/// A font, as a style names it.
struct FontKey: Hashable {
    let family: String?
    let size: Double
    let isBold: Bool
}

/// A text in a font: the color does not matter for its shape.
struct LayoutKey: Hashable {
    let text: String
    let font: FontKey
}
#endif
