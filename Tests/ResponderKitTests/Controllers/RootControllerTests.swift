import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("A window's root controller")
struct RootControllerTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws { harness = try AppHarness() }

    // Rules: VC26.
    @Test("When a window's root is set anew, the former disappears, and the new one appears in the window's size")
    func setting() {
        let (first, second) = (HookedController("a", log), HookedController("b", log))
        harness.window.rootViewController = first
        log.clear()
        harness.window.rootViewController = second
        #expect(
            log.take() == [
                "a.willDisappear", "a.didDisappear", "b.loadView", "b.didLoad", "b.willAppear", "b.isAppearing",
                "b.didAppear",
            ]
        )
        #expect(harness.window.subviews == [second.view] && second.view.frame == harness.window.bounds)
        harness.window.rootViewController = nil
        #expect(log.take() == ["b.willDisappear", "b.didDisappear"])
    }

    @Test("A root that is set again comes back if its view was removed")
    func again() {
        let controller = HookedController("a", log)
        harness.window.rootViewController = controller
        controller.view.removeFromSuperview()
        harness.window.rootViewController = controller
        #expect(harness.window.subviews == [controller.view])
        log.clear()
        harness.window.rootViewController = controller
        #expect(log.take() == [])
    }

    @Test("A new root is taken from another window, from a parent and from a presenter")
    func taken() {
        let controller = HookedController("a", log)
        let window = harness.show(Window(frame: Rect(0, 0, 10, 10), application: harness.application))
        window.rootViewController = controller
        log.clear()
        harness.window.rootViewController = controller
        #expect(window.rootViewController == nil && window.subviews == [])
        #expect(harness.window.subviews == [controller.view] && log.take() == [])
        let (parent, other) = (HookedController("p", log), HookedController("b", log))
        window.rootViewController = parent
        parent.add(other)
        harness.window.rootViewController = other
        #expect(other.parent == nil && parent.children == [] && harness.window.subviews == [other.view])
        parent.present(controller)
        harness.window.rootViewController = controller
        #expect(parent.presentedViewController == nil && window.subviews == [parent.view])
        #expect(harness.window.subviews == [controller.view] && controller.next === harness.window)
    }

    @Test("A root takes what it presents along, and may be what the former root presented")
    func presented() {
        let (root, first, second) = (HookedController("a", log), HookedController("b", log), HookedController("c", log))
        harness.window.rootViewController = root
        root.present(first)
        second.modalPresentationStyle = .overFullScreen
        first.present(second)
        log.clear()
        harness.window.rootViewController = first
        #expect(harness.window.subviews == [first.view] && root.presentedViewController == nil)
        #expect(first.presentedViewController == nil && second.view.superview == nil)
        #expect(
            log.take() == [
                "c.willDisappear", "c.didDisappear", "b.willDisappear", "b.didDisappear", "b.willAppear",
                "b.isAppearing", "b.didAppear",
            ]
        )
        first.present(second)
        // What is covered stays out when the same root is set again.
        second.dismiss()
        root.modalPresentationStyle = .fullScreen
        first.present(root)
        harness.window.rootViewController = first
        #expect(harness.window.subviews == [root.view])
    }
}
