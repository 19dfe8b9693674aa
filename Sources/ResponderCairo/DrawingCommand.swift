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

    /// Whether the opacity of a layer can be that of the color instead: one shape mixes with nothing in its layer.
    var canBeFolded: Bool {
        switch self {
        case .fill, .stroke: true
        default: false
        }
    }
}
#endif
