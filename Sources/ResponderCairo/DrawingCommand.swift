#if Cairo
internal import ResponderKit

/// Something that is drawn, or that changes how the next is drawn.
enum DrawingCommand {
    case saveState
    case restoreState
    case concatenate(Transform)
    case clip(Path)
    case fill(Path, DrawingSource)
    case stroke(Path, DrawingSource, StrokeStyle)
    /// A color wherever the mask is, whose corner lies at a place in pixels.
    case mask(SurfaceHandle, Point, Color)
    case picture(SurfaceHandle, Rect)
    case text(TextLayout, Point, Color, asPath: Bool)
    /// The number of a layer in its recording.
    case beginLayer(Int)
    case endLayer(Int)

    /// Whether the opacity of a layer can be that of the only thing drawn in it.
    ///
    /// A shape or a picture mixes with nothing there; glyphs may overlap.
    var canBeFolded: Bool {
        switch self {
        case .fill(_, let source), .stroke(_, let source, _): source.hasOpacity
        case .picture, .mask: true
        default: false
        }
    }
}

/// What shapes are filled and lines are drawn with.
enum DrawingSource {
    case color(Color)
    /// A gradient.
    case gradient(Paint)
    /// A picture that is repeated, at one of its places.
    case tiles(SurfaceHandle, Rect)

    /// Whether an opacity can be that of the source itself.
    var hasOpacity: Bool {
        switch self {
        case .color, .gradient: true
        case .tiles: false
        }
    }
}
#endif
