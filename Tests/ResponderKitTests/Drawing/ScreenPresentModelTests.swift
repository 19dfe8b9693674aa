import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("Random changes of a screen")
struct ScreenPresentModelTests {
    /// How many seeds are tried, where the environment says it.
    nonisolated private static let seeds: UInt64? = environment("RESPONDERKIT_MODEL_SEEDS")

    // Rules: V7, L37.
    @Test(
        "A picture that is only rendered where onPresentScreen says so is that of all windows",
        arguments: 1...(seeds ?? 8)
    )
    func random(seed: UInt64) throws {
        let scene = try ScreenScene(seed: seed)
        for turn in 0..<40 {
            scene.change()
            // Where a clip ends inside a pixel, the pixel shows a little of what lies beyond the edge.
            #expect(scene.difference < 0.05, "turn \(turn), scale \(scene.scale)")
        }
        scene.end()
    }
}

@MainActor
private final class ScreenScene {
    private static let size = Size(60, 40)

    let scale: Double
    private let harness: AppHarness
    private var windows: [Window] = []
    private let views: [View]
    private let picture: PixelCanvas
    private var random: SeededGenerator

    init(seed: UInt64) throws {
        harness = try AppHarness(screenSize: Self.size)
        random = SeededGenerator(seed: seed)
        scale = [1.0, 1.25, 1.5, 2][Int.random(in: 0..<4, using: &random)]
        let log = ResponderLog()
        views = (0..<10).map { number in
            number % 2 == 0 ? View(frame: Rect(0, 0, 9, 8)) : DrawnView("view", log, frame: Rect(0, 0, 7, 9))
        }
        picture = PixelCanvas(Self.size, scale: scale)
        harness.application.setScreen(Screen(size: Self.size, scale: scale))
        windows = [harness.window]
        for _ in 0..<2 { windows.append(Window(frame: Rect(5, 5, 30, 20), application: harness.application)) }
        harness.application.onPresentScreen = { [picture, unowned application = harness.application] rects in
            for (index, rect) in rects.enumerated() {
                #expect(
                    !rects[..<index].contains { $0.intersection(rect).map { $0.width * $0.height > 1e-6 } ?? false }
                )
                picture.clear(rect)
            }
            #expect(rects.count <= 8)
            application.render(in: picture, rects: rects)
        }
        harness.settle()
    }

    func end() { harness.application.onPresentScreen = nil }

    /// How much a pixel differs from a picture of all windows at most, in which nothing covered is left out.
    var difference: Double {
        let whole = PixelCanvas(Self.size, scale: scale)
        for window in harness.application.windows {
            whole.saveState()
            whole.concatenate(window.screenTransform)
            whole.clip(to: window.bounds)
            window.render(in: whole)
            whole.restoreState()
        }
        return zip(whole.pixels, picture.pixels).map { abs($0 - $1) }.max() ?? 0
    }

    /// Makes a few changes, as in a turn.
    func change() {
        for _ in 0..<number(below: 3) + 1 {
            let view = views[number(below: views.count)]
            let window = windows[number(below: windows.count)]
            switch number(below: 12) {
            case 0, 1, 2: (number(below: 2) == 0 ? window : views[number(below: views.count)]).addUnlessInside(view)
            case 3: view.frame.origin = point()
            case 4: view.bounds.size = Size(Double(number(below: 30)), Double(number(below: 20)))
            case 5: view.isHidden.toggle()
            case 6: view.alpha = view.alpha == 1 ? 0.5 : 1
            case 7: view.clipsToBounds.toggle()
            case 8: view.backgroundColor = color()
            case 9: window.frame.origin = point()
            case 10: window.isHidden.toggle()
            default: window.backgroundColor = color()
            }
        }
        harness.settle()
    }

    private func color() -> Color? {
        let colors: [Color?] = [nil, .black, Color(white: 0.6), Color(white: 0, alpha: 0.3)]
        return colors[number(below: colors.count)]
    }

    /// A place on the pixels or between them.
    private func point() -> Point {
        let step: Double = [1.0, 0.3, 0.8][number(below: 3)]
        return Point(Double(number(below: 70)) * step - 5, Double(number(below: 50)) * step - 5)
    }

    private func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
}

extension View {
    fileprivate func addUnlessInside(_ view: View) {
        if !isDescendant(of: view) { addSubview(view) }
    }
}
