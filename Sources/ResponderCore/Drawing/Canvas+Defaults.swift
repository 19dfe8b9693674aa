public import ResponderTouchInput

// What a canvas draws that has no paints, shadows or layers with bounds of its own.
extension Canvas {
    /// Fills the path with the paint's nearest color; with a picture inside of a clip.
    ///
    /// - Complexity: That of ``fill(_:with:)-(Path,Color)``, or of the pictures, of which at most a thousand are drawn.
    public func fill(_ path: Path, with paint: Paint) {
        if let color = paint.nearestColor { return fill(path, with: color) }
        guard case .image(let image, let rect) = paint, let box = path.boundingBox else { return }
        saveState()
        clip(to: path)
        for place in rect.repeated(over: box, limit: 1000) { draw(image, in: place) }
        restoreState()
    }

    /// Draws a line of the paint's nearest color; nothing where the paint is a picture.
    ///
    /// - Complexity: That of ``stroke(_:with:style:)-(_,Color,_)``.
    public func stroke(_ path: Path, with paint: Paint, style: StrokeStyle) {
        if let color = paint.nearestColor { stroke(path, with: color, style: style) }
    }

    /// Fills the path in the shadow's color at its offset, without a blur.
    ///
    /// - Complexity: That of ``fill(_:with:)-(Path,Color)``.
    public func drawShadow(of path: Path, _ shadow: Shadow) { drawSharpShadow(of: path, shadow) }

    /// Draws a shadow without a blur, by what every canvas has.
    package func drawSharpShadow(of path: Path, _ shadow: Shadow) {
        saveState()
        concatenate(Transform(translationX: shadow.offset.x, y: shadow.offset.y))
        fill(path, with: shadow.color)
        restoreState()
    }

    /// Begins a layer that may be of any extent.
    ///
    /// - Complexity: That of ``beginTransparencyLayer(alpha:)``.
    public func beginTransparencyLayer(alpha: Double, bounds: Rect) { beginTransparencyLayer(alpha: alpha) }
}

extension Rect {
    /// The places of pictures that are laid side by side over `box`, of which one has this place; this place alone if
    /// more than `limit` were needed.
    fileprivate func repeated(over box: Rect, limit: Double) -> [Rect] {
        guard width > 0, height > 0 else { return [] }
        let (left, top) = (((box.minX - minX) / width).rounded(.down), ((box.minY - minY) / height).rounded(.down))
        let columns = ((box.maxX - minX) / width).rounded(.up) - left
        let rows = ((box.maxY - minY) / height).rounded(.up) - top
        // Every comparison with NaN is false.
        guard columns * rows <= limit, columns <= limit, rows <= limit else { return [self] }
        return (0..<Int(rows)).flatMap { row in
            (0..<Int(columns)).map { column in
                offsetBy(dx: (left + Double(column)) * width, dy: (top + Double(row)) * height)
            }
        }
    }
}
