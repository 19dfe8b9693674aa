import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A child of a container that presents in its own context")
struct ContextInContainerTests {
    private let harness: AppHarness
    private let log = Log()
    private let first: ContainedController
    private let other: ContainedController
    private let presented: ContainedController
    private let navigation: NavigationController
    private let tabs = TabBarController()

    init() throws {
        harness = try AppHarness(screenSize: Size(300, 500))
        first = ContainedController("A", log)
        other = ContainedController("B", log)
        presented = ContainedController("P", log)
        navigation = NavigationController(rootViewController: first)
        tabs.viewControllers = [navigation, other]
        first.definesPresentationContext = true
        harness.window.rootViewController = tabs
        harness.settle()
    }

    private func present(_ style: ModalPresentationStyle) {
        presented.modalPresentationStyle = style
        first.present(presented)
        harness.settle()
        _ = log.take()
    }

    private func expectLegal() {
        for controller in [first, other, presented] { #expect(controller.violations.isEmpty, "\(controller.name)") }
    }

    // Rules: VC5, VC13, VC22.
    @Test("A child takes its presented controller along when another tab is selected, and brings it back")
    func tab() {
        present(.currentContext)
        #expect(first.phase == .hidden && presented.phase == .shown && presented.presentingViewController === first)
        #expect(presented.view.frame(inWindowOf: harness) == Rect(0, 44, 300, 407))
        tabs.selectedIndex = 1
        #expect(tabs.view.subviews == [other.view, tabs.tabBar])
        #expect(first.phase == .hidden && presented.phase == .hidden && other.phase == .shown)
        tabs.selectedIndex = 0
        #expect(first.phase == .hidden && presented.phase == .shown && first.view.window == nil)
        presented.dismiss()
        #expect(first.phase == .shown && presented.phase == .hidden && first.view.window === harness.window)
        expectLegal()
    }

    @Test("A child comes back itself if its presented controller was dismissed behind another tab")
    func dismissedBehind() {
        for style in [ModalPresentationStyle.currentContext, .overCurrentContext] {
            present(style)
            tabs.selectedIndex = 1
            first.dismiss()
            #expect(first.phase == .hidden && presented.phase == .hidden && tabs.view.subviews.first === other.view)
            tabs.selectedIndex = 0
            #expect(first.phase == .shown && first.view.window === harness.window && presented.view.superview == nil)
        }
        expectLegal()
    }

    // Rules: VC11, VC22.
    @Test(
        "A child drops its presented controller when the child is popped",
        arguments: [ModalPresentationStyle.currentContext, .overCurrentContext]
    )
    func popped(style: ModalPresentationStyle) {
        navigation.viewControllers = [ContainedController("R", log), first]
        present(style)
        navigation.popViewController()
        #expect(first.phase == .hidden && presented.phase == .hidden && navigation.topViewController?.title == "R")
        #expect(first.presentedViewController == nil && harness.window.presenters.isEmpty)
        presented.dismiss()
        #expect(first.view.window == nil && first.view.superview == nil && presented.view.superview == nil)
        expectLegal()
    }

    // Rules: VC8.
    @Test("A push covers a child together with its presented controller, which comes back with the pop")
    func pushed() {
        present(.currentContext)
        let top = ContainedController("T", log)
        navigation.pushViewController(top)
        #expect(navigation.view.subviews == [top.view, navigation.navigationBar])
        #expect(top.phase == .shown && presented.phase == .hidden && first.phase == .hidden)
        navigation.popViewController()
        #expect(top.phase == .hidden && presented.phase == .shown && first.phase == .hidden)
        expectLegal()
    }

    @Test("A child stays covered when the window is hidden and shown, and is back if it was dismissed meanwhile")
    func window() {
        present(.currentContext)
        harness.window.isHidden = true
        #expect(presented.phase == .hidden && first.phase == .hidden)
        harness.window.isHidden = false
        #expect(presented.phase == .shown && first.phase == .hidden && first.view.window == nil)
        harness.window.isHidden = true
        first.dismiss()
        harness.window.isHidden = false
        #expect(presented.phase == .hidden && first.phase == .shown && first.view.window != nil)
        expectLegal()
    }

    // Rules: VC26.
    @Test("A child fills the window that it becomes the root of, also while it is covered")
    func root() {
        present(.currentContext)
        harness.window.rootViewController = first
        #expect(harness.window.subviews == [first.view] && first.phase == .shown && presented.phase == .hidden)
        #expect(presented.presentingViewController == nil && navigation.viewControllers.isEmpty)
        expectLegal()
    }

    @Test("A child may become a context after it was shown")
    func late() {
        first.definesPresentationContext = false
        let late = ContainedController("L", log)
        navigation.pushViewController(late)
        _ = log.take()
        late.definesPresentationContext = true
        late.present(presented)
        presented.dismiss()
        presented.modalPresentationStyle = .overCurrentContext
        late.present(presented)
        #expect(late.phase == .shown && presented.phase == .shown && presented.view.superview === late.view.superview)
        tabs.selectedIndex = 1
        #expect(late.phase == .hidden && presented.phase == .hidden && late.violations.isEmpty)
        expectLegal()
    }

    // Rules: VC5, VC14.
    @Test("A child has appeared in the end if it dismisses its presented controller before it is covered")
    func dismissedAtOnce() {
        first.hook = { [unowned first] in
            guard $0 == "willDisappear" else { return }
            first.hook = nil
            first.dismiss()
        }
        present(.currentContext)
        #expect(first.phase == .shown && presented.phase == .hidden && first.view.window != nil)
        expectLegal()
    }

    @Test("A child is shown in another window to which the container goes, without what the child presented")
    func otherWindow() {
        present(.currentContext)
        let window = Window(frame: Rect(0, 0, 200, 200), application: harness.application)
        window.isHidden = false
        window.rootViewController = tabs
        #expect(first.phase == .shown && presented.phase == .hidden && first.view.window === window)
        #expect(harness.window.presenters.isEmpty)
        expectLegal()
        window.isHidden = true
    }
}

extension View {
    fileprivate func frame(inWindowOf harness: AppHarness) -> Rect { convert(bounds, to: harness.window) }
}
