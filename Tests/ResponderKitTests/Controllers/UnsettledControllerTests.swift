import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("Controllers that change one another in each call")
struct UnsettledControllerTests {
    private let harness: AppHarness
    private let log = Log()
    private let first: ContainedController
    private let second: ContainedController

    init() throws {
        harness = try AppHarness(screenSize: Size(300, 500))
        (first, second) = (ContainedController("A", log), ContainedController("B", log))
    }

    private func end() {
        (first.hook, second.hook) = (nil, nil)
        _ = log.take()
    }

    @Test("Controllers that push and pop in each call end, with a stack that is shown")
    func stack() {
        let navigation = NavigationController(rootViewController: first)
        harness.window.rootViewController = navigation
        first.hook = { [unowned navigation, second] in
            if $0 == "didAppear" { navigation.pushViewController(second) }
        }
        second.hook = { [unowned navigation] in if $0 == "didAppear" { navigation.popViewController() } }
        navigation.pushViewController(second)
        #expect(log.entries.count { $0 == "A.didAppear" } == Application.layoutRoundLimit / 2 + 1)
        end()
        #expect(navigation.children == navigation.viewControllers && navigation.topViewController?.isShown == true)
        navigation.viewControllers = [first]
        #expect(first.phase == .shown && second.phase == .hidden && second.parent == nil)
    }

    @Test("Controllers that select tabs in each call end, with a tab that is shown")
    func tabs() {
        let tabs = TabBarController()
        tabs.viewControllers = [first, second]
        harness.window.rootViewController = tabs
        first.hook = { [unowned tabs] in if $0 == "didAppear" { tabs.selectedIndex = 1 } }
        second.hook = { [unowned tabs] in if $0 == "didAppear" { tabs.selectedIndex = 0 } }
        tabs.selectedIndex = 1
        end()
        #expect(tabs.selectedViewController?.isShown == true)
        tabs.selectedIndex = 1 - tabs.selectedIndex
        #expect(tabs.selectedViewController?.isShown == true && tabs.view.subviews.count == 2)
    }

    @Test("Controllers that present and dismiss in each call end")
    func presentation() {
        harness.window.rootViewController = first
        first.hook = { [unowned first, second] in if $0 == "didAppear" { first.present(second) } }
        second.hook = { [unowned second] in if $0 == "didAppear" { second.dismiss() } }
        first.present(second)
        end()
        first.dismiss()
        #expect(first.phase == .shown && second.phase == .hidden)
        #expect(first.violations.isEmpty && second.violations.isEmpty)
    }

    @Test("Controllers that change one another in each call stop when the application has ended")
    func ended() {
        let navigation = NavigationController(rootViewController: first)
        harness.window.rootViewController = navigation
        first.hook = { [unowned navigation, second] in
            if $0 == "didAppear" { navigation.pushViewController(second) }
        }
        second.hook = { [unowned navigation, harness] in
            guard $0 == "didAppear" else { return }
            _ = try? harness.application.receive(.kill)
            navigation.popViewController()
        }
        navigation.pushViewController(second)
        end()
        #expect(first.phase == .hidden && navigation.isCarryingOut == false)
    }
}
