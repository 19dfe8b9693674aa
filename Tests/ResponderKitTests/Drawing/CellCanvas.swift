import ResponderKit
import TestSupport

/// A canvas of cells a point wide, for rectangles at whole coordinates that are only moved: each fill sets cells to the
/// red part of its color.
@MainActor
final class CellCanvas: Canvas {
    private(set) var cells: [Double]
    private let side: Int
    private var state: (offset: Point, clip: [Rect])
    private var states: [(offset: Point, clip: [Rect])] = []

    init(side: Int) {
        self.side = side
        cells = Array(repeating: 0, count: side * side)
        state = (.zero, [Rect(0, 0, Double(side), Double(side))])
    }

    /// Clears a rectangle, as an embedder does before it renders that part again.
    func clear(_ rect: Rect) { fill(rect, with: .clear) }

    func saveState() { states.append(state) }
    func restoreState() { state = states.popLast() ?? state }
    func concatenate(_ transform: Transform) { state.offset += Point(transform.tx, transform.ty) }
    func beginTransparencyLayer(alpha: Double) {}
    func endTransparencyLayer() {}
    func stroke(_ path: Path, with color: Color, style: StrokeStyle) {}
    func draw(_ image: Image, in rect: Rect) {}
    func draw(_ text: String, at point: Point, style: TextStyle) {}

    func clip(to path: Path) {
        let rects = rects(of: path)
        state.clip = state.clip.flatMap { clip in rects.compactMap { $0.intersection(clip) } }
    }

    func fill(_ path: Path, with color: Color) {
        for rect in rects(of: path) {
            for part in state.clip.compactMap({ $0.intersection(rect) }) {
                for y in Int(part.minY)..<Int(part.maxY) {
                    for x in Int(part.minX)..<Int(part.maxX) { cells[y * side + x] = color.red }
                }
            }
        }
    }

    private func rects(of path: Path) -> [Rect] {
        let rects: [Rect] =
            switch path.shape {
            case .rect(let rect): [rect]
            case .rects(let rects): rects
            case .roundedRect, .ellipse, .elements: []
            }
        return rects.map { $0.offsetBy(dx: state.offset.x, dy: state.offset.y) }
    }
}
