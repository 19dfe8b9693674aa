import ResponderKit

/// A canvas of grey pixels, for rectangles that are moved and scaled: a pixel that lies partly inside of a rectangle is
/// filled in part, as by a renderer with smooth edges.
@MainActor
final class PixelCanvas: Canvas {
    private struct State {
        var transform: Transform
        /// How much of each pixel is inside of the clip.
        var clip: [Double]
        var alpha = 1.0
    }

    private(set) var pixels: [Double]
    /// The number of fills.
    private(set) var fills = 0
    let width: Int
    let height: Int
    private var state: State
    private var states: [State] = []
    private let scale: Double

    /// White pixels.
    init(_ size: Size, scale: Double = 1) {
        self.scale = scale
        width = Int((size.width * scale).rounded(.up))
        height = Int((size.height * scale).rounded(.up))
        pixels = Array(repeating: 1, count: width * height)
        state = State(
            transform: Transform(scaleX: scale, y: scale),
            clip: Array(repeating: 1, count: width * height)
        )
    }

    /// The shade of a pixel, from 0 to 255.
    subscript(x: Int, y: Int) -> Int { Int(pixels[y * width + x] * 255) }

    /// Makes all pixels white that a rectangle of the screen touches.
    func clear(_ rect: Rect) {
        for (index, covered) in coverage(rect, Transform(scaleX: scale, y: scale)) where covered > 1e-6 {
            pixels[index] = 1
        }
    }

    /// Copies the pixels in a rectangle of the screen to another place.
    func copy(_ rect: Rect, by offset: Point) {
        func whole(_ points: Double) -> Int { Int((points * scale).rounded()) }
        let (columns, rows) = (whole(rect.minX)..<whole(rect.maxX), whole(rect.minY)..<whole(rect.maxY))
        let (right, down) = (whole(offset.x), whole(offset.y))
        let former = pixels
        for y in rows {
            for x in columns { pixels[(y + down) * width + x + right] = former[y * width + x] }
        }
    }

    func saveState() { states.append(state) }
    func restoreState() { state = states.popLast() ?? state }
    func concatenate(_ transform: Transform) { state.transform = transform.concatenating(state.transform) }
    func endTransparencyLayer() { restoreState() }
    func stroke(_ path: Path, with color: Color, style: StrokeStyle) {}
    func draw(_ image: Image, in rect: Rect) {}
    func draw(_ text: String, at point: Point, style: TextStyle) {}

    /// Each fill in the layer is that much fainter: other than in a real layer, but the same in all pictures of a tree.
    func beginTransparencyLayer(alpha: Double) {
        saveState()
        state.alpha *= alpha
    }

    func clip(to path: Path) {
        var clip = Array(repeating: 0.0, count: pixels.count)
        // Where rectangles meet inside a pixel, both have a part of it.
        for rect in rects(of: path) {
            for (index, covered) in coverage(rect, state.transform) { clip[index] = min(1, clip[index] + covered) }
        }
        for index in clip.indices { state.clip[index] *= clip[index] }
    }

    func fill(_ path: Path, with color: Color) {
        fills += 1
        for rect in rects(of: path) {
            for (index, covered) in coverage(rect, state.transform) {
                let part = covered * state.clip[index] * color.alpha * state.alpha
                pixels[index] += (color.red - pixels[index]) * part
            }
        }
    }

    /// The pixels that the rectangle touches, and how much of each lies inside.
    private func coverage(_ rect: Rect, _ transform: Transform) -> [(index: Int, covered: Double)] {
        let rect = rect.applying(transform)
        func pixels(_ least: Double, _ greatest: Double, _ count: Int) -> Range<Int> {
            let (first, end) = (max(0, Int(least.rounded(.down))), min(count, Int(greatest.rounded(.up))))
            return first..<max(first, end)
        }
        func part(_ pixel: Int, _ least: Double, _ greatest: Double) -> Double {
            max(0, min(greatest, Double(pixel) + 1) - max(least, Double(pixel)))
        }
        return pixels(rect.minY, rect.maxY, height).flatMap { y in
            pixels(rect.minX, rect.maxX, width).map { x in
                (y * width + x, part(x, rect.minX, rect.maxX) * part(y, rect.minY, rect.maxY))
            }
        }
    }

    private func rects(of path: Path) -> [Rect] {
        switch path.shape {
        case .rect(let rect): return [rect]
        case .rects(let rects): return rects
        case .roundedRect, .ellipse: return []
        case .elements(let elements):
            var corners: [Point] = []
            for element in elements {
                if case .move(let point) = element { corners.append(point) }
                if case .line(let point) = element { corners.append(point) }
            }
            return stride(from: 0, to: corners.count, by: 4).map { first in
                let (origin, end) = (corners[first], corners[first + 2])
                return Rect(origin.x, origin.y, end.x - origin.x, end.y - origin.y)
            }
        }
    }
}
