public import ResponderTouchInput

/// The canvas into which views draw; an embedder implements this protocol for its renderer.
///
/// Coordinates are in points, with x to the right and y downwards, in the space of the view that draws (see
/// ``View/draw(_:in:)``) or is rendered (see ``View/render(in:rect:)``). The calls of ``saveState()`` and
/// ``restoreState()``, and those of ``beginTransparencyLayer(alpha:)`` and ``endTransparencyLayer()``, come in pairs,
/// one pair inside another.
@MainActor
public protocol Canvas: AnyObject {
    /// Saves the transform and the clip for ``restoreState()``.
    func saveState()

    /// Returns to the transform and the clip at the last ``saveState()`` that was not restored yet.
    func restoreState()

    /// From now on maps coordinates by `transform` before the transform of the canvas so far.
    func concatenate(_ transform: Transform)

    /// From now on draws only inside the path, and inside the clip so far.
    func clip(to path: Path)

    /// Begins a layer: all that is drawn until ``endTransparencyLayer()`` is composed first, and then drawn with this
    /// opacity.
    ///
    /// At the end the transform and the clip are again those at the beginning.
    ///
    /// - Parameter alpha: From 0, transparent, to 1, opaque.
    func beginTransparencyLayer(alpha: Double)

    /// Begins a layer as ``beginTransparencyLayer(alpha:)`` does; nothing is drawn outside of `bounds`.
    ///
    /// A canvas need not have a picture for more than that. By default the bounds do not count.
    ///
    /// - Parameters:
    ///   - alpha: From 0, transparent, to 1, opaque.
    ///   - bounds: A rectangle around all that is drawn in the layer.
    func beginTransparencyLayer(alpha: Double, bounds: Rect)

    /// Ends the last layer that was not ended yet.
    func endTransparencyLayer()

    /// Fills the inside of the path.
    func fill(_ path: Path, with color: Color)

    /// Fills the inside of the path; by default with the paint's nearest color.
    func fill(_ path: Path, with paint: Paint)

    /// Draws a line along the path.
    func stroke(_ path: Path, with color: Color, style: StrokeStyle)

    /// Draws a line along the path; by default in the paint's nearest color.
    func stroke(_ path: Path, with paint: Paint, style: StrokeStyle)

    /// Draws the shadow that the inside of the path casts, also where the path lies on it; by default without a blur.
    func drawShadow(of path: Path, _ shadow: Shadow)

    /// Draws a picture, scaled to the rectangle, with its ``Image/tint`` and its ``Image/capInsets``.
    func draw(_ image: Image, in rect: Rect)

    /// Draws a text in one line.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - point: The upper left corner of the text, as ``TextMeasurer`` measures it.
    ///   - style: How the text looks.
    func draw(_ text: String, at point: Point, style: TextStyle)
}

extension Canvas {
    /// Fills a rectangle.
    ///
    /// - Complexity: That of ``fill(_:with:)-(Path,Color)``; allocates nothing besides.
    public func fill(_ rect: Rect, with color: Color) { fill(Path(rect), with: color) }

    /// Fills a rectangle.
    ///
    /// - Complexity: That of ``fill(_:with:)-(Path,Paint)``; allocates nothing besides.
    public func fill(_ rect: Rect, with paint: Paint) { fill(Path(rect), with: paint) }

    /// Draws a line of this width, in points, along the path: one half of it lies on each side.
    ///
    /// - Complexity: That of ``stroke(_:with:style:)-(_,Color,_)``; allocates nothing besides.
    public func stroke(_ path: Path, with color: Color, width: Double) {
        stroke(path, with: color, style: StrokeStyle(width: width))
    }

    /// Draws a line along the edge of a rectangle.
    ///
    /// - Complexity: That of ``stroke(_:with:style:)-(_,Color,_)``; allocates nothing besides.
    public func stroke(_ rect: Rect, with color: Color, width: Double) {
        stroke(Path(rect), with: color, width: width)
    }

    /// From now on draws only inside the rectangle, and inside the clip so far.
    ///
    /// - Complexity: That of ``clip(to:)-(Path)``; allocates nothing besides.
    public func clip(to rect: Rect) { clip(to: Path(rect)) }
}
