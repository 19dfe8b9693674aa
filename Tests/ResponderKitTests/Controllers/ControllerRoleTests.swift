import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A controller that gets another role")
struct ControllerRoleTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws { harness = try AppHarness() }

    private func hooked(_ name: String) -> HookedController { HookedController(name, log) }

    // Rules: VC12, VC26.
    @Test("A controller that becomes a child is no window's root any more")
    func root() {
        let (root, parent) = (hooked("a"), hooked("p"))
        harness.window.rootViewController = root
        parent.addChild(root)
        #expect(harness.window.rootViewController == nil && root.rootWindow == nil && root.view.superview == nil)
        harness.window.rootViewController = NavigationController(rootViewController: root)
        #expect(root.parent is NavigationController && parent.children.isEmpty && root.view.window != nil)
        harness.window.rootViewController = root
        let tabs = TabBarController()
        tabs.viewControllers = [root]
        #expect(harness.window.rootViewController == nil && root.parent === tabs)
        harness.window.rootViewController = tabs
        #expect(root.view.window === harness.window)
    }

    // Rules: VC12, VC21.
    @Test("A controller that becomes a child is presented no more")
    func presented() {
        let (root, presented, parent) = (hooked("a"), hooked("b"), hooked("p"))
        harness.window.rootViewController = root
        root.present(presented)
        parent.addChild(presented)
        #expect(root.presentedViewController == nil && presented.presentingViewController == nil)
        #expect(harness.window.subviews == [root.view] && presented.parent === parent)
        presented.removeFromParent()
        root.present(presented)
        let navigation = NavigationController(rootViewController: presented)
        #expect(root.presentedViewController == nil && presented.parent === navigation)
        #expect(harness.window.subviews == [root.view])
    }

    // Rules: VC22.
    @Test("A child is released with its root, though the child presents another controller in a context")
    func released() {
        weak var released: ViewController?
        do {
            let (root, child, presented) = (ViewController(), ViewController(), ViewController())
            released = child
            root.addChild(child)
            root.view.addSubview(child.view)
            child.definesPresentationContext = true
            presented.modalPresentationStyle = .currentContext
            harness.window.rootViewController = root
            child.present(presented)
        }
        harness.window.rootViewController = nil
        harness.settle()
        #expect(released == nil && harness.window.presenters.isEmpty)
    }

    @Test("A child is released with the controller that was popped, or dismissed, around it", arguments: [false, true])
    func releasedInside(isPresented: Bool) {
        weak var released: ViewController?
        let navigation = NavigationController(rootViewController: ViewController())
        harness.window.rootViewController = navigation
        do {
            let (outer, child, presented) = (ViewController(), ViewController(), ViewController())
            released = child
            outer.addChild(child)
            outer.view.addSubview(child.view)
            child.definesPresentationContext = true
            presented.modalPresentationStyle = .overCurrentContext
            if isPresented { navigation.present(outer) } else { navigation.pushViewController(outer) }
            child.present(presented)
        }
        #expect(released != nil && !harness.window.presenters.isEmpty)
        if isPresented { navigation.dismiss() } else { navigation.popViewController() }
        harness.settle()
        #expect(released == nil && harness.window.presenters.isEmpty)
    }
}
