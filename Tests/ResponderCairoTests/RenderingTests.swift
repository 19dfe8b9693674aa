#if Cairo
import ResponderCairo
import ResponderKit
import ResponderKitTesting
import Testing

/// A view that draws shapes, without text.
@MainActor
private final class Shapes: View {
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        canvas.fill(Path(ellipseIn: bounds), with: .orange)
        canvas.stroke(bounds.insetBy(dx: 2, dy: 2), with: .blue, width: 1.5)
        canvas.saveState()
        canvas.clip(to: Path(roundedRect: bounds.insetBy(dx: 5, dy: 5), cornerRadius: 4))
        canvas.stroke(Path(from: .zero, to: Point(bounds.maxX, bounds.maxY)), with: .black, width: 4)
        canvas.restoreState()
    }
}

@Suite("Pictures of views")
@MainActor
struct RenderingTests {
    private let harness: AppHarness

    init() throws {
        harness = try AppHarness(screenSize: Size(100, 80))
        harness.application.textMeasurer = PangoTextMeasurer.shared
    }

    @Test("`rendered` lays out and draws what is due, in the view's own coordinates, at any scale")
    func view() throws {
        let view = harness.add(Shapes(frame: Rect(10, 10, 40, 30)))
        for scale in [1, 1.25, 2, 7.3] {
            let surface = try view.rendered(scale: scale)
            #expect(surface.size == Size(40, 30) && surface.scale == scale)
            #expect(surface[surface.pixelWidth / 2, surface.pixelHeight / 4] == Color.orange.pixelValue)
            #expect(surface[0, 0] == 0)
        }
        view.bounds.origin = Point(-7, 3)
        view.setNeedsDisplay()
        #expect(try view.rendered()[30, 7] == Color.orange.pixelValue)
        let png = try view.png(scale: 2, background: .white)
        #expect(try CairoSurface(png: png)[0, 0] == .max)
    }

    @Test("A view without extent is a picture without pixels, and one that is too large is an error")
    func extents() throws {
        #expect(try View(frame: Rect(0, 0, 0, 20)).rendered().pixelWidth == 0)
        #expect(throws: CairoError.self) { try View(frame: Rect(0, 0, 0, 20)).png() }
        #expect(throws: CairoError.self) { try View(frame: Rect(0, 0, 20_000, 20_000)).rendered() }
        #expect(throws: CairoError.self) { try View(frame: Rect(0, 0, 20, 20)).rendered(scale: 0) }
        let wide = View(frame: Rect(0, 0, 20_000, 2))
        wide.backgroundColor = .red
        #expect(try wide.rendered()[19_999, 1] == 0xffff_0000)
    }

    @Test("A picture of the screen has all shown windows, back to front, at their places")
    func screen() throws {
        harness.window.backgroundColor = .white
        let front = Window(frame: Rect(20, 10, 30, 20), application: harness.application)
        front.backgroundColor = Color(white: 0, alpha: 0.5)
        front.isHidden = false
        let surface = try harness.application.rendered(size: Size(100, 80))
        #expect(surface[19, 10] == .max && [0xff7f_7f7f, 0xff80_8080].contains(surface[20, 10]))
        #expect(surface[49, 29] != .max && surface[50, 29] == .max)
        front.isHidden = true
        #expect(try harness.application.rendered(size: Size(100, 80))[20, 10] == .max)
    }

    @Test(
        "A screen that is drawn part by part is the same as one that is drawn at once",
        arguments: [1, 1.25, 1.5, 2, 3.3]
    )
    func parts(_ scale: Double) throws {
        harness.window.backgroundColor = .white
        let outer = harness.add(Shapes(frame: Rect(5, 5, 80, 70)))
        outer.alpha = 0.7
        outer.clipsToBounds = true
        let inner = Shapes(frame: Rect(30, 20, 70, 40))
        inner.alpha = 0.5
        inner.transform = Transform(rotationAngle: 0.3)
        inner.backgroundColor = Color(red: 0, green: 1, blue: 0, alpha: 0.3)
        outer.addSubview(inner)
        let whole = try harness.application.rendered(size: Size(100, 80), scale: scale)
        let surface = try CairoSurface(size: Size(100, 80), scale: scale)
        let canvas = CairoCanvas(surface)
        harness.application.setScreen(Screen(size: Size(100, 80), scale: scale))
        for y in stride(from: 0.0, to: 80, by: 15.3) {
            for x in stride(from: 0.0, to: 100, by: 25) {
                harness.application.render(in: canvas, rects: [Rect(x, y, 25, 15.3)], background: .white)
            }
        }
        // Where Cairo cuts off a slanting edge at the end of a part, it rounds the edge anew. A seam differs by 50.
        #expect(zip(pixels(surface), pixels(whole)).allSatisfy { difference($0, $1) <= 16 })
    }

    @Test("Controls, an alert and a keyboard on the screen are drawn with their texts")
    func controls() async throws {
        let harness = try AppHarness(screenSize: Size(400, 300))
        harness.application.textMeasurer = PangoTextMeasurer.shared
        harness.window.backgroundColor = .white
        let button = harness.add(Button(frame: Rect(20, 20, 120, 48)))
        let blank = try button.rendered()
        button.setTitle("Press", for: .normal)
        #expect(try pixels(button.rendered()) != pixels(blank))
        let before = try harness.application.rendered(size: Size(400, 300))
        AlertController(title: "Really?", message: "It is gone then.").show(over: harness.window)
        await harness.advance(by: .seconds(1))
        let after = try harness.application.rendered(size: Size(400, 300))
        #expect(pixels(before) != pixels(after))
        #expect(try pixels(harness.application.rendered(size: Size(400, 300))) == pixels(after))
    }
}

extension Color {
    fileprivate var pixelValue: UInt32 {
        func byte(_ part: Double) -> UInt32 { UInt32((part * 255).rounded()) }
        return 0xff00_0000 | byte(red) << 16 | byte(green) << 8 | byte(blue)
    }
}
#endif
