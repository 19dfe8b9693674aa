import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A navigation controller")
struct NavigationTests {
    private let harness: AppHarness
    private let log = Log()
    private let first: ContainedController
    private let navigation: NavigationController

    init() throws {
        harness = try AppHarness(screenSize: Size(300, 500))
        first = ContainedController("A", log)
        navigation = NavigationController(rootViewController: first)
    }

    private func controller(_ name: String) -> ContainedController { ContainedController(name, log) }

    private func show() {
        harness.window.rootViewController = navigation
        harness.settle()
        _ = log.take()
    }

    // Rules: VC8, VC10.
    @Test("A push loads the new controller, calls the will calls, lays it out, and then calls the did calls")
    func push() {
        show()
        let second = controller("B")
        navigation.pushViewController(second)
        #expect(
            log.take() == [
                "B.willMove", "B.didLoad", "A.willDisappear", "B.willAppear", "B.layout", "A.didDisappear",
                "B.didAppear", "B.didMove",
            ]
        )
        #expect(navigation.viewControllers == [first, second] && navigation.topViewController === second)
        #expect(second.navigationController === navigation && second.parent === navigation)
        #expect(navigation.view.subviews == [second.view, navigation.navigationBar])
    }

    // Rules: VC8, VC11.
    @Test("A pop tells the topmost controller and the one below what they will do, and then what they did")
    func pop() {
        show()
        let second = controller("B")
        navigation.pushViewController(second)
        harness.settle()
        _ = log.take()
        #expect(navigation.popViewController() === second)
        #expect(
            log.take() == [
                "B.willMove nil", "B.willDisappear", "A.willAppear", "B.didDisappear", "A.didAppear", "B.didMove nil",
            ]
        )
        #expect(second.parent == nil && second.navigationController == nil && second.view.superview == nil)
        #expect(navigation.view.subviews == [first.view, navigation.navigationBar])
    }

    @Test("A navigation controller keeps its root: a pop of the root does nothing")
    func root() {
        show()
        #expect(navigation.popViewController() == nil)
        #expect(navigation.popToRootViewController().isEmpty)
        #expect(navigation.popToViewController(first).isEmpty)
        #expect(log.take().isEmpty && navigation.viewControllers == [first])
        #expect(NavigationController().popViewController() == nil)
    }

    // Rules: VC13.
    @Test("A navigation controller that is not visible loads nothing; when it appears, only the topmost one appears")
    func invisible() {
        let (second, third) = (controller("B"), controller("C"))
        navigation.pushViewController(second)
        navigation.pushViewController(third)
        #expect(!second.isViewLoaded && !third.isViewLoaded && !navigation.isViewLoaded)
        #expect(log.take() == ["A.willMove", "A.didMove", "B.willMove", "B.didMove", "C.willMove", "C.didMove"])
        harness.window.rootViewController = navigation
        harness.settle()
        #expect(log.take() == ["C.didLoad", "C.willAppear", "C.layout", "C.didAppear"])
        harness.window.rootViewController = ViewController()
        #expect(log.take() == ["C.willDisappear", "C.didDisappear"])
        navigation.popViewController()
        #expect(log.take() == ["C.willMove nil", "C.didMove nil"])
        harness.window.rootViewController = navigation
        harness.settle()
        #expect(log.take() == ["B.didLoad", "B.willAppear", "B.layout", "B.didAppear"])
        #expect(!first.isViewLoaded)
        #expect(navigation.view.subviews == [second.view, navigation.navigationBar])
    }

    @Test("A pop of several controllers does not show those in between")
    func popSeveral() {
        show()
        let others = ["B", "C", "D"].map(controller)
        for other in others { navigation.pushViewController(other) }
        harness.settle()
        _ = log.take()
        #expect(navigation.popToViewController(others[0]) == [others[1], others[2]])
        #expect(
            log.take() == [
                "C.willMove nil", "D.willMove nil", "D.willDisappear", "B.willAppear", "D.didDisappear", "B.didAppear",
                "C.didMove nil", "D.didMove nil",
            ]
        )
        #expect(navigation.popToRootViewController() == [others[0]])
        #expect(navigation.viewControllers == [first] && navigation.children == [first])
    }

    @Test("A whole new stack shows its topmost controller, and does not move a controller that stays")
    func set() {
        show()
        let (second, third) = (controller("B"), controller("C"))
        navigation.viewControllers = [second, first, third]
        harness.settle()
        #expect(
            log.take() == [
                "B.willMove", "C.willMove", "C.didLoad", "A.willDisappear", "C.willAppear", "C.layout",
                "A.didDisappear", "C.didAppear", "B.didMove", "C.didMove",
            ]
        )
        navigation.viewControllers = [third, second]
        #expect(first.parent == nil && navigation.topViewController === second && third.parents == 1)
        navigation.viewControllers = []
        #expect(navigation.view.subviews == [navigation.navigationBar] && navigation.children.isEmpty)
        #expect([first, second, third].allSatisfy { $0.parents == 0 && $0.phase == .hidden })
    }

    // Rules: VC23.
    @Test("A controller is moving to its parent in the calls of a push, and from it in those of a pop")
    func moving() {
        show()
        let second = controller("B")
        var moves: [String] = []
        for controller in [first, second] {
            controller.hook = { [unowned controller] call in
                if controller.isMovingToParent { moves.append("\(controller.name).\(call) to") }
                if controller.isMovingFromParent { moves.append("\(controller.name).\(call) from") }
            }
        }
        navigation.pushViewController(second)
        #expect(moves.filter { $0.contains("ppear ") } == ["B.willAppear to", "B.didAppear to"])
        moves = []
        navigation.popViewController()
        #expect(moves.filter { $0.contains("ppear ") } == ["B.willDisappear from", "B.didDisappear from"])
        #expect(!moves.contains { $0.hasPrefix("A.") })
        #expect(!second.isMovingFromParent && !second.isMovingToParent)
    }

    @Test("A navigation controller shows the new view of a controller that replaces its view")
    func newView() {
        show()
        let (new, wrapper, former) = (View(), View(), first.view)
        first.view = new
        harness.settle()
        #expect(navigation.view.subviews == [new, navigation.navigationBar] && former.superview == nil)
        #expect(new.frame == Rect(0, 44, 300, 456))
        wrapper.addSubview(new)
        first.view = wrapper
        #expect(navigation.view.subviews == [wrapper, navigation.navigationBar])
        #expect(first.phase == .shown && first.violations.isEmpty)
        navigation.pushViewController(controller("B"))
        #expect(first.phase == .hidden && wrapper.superview == nil && first.violations.isEmpty)
    }

    // Rules: VC5, VC13.
    @Test("A push below what the topmost controller presents appears when that is dismissed")
    func covered() {
        show()
        let (second, third) = (controller("P"), controller("B"))
        first.present(second)
        #expect(navigation.visibleViewController === second && navigation.topViewController === first)
        #expect(first.phase == .hidden && second.phase == .shown)
        navigation.pushViewController(third)
        #expect(!third.isViewLoaded)
        _ = log.take()
        navigation.dismiss()
        #expect(
            log.take().filter { $0.hasSuffix("ppear") } == [
                "P.willDisappear", "B.willAppear", "B.didAppear", "P.didDisappear",
            ]
        )
        #expect(navigation.visibleViewController === third && first.violations.isEmpty)
    }

    // Rules: VC12.
    @Test("A navigation controller loses a controller that is removed or taken by another one, and shows the next")
    func takenAway() {
        show()
        let others = ["B", "C"].map(controller)
        for other in others { navigation.pushViewController(other) }
        others[1].willMove(toParent: nil)
        others[1].removeFromParent()
        #expect(navigation.viewControllers == [first, others[0]] && others[0].phase == .shown)
        #expect(others[1].phase == .hidden && others[1].view.superview == nil)
        let other = NavigationController(rootViewController: others[0])
        #expect(navigation.viewControllers == [first] && first.phase == .shown)
        #expect(others[0].parent === other && others[0].phase == .hidden)
        #expect((others + [first]).allSatisfy { $0.violations.isEmpty })
    }

    @Test("Setting, pushing and popping stay linear with ten thousand controllers on the stack")
    func many() {
        show()
        let controllers = (0..<10_000).map { _ in MovedController() }
        navigation.viewControllers = controllers
        navigation.viewControllers = controllers.reversed()
        #expect(navigation.topViewController === controllers[0] && first.parent == nil)
        #expect(controllers.count(where: \.isViewLoaded) == 2)
        navigation.popToRootViewController()
        #expect(navigation.children == [controllers[9999]])
        for controller in controllers.dropLast() { navigation.pushViewController(controller) }
        for _ in 0..<5000 { navigation.popViewController() }
        #expect(navigation.children.count == 5000)
        // Each came with the first stack, left with the pop, and came again; half of them left again.
        let moves: Int = controllers.reduce(0) { (sum: Int, controller) in sum + controller.moves }
        #expect(moves == 10_000 + 9_999 * 2 + 5_000)
    }

    @Test("A navigation controller shows its children in a view that the app has put its own view into")
    func wrapped() {
        let (wrapper, inner) = (View(), navigation.view)
        navigation.view = wrapper
        wrapper.addSubview(inner)
        show()
        #expect(inner.subviews == [first.view, navigation.navigationBar] && first.phase == .shown)
        let second = controller("B")
        navigation.pushViewController(second)
        #expect(inner.subviews == [second.view, navigation.navigationBar] && second.phase == .shown)
    }

    @Test("A navigation controller closes the hole of a bar that is hidden directly")
    func hiddenBar() {
        show()
        navigation.navigationBar.isHidden = true
        harness.settle()
        #expect(first.view.frame == Rect(0, 0, 300, 500))
        navigation.isNavigationBarHidden = false
        harness.settle()
        #expect(first.view.frame == Rect(0, 44, 300, 456))
    }

    // Rules: VC8.
    @Test("A delegate is told what will be shown, before the appearance, and what has been shown, after it")
    func delegate() {
        let teller = NavigationTeller(log)
        navigation.delegate = teller
        harness.window.rootViewController = navigation
        harness.settle()
        #expect(
            log.take() == [
                "A.willMove", "A.didMove", "A.didLoad", "will show A", "A.willAppear", "A.layout", "A.didAppear",
                "did show A",
            ]
        )
        navigation.pushViewController(controller("B"))
        #expect(
            log.take() == [
                "B.willMove", "B.didLoad", "will show B", "A.willDisappear", "B.willAppear", "B.layout",
                "A.didDisappear", "B.didAppear", "did show B", "B.didMove",
            ]
        )
    }
}

/// Counts the ends of its moves.
private final class MovedController: ViewController {
    private(set) var moves = 0

    override func didMove(toParent parent: ViewController?) {
        super.didMove(toParent: parent)
        moves += 1
    }
}

@MainActor
private final class NavigationTeller: NavigationControllerDelegate {
    private let log: Log

    init(_ log: Log) {
        self.log = log
    }

    func navigationController(_ navigationController: NavigationController, willShow viewController: ViewController) {
        log.write("will show \(viewController.title ?? "")")
    }

    func navigationController(_ navigationController: NavigationController, didShow viewController: ViewController) {
        log.write("did show \(viewController.title ?? "")")
    }
}
