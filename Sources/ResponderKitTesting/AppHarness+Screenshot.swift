#if Cairo
public import ResponderCairo
public import ResponderKit

extension AppHarness {
    /// A picture of the screen as it is now, with all windows, in pixels.
    ///
    /// For text as on a real screen, give the application Pango's measurer before its views are laid out, and pin the
    /// fonts (see the guide of ResponderCairo): the same fonts and the same version of Cairo make the same pixels.
    ///
    ///     let harness = try AppHarness(manifest: manifest, prepare: { $0.textMeasurer = PangoTextMeasurer.shared })
    ///     try harness.screenshot(scale: 2).writePNG(to: "screen.png")
    ///
    /// - Parameters:
    ///   - scale: The number of pixels in a point.
    ///   - background: The color behind the windows.
    ///   - pictures: Finds the pictures of images with names; nil for the application's `imageProvider`, if it is one
    ///     of folders.
    /// - Throws: `CairoError` if there would be too many pixels, or if there is no memory.
    /// - Complexity: Linear in the views, in what they have drawn and in the pixels; allocates the surface.
    public func screenshot(
        scale: Double = 1,
        background: Color = .white,
        pictures: PictureFolders? = nil
    ) throws(CairoError) -> CairoSurface {
        try application.rendered(
            size: device.screenSize,
            scale: scale,
            background: background,
            pictures: pictures
        )
    }
}
#endif
