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
    ///   - rect: The part of the screen to draw, in points; nil for all. It is cleared first.
    ///   - background: The color behind the windows.
    /// - Complexity: Linear in the views and in what they have drawn, and in the pixels of the part.
    public final func render(in canvas: CairoCanvas, rect: Rect? = nil, background: Color = .white) {
        for window in windows {
            window.layoutIfNeeded()
            window.displayIfNeeded()
        }
        canvas.surface.clear(rect, to: background)
        canvas.saveState()
        if let rect { canvas.clip(to: rect) }
        for window in windows {
            canvas.saveState()
            canvas.concatenate(window.screenTransform)
            window.render(in: canvas, rect: rect.map { window.convert($0, from: nil) })
            canvas.restoreState()
        }
        canvas.restoreState()
    }
}
#endif
