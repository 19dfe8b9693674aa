import ResponderKiosk
import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite("The way back to the first screen")
struct FirstScreenTests {
    // Rules: K10.
    @Test("An alert, a presented controller, pushed controllers, another tab and the keyboard go")
    func everything() async throws {
        let harness = try AppHarness()
        let first = ViewController()
        let navigation = NavigationController(rootViewController: first)
        let tabs = TabBarController()
        tabs.viewControllers = [navigation, ViewController()]
        harness.window.rootViewController = tabs
        await harness.settle()
        navigation.pushViewController(ViewController())
        navigation.pushViewController(ViewController())
        tabs.selectedIndex = 1
        let form = ViewController()
        tabs.present(form)
        let field = TextField(frame: Rect(0, 0, 100, 40))
        form.view.addSubview(field)
        field.becomeFirstResponder()
        let alert = AlertController(title: "Sure?")
        var answers = 0
        alert.addAction("Yes") { answers += 1 }
        alert.show(over: harness.window)
        await harness.settle()
        harness.application.returnToFirstScreen()
        await harness.settle()
        #expect(!alert.isOpen && answers == 0)
        #expect(tabs.presentedViewController == nil && !field.isFirstResponder)
        #expect(tabs.selectedIndex == 0 && navigation.viewControllers.count == 1)
        #expect(harness.application.textInput == nil)
    }
}
