internal import ResponderEventLoop
public import ResponderKit
internal import ResponderSupport

/// A canvas that makes a picture in SVG.
///
/// What cannot be seen leaves nothing in the picture: transparent colors, empty paths, groups without elements. The
/// same holds for all that has a number that is not finite; a clip with such a number clips nothing. States and layers
/// that are still open are closed in ``svg``, and an end without a beginning does nothing.
@MainActor
public final class SVGCanvas: Canvas {
    /// The extent of the picture in points, of which each is a pixel where the picture is not scaled.
    public let size: Size
    /// Measures text: from now on each text is made as wide as measured, whatever font the viewer has.
    public var textMeasurer: any TextMeasurer
    /// Returns the address of a picture without pixels, such as a file's; nil has the canvas draw a box with the
    /// picture's name.
    private let addressOfName: (Image) -> String?

    private var groups = SVGGroups()
    private var body = ""
    /// The names of the definitions of pictures.
    private var pictureNames: [ImagePixels: String] = [:]

    /// An empty picture.
    ///
    /// - Parameters:
    ///   - size: The extent in points; what is not finite or below zero is taken for zero.
    ///   - textMeasurer: The measurer with which the views were laid out; see `Application.textMeasurer`.
    ///   - address: Returns the address of an image without pixels for the viewer of the picture: a file's, relative to
    ///     the picture's, or one with the scheme `data:`. Without an address a box with the image's name is drawn.
    /// - Complexity: O(1); allocates nothing.
    public init(
        size: Size,
        textMeasurer: any TextMeasurer = FixedWidthTextMeasurer(),
        address: @escaping (Image) -> String? = { _ in nil }
    ) {
        func extent(_ value: Double) -> Double { value > 0 && value.isFinite ? value : 0 }
        self.size = Size(extent(size.width), extent(size.height))
        self.textMeasurer = textMeasurer
        addressOfName = address
    }

    /// Where the document has the picture; nil for a picture without pixels and without an address.
    private func picture(_ image: Image) -> SVGPicture? {
        guard let pixels = image.pixels else { return addressOfName(image).map { .address($0.escapedAsAddress()) } }
        let size = Size(Double(pixels.width), Double(pixels.height))
        if let name = pictureNames[pixels] { return .defined(name: name, size) }
        let definition = SVGDefinition.picture(pixels)
        groups.define(definition)
        pictureNames[pixels] = definition.name
        return .defined(name: definition.name, size)
    }

    /// The elements of a picture in a place.
    private func elements(_ image: Image, _ picture: SVGPicture, in rect: Rect) -> String {
        let elements = image.svg(picture, in: rect, precision)
        guard let tint = image.tint else { return elements }
        let filter = SVGDefinition.tint(tint)
        groups.define(filter)
        return "<g filter=\"url(#\(filter.name))\">\(elements)</g>"
    }

    /// The picture so far, as a document of its own.
    ///
    /// - Complexity: Linear in the text; allocates it.
    public var svg: String {
        let (width, height) = (size.width.svg(), size.height.svg())
        let (ends, definitions) = (groups.ends, groups.definitions)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" font-family="\(Self.font)">
            \(definitions.isEmpty ? "" : "<defs>\n\(definitions)</defs>\n")\(body)\
            \(ends.isEmpty ? "" : ends + "\n")</svg>

            """
    }

    /// A font whose characters are as wide as ``FixedWidthTextMeasurer`` measures them.
    private static let font = "DejaVu Sans Mono, Menlo, Consolas, monospace"

    /// Adds an element, in the groups that are open.
    func add(_ element: @autoclosure () -> String) {
        guard !groups.isHidden else { return }
        body += groups.write() + element() + "\n"
    }

    private var precision: SVGPrecision { SVGPrecision(under: groups.toPicture) }
}

// MARK: - The canvas

extension SVGCanvas {
    /// Saves the transform and the clip.
    ///
    /// - Complexity: O(1) on average; allocates where the list of states grows.
    public func saveState() { groups.begin(.state) }

    /// Returns to the saved transform and clip.
    ///
    /// - Complexity: Linear in the groups that end; may allocate text.
    public func restoreState() { end(.state) }

    /// Maps coordinates from now on.
    ///
    /// - Complexity: O(1); no allocation.
    public func concatenate(_ transform: Transform) {
        groups.concatenate(transform)
    }

    /// Clips from now on.
    ///
    /// - Complexity: Linear in the path; allocates its text.
    public func clip(to path: Path) {
        guard !groups.isHidden else { return }
        guard let figure = path.svg(precision) else {
            // Nothing is inside of an empty path.
            if path.isEmpty { groups.hide() }
            return
        }
        groups.add(clip: .clip(figure + (path.usesEvenOddFillRule ? " clip-rule=\"evenodd\"" : "")))
    }

    /// Begins a layer.
    ///
    /// - Complexity: O(1) on average; allocates where the list of groups grows.
    public func beginTransparencyLayer(alpha: Double) {
        groups.begin(.layer)
        guard alpha > 0 else { return groups.hide() }
        guard alpha < 1 else { return }
        groups.add(opacity: alpha)
    }

    /// Ends a layer.
    ///
    /// - Complexity: Linear in the groups that end; may allocate text.
    public func endTransparencyLayer() { end(.layer) }

    /// Fills a path.
    ///
    /// - Complexity: Linear in the path; allocates its text.
    public func fill(_ path: Path, with color: Color) {
        guard color.alpha > 0, let figure = path.svg(precision) else { return }
        add(figure + path.fillRule + color.attributes("fill") + "/>")
    }

    /// Fills a path.
    ///
    /// - Complexity: Linear in the path and in a gradient's stops; allocates their text.
    public func fill(_ path: Path, with paint: Paint) {
        if case .color(let color) = paint { return fill(path, with: color) }
        guard let figure = path.svg(precision) else { return }
        if let name = define(paint) { return add(figure + path.fillRule + " fill=\"url(#\(name))\"/>") }
        guard case .image(let image, let rect) = paint else { return }
        // There is nothing to repeat but the box of a picture without an address.
        saveState()
        clip(to: path)
        draw(image, in: rect)
        restoreState()
    }

    /// Draws a line along a path.
    ///
    /// - Complexity: Linear in the path; allocates its text.
    public func stroke(_ path: Path, with color: Color, style: StrokeStyle) {
        guard color.alpha > 0, style.width > 0, style.width.isFinite, let figure = path.svg(precision) else { return }
        add(figure + " fill=\"none\"" + color.attributes("stroke") + style.attributes(along: path, precision) + "/>")
    }

    /// Draws a line along a path; nothing for a picture without an address.
    ///
    /// - Complexity: Linear in the path and in a gradient's stops; allocates their text.
    public func stroke(_ path: Path, with paint: Paint, style: StrokeStyle) {
        if case .color(let color) = paint { return stroke(path, with: color, style: style) }
        guard style.width > 0, style.width.isFinite, let figure = path.svg(precision), let name = define(paint) else {
            return
        }
        add(figure + " fill=\"none\" stroke=\"url(#\(name))\"" + style.attributes(along: path, precision) + "/>")
    }

    /// Draws a shadow.
    ///
    /// - Complexity: Linear in the path; allocates its text.
    public func drawShadow(of path: Path, _ shadow: Shadow) {
        guard shadow.color.alpha > 0, shadow.offset.isFinite, let box = path.boundingBox, box.isFinite else { return }
        guard shadow.reach > 0 else { return drawSharpShadow(of: path, shadow) }
        saveState()
        concatenate(Transform(translationX: shadow.offset.x, y: shadow.offset.y))
        if !groups.isHidden, let figure = path.svg(precision) {
            let blurred = box.insetBy(dx: -shadow.reach, dy: -shadow.reach)
            let filter = SVGDefinition.blur(shadow.radius, in: blurred, precision)
            groups.define(filter)
            add(figure + path.fillRule + shadow.color.attributes("fill") + " filter=\"url(#\(filter.name))\"/>")
        }
        restoreState()
    }

    /// Adds the definition of a paint, and returns its name; nil where nothing would be drawn.
    private func define(_ paint: Paint) -> String? {
        guard !groups.isHidden else { return nil }
        let definition: SVGDefinition?
        if case .image(let image, let rect) = paint {
            guard rect.isFinite, !rect.isEmpty else { return nil }
            let place = Rect(0, 0, rect.width, rect.height)
            definition = picture(image).map { .pattern(elements(image, $0, in: place), in: rect, precision) }
        } else {
            definition = .gradient(paint, precision)
        }
        guard let definition else { return nil }
        groups.define(definition)
        return definition.name
    }

    /// Draws a picture, or a box with its name where there is no address for it.
    ///
    /// - Complexity: Linear in the picture's address or name; allocates the text.
    public func draw(_ image: Image, in rect: Rect) {
        guard rect.isFinite, !rect.isEmpty, !groups.isHidden else { return }
        if let picture = picture(image) { return add(elements(image, picture, in: rect)) }
        fill(rect, with: Self.boxColor.withAlpha(0.15))
        stroke(rect.insetBy(dx: 0.5, dy: 0.5), with: Self.boxColor, width: 1)
        // As large as fits into the box in one line.
        let measured = textMeasurer.size(of: image.name, in: TextStyle(fontSize: 1))
        let fontSize = min(12, rect.width * 0.9 / measured.width, rect.height * 0.9 / measured.height)
        guard fontSize >= 4 else { return }
        let place = Point(
            rect.center.x - measured.width * fontSize / 2,
            rect.center.y - measured.height * fontSize / 2
        )
        draw(image.name, at: place, style: TextStyle(fontSize: fontSize, color: Self.boxColor))
    }

    private static let boxColor = Color(white: 0.35)

    /// Draws a text.
    ///
    /// - Complexity: Linear in the text; allocates it, escaped.
    public func draw(_ text: String, at point: Point, style: TextStyle) {
        guard !text.isEmpty, point.isFinite, style.fontSize > 0, style.fontSize.isFinite, style.color.alpha > 0,
            !groups.isHidden
        else { return }
        let measured = textMeasurer.size(of: text, in: style)
        // SVG places the base line, which is as far below the upper edge in most fonts.
        let baseLine = point.y + 0.94 * style.fontSize
        let width =
            measured.width > 0 && measured.width.isFinite
            ? " textLength=\"\(measured.width.svg(precision))\" lengthAdjust=\"spacingAndGlyphs\"" : ""
        let font = style.fontName.map { " font-family=\"\($0.fontFamily.escapedForXML())\"" } ?? ""
        // Otherwise blanks at the ends are dropped, and others become one.
        let keepsBlanks = text.first == " " || text.last == " " || text.contains("  ")
        add(
            "<text x=\"\(point.x.svg(precision))\" y=\"\(baseLine.svg(precision))\""
                + " font-size=\"\(style.fontSize.svg(precision))\""
                + style.fontAttributes(precision) + font + width
                + (keepsBlanks ? " xml:space=\"preserve\"" : "") + style.color.attributes("fill")
                + ">\(text.escapedForXML())</text>"
        )
    }

    private func end(_ opening: SVGGroups.Opening) {
        let ends = groups.end(opening)
        if !ends.isEmpty { body += ends + "\n" }
    }
}
