import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("The bar of a navigation controller")
struct NavigationBarTests {
    private let harness: AppHarness
    private let log = Log()
    private let first: ContainedController
    private let second: ContainedController
    private let navigation: NavigationController

    init() throws {
        harness = try AppHarness(screenSize: Size(300, 500))
        first = ContainedController("A", log)
        second = ContainedController("B", log)
        navigation = NavigationController(rootViewController: first)
        harness.window.rootViewController = navigation
        navigation.pushViewController(second)
        harness.settle()
    }

    private var bar: NavigationBar { navigation.navigationBar }

    @Test("The bar lies at the top, 44 points high; the topmost view has the rest, and follows every change of size")
    func layout() {
        #expect(bar.frame == Rect(0, 0, 300, 44) && second.view.frame == Rect(0, 44, 300, 456))
        harness.window.frame = Rect(0, 0, 400, 300)
        harness.settle()
        #expect(bar.frame == Rect(0, 0, 400, 44) && second.view.frame == Rect(0, 44, 400, 256))
        navigation.popViewController()
        #expect(first.view.frame == Rect(0, 44, 400, 256))
        navigation.isNavigationBarHidden = true
        harness.settle()
        #expect(first.view.frame == Rect(0, 0, 400, 300) && navigation.isNavigationBarHidden)
        navigation.pushViewController(second)
        #expect(second.view.frame == Rect(0, 0, 400, 300))
        navigation.isNavigationBarHidden = false
        harness.window.frame = Rect(0, 0, 20, 30)
        harness.settle()
        #expect(bar.frame == Rect(0, 0, 20, 30) && second.view.frame == Rect(0, 30, 20, 0))
    }

    @Test("The bar names the topmost controller, and the button the one below: its back title, its title, or Back")
    func titles() {
        #expect(bar.titleLabel.text == "B" && bar.backButton.label.text == "A" && !bar.backButton.isHidden)
        first.title = "Home"
        second.title = "Detail"
        harness.settle()
        #expect(bar.titleLabel.text == "Detail" && bar.backButton.label.text == "Home")
        first.navigationItem.title = "First"
        second.navigationItem.title = "Second"
        second.title = "ignored"
        harness.settle()
        #expect(bar.titleLabel.text == "Second" && bar.backButton.label.text == "First")
        first.navigationItem.backButtonTitle = "Go back"
        harness.settle()
        #expect(bar.backButton.label.text == "Go back" && bar.backItem === first.navigationItem)
        first.navigationItem.backButtonTitle = nil
        first.navigationItem.title = nil
        first.title = nil
        harness.settle()
        #expect(bar.backButton.label.text == "Back")
        navigation.popViewController()
        #expect(bar.titleLabel.text == nil && bar.backButton.isHidden && bar.backItem == nil)
        #expect(bar.topItem === first.navigationItem)
    }

    @Test("The bar has no button where the topmost controller hides it; the title then has the whole bar")
    func hiddenButton() {
        #expect(bar.titleLabel.frame == Rect(100, 0, 100, 44) && bar.backButton.frame == Rect(0, 0, 100, 44))
        second.navigationItem.hidesBackButton = true
        harness.settle()
        #expect(bar.backButton.isHidden && bar.titleLabel.frame == Rect(0, 0, 300, 44))
        harness.finger().down(at: Point(20, 20)).up()
        harness.settle()
        #expect(navigation.topViewController === second)
        second.navigationItem.hidesBackButton = false
        harness.settle()
        #expect(!bar.backButton.isHidden)
    }

    @Test("The bar pops when a finger is lifted inside its button, which is highlighted while the finger is inside")
    func tap() {
        let finger = harness.finger().down(at: Point(20, 20))
        harness.settle()
        #expect(bar.backButton.isHighlighted && navigation.topViewController === second)
        finger.move(to: Point(20, 100))
        harness.settle()
        #expect(!bar.backButton.isHighlighted)
        finger.move(to: Point(99, 43))
        harness.settle()
        #expect(bar.backButton.isHighlighted)
        finger.up()
        harness.settle()
        #expect(navigation.topViewController === first && first.phase == .shown && !bar.backButton.isHighlighted)
    }

    @Test("The bar pops nothing when the finger is lifted outside, or cancelled")
    func noTap() {
        harness.finger().down(at: Point(20, 20)).move(to: Point(150, 20)).up()
        harness.settle()
        #expect(navigation.topViewController === second && !bar.backButton.isHighlighted)
        let finger = harness.finger().down(at: Point(20, 20))
        harness.settle()
        finger.cancel()
        harness.settle()
        #expect(navigation.topViewController === second && !bar.backButton.isHighlighted)
        harness.finger().down(at: Point(150, 20)).move(to: Point(20, 20)).up()
        harness.settle()
        #expect(navigation.topViewController === second)
    }

    @Test("The bar pops nothing when the stack has changed while the finger was down")
    func changedBelowFinger() {
        let finger = harness.finger().down(at: Point(20, 20))
        harness.settle()
        let third = ContainedController("C", log)
        navigation.pushViewController(third)
        #expect(!bar.backButton.isHighlighted)
        finger.move(by: 1, 1).up()
        harness.settle()
        #expect(navigation.topViewController === third)
        harness.finger().down(at: Point(20, 20)).up()
        harness.finger().down(at: Point(20, 20)).up()
        harness.settle()
        #expect(navigation.viewControllers == [first])
    }

    @Test("The bar's button calls an override of popViewController")
    func override() {
        let navigation = CountingNavigationController(rootViewController: ViewController())
        navigation.pushViewController(ViewController())
        harness.window.rootViewController = navigation
        harness.settle()
        harness.finger().down(at: Point(20, 20)).up()
        harness.settle()
        #expect(navigation.pops == 1 && navigation.viewControllers.count == 1)
    }
}

private final class CountingNavigationController: NavigationController {
    var pops = 0

    override func popViewController() -> ViewController? {
        pops += 1
        return super.popViewController()
    }
}
