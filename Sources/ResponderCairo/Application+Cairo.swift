#if Cairo
public import ResponderKit

extension Application {
    /// A picture of the screen: all shown windows, with alerts and the keyboard, as they look now.
    ///
    /// - Parameters:
    ///   - size: The screen's extent in points.
    ///   - scale: The number of pixels in a point.
    ///   - background: The color behind the windows.
    ///   - fonts: Draws the text; nil for the application's measurer, if Pango draws for it, or else
    ///     ``PangoTextMeasurer/shared``.
    ///   - pictures: Finds the pictures; nil for the application's `imageProvider`, if it is one of folders.
    /// - Throws: `CairoError` as `CairoSurface.init(size:scale:pixelLimit:)`.
    /// - Complexity: Linear in the views, in what they have drawn and in the pixels; allocates the surface.
    public final func rendered(
        size: Size,
        scale: Double = 1,
        background: Color = .white,
        fonts: PangoTextMeasurer? = nil,
        pictures: PictureFolders? = nil
    ) throws(CairoError) -> CairoSurface {
        let surface = try CairoSurface(size: size, scale: scale)
        let canvas = CairoCanvas(
            surface,
            fonts: fonts ?? textMeasurer as? PangoTextMeasurer ?? .shared,
            pictures: pictures ?? imageProvider as? PictureFolders ?? .empty
        )
        render(in: canvas, background: background)
        return surface
    }

    /// Clears parts of the screen, and draws all shown windows there, in the coordinates of the screen.
    ///
    /// Layout and drawing that are due come first. The rest is as by `render(in:rects:scale:)` for any canvas.
    ///
    /// - Parameters:
    ///   - canvas: Draws the windows.
    ///   - rects: The parts of the screen to draw, in points, rounded outwards to whole pixels; nil for all. They are
    ///     cleared first.
    ///   - background: The color behind the windows.
    /// - Complexity: As that of `render(in:rects:scale:)`, and linear in the pixels of the parts.
    public final func render(in canvas: CairoCanvas, rects: [Rect]? = nil, background: Color) {
        for window in windows {
            window.layoutIfNeeded()
            window.displayIfNeeded()
        }
        let target: any Canvas = canvas
        guard let rects else {
            canvas.surface.clear(nil, to: background)
            return render(in: target, scale: canvas.surface.scale)
        }
        // At an edge inside a pixel the old and the new drawing would mix. The surface may have another scale than the
        // screen.
        let parts = rects.compactMap { canvas.surface.wholePixels(around: $0) }
        for part in parts { canvas.surface.clear(part, to: background) }
        render(in: target, rects: parts, scale: canvas.surface.scale)
    }
}
#endif
