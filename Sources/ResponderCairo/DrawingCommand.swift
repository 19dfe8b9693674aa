#if Cairo
internal import ResponderKit

/// Something that is drawn, or that changes how the next is drawn.
enum DrawingCommand {
    case saveState
    case restoreState
    case concatenate(Transform)
    case clip(Path)
    case fill(Path, Color)
    case stroke(Path, Color, StrokeStyle)
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
        case .fill, .stroke, .picture: true
        default: false
        }
    }
}
#endif
