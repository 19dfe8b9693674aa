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
    ///   - pictures: Finds the pictures.
    /// - Throws: `CairoError` as `CairoSurface.init(size:scale:pixelLimit:)`.
    /// - Complexity: Linear in the views, in what they have drawn and in the pixels; allocates the surface.
    public final func rendered(
        size: Size,
        scale: Double = 1,
        background: Color = .white,
        fonts: PangoTextMeasurer? = nil,
        pictures: PictureFolders = .empty
    ) throws(CairoError) -> CairoSurface {
        let surface = try CairoSurface(size: size, scale: scale)
        let canvas = CairoCanvas(
            surface,
            fonts: fonts ?? textMeasurer as? PangoTextMeasurer ?? .shared,
            pictures: pictures
        )
        render(in: canvas, background: background)
        return surface
    }

    /// Draws all shown windows, back to front, in the coordinates of the screen.
    ///
    /// - Parameters:
    ///   - canvas: Draws the windows.
    ///   - rect: The part of the screen to draw, in points, rounded outwards to whole pixels; nil for all. The part is
    ///     cleared first.
    ///   - background: The color behind the windows.
    /// - Complexity: Linear in the views and in what they have drawn, and in the pixels of the part.
    public final func render(in canvas: CairoCanvas, rect: Rect? = nil, background: Color = .white) {
        for window in windows {
            window.layoutIfNeeded()
            window.displayIfNeeded()
        }
        var part: Rect?
        if let rect {
            // At an edge inside a pixel the old and the new drawing would mix.
            guard let pixels = canvas.surface.wholePixels(around: rect) else { return }
            part = pixels
        }
        canvas.surface.clear(part, to: background)
        canvas.saveState()
        if let part { canvas.clip(to: part) }
        for window in windows {
            canvas.saveState()
            canvas.concatenate(window.screenTransform)
            window.render(in: canvas, rect: part.map { window.convert($0, from: nil) })
            canvas.restoreState()
        }
        canvas.restoreState()
    }
}
#endif
