import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite("What bars draw")
struct BarDrawingTests {
    @Test("A navigation bar draws the title and the way back, with an ellipsis where a text has no room")
    func texts() throws {
        let harness = try AppHarness(screenSize: Size(300, 480))
        let controllers = ["A list with a long name", "Detail"].map { title in
            let controller = ViewController()
            controller.title = title
            return controller
        }
        let navigation = NavigationController(rootViewController: controllers[0])
        navigation.pushViewController(controllers[1])
        harness.window.rootViewController = navigation
        harness.settle()
        let canvas = LineCanvas()
        navigation.navigationBar.render(in: canvas)
        #expect(canvas.lines.filter { $0.hasPrefix("text") } == ["text Detail", "text \u{2039} A list…"])
        navigation.popViewController()
        harness.settle()
        let other = LineCanvas()
        navigation.navigationBar.render(in: other)
        #expect(other.lines.filter { $0.hasPrefix("text") } == ["text A list with a long name"])
    }
}
