import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A window's root controller that is set in calls")
struct RootInCallsTests {
    private let harness: AppHarness
    private let log = Log()

    init() throws { harness = try AppHarness() }

    // Rules: VC26.
    @Test(
        "A root is put back where it is made the root again while it leaves",
        arguments: ["willDisappear", "didDisappear"]
    )
    func again(call: String) {
        let controller = ContainedController("a", log)
        harness.window.rootViewController = controller
        controller.hook = { [harness, unowned controller] in
            guard $0 == call else { return }
            controller.hook = nil
            harness.window.rootViewController = controller
        }
        harness.window.rootViewController = nil
        #expect(harness.window.rootViewController === controller && harness.window.subviews == [controller.view])
        #expect(controller.phase == .shown && controller.violations.isEmpty)
    }

    // Rules: VC26.
    @Test(
        "A root does not come where another root is set while it appears",
        arguments: ["didLoad", "willAppear", "didAppear"]
    )
    func taken(call: String) {
        let controller = ContainedController("a", log)
        controller.hook = { [harness, unowned controller] in
            guard $0 == call else { return }
            controller.hook = nil
            harness.window.rootViewController = nil
        }
        harness.window.rootViewController = controller
        #expect(harness.window.rootViewController == nil && harness.window.subviews.isEmpty)
        #expect(controller.phase == .hidden && controller.violations.isEmpty)
    }

    // Rules: VC1, VC14.
    @Test("A controller appears where a container shows it while it loads")
    func whileLoading() {
        let (root, controller) = (ContainedController("r", log), ContainedController("a", log))
        let navigation = NavigationController(rootViewController: root)
        harness.window.rootViewController = navigation
        controller.hook = { [navigation, unowned controller] in
            guard $0 == "didLoad" else { return }
            controller.hook = nil
            navigation.pushViewController(controller)
        }
        controller.loadViewIfNeeded()
        #expect(controller.phase == .shown && controller.violations.isEmpty && root.phase == .hidden)
    }

    @Test("A navigation controller that is set as root again while its topmost controller loads shows that one")
    func navigation() {
        let root = ContainedController("r", log)
        let navigation = NavigationController(rootViewController: root)
        root.hook = { [harness, navigation, unowned root] in
            guard $0 == "didLoad" else { return }
            root.hook = nil
            harness.window.rootViewController = navigation
        }
        harness.window.rootViewController = navigation
        #expect(root.phase == .shown && root.violations.isEmpty)
        #expect(navigation.view.subviews == [root.view, navigation.navigationBar])
    }
}
