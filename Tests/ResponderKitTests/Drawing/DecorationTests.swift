import ResponderKit
import ResponderKitTesting
import Testing

/// Notes the calls that draw something, with the rectangles around them in the view's coordinates.
@MainActor
private final class NotingCanvas: Canvas {
    private(set) var lines: [String] = []

    func saveState() {}
    func restoreState() {}
    func concatenate(_ transform: Transform) {}
    func clip(to path: Path) { note("clip", path) }
    func beginTransparencyLayer(alpha: Double) { lines.append("layer") }
    func endTransparencyLayer() { lines.append("end") }
    func fill(_ path: Path, with color: Color) { note(color == .red ? "red" : "fill", path) }
    func stroke(_ path: Path, with color: Color, style: StrokeStyle) { note("line \(style.width)", path) }
    func drawShadow(of path: Path, _ shadow: Shadow) { note("shadow", path) }
    func draw(_ image: Image, in rect: Rect) {}
    func draw(_ text: String, at point: Point, style: TextStyle) { lines.append(text) }

    private func note(_ word: String, _ path: Path) {
        let box = path.boundingBox ?? .zero
        var line = "\(word) \(box.minX) \(box.minY) \(box.width) \(box.height)"
        if case .roundedRect(_, let radius) = path.shape { line += " r \(radius)" }
        lines.append(line)
    }
}

@MainActor
@Suite("The corners, the border and the shadow of a view")
struct DecorationTests {
    private final class Drawing: View {
        override func draw(_ rect: Rect, in canvas: any Canvas) {
            canvas.draw("own", at: .zero, style: TextStyle())
        }
    }

    private let harness: AppHarness
    private let view: View

    init() throws {
        harness = try AppHarness(screenSize: Size(400, 300))
        view = Drawing(frame: Rect(100, 100, 60, 40))
        harness.window.addSubview(view)
    }

    private func drawn(_ clips: Bool = false, alpha: Double = 1) -> [String] {
        view.clipsToBounds = clips
        view.alpha = alpha
        harness.settle()
        let canvas = NotingCanvas()
        view.render(in: canvas)
        return canvas.lines
    }

    private func decorate() {
        view.backgroundColor = .red
        view.cornerRadius = 8
        view.borderWidth = 2
        view.shadow = Shadow(offset: Point(0, 3), radius: 2)
        view.addSubview(Label(text: "inner"))
    }

    @Test("The shadow comes first, then the background and the drawing with their corners, and the border last")
    func order() {
        decorate()
        let (shadow, red) = ("shadow 0.0 0.0 60.0 40.0 r 8.0", "red 0.0 0.0 60.0 40.0 r 8.0")
        let (clip, line) = ("clip 0.0 0.0 60.0 40.0 r 8.0", "line 2.0 1.0 1.0 58.0 38.0 r 7.0")
        let open = drawn().filter { !$0.hasPrefix("clip") || $0 == clip }
        #expect(open == [shadow, red, clip, "own", "inner", line])
        let clipped = drawn(true).filter { !$0.hasPrefix("clip") || $0 == clip }
        #expect(clipped == [shadow, clip, red, "own", "inner", line])
        #expect(drawn(alpha: 0.5).first == "layer" && drawn(alpha: 0.5).last == "end")
    }

    @Test("A view without any of it is drawn as before, and what is no length counts as none")
    func plain() {
        view.backgroundColor = .red
        let plain = drawn()
        (view.cornerRadius, view.borderWidth) = (-3, .nan)
        view.shadow = Shadow(offset: Point(.infinity, 0))
        #expect((view.cornerRadius, view.borderWidth) == (0, 0) && view.shadow == nil && drawn() == plain)
        view.cornerRadius = 500
        #expect(drawn().contains("red 0.0 0.0 60.0 40.0 r 20.0"))
        view.borderWidth = 500
        #expect(drawn().last == "line 20.0 10.0 10.0 40.0 20.0 r 10.0")
    }

    @Test("What changes is presented with the shadow, where it was and where it is")
    func damage() {
        decorate()
        var rects: [Rect] = []
        harness.application.onPresentScreen = { rects = $0 }
        harness.settle()
        // The shadow reaches six points to each side, and lies three points lower.
        view.frame.origin = Point(300, 200)
        harness.settle()
        #expect(Set(rects) == [Rect(94, 97, 72, 52), Rect(294, 197, 72, 52)])
        view.shadow = nil
        harness.settle()
        #expect(rects == [Rect(294, 197, 72, 52)])
        rects = []
        view.cornerRadius = 8
        harness.settle()
        #expect(rects.isEmpty)
        view.borderColor = .white
        harness.settle()
        #expect(rects == [Rect(300, 200, 60, 40)])
    }

    @Test("A view with round corners covers nothing of what is seen behind the corners")
    func covers() {
        let behind = View(frame: Rect(102, 112, 4, 16))
        behind.backgroundColor = .blue
        let corner = View(frame: Rect(100, 100, 4, 4))
        corner.backgroundColor = .blue
        for other in [behind, corner] { harness.window.insertSubview(other, at: 0) }
        view.backgroundColor = .red
        func fills() -> Int {
            harness.settle()
            let canvas = NotingCanvas()
            harness.application.render(in: canvas, rects: [Rect(0, 0, 400, 300)])
            return canvas.lines.count { $0.hasPrefix("fill") && $0.contains("4.0 ") }
        }
        #expect(fills() == 0)
        view.cornerRadius = 8
        #expect(fills() == 1)
        view.shadow = Shadow()
        view.backgroundColor = nil
        #expect(fills() == 2)
    }
}
