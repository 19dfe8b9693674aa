#if Cairo
internal import Logging
public import ResponderKit

/// A canvas that draws into a ``CairoSurface``, by Cairo and Pango.
///
/// Draw with the measurer that the views were laid out with (``PangoTextMeasurer``). The edges of shapes and text are
/// smoothed in shades of gray. A pixel keeps its colors where nothing is drawn, so clear the surface first.
///
/// What has a number that is not finite draws nothing, and a clip with such a number clips nothing. Under a transform
/// that cannot be inverted nothing is drawn, nor under one that enlarges or reduces more than ten million times. A
/// restore or an end without a beginning does nothing. Where Cairo itself fails, as without memory, ``onError`` is
/// told, and nothing is drawn until all states and layers have ended. So no drawing spoils those after it.
///
/// A transparency layer is drawn at its end, and takes memory for the pixels that were drawn in it alone.
///
/// - Complexity: Each member is linear in the path and in the pixels that it covers, or in the text; a text is shaped
///   and a picture is read and scaled if that was not kept. Allocates nothing of its own, but a list of what is drawn
///   in a layer; Cairo takes memory for coverage and for layers.
@MainActor
public final class CairoCanvas: Canvas {
    /// The surface.
    public let surface: CairoSurface
    /// Draws the text.
    public let fonts: PangoTextMeasurer
    /// Finds the pictures.
    public let pictures: PictureFolders
    /// Told when Cairo cannot draw: at first the log is.
    public var onError: @MainActor (CairoError) -> Void = {
        Logger(label: "responderkit.ResponderCairo").error("\($0)")
    }

    private var levels: [CanvasLevel]
    private let painter: CairoPainter
    /// What was drawn in the layers that are open.
    private var recording = LayerRecording()

    /// A canvas on a surface, in the surface's points.
    ///
    /// - Complexity: O(1); allocates the canvas.
    public init(
        _ surface: CairoSurface,
        fonts: PangoTextMeasurer = .shared,
        pictures: PictureFolders = .empty
    ) {
        (self.surface, self.fonts, self.pictures) = (surface, fonts, pictures)
        let base = CanvasLevel(on: surface)
        levels = [base]
        painter = CairoPainter(on: surface.handle, base)
    }

    private var level: CanvasLevel {
        get { levels[levels.count - 1] }
        set { levels[levels.count - 1] = newValue }
    }

    /// Draws now, or keeps for the end of the outermost layer.
    private func emit(_ command: DrawingCommand) {
        if recording.isOpen { return recording.append(command) }
        painter.perform(command, opacity: 1)
        if painter.error != nil { recover() }
    }

    /// Tells of an error of Cairo, and goes on with a new context once no state or layer is open.
    private func recover() {
        if let reason = painter.takeError() { onError(CairoError(.drawing(reason: reason))) }
        if levels.count == 1 { painter.renew(level) }
    }

    /// Emits what covers this box in pixels, unless it cannot be seen.
    private func emit(_ command: DrawingCommand, covering box: Rect) {
        guard let seen = box.intersection(level.clip), !seen.isEmpty else { return }
        recording.note(seen, canBeFolded: command.canBeFolded, in: level.layer)
        emit(command)
    }
}

// MARK: - States and layers

extension CairoCanvas {
    /// Saves the transform and the clip.
    public func saveState() {
        levels.append(level.inner(.state))
        emit(.saveState)
    }

    /// Returns to the saved transform and clip.
    public func restoreState() {
        guard level.opening == .state else { return }
        levels.removeLast()
        emit(.restoreState)
    }

    /// Maps coordinates from now on.
    public func concatenate(_ transform: Transform) {
        guard !level.isHidden else { return }
        let whole = transform.concatenating(level.transform)
        guard whole.isDrawable else { return level.isHidden = true }
        level.transform = whole
        emit(.concatenate(transform))
    }

    /// Clips from now on.
    public func clip(to path: Path) {
        guard !level.isHidden else { return }
        // Nothing is inside of an empty path.
        guard !path.isEmpty else { return level.isHidden = true }
        guard let (path, box) = path.located(by: level.transform) else { return }
        guard let seen = box.intersection(level.clip), !seen.isEmpty else { return level.isHidden = true }
        level.clip = seen
        emit(.clip(path))
    }

    /// Begins a layer.
    public func beginTransparencyLayer(alpha: Double) {
        var inner = level.inner(.layer)
        guard alpha > 0, alpha < 1, !level.isHidden else {
            // NaN is not greater than 0.
            if !(alpha > 0) { inner.isHidden = true }
            levels.append(inner)
            return emit(.saveState)
        }
        let index = recording.begin(alpha: alpha)
        inner.layer = index
        levels.append(inner)
    }

    /// Ends a layer, and draws it.
    public func endTransparencyLayer() {
        guard level.opening == .layer else { return }
        let ended = levels.removeLast()
        guard let index = ended.layer, index != level.layer else { return emit(.restoreState) }
        recording.end(index, in: level.layer)
        guard !recording.isOpen else { return }
        recording.replay(on: painter)
        recording.removeAll()
        if painter.error != nil { recover() }
    }
}

// MARK: - Drawing

extension CairoCanvas {
    /// Fills a path.
    public func fill(_ path: Path, with color: Color) {
        guard !level.isHidden, color.alpha > 0, let (path, box) = path.located(by: level.transform) else { return }
        emit(.fill(path, .color(color)), covering: box)
    }

    /// Fills a path; with a picture that is not there it draws nothing.
    public func fill(_ path: Path, with paint: Paint) {
        if case .color(let color) = paint { return fill(path, with: color) }
        guard !level.isHidden, let (path, box) = path.located(by: level.transform) else { return }
        guard box.intersects(level.clip), let source = source(paint) else { return }
        emit(.fill(path, source), covering: box)
    }

    /// Draws a line along a path.
    public func stroke(_ path: Path, with color: Color, style: StrokeStyle) {
        if color.alpha > 0 { stroke(path, .color(color), style) }
    }

    /// Draws a line along a path; with a picture that is not there it draws nothing.
    public func stroke(_ path: Path, with paint: Paint, style: StrokeStyle) {
        if case .color(let color) = paint { return stroke(path, with: color, style: style) }
        if !level.isHidden, let source = source(paint) { stroke(path, source, style) }
    }

    private func stroke(_ path: Path, _ source: DrawingSource, _ style: StrokeStyle) {
        guard !level.isHidden, style.width > 0, style.width.isFinite else { return }
        guard let (path, box) = path.located(by: level.transform) else { return }
        let style = style.drawable(along: path, by: level.transform)
        let margin = style.reach * level.transform.greatestScale
        emit(.stroke(path, source, style), covering: box.insetBy(dx: -margin, dy: -margin))
    }

    /// Draws a shadow: it is blurred in pixels, and kept for shapes that are drawn again, also elsewhere.
    public func drawShadow(of path: Path, _ shadow: Shadow) {
        guard !level.isHidden, shadow.color.alpha > 0, shadow.offset.isFinite else { return }
        let offset = Transform(translationX: shadow.offset.x, y: shadow.offset.y)
        let transform = offset.concatenating(level.transform)
        let deviation = shadow.reach > 0 ? min(shadow.radius * transform.greatestScale, BoxBlur.greatestDeviation) : 0
        // A fifth of a pixel is not seen.
        guard deviation >= 0.2 else { return drawSharpShadow(of: path, shadow) }
        guard let (path, box) = path.located(by: transform) else { return }
        let extent = box.insetBy(dx: -3 * deviation - 2, dy: -3 * deviation - 2)
        guard extent.intersects(level.clip) else { return }
        let visible = surface.pixelBounds
        guard
            let placed = surface.shadows
                .mask(of: path, by: transform, box: box, deviation: deviation, visible: visible)
        else { return }
        emit(.mask(placed.mask, placed.place, shadow.color), covering: extent)
    }

    /// What Cairo draws with for a paint; nil for one that draws nothing.
    private func source(_ paint: Paint) -> DrawingSource? {
        if case .image(let image, let place) = paint {
            let rect = place.standardized
            return picture(image, in: rect).map { .tiles($0, rect) }
        }
        return paint.isDrawableGradient ? .gradient(paint) : nil
    }

    /// Draws a picture; nothing where there is none with its name.
    public func draw(_ image: Image, in rect: Rect) {
        let rect = rect.standardized
        guard !level.isHidden else { return }
        let box = rect.applying(level.transform)
        guard box.intersects(level.clip), let picture = picture(image, in: rect) else { return }
        emit(.picture(picture, rect), covering: box)
    }

    /// The picture of an image, for a place.
    private func picture(_ image: Image, in rect: Rect) -> SurfaceHandle? {
        guard rect.isFinite, !rect.isEmpty else { return nil }
        let transform = level.transform
        let columns = (rect.width * Point(transform.a, transform.b).length).rounded()
        let rows = (rect.height * Point(transform.c, transform.d).length).rounded()
        // Cairo has no room for the numbers of a picture that is enlarged more.
        guard max(columns, rows) <= 1e6, min(columns, rows) >= 1 else { return nil }
        return pictures.picture(image, width: Int(columns), height: Int(rows), in: rect.size)
    }

    /// Draws a text.
    public func draw(_ text: String, at point: Point, style: TextStyle) {
        guard !level.isHidden, style.color.alpha > 0, point.isFinite, !text.isEmpty else { return }
        guard let style = PangoTextMeasurer.limited(style) else { return }
        let pixels = style.fontSize * level.transform.greatestScale
        // Larger glyphs than the surface's longest side show nothing that could be read.
        guard pixels >= 0.1, pixels <= Double(SurfaceHandle.longestSide) else { return }
        guard let layout = fonts.layout(of: text, in: style) else { return }
        // Glyphs may reach beyond the text's extent.
        let extent = Rect(origin: point, size: layout.size).insetBy(dx: -style.fontSize, dy: -style.fontSize)
        let command = DrawingCommand.text(layout, point, style.color, asPath: pixels > CairoPainter.largestGlyphs)
        emit(command, covering: extent.applying(level.transform))
    }
}
#endif
