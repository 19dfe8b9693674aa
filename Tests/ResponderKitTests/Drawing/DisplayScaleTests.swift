import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("On a screen whose pixels are not points")
struct DisplayScaleTests {
    private let harness: AppHarness
    private let view: DrawnView

    init() throws {
        harness = try AppHarness(screenSize: Size(200, 200))
        harness.application.setScreen(Screen(size: Size(200, 200), scale: 1.25))
        view = harness.add(DrawnView("view", ResponderLog(), frame: Rect(8, 8, 80, 80)))
        harness.settle()
    }

    // Rules: V7.
    @Test("A part is drawn and presented by whole pixels, a turned view or window as a whole")
    func parts() {
        var (drawn, presented) = ([Rect](), [Rect]())
        view.body = { [unowned view] rect, _ in drawn.append(view.convert(rect, to: nil)) }
        harness.application.onPresent = { presented.append($1) }
        harness.settle()
        for place in [Point(8, 8), Point(8.3, 9.1), Point(-0.7, 3)] {
            view.frame.origin = place
            harness.settle()
            (drawn, presented) = ([], [])
            view.setNeedsDisplay(Rect(21, 21, 3, 2))
            harness.settle()
            let (left, top) = (((place.x + 21) * 1.25).rounded(.down), ((place.y + 21) * 1.25).rounded(.down))
            let (right, bottom) = (((place.x + 24) * 1.25).rounded(.up), ((place.y + 23) * 1.25).rounded(.up))
            let pixels = [left, top, right - left, bottom - top]
            #expect(drawn.map(inPixels) == [pixels] && presented.map(inPixels) == [pixels], "\(place)")
        }
        view.transform = Transform(rotationAngle: 0.5)
        harness.window.transform = Transform(rotationAngle: 0.5)
        harness.settle()
        (drawn, presented) = ([], [])
        view.body = { rect, _ in drawn.append(rect) }
        view.setNeedsDisplay(Rect(21, 21, 3, 2))
        harness.settle()
        #expect(drawn == [view.bounds] && presented == [harness.window.bounds])
        harness.application.onPresent = nil
        view.body = nil
    }

    // Rules: V7.
    @Test("Parts of a view meet at the edges of pixels, also when the view has moved by a part of a pixel")
    func seams() {
        var edges: [Set<Double>] = []
        for place in [Point(8, 8), Point(8.3, 9.1), Point(8.5, 8)] {
            view.frame.origin = place
            view.setNeedsDisplay(Rect(place.x, 21, 3, 2))
            harness.settle()
            let canvas = EdgeCanvas()
            harness.window.render(in: canvas)
            edges.append(canvas.edges.filter { abs($0 - $0.rounded()) > 1e-6 })
        }
        // Only the edges of the view itself are inside pixels.
        #expect(edges == [[], [10.375, 110.375, 11.375, 111.375], [10.625, 110.625]])
    }

    /// The origin and the size in pixels.
    private func inPixels(_ rect: Rect) -> [Double] {
        [rect.minX, rect.minY, rect.width, rect.height].map { ($0 * 1.25 * 1e6).rounded() / 1e6 }
    }
}

/// A canvas that notes where clips have edges, in pixels.
@MainActor
private final class EdgeCanvas: Canvas {
    private(set) var edges: Set<Double> = []
    private var transform = Transform(scaleX: 1.25, y: 1.25)
    private var saved: [Transform] = []

    func saveState() { saved.append(transform) }
    func restoreState() { transform = saved.removeLast() }
    func concatenate(_ other: Transform) { transform = other.concatenating(transform) }
    func clip(to path: Path) {
        let rects: [Rect] =
            switch path.shape {
            case .rect(let rect): [rect]
            case .rects(let rects): rects
            default: []
            }
        for rect in rects.map({ $0.applying(transform) }) {
            for edge in [rect.minX, rect.maxX, rect.minY, rect.maxY] { edges.insert((edge * 1e6).rounded() / 1e6) }
        }
    }
    func beginTransparencyLayer(alpha: Double) {}
    func endTransparencyLayer() {}
    func fill(_ path: Path, with color: Color) {}
    func stroke(_ path: Path, with color: Color, style: StrokeStyle) {}
    func draw(_ image: Image, in rect: Rect) {}
    func draw(_ text: String, at point: Point, style: TextStyle) {}
}
