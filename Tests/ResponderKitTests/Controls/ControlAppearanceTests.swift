import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("The appearance of controls")
struct ControlAppearanceTests {
    private final class Marked: ControlAppearance {
        let name: String
        let log: ResponderLog

        init(_ name: String, _ log: ResponderLog) {
            self.name = name
            self.log = log
        }

        override func draw(_ button: Button, in canvas: any Canvas) { log.note(name) }
    }

    @Test("A control's appearance is that of the nearest view, window or application; a new one is drawn at once")
    func lookup() throws {
        let harness = try AppHarness()
        let log = ResponderLog()
        let panel = harness.add(View(frame: Rect(0, 0, 500, 500)))
        let button = Button(title: "Go")
        panel.addSubview(button)
        func drawn() -> [String] {
            harness.settle()
            return log.takeLines()
        }
        #expect(drawn().isEmpty)
        harness.application.controlAppearance = Marked("application", log)
        #expect(drawn() == ["application"])
        harness.window.controlAppearance = Marked("window", log)
        #expect(drawn() == ["window"])
        panel.controlAppearance = Marked("panel", log)
        #expect(drawn() == ["panel"])
        button.controlAppearance = Marked("button", log)
        #expect(drawn() == ["button"])
        panel.controlAppearance = nil
        #expect(drawn() == ["button"])
        button.controlAppearance = nil
        #expect(drawn() == ["window"])
        #expect(drawn().isEmpty)
        button.isHighlighted = true
        #expect(drawn() == ["window"])
    }

    private struct WeightMeasurer: TextMeasurer {
        let (plain, bold): (Double, Double)

        func size(of text: String, in style: TextStyle) -> Size {
            Size(Double(text.count) * (style.isBold ? bold : plain), 16)
        }
    }

    @Test("A control that fits itself has room for its text in each weight", arguments: [(20.0, 10.0), (10, 20)])
    func weights(_ plain: Double, _ bold: Double) throws {
        let harness = try AppHarness()
        harness.application.textMeasurer = WeightMeasurer(plain: plain, bold: bold)
        let button = harness.add(Button(title: "Preferences"))
        let segments = harness.add(SegmentedControl(titles: ["Preferences", "Yes"]))
        let canvas = LineCanvas()
        for control in [button, segments] {
            control.sizeToFit()
            control.draw(control.bounds, in: canvas)
        }
        button.isHighlighted = true
        segments.selectedSegmentIndex = 0
        for control in [button, segments] { control.draw(control.bounds, in: canvas) }
        let texts = ["text Preferences", "text Preferences", "text Yes"]
        #expect(canvas.lines.filter { $0.hasPrefix("text") } == texts + texts)
        #expect(button.bounds.width == 11 * 20 + 32 && segments.bounds.width == 2 * (11 * 20 + 32))
    }

    @Test("An image view scales its picture as its mode of scaling says", arguments: ImageView.Scaling.allCases)
    func images(_ scaling: ImageView.Scaling) {
        let view = ImageView(image: Image(name: "logo", size: Size(20, 10)))
        #expect(view.frame == Rect(0, 0, 20, 10))
        view.frame = Rect(0, 0, 100, 100)
        view.scaling = scaling
        let expected: Rect =
            switch scaling {
            case .fit: Rect(0, 25, 100, 50)
            case .fill: Rect(-50, 0, 200, 100)
            case .stretch: Rect(0, 0, 100, 100)
            case .none: Rect(40, 45, 20, 10)
            }
        #expect(view.imageRect == expected)
        view.image = Image(name: "none", size: .zero)
        #expect(view.imageRect == nil)
        view.image = nil
        #expect(view.imageRect == nil && view.sizeThatFits(.zero) == .zero)
    }
}
