import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A tab bar controller")
struct TabBarControllerTests {
    private let harness: AppHarness
    private let log = Log()
    private let controllers: [ContainedController]
    private let tabs = TabBarController()

    init() throws {
        harness = try AppHarness(screenSize: Size(300, 500))
        controllers = ["A", "B", "C"].map { [log] in ContainedController($0, log) }
        tabs.viewControllers = controllers
    }

    private func show() {
        harness.window.rootViewController = tabs
        harness.settle()
        _ = log.take()
    }

    // Rules: VC10, VC13.
    @Test("A tab bar controller has all controllers as children; the selected one loads and appears with it")
    func appears() {
        #expect(
            log.take() == ["A.willMove", "B.willMove", "C.willMove", "A.didMove", "B.didMove", "C.didMove"]
        )
        #expect(
            tabs.children == controllers && tabs.selectedIndex == 0 && tabs.selectedViewController === controllers[0]
        )
        harness.window.rootViewController = tabs
        harness.settle()
        #expect(log.take() == ["A.didLoad", "A.willAppear", "A.layout", "A.didAppear"])
        harness.window.isHidden = true
        #expect(log.take() == ["A.willDisappear", "A.didDisappear"])
        #expect(controllers.map(\.isViewLoaded) == [true, false, false])
        #expect(controllers[2].tabBarController === tabs)
    }

    @Test(
        "A selected controller loads at its first selection and will appear, the former will disappear; then both did"
    )
    func select() {
        show()
        tabs.selectedIndex = 1
        #expect(
            log.take() == [
                "B.didLoad", "B.willAppear", "A.willDisappear", "B.layout", "A.didDisappear", "B.didAppear",
            ]
        )
        tabs.selectedViewController = controllers[0]
        #expect(log.take() == ["A.willAppear", "B.willDisappear", "B.didDisappear", "A.didAppear"])
        tabs.selectedIndex = 0
        #expect(log.take().isEmpty)
        #expect(tabs.view.subviews == [controllers[0].view, tabs.tabBar])
        #expect(tabs.tabBar.selectedItem === controllers[0].tabBarItem)
    }

    @Test("A tab bar lies at the bottom, 49 points high; the selected view has the rest")
    func layout() {
        show()
        #expect(tabs.tabBar.frame == Rect(0, 451, 300, 49) && controllers[0].view.frame == Rect(0, 0, 300, 451))
        harness.window.frame = Rect(0, 0, 400, 300)
        harness.settle()
        #expect(tabs.tabBar.frame == Rect(0, 251, 400, 49) && controllers[0].view.frame == Rect(0, 0, 400, 251))
    }

    // Rules: VC11.
    @Test("After other controllers are set, the selected one stays, or the one at its place is selected, or the first")
    func others() {
        show()
        tabs.selectedIndex = 1
        _ = log.take()
        let other = ContainedController("D", log)
        tabs.viewControllers = [other, controllers[1]]
        #expect(
            log.take() == [
                "A.willMove nil", "C.willMove nil", "D.willMove", "A.didMove nil", "C.didMove nil", "D.didMove",
            ]
        )
        #expect(tabs.selectedIndex == 1 && controllers[1].phase == .shown)
        tabs.viewControllers = [controllers[0], controllers[2]]
        #expect(tabs.selectedViewController === controllers[2] && controllers[2].phase == .shown)
        tabs.viewControllers = [other]
        #expect(tabs.selectedIndex == 0 && other.phase == .shown)
        tabs.viewControllers = []
        #expect(tabs.selectedIndex == -1 && tabs.selectedViewController == nil && tabs.children.isEmpty)
        #expect(tabs.view.subviews == [tabs.tabBar] && tabs.tabBar.items.isEmpty)
        #expect((controllers + [other]).allSatisfy { $0.violations.isEmpty && $0.phase == .hidden })
    }

    @Test("A tab bar controller loses a controller that is removed from it, and selects the next one, or the last")
    func takenAway() {
        show()
        tabs.selectedIndex = 1
        controllers[1].willMove(toParent: nil)
        controllers[1].removeFromParent()
        #expect(tabs.viewControllers == [controllers[0], controllers[2]] && tabs.selectedIndex == 1)
        #expect(controllers[2].phase == .shown && controllers[1].phase == .hidden)
        controllers[0].removeFromParent()
        #expect(tabs.selectedIndex == 0 && tabs.selectedViewController === controllers[2])
        #expect(tabs.tabBar.items.count == 1)
        controllers[2].removeFromParent()
        #expect(tabs.selectedIndex == -1 && controllers[2].phase == .hidden)
    }

    @Test(
        "Changes of the selection that are made in a call follow afterwards",
        arguments: ["didLoad", "willAppear", "didAppear"]
    )
    func inCalls(call: String) {
        show()
        controllers[1].hook = { [tabs, unowned controller = controllers[1]] in
            guard $0 == call else { return }
            controller.hook = nil
            tabs.selectedIndex = 0
            tabs.selectedIndex = 2
            #expect(tabs.selectedIndex == 2)
        }
        tabs.selectedIndex = 1
        #expect(controllers.map(\.phase) == [.hidden, .hidden, .shown])
        #expect(controllers.allSatisfy { $0.violations.isEmpty })
        #expect(tabs.view.subviews == [controllers[2].view, tabs.tabBar])
    }

    // Rules: VC8, VC13.
    @Test("A tab bar controller forwards to a navigation controller, which forwards to its topmost controller")
    func navigation() {
        let navigation = NavigationController(rootViewController: ContainedController("N", log))
        tabs.viewControllers = [controllers[0], navigation]
        show()
        tabs.selectedIndex = 1
        #expect(
            log.take() == [
                "N.didLoad", "N.willAppear", "A.willDisappear", "N.layout", "A.didDisappear", "N.didAppear",
            ]
        )
        tabs.selectedIndex = 0
        _ = log.take()
        navigation.pushViewController(ContainedController("M", log))
        #expect(log.take() == ["M.willMove", "M.didMove"])
        tabs.selectedIndex = 1
        #expect(
            log.take() == [
                "M.didLoad", "M.willAppear", "A.willDisappear", "M.layout", "A.didDisappear", "M.didAppear",
            ]
        )
    }

    @Test("Setting ten thousand tabs stays linear, and loads one view")
    func many() {
        show()
        let many = (0..<10_000).map { _ in ViewController() }
        tabs.viewControllers = many
        let views = tabs.tabBar.tabs
        tabs.viewControllers = many.reversed()
        #expect(tabs.tabBar.tabs.elementsEqual(views.reversed()) { $0 === $1 })
        #expect(many.count(where: \.isViewLoaded) == 1 && tabs.selectedIndex == 9999)
        for index in 0..<1000 { tabs.selectedIndex = index }
        harness.settle()
        #expect(tabs.tabBar.tabs.count == 10_000)
        tabs.viewControllers = []
        #expect(tabs.children.isEmpty && many.allSatisfy { $0.parent == nil })
    }
}
