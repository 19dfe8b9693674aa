internal import ResponderKit

/// The places of a picture where something can be read: a label looks for a place beside them.
///
/// Kept as squares of a grid, so that asking does not depend on how much there is.
struct OccupiedPlaces {
    private struct Square: Hashable {
        let column: Int
        let row: Int
    }

    private let grid: Double
    private var squares: Set<Square> = []

    init(grid: Double) {
        self.grid = grid
    }

    mutating func occupy(_ rect: Rect) {
        for square in squares(of: rect) { squares.insert(square) }
    }

    func isFree(_ rect: Rect) -> Bool {
        // Whoever touches the edge alone is no hindrance.
        squares(of: rect.insetBy(dx: grid / 4, dy: grid / 4)).allSatisfy { !squares.contains($0) }
    }

    private func squares(of rect: Rect) -> [Square] {
        // Larger than any label: a text of this size is not avoided.
        guard rect.isFinite, rect.width < 1000 * grid, rect.height < 100 * grid, rect.origin.x.magnitude < 1e9,
            rect.origin.y.magnitude < 1e9
        else { return [] }
        func range(_ least: Double, _ greatest: Double) -> ClosedRange<Int> {
            let first = Int((least / grid).rounded(.down))
            return first...max(first, Int((greatest / grid).rounded(.up)) - 1)
        }
        let columns = range(rect.minX, rect.maxX)
        return range(rect.minY, rect.maxY).flatMap { row in columns.map { Square(column: $0, row: row) } }
    }
}

/// Finds the places of the texts that views draw.
@MainActor
final class TextFinder: Canvas {
    private(set) var places: [Rect] = []
    private let textMeasurer: any TextMeasurer
    private var transform: Transform
    private var saved: [Transform] = []

    /// - Parameter transform: From the coordinates of the view that is rendered to those of the picture.
    init(_ textMeasurer: any TextMeasurer, transform: Transform) {
        self.textMeasurer = textMeasurer
        self.transform = transform
    }

    func saveState() { saved.append(transform) }
    func restoreState() { transform = saved.popLast() ?? transform }
    func concatenate(_ next: Transform) { transform = next.concatenating(transform) }
    func beginTransparencyLayer(alpha: Double) { saveState() }
    func endTransparencyLayer() { restoreState() }
    func clip(to path: Path) {}
    func fill(_ path: Path, with color: Color) {}
    func stroke(_ path: Path, with color: Color, style: StrokeStyle) {}
    func draw(_ image: Image, in rect: Rect) {}

    func draw(_ text: String, at point: Point, style: TextStyle) {
        places.append(Rect(origin: point, size: textMeasurer.size(of: text, in: style)).applying(transform))
    }
}
