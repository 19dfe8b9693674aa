import Testing

@testable import ResponderCore

@Suite("Paints")
@MainActor
struct PaintTests {
    @Test("A gradient has its colors at their places, what lies between them in between, and the last ones beyond")
    func gradient() {
        let gradient = Gradient(stops: [
            .init(.white, at: 1), .init(.black, at: 0.5), .init(.red, at: .nan), .init(.blue, at: 0.5),
        ])
        #expect(gradient.stops.map(\.location) == [0, 0.5, 0.5, 1])
        let colors = [-1, 0, 0.25, 0.5, 0.75, 1, 2, .nan].map { gradient.color(at: $0) }
        #expect(
            colors == [
                .red, .red, Color(red: 0.5, green: 0, blue: 0), .blue, Color(red: 0.5, green: 0.5, blue: 1), .white,
                .white, .white,
            ]
        )
        #expect(Gradient(colors: [.black, .clear]).color(at: 0.5) == Color(white: 0, alpha: 0.5))
        #expect(Gradient(colors: []).color(at: 0.3) == .clear && Gradient(colors: [.red]).color(at: 0.9) == .red)
    }

    @Test("A canvas of before draws paints by colors and clips, shadows sharply, and layers without their bounds")
    func defaults() {
        let canvas = TextCanvas()
        let gradient = Gradient(colors: [.black, .white])
        canvas.fill(Rect(0, 0, 4, 4), with: .linearGradient(gradient, from: .zero, to: Point(4, 0)))
        let style = StrokeStyle(width: 2)
        canvas.stroke(Path(Rect(0, 0, 4, 4)), with: .radialGradient(gradient, center: .zero, radius: 1), style: style)
        let image = Image(name: "tile", size: Size(2, 2))
        canvas.fill(Rect(3, 1, 4, 2), with: .image(image, in: Rect(0, 0, 2, 2)))
        canvas.stroke(Path(Rect(0, 0, 1, 1)), with: .image(image, in: Rect(0, 0, 2, 2)), style: style)
        canvas.drawShadow(of: Path(Rect(0, 0, 4, 4)), Shadow(color: .black, offset: Point(1, 2), radius: 3))
        canvas.beginTransparencyLayer(alpha: 0.5, bounds: Rect(0, 0, 1, 1))
        canvas.endTransparencyLayer()
        #expect(
            canvas.lines == [
                "fill 0 0 4 4 gray", "stroke 0 0 4 4 gray 2.0", "save", "clip 3 1 4 2", "tile 2 0 2 2", "tile 4 0 2 2",
                "tile 6 0 2 2", "tile 2 2 2 2", "tile 4 2 2 2", "tile 6 2 2 2", "restore", "save", "move 1 2",
                "fill 0 0 4 4 black", "restore", "layer 0.5", "end",
            ]
        )
    }

    @Test("A picture that would be repeated too often is drawn once, and one without an extent never")
    func manyTiles() {
        let canvas = TextCanvas()
        let image = Image(name: "tile", size: Size(2, 2))
        canvas.fill(Rect(0, 0, 1e9, 1e9), with: .image(image, in: Rect(0, 0, 2, 2)))
        canvas.fill(Rect(0, 0, 4, 4), with: .image(image, in: Rect(0, 0, 0, 2)))
        canvas.fill(Rect(0, 0, .infinity, 4), with: .image(image, in: Rect(0, 0, 2, 2)))
        #expect(canvas.lines.filter { $0.hasPrefix("tile") } == ["tile 0 0 2 2", "tile 0 0 2 2"])
    }

    @Test("What a view draws with paints, shadows and bounded layers reaches the canvas as such")
    func recorded() {
        let recording = RecordingCanvas()
        recording.begin()
        let gradient = Paint.linearGradient(Gradient(colors: [.red, .blue]), from: .zero, to: Point(1, 0))
        recording.fill(Rect(0, 0, 1, 1), with: gradient)
        recording.stroke(Path(Rect(0, 0, 1, 1)), with: gradient, style: StrokeStyle())
        recording.drawShadow(of: Path(Rect(0, 0, 1, 1)), Shadow())
        recording.beginTransparencyLayer(alpha: 0.5, bounds: Rect(0, 0, 1, 1))
        let canvas = PaintCanvas()
        recording.end().replay(in: canvas)
        #expect(canvas.lines == ["paint", "line", "shadow", "layer 0.0 0.0 1.0 1.0", "end"])
    }

    @Test("A path keeps its rule for the inside when another path is added to it")
    func rule() {
        var path = Path()
        path.usesEvenOddFillRule = true
        path.add(Path(Rect(0, 0, 4, 4)))
        path.add(Path(Rect(1, 1, 2, 2)))
        #expect(path.usesEvenOddFillRule && path != Path([Rect(0, 0, 4, 4), Rect(1, 1, 2, 2)]))
    }
}

/// A canvas that draws none of what canvases can leave to the library.
private final class TextCanvas: Canvas {
    private(set) var lines: [String] = []

    func saveState() { lines.append("save") }
    func restoreState() { lines.append("restore") }
    func concatenate(_ transform: Transform) { lines.append("move \(Int(transform.tx)) \(Int(transform.ty))") }
    func clip(to path: Path) { lines.append("clip \(box(path))") }
    func beginTransparencyLayer(alpha: Double) { lines.append("layer \(alpha)") }
    func endTransparencyLayer() { lines.append("end") }
    func fill(_ path: Path, with color: Color) { lines.append("fill \(box(path)) \(name(color))") }
    func stroke(_ path: Path, with color: Color, style: StrokeStyle) {
        lines.append("stroke \(box(path)) \(name(color)) \(style.width)")
    }
    func draw(_ image: Image, in rect: Rect) { lines.append("\(image.name) \(box(Path(rect)))") }
    func draw(_ text: String, at point: Point, style: TextStyle) {}

    private func name(_ color: Color) -> String { color == .gray ? "gray" : color == .black ? "black" : "\(color)" }

    private func box(_ path: Path) -> String {
        guard let box = path.boundingBox, box.isFinite, box.width < 1e6 else { return "?" }
        return [box.minX, box.minY, box.width, box.height].map { "\(Int($0))" }.joined(separator: " ")
    }
}

/// A canvas that notes only what others leave to the library.
private final class PaintCanvas: Canvas {
    private(set) var lines: [String] = []

    func saveState() {}
    func restoreState() {}
    func concatenate(_ transform: Transform) {}
    func clip(to path: Path) {}
    func beginTransparencyLayer(alpha: Double) { lines.append("layer") }
    func beginTransparencyLayer(alpha: Double, bounds: Rect) {
        lines.append("layer \(bounds.minX) \(bounds.minY) \(bounds.width) \(bounds.height)")
    }
    func endTransparencyLayer() { lines.append("end") }
    func fill(_ path: Path, with color: Color) { lines.append("color") }
    func stroke(_ path: Path, with color: Color, style: StrokeStyle) { lines.append("color") }
    func fill(_ path: Path, with paint: Paint) { lines.append("paint") }
    func stroke(_ path: Path, with paint: Paint, style: StrokeStyle) { lines.append("line") }
    func drawShadow(of path: Path, _ shadow: Shadow) { lines.append("shadow") }
    func draw(_ image: Image, in rect: Rect) {}
    func draw(_ text: String, at point: Point, style: TextStyle) {}
}
