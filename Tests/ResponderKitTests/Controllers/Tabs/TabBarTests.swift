import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("The bar of a tab bar controller")
struct TabBarTests {
    private let harness: AppHarness
    private let log = Log()
    private let controllers: [ContainedController]
    private let tabs = TabBarController()

    init() throws {
        harness = try AppHarness(screenSize: Size(300, 500))
        controllers = ["A", "B", "C"].map { [log] in ContainedController($0, log) }
        tabs.viewControllers = controllers
        harness.window.rootViewController = tabs
        harness.settle()
        _ = log.take()
    }

    private var views: [TabView] { tabs.tabBar.tabs }

    @Test("A tab bar has a tab for each controller, with its title and badge")
    func items() {
        #expect(views.map(\.label.text) == ["A", "B", "C"])
        #expect(views.map(\.frame) == [Rect(0, 0, 100, 49), Rect(100, 0, 100, 49), Rect(200, 0, 100, 49)])
        #expect(views.map(\.isSelected) == [true, false, false])
        #expect(tabs.tabBar.items.map(\.title) == ["A", "B", "C"])
        controllers[0].tabBarItem.title = "Home"
        controllers[0].title = "ignored"
        controllers[1].title = "Mail"
        controllers[1].tabBarItem.badgeValue = "3"
        tabs.selectedIndex = 2
        harness.settle()
        #expect(views.map(\.label.text) == ["Home", "Mail", "C"] && views.map(\.isSelected) == [false, false, true])
        #expect(views.map(\.badge.text) == [nil, "3", nil] && views.map(\.badge.isHidden) == [true, false, true])
    }

    @Test("A tab names a navigation controller without a title after its root")
    func rootTitle() {
        let navigation = NavigationController(rootViewController: controllers[1])
        tabs.viewControllers = [controllers[0], navigation]
        harness.settle()
        #expect(views.map(\.label.text) == ["A", "B"])
        controllers[1].title = "Mail"
        harness.settle()
        #expect(views.map(\.label.text) == ["A", "Mail"])
        navigation.title = "N"
        harness.settle()
        #expect(views.map(\.label.text) == ["A", "N"])
        navigation.title = nil
        harness.settle()
        navigation.viewControllers = [controllers[2]]
        harness.settle()
        #expect(views.map(\.label.text) == ["A", "C"])
    }

    @Test("A hidden tab bar leaves the whole room to the controller")
    func hidden() {
        tabs.isTabBarHidden = true
        harness.settle()
        #expect(controllers[0].view.frame == Rect(0, 0, 300, 500) && tabs.tabBar.isHidden)
        tabs.tabBar.isHidden = false
        harness.settle()
        #expect(controllers[0].view.frame == Rect(0, 0, 300, 451) && !tabs.isTabBarHidden)
    }

    @Test("A tab bar selects the tab in which the finger is lifted, and highlights it while the finger is inside")
    func tap() {
        let teller = TabTeller(log)
        tabs.delegate = teller
        let finger = harness.finger().down(at: Point(150, 470))
        harness.settle()
        #expect(views[1].isHighlighted && tabs.selectedIndex == 0)
        finger.move(to: Point(250, 470))
        harness.settle()
        #expect(!views[1].isHighlighted && !views[2].isHighlighted)
        finger.up()
        harness.settle()
        #expect(tabs.selectedIndex == 0 && log.take().isEmpty)
        harness.finger().down(at: Point(150, 470)).up()
        harness.settle()
        #expect(tabs.selectedIndex == 1 && controllers[1].phase == .shown)
        let calls = log.take()
        #expect(calls.first == "should B?" && calls.last == "did B" && calls.count == 8)
        let cancelled = harness.finger().down(at: Point(50, 470))
        harness.settle()
        cancelled.cancel()
        harness.settle()
        #expect(tabs.selectedIndex == 1 && !views[0].isHighlighted)
        tabs.selectedIndex = 0
        #expect(!log.take().contains("did A"))
    }

    @Test("A tab bar selects nothing where the delegate forbids it, or removes the controller")
    func refused() {
        let teller = TabTeller(log)
        tabs.delegate = teller
        teller.answer = { _ in false }
        harness.finger().down(at: Point(150, 470)).up()
        harness.settle()
        #expect(log.take() == ["should B?"] && tabs.selectedIndex == 0)
        teller.answer = { [tabs, controllers] _ in
            tabs.viewControllers = [controllers[0]]
            return true
        }
        harness.finger().down(at: Point(150, 470)).up()
        harness.settle()
        #expect(tabs.viewControllers == [controllers[0]] && controllers[0].phase == .shown)
        teller.answer = nil
    }

    @Test("A tap on the selected tab of a navigation controller goes back to the root")
    func again() {
        let navigation = NavigationController(rootViewController: ContainedController("N", log))
        tabs.viewControllers = [navigation]
        for name in ["M", "O"] { navigation.pushViewController(ContainedController(name, log)) }
        harness.settle()
        harness.finger().down(at: Point(150, 470)).up()
        harness.settle()
        #expect(navigation.viewControllers.count == 1)
        harness.finger().down(at: Point(150, 470)).up()
        harness.settle()
        #expect(navigation.viewControllers.count == 1 && tabs.selectedIndex == 0)
    }

    @Test("A tab bar keeps the views of tabs that stay, with their fingers, and loses the touches on the others")
    func changedBelowFinger() {
        let (kept, former) = (harness.finger().down(at: Point(150, 470)), views)
        harness.settle()
        tabs.viewControllers = [controllers[2], controllers[1]]
        #expect(views.elementsEqual([former[2], former[1]]) { $0 === $1 } && former[0].superview == nil)
        harness.settle()
        #expect(views[1].isHighlighted && tabs.selectedViewController === controllers[2])
        #expect(views.map(\.isSelected) == [true, false] && views.map(\.label.text) == ["C", "B"])
        kept.move(to: Point(250, 470)).up()
        harness.settle()
        #expect(tabs.selectedViewController === controllers[1])
        let lost = harness.finger().down(at: Point(50, 470))
        harness.settle()
        tabs.viewControllers = [controllers[1], controllers[0]]
        lost.up()
        harness.settle()
        #expect(tabs.selectedViewController === controllers[1] && views.map(\.label.text) == ["B", "A"])
    }
}

@MainActor
private final class TabTeller: TabBarControllerDelegate {
    private let log: Log
    var answer: ((ViewController) -> Bool)?

    init(_ log: Log) {
        self.log = log
    }

    func tabBarController(_ tabBarController: TabBarController, shouldSelect viewController: ViewController) -> Bool {
        log.write("should \(viewController.title ?? "")?")
        return answer?(viewController) ?? true
    }

    func tabBarController(_ tabBarController: TabBarController, didSelect viewController: ViewController) {
        log.write("did \(viewController.title ?? "")")
    }
}
