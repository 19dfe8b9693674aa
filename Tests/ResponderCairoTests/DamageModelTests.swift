#if Cairo
import ResponderCairo
import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

/// Random trees that change: what is drawn by damage alone is compared with a picture of all.
@Suite("Pixels that are drawn by damage alone")
@MainActor
struct DamageModelTests {
    /// How many seeds are tried, where the environment says it.
    nonisolated private static let seeds: UInt64? = environment("RESPONDERKIT_MODEL_SEEDS")

    /// Draws shapes and a picture, other ones after each `change`.
    private final class Shapes: View {
        private var number = 0.0
        private static let image = ImagePixels(width: 2, height: 1, values: [0xffff_0000, 0x8000_0080])
            .map { Image($0, scale: 0.1).resizable(capInsets: EdgeInsets(top: 0, left: 4, bottom: 0, right: 4)) }

        func change(_ number: Double) {
            self.number = number
            setNeedsDisplay()
        }

        override func draw(_ rect: Rect, in canvas: any Canvas) {
            canvas.fill(Path(ellipseIn: bounds.insetBy(dx: number, dy: 2)), with: .orange)
            if let image = Self.image { canvas.draw(image, in: Rect(number, 3, 21, 9)) }
            canvas.stroke(bounds.insetBy(dx: 2, dy: number / 2), with: .blue, width: 1.5)
        }
    }

    private static let size = Size(160, 120)

    private func rect(_ random: inout SeededGenerator) -> Rect {
        func number(_ range: ClosedRange<Double>) -> Double {
            (Double.random(in: range, using: &random) * 4).rounded() / 4
        }
        return Rect(number(-20...140), number(-20...100), number(4...90), number(4...70))
    }

    private func change(_ view: View, _ random: inout SeededGenerator) {
        let color = Color(
            red: .random(in: 0...1, using: &random),
            green: 0.6,
            blue: 0.2,
            alpha: Bool.random(using: &random) ? 1 : 0.5
        )
        switch Int.random(in: 0...10, using: &random) {
        case 0: view.frame = rect(&random)
        case 1: view.backgroundColor = color
        case 2: view.alpha = Double(Int.random(in: 0...4, using: &random)) / 4
        case 3: view.isHidden.toggle()
        case 4: view.cornerRadius = Double(Int.random(in: 0...12, using: &random))
        case 5: view.shadow = Bool.random(using: &random) ? nil : Shadow(color: .black, offset: Point(1, 2), radius: 3)
        case 6: (view.borderWidth, view.borderColor) = (Double(Int.random(in: 0...3, using: &random)), color)
        case 7: view.clipsToBounds.toggle()
        case 8: view.superview?.bringSubviewToFront(view)
        case 9: view.bounds.origin += Point(Double(Int.random(in: -9...9, using: &random)), 0)
        default: (view as? Shapes)?.change(Double(Int.random(in: 0...9, using: &random)))
        }
    }

    @Test(
        "After each of many changes the screen is the same as a picture of all",
        arguments: 1...(seeds ?? 12)
    )
    func model(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scale = [1, 1.25, 1.5, 2][Int(seed % 4)]
        let harness = try AppHarness(screenSize: Self.size)
        let application = harness.application
        application.setScreen(Screen(size: Self.size, scale: scale))
        application.textMeasurer = PangoTextMeasurer.shared
        var views: [View] = [harness.window]
        for index in 0..<14 {
            let view = index % 2 == 0 ? Shapes(frame: rect(&random)) : View(frame: rect(&random))
            views[Int.random(in: 0..<views.count, using: &random)].addSubview(view)
            views.append(view)
        }
        let surface = try CairoSurface(size: Self.size, scale: scale)
        let canvas = CairoCanvas(surface)
        application.onPresentScreen = { [weak application] rects in
            application?.render(in: canvas, rects: rects, background: .white)
        }
        application.onScrollScreen = { surface.copy($0, by: $1) }
        application.render(in: canvas, background: .white)
        for step in 0..<40 {
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                change(views[Int.random(in: 1..<views.count, using: &random)], &random)
            }
            harness.settle()
            let whole = try application.rendered(size: Self.size, scale: scale)
            // Where Cairo cuts off an edge at the end of a part, it rounds the edge anew.
            #expect(greatestDifference(surface, whole) <= 16, "seed \(seed), step \(step)")
        }
    }
}
#endif
