import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Children that change inside the calls of controllers, or stand outside of their parent's view")
struct ContainmentInCallsTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws { harness = try AppHarness() }

    private func hooked(_ name: String) -> HookedController { .loaded(name, log) }

    // Rules: VC13.
    @Test("A child outside of its parent's view follows its window, though the outermost parent calls nothing")
    func belowSilentParent() {
        let (silent, parent, child) = (hooked("s"), hooked("p"), hooked("c"))
        silent.forwards = false
        silent.addChild(parent)
        parent.addChild(child)
        parent.beginAppearanceTransition(true)
        harness.add(parent.view)
        parent.endAppearanceTransition()
        harness.add(child.view)
        log.clear()
        harness.window.isHidden = true
        harness.window.isHidden = false
        #expect(
            log.take() == ["c.willDisappear", "c.didDisappear", "c.willAppear", "c.isAppearing", "c.didAppear"]
        )
    }

    // Rules: VC14.
    @Test("A transition that is begun in the did call of another one stays open until it is ended")
    func begunInDidCall() {
        let (parent, child) = (hooked("p"), hooked("c"))
        parent.forwards = false
        harness.add(parent.view)
        parent.addChild(child)
        log.clear()
        child.body = { [unowned child] in
            if $0 == "didAppear" { child.beginAppearanceTransition(false) }
        }
        child.beginAppearanceTransition(true)
        parent.view.addSubview(child.view)
        child.endAppearanceTransition()
        #expect(log.take() == ["c.willAppear", "c.isAppearing", "c.didAppear", "c.willDisappear"])
        child.view.removeFromSuperview()
        child.endAppearanceTransition()
        #expect(log.take() == ["c.didDisappear"])
    }

    // Rules: VC3, VC13.
    @Test("A child appears with the window, though its parent has appeared in another one meanwhile")
    func parentAppearsMeanwhile() {
        let (parent, other, child) = (hooked("p"), hooked("o"), hooked("c"))
        let shown = Window(frame: Rect(0, 0, 100, 100), application: harness.application)
        shown.isHidden = false
        harness.window.isHidden = true
        parent.addChild(child)
        for controller in [parent, other, child] { harness.add(controller.view) }
        log.clear()
        other.body = { [unowned parent] in if $0 == "willAppear" { shown.addSubview(parent.view) } }
        harness.window.isHidden = false
        #expect(
            log.take() == [
                "p.willAppear", "o.willAppear", "p.isAppearing", "p.didAppear", "c.willAppear", "c.isAppearing",
                "o.isAppearing", "c.didAppear", "o.didAppear",
            ]
        )
        other.body = nil
    }

    // Rules: VC3, VC13.
    @Test("A child that a parent takes while it appears has appeared, though the parent calls nothing")
    func takenWhileAppearing() {
        let (silent, child) = (hooked("s"), hooked("c"))
        silent.forwards = false
        child.body = { [unowned silent, unowned child] in if $0 == "willAppear" { silent.addChild(child) } }
        harness.add(child.view)
        #expect(log.take() == ["c.willAppear", "c.willMove", "c.isAppearing", "c.didAppear"])
        child.body = nil
    }

    // Rules: VC10, VC11.
    @Test("A child that is added again while it is removed has not moved to nil")
    func addedWhileRemoved() {
        let (first, second, child) = (hooked("p"), hooked("q"), hooked("c"))
        harness.window.rootViewController = first
        harness.add(second.view)
        harness.add(child.view)
        first.addChild(child)
        first.forwards = false
        log.clear()
        child.body = { [unowned second, unowned child] in if $0 == "willAppear" { second.addChild(child) } }
        child.beginAppearanceTransition(false)
        child.endAppearanceTransition()
        child.removeFromParent()
        #expect(
            log.take() == [
                "c.willDisappear", "c.didDisappear", "c.willAppear", "c.willMove", "c.isAppearing", "c.didAppear",
            ]
        )
        #expect(child.parent === second)
        child.body = nil
    }
}
