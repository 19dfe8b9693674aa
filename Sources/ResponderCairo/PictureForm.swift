#if Cairo
internal import CResponderCairo
internal import ResponderKit

/// Where the pixels of a picture come from.
enum PictureSource: Hashable {
    case file(String)
    /// By their address: who keeps a picture does not keep the pixels that it was made of.
    case pixels(ObjectIdentifier)
}

/// A picture that is kept; one of pixels is good as long as the pixels are there, since others may get their address.
struct KeptPicture {
    let handle: SurfaceHandle
    private let isOfPixels: Bool
    private weak var pixels: ImagePixels?

    init(_ handle: SurfaceHandle, of pixels: ImagePixels?) {
        self.handle = handle
        self.pixels = pixels
        isOfPixels = pixels != nil
    }

    /// The picture, unless its pixels are gone.
    var picture: SurfaceHandle? { isOfPixels && pixels == nil ? nil : handle }
}

/// A picture as it is drawn: in a number of pixels, with edges that keep their extent, and in a tint.
struct PictureForm: Hashable {
    let source: PictureSource
    let width: Int
    let height: Int
    let caps: PictureCaps?
    let tint: Color?

    /// Whether the picture is not drawn as it is.
    func differs(from original: SurfaceHandle) -> Bool {
        caps != nil || tint != nil || width < original.width || height < original.height
    }

    /// The picture in this form; nil if there is no memory.
    func made(of original: SurfaceHandle) -> SurfaceHandle? {
        let extent =
            caps == nil
            ? (width: min(width, original.width), height: min(height, original.height)) : (width: width, height: height)
        guard let made = try? SurfaceHandle.make(width: extent.width, height: extent.height, pixelLimit: .max) else {
            return nil
        }
        let context = cairo_create(made.pointer)
        defer { cairo_destroy(context) }
        let columns = PictureCaps.spans(original.width, extent.width, caps?.columns)
        let rows = PictureCaps.spans(original.height, extent.height, caps?.rows)
        for row in rows {
            for column in columns { draw(original, column, row, in: context) }
        }
        if let tint {
            cairo_set_operator(context, CAIRO_OPERATOR_IN)
            cairo_set_source_rgba(context, tint.red, tint.green, tint.blue, tint.alpha)
            cairo_paint(context)
        }
        return cairo_status(context) == CAIRO_STATUS_SUCCESS ? made : nil
    }

    /// Draws a part of the original, in the extent of its place.
    private func draw(
        _ original: SurfaceHandle,
        _ column: PictureCaps.Span,
        _ row: PictureCaps.Span,
        in context: OpaquePointer?
    ) {
        let part = cairo_surface_create_for_rectangle(
            original.pointer,
            Double(column.source.lowerBound),
            Double(row.source.lowerBound),
            Double(column.source.count),
            Double(row.source.count)
        )
        defer { cairo_surface_destroy(part) }
        cairo_save(context)
        cairo_rectangle(
            context,
            Double(column.target.lowerBound),
            Double(row.target.lowerBound),
            Double(column.target.count),
            Double(row.target.count)
        )
        cairo_clip(context)
        cairo_translate(context, Double(column.target.lowerBound), Double(row.target.lowerBound))
        cairo_scale(
            context,
            Double(column.target.count) / Double(column.source.count),
            Double(row.target.count) / Double(row.source.count)
        )
        cairo_set_source_surface(context, part, 0, 0)
        // Without it the edges would be mixed with what is around the part: nothing.
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        cairo_paint(context)
        cairo_restore(context)
    }
}

/// The edges of a picture that keep their extent in points, in pixels.
struct PictureCaps: Hashable {
    /// The first and the last edge along an axis.
    struct Edges: Hashable {
        /// In pixels of the picture.
        let source: [Double]
        /// In pixels of the place.
        let target: [Double]
    }

    /// A part along an axis: where it is in the picture, and where it is drawn.
    struct Span {
        let source: Range<Int>
        let target: Range<Int>
    }

    let columns: Edges
    let rows: Edges

    /// How many pixels a place may have for which edges are kept: larger ones stretch the picture as a whole.
    private static let largestPlace = 1 << 24

    /// The edges of an image for a place; nil where it is drawn as a whole.
    init?(of image: Image, width: Int, height: Int, in place: Size) {
        let insets = image.capInsets
        let all = [insets.top, insets.left, insets.bottom, insets.right]
        guard all.contains(where: { $0 > 0 }), all.allSatisfy(\.isFinite) else { return nil }
        guard image.size.width > 0, image.size.height > 0, image.size.isFinite else { return nil }
        guard width <= SurfaceHandle.longestSide, height <= SurfaceHandle.longestSide else { return nil }
        guard width * height <= Self.largestPlace else { return nil }
        func edges(_ first: Double, _ last: Double, _ pixels: Int, _ points: Double, _ own: Double) -> Edges {
            let (first, last) = (max(0, first), max(0, last))
            let scale = Double(pixels) / points
            return Edges(source: [first / own, last / own], target: [first * scale, last * scale])
        }
        columns = edges(insets.left, insets.right, width, place.width, image.size.width)
        rows = edges(insets.top, insets.bottom, height, place.height, image.size.height)
    }

    /// The parts along an axis of so many pixels.
    static func spans(_ source: Int, _ target: Int, _ edges: Edges?) -> [Span] {
        guard let edges else { return [Span(source: 0..<source, target: 0..<target)] }
        // The middle of the picture keeps a pixel, which is stretched.
        let from = fitted(edges.source.map { $0 * Double(source) }, in: source - 1)
        // An edge without pixels of its own has no place either.
        let sources = [from.first, from.last]
        let to = fitted(zip(edges.target, sources).map { $1 == 0 ? 0 : $0 }, in: target)
        let spans = [
            Span(source: 0..<from.first, target: 0..<to.first),
            Span(source: from.first..<source - from.last, target: to.first..<target - to.last),
            Span(source: source - from.last..<source, target: target - to.last..<target),
        ]
        return spans.filter { !$0.source.isEmpty && !$0.target.isEmpty }
    }

    /// Both edges in whole pixels; where they have no room, they share it.
    private static func fitted(_ edges: [Double], in room: Int) -> (first: Int, last: Int) {
        let room = Double(max(0, room))
        let sum = edges[0] + edges[1]
        // An image without an extent worth the name has edges beyond all numbers.
        guard sum.isFinite else { return (0, 0) }
        let scale = sum > room ? room / sum : 1
        let first = (edges[0] * scale).rounded()
        return (Int(first), Int(min((edges[1] * scale).rounded(), room - first)))
    }
}
#endif
