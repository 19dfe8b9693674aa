import ResponderKitTesting
import Testing

@testable import ResponderKit

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

    @Test("is that of the nearest view above, of the window, of the application; a new one is drawn at once")
    func lookup() throws {
        let harness = try AppHarness()
        let log = ResponderLog()
        let panel = harness.add(View(frame: Rect(0, 0, 500, 500)))
        let button = Button(title: "Go")
        panel.addSubview(button)
        func drawn() -> [String] {
            harness.settle()
            defer { log.clear() }
            return log.lines
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

    @Test("of an image view scales the picture", arguments: ImageView.Scaling.allCases)
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
