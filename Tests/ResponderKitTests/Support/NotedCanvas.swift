@testable import ResponderCore

/// Notes what is drawn, in order, at places that are rounded: sums of widths are off in their last digits.
final class NotedCanvas: Canvas {
    struct Text: Equatable {
        let text: String
        let point: Point
        let color: Color
    }

    private(set) var texts: [Text] = []
    /// The rectangles around what is filled, with their colors.
    private(set) var fills: [(rect: Rect, color: Color)] = []

    /// The rectangles that are filled with a color.
    func fills(of color: Color) -> [Rect] { fills.filter { $0.color == color }.map(\.rect) }

    func saveState() {}
    func restoreState() {}
    func concatenate(_ transform: Transform) {}
    func clip(to path: Path) {}
    func beginTransparencyLayer(alpha: Double) {}
    func endTransparencyLayer() {}
    func fill(_ path: Path, with color: Color) {
        guard let rect = path.boundingBox else { return }
        fills.append((Rect(round(rect.minX), round(rect.minY), round(rect.width), round(rect.height)), color))
    }
    func stroke(_ path: Path, with color: Color, style: StrokeStyle) {}
    func draw(_ image: Image, in rect: Rect) {}
    func draw(_ text: String, at point: Point, style: TextStyle) {
        texts.append(Text(text: text, point: Point(round(point.x), round(point.y)), color: style.color))
    }

    private func round(_ length: Double) -> Double { (length * 1000).rounded() / 1000 }
}
