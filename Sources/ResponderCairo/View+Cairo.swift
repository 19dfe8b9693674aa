#if Cairo
public import ResponderKit

extension View {
    /// A picture of the view and all views in it, as they look now.
    ///
    /// Layout and drawing that are due in a shown window come first. A view in no shown window has drawn nothing, so
    /// only background colors are seen of it. The view's `bounds` are drawn.
    ///
    ///     let picture = try window.rendered(scale: 2)
    ///     try picture.writePNG(to: "window.png")
    ///
    /// - Parameters:
    ///   - scale: The number of pixels in a point.
    ///   - background: The color behind the view; transparent if nothing is said.
    ///   - fonts: Draws the text; nil for the measurer of the view's application, if Pango draws for it, or else
    ///     ``PangoTextMeasurer/shared``.
    ///   - pictures: Finds the pictures; nil for the `imageProvider` of the view's application, if it is one of
    ///     folders.
    /// - Throws: `CairoError` as `CairoSurface.init(size:scale:pixelLimit:)`.
    /// - Complexity: Linear in the views, in what they have drawn and in the pixels; allocates the surface.
    public final func rendered(
        scale: Double = 1,
        background: Color = .clear,
        fonts: PangoTextMeasurer? = nil,
        pictures: PictureFolders? = nil
    ) throws(CairoError) -> CairoSurface {
        layoutIfNeeded()
        displayIfNeeded()
        let bounds = bounds.standardized
        let surface = try CairoSurface(size: bounds.size, scale: scale)
        surface.clear(to: background)
        let fonts = fonts ?? textMeasurer as? PangoTextMeasurer ?? .shared
        let pictures = pictures ?? window?.application?.imageProvider as? PictureFolders ?? .empty
        let canvas = CairoCanvas(surface, fonts: fonts, pictures: pictures)
        canvas.concatenate(Transform(translationX: -bounds.origin.x, y: -bounds.origin.y))
        render(in: canvas, rect: bounds)
        return surface
    }

    /// A picture of the view and all views in it, as a PNG; see ``rendered(scale:background:fonts:pictures:)``.
    ///
    /// - Throws: `CairoError` as for that function, and for a view without extent.
    /// - Complexity: Linear in the views, in what they have drawn and in the pixels; allocates pixels and bytes.
    public final func png(
        scale: Double = 1,
        background: Color = .clear,
        fonts: PangoTextMeasurer? = nil,
        pictures: PictureFolders? = nil
    ) throws(CairoError) -> [UInt8] {
        try rendered(scale: scale, background: background, fonts: fonts, pictures: pictures).png()
    }
}
#endif
