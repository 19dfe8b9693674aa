import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A navigation controller whose stack is changed in the calls of a change")
struct NavigationInHooksTests {
    private let harness: AppHarness
    private let log = Log()
    private let first: ContainedController
    private let navigation: NavigationController

    init() throws {
        harness = try AppHarness(screenSize: Size(300, 500))
        first = ContainedController("A", log)
        navigation = NavigationController(rootViewController: first)
    }

    private func show() {
        harness.window.rootViewController = navigation
        harness.settle()
        _ = log.take()
    }

    /// The calls of appearance.
    private func appearances() -> [String] { log.take().filter { $0.hasSuffix("ppear") } }

    // Rules: VC8.
    @Test(
        "A push in a call of a push is carried out afterwards, and named in the stack at once",
        arguments: ["willAppear", "didAppear", "didMove"]
    )
    func push(call: String) {
        show()
        let (second, third) = (ContainedController("B", log), ContainedController("C", log))
        second.hook = { [navigation, unowned second] in
            guard $0 == call else { return }
            second.hook = nil
            navigation.pushViewController(third)
            #expect(navigation.topViewController === third && third.parent == nil)
        }
        navigation.pushViewController(second)
        #expect(
            appearances() == [
                "A.willDisappear", "B.willAppear", "A.didDisappear", "B.didAppear",
                "B.willDisappear", "C.willAppear", "B.didDisappear", "C.didAppear",
            ]
        )
        #expect(navigation.viewControllers == [first, second, third])
    }

    @Test(
        "A pop in a call of a push is carried out afterwards",
        arguments: ["didLoad", "willAppear", "layout", "didAppear"]
    )
    func pop(call: String) {
        show()
        let second = ContainedController("B", log)
        second.hook = { [navigation, unowned second] in
            guard $0 == call else { return }
            second.hook = nil
            #expect(navigation.popViewController() === second)
        }
        navigation.pushViewController(second)
        #expect(
            appearances() == [
                "A.willDisappear", "B.willAppear", "A.didDisappear", "B.didAppear",
                "B.willDisappear", "A.willAppear", "B.didDisappear", "A.didAppear",
            ]
        )
        #expect(navigation.viewControllers == [first] && second.parents == 0 && second.parent == nil)
    }

    @Test("A navigation controller shows the outcome alone of several changes in a call")
    func several() {
        show()
        let others = ["B", "C", "D", "E"].map { ContainedController($0, log) }
        others[0].hook = { [navigation, unowned controller = others[0]] in
            guard $0 == "willAppear" else { return }
            controller.hook = nil
            navigation.pushViewController(others[1])
            navigation.pushViewController(others[2])
            navigation.popViewController()
            navigation.pushViewController(others[3])
        }
        navigation.pushViewController(others[0])
        #expect(navigation.viewControllers == [first, others[0], others[1], others[3]])
        #expect(!others[1].isViewLoaded && others[1].parents == 1 && others[2].parents == 0)
        #expect(appearances().suffix(4) == ["B.willDisappear", "E.willAppear", "B.didDisappear", "E.didAppear"])
    }

    // Rules: VC13.
    @Test("A navigation controller keeps a change in a call of its appearance or disappearance for the end of it")
    func whileAppearing() {
        let (second, third) = (ContainedController("B", log), ContainedController("C", log))
        first.hook = { [navigation, unowned first] call in
            if call == "willAppear" { navigation.pushViewController(second) }
            if call == "didAppear" { first.hook = nil }
        }
        harness.window.rootViewController = navigation
        harness.settle()
        #expect(
            appearances() == [
                "A.willAppear", "A.didAppear", "A.willDisappear", "B.willAppear", "A.didDisappear", "B.didAppear",
            ]
        )
        second.hook = { [navigation, unowned second] call in
            guard call == "willDisappear" else { return }
            second.hook = nil
            navigation.pushViewController(third)
        }
        harness.window.rootViewController = ViewController()
        #expect(appearances() == ["B.willDisappear", "B.didDisappear"])
        #expect(third.parents == 1 && !third.isViewLoaded)
    }

    // Rules: VC13, VC14.
    @Test(
        "A navigation controller that is hidden in a call of a push keeps the calls balanced",
        arguments: [
            "didLoad", "willAppear", "layout", "didAppear", "didMove",
        ]
    )
    func hidden(call: String) {
        show()
        let second = ContainedController("B", log)
        second.hook = { [harness, unowned second] in
            guard $0 == call else { return }
            second.hook = nil
            harness.window.rootViewController = ViewController()
        }
        navigation.pushViewController(second)
        harness.settle()
        for controller in [first, second] {
            #expect(controller.violations.isEmpty && controller.phase == .hidden, "\(controller.name)")
        }
        _ = log.take()
        harness.window.rootViewController = navigation
        harness.settle()
        #expect(appearances() == ["B.willAppear", "B.didAppear"])
        #expect(navigation.view.subviews == [second.view, navigation.navigationBar])
    }

    @Test("A navigation controller may be hidden and shown again in a call")
    func hiddenAndShown() {
        show()
        let second = ContainedController("B", log)
        for call in ["willDisappear", "didDisappear"] {
            first.hook = { [harness, navigation, unowned first] in
                guard $0 == call else { return }
                first.hook = nil
                harness.window.rootViewController = nil
                harness.window.rootViewController = navigation
            }
            navigation.pushViewController(second)
            harness.settle()
            #expect(second.phase == .shown && first.phase == .hidden)
            #expect(navigation.view.subviews == [second.view, navigation.navigationBar])
            navigation.popViewController()
            #expect(second.phase == .hidden && first.phase == .shown)
        }
        #expect(first.violations.isEmpty && second.violations.isEmpty)
    }

    @Test("A navigation controller may lose its last reference in a call")
    func released() {
        weak var released: NavigationController?
        do {
            let navigation = NavigationController(rootViewController: ContainedController("X", log))
            released = navigation
            harness.window.rootViewController = navigation
        }
        let second = ContainedController("B", log)
        second.hook = { [harness] in
            if $0 == "willAppear" { harness.window.rootViewController = nil }
        }
        released?.pushViewController(second)
        second.hook = nil
        harness.settle()
        #expect(released == nil && second.violations.isEmpty && second.phase == .hidden)
    }

    @Test("A controller that is popped and pushed again in its own call to leave comes back")
    func pushedAgain() {
        show()
        let second = ContainedController("B", log)
        for call in ["willMove nil", "didDisappear", "didMove nil"] {
            navigation.pushViewController(second)
            second.hook = { [navigation, unowned second] in
                guard $0 == call else { return }
                second.hook = nil
                navigation.pushViewController(second)
            }
            navigation.popViewController()
            #expect(
                navigation.viewControllers == [first, second] && navigation.children == [first, second],
                "\(call)"
            )
            #expect(second.phase == .shown && second.parents == 1 && second.violations.isEmpty, "\(call)")
            navigation.popViewController()
        }
    }
}
