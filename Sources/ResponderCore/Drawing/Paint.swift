public import ResponderTouchInput

/// What a shape is filled with, or a line is drawn with.
///
/// Points are in the coordinates in which the shape is drawn.
public enum Paint: Hashable, Sendable {
    /// One color.
    case color(Color)
    /// Colors that change from the first point to the second; beyond them the first and the last color go on.
    case linearGradient(Gradient, from: Point, to: Point)
    /// Colors that change from the middle of a circle to its edge; beyond the edge the last color goes on.
    case radialGradient(Gradient, center: Point, radius: Double)
    /// A picture, scaled to the rectangle and repeated in all directions.
    case image(Image, in: Rect)

    /// The color that comes nearest to the paint: for a gradient the one half way; nil for a picture.
    ///
    /// - Complexity: Linear in a gradient's stops; no allocation.
    public var nearestColor: Color? {
        switch self {
        case .color(let color): color
        case .linearGradient(let gradient, _, _), .radialGradient(let gradient, _, _): gradient.color(at: 0.5)
        case .image: nil
        }
    }
}
