import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Children of a controller")
struct ContainmentTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws { harness = try AppHarness() }

    private func hooked(_ name: String) -> HookedController { .loaded(name, log) }

    // Rules: VC10, VC13, R4.
    @Test("An added child will move to its parent, then appears, and did move when the parent says so")
    func adding() {
        let (parent, child, between) = (hooked("p"), hooked("c"), View())
        harness.window.rootViewController = parent
        parent.view.addSubview(between)
        log.clear()
        parent.addChild(child)
        between.addSubview(child.view)
        child.didMove(toParent: parent)
        #expect(log.take() == ["c.willMove", "c.willAppear", "c.isAppearing", "c.didAppear", "c.didMove"])
        #expect(child.parent === parent && parent.children == [child])
        #expect(child.view.next === child && child.next === between && between.next === parent.view)
    }

    // Rules: VC11.
    @Test("A removed child will move to nil when the parent says so, then disappears, then did move to nil")
    func removing() {
        let (parent, child) = (hooked("p"), hooked("c"))
        harness.window.rootViewController = parent
        parent.add(child)
        log.clear()
        child.willMove(toParent: nil)
        child.view.removeFromSuperview()
        child.removeFromParent()
        #expect(log.take() == ["c.willMove nil", "c.willDisappear", "c.didDisappear", "c.didMove nil"])
        #expect(child.parent == nil && parent.children == [])
        child.removeFromParent()
        #expect(log.take() == [])
    }

    // Rules: VC12.
    @Test("A child has one parent: a second parent takes the child from the first")
    func twoParents() {
        let (first, second, child) = (hooked("p"), hooked("q"), hooked("c"))
        first.addChild(child)
        second.addChild(child)
        second.addChild(child)
        #expect(log.take() == ["c.willMove", "c.didMove nil", "c.willMove"])
        #expect(first.children == [] && second.children == [child] && child.parent === second)
    }

    // Rules: VC13, VC15.
    @Test("Children appear along with their parent: will calls go to the parent first, did calls to the children")
    func forwarding() {
        let (parent, first, second, inner) = (hooked("p"), hooked("a"), hooked("b"), hooked("i"))
        // The views stand in the other order than the children.
        parent.addChild(first)
        parent.addChild(second)
        parent.view.addSubview(second.view)
        parent.view.addSubview(first.view)
        first.add(inner)
        // This one's view is in no tree.
        parent.addChild(hooked("x"))
        log.clear()
        harness.window.rootViewController = parent
        #expect(
            log.take() == [
                "p.willAppear", "a.willAppear", "i.willAppear", "b.willAppear",
                "p.isAppearing", "a.isAppearing", "i.isAppearing", "b.isAppearing",
                "i.didAppear", "a.didAppear", "b.didAppear", "p.didAppear",
            ]
        )
        harness.window.isHidden = true
        #expect(
            log.take() == [
                "p.willDisappear", "a.willDisappear", "i.willDisappear", "b.willDisappear",
                "i.didDisappear", "a.didDisappear", "b.didDisappear", "p.didDisappear",
            ]
        )
    }

    // Rules: VC13.
    @Test("A child of a parent that does not forward appears only with beginAppearanceTransition and its end")
    func manual() {
        let (parent, child, inner) = (hooked("p"), hooked("c"), hooked("i"))
        parent.forwards = false
        parent.add(child)
        child.add(inner)
        log.clear()
        harness.window.rootViewController = parent
        #expect(log.take() == ["p.willAppear", "p.isAppearing", "p.didAppear"])
        child.beginAppearanceTransition(true)
        #expect(log.take() == ["c.willAppear", "i.willAppear"])
        child.endAppearanceTransition()
        #expect(log.take() == ["c.isAppearing", "i.isAppearing", "i.didAppear", "c.didAppear"])
        child.beginAppearanceTransition(false)
        child.endAppearanceTransition()
        #expect(log.take() == ["c.willDisappear", "i.willDisappear", "i.didDisappear", "c.didDisappear"])
        child.endAppearanceTransition()
        harness.window.isHidden = true
        #expect(log.take() == ["p.willDisappear", "p.didDisappear"])
    }

    // Rules: VC14.
    @Test("Pairs of begin and end nest; the same direction calls nothing again, the other one turns round")
    func nesting() {
        let (parent, child) = (hooked("p"), hooked("c"))
        parent.forwards = false
        parent.add(child)
        harness.window.rootViewController = parent
        log.clear()
        child.beginAppearanceTransition(true)
        child.beginAppearanceTransition(true)
        child.endAppearanceTransition()
        #expect(log.take() == ["c.willAppear"])
        child.beginAppearanceTransition(false)
        #expect(log.take() == ["c.willDisappear"])
        child.endAppearanceTransition()
        #expect(log.take() == [])
        child.endAppearanceTransition()
        #expect(log.take() == ["c.didDisappear"])
    }

    @Test("A pair of begin and end moves a child's calls in a parent that forwards; the view moves in between")
    func bracket() {
        let (parent, first, second) = (hooked("p"), hooked("a"), hooked("b"))
        harness.window.rootViewController = parent
        parent.add(first)
        log.clear()
        parent.addChild(second)
        first.beginAppearanceTransition(false)
        second.beginAppearanceTransition(true)
        first.view.removeFromSuperview()
        parent.view.addSubview(second.view)
        #expect(log.take() == ["b.willMove", "a.willDisappear", "b.willAppear", "b.isAppearing"])
        first.endAppearanceTransition()
        second.endAppearanceTransition()
        #expect(log.take() == ["a.didDisappear", "b.didAppear"])
        harness.window.isHidden = true
        log.clear()
        // The parent has not appeared, so its child does not either.
        second.beginAppearanceTransition(true)
        second.endAppearanceTransition()
        #expect(log.take() == [])
    }

    // Rules: VC23.
    @Test("A child knows inside the calls of appearance, and only there, whether it moves to the parent or from it")
    func movingFlags() {
        let (parent, child) = (hooked("p"), hooked("c"))
        harness.window.rootViewController = parent
        var flags: [String: [Bool]] = [:]
        child.body = { [unowned child] in flags[$0] = [child.isMovingToParent, child.isMovingFromParent] }
        parent.addChild(child)
        #expect(!child.isMovingToParent)
        parent.view.addSubview(child.view)
        child.didMove(toParent: parent)
        harness.window.isHidden = true
        #expect(flags["willDisappear"] == [false, false] && flags["willMove"] == [false, false])
        harness.window.isHidden = false
        #expect(flags["didAppear"] == [false, false])
        child.willMove(toParent: nil)
        child.view.removeFromSuperview()
        #expect(flags["willDisappear"] == [false, true] && flags["didDisappear"] == [false, true])
        child.removeFromParent()
        flags = [:]
        parent.addChild(child)
        parent.view.addSubview(child.view)
        #expect(flags["willAppear"] == [true, false] && flags["didAppear"] == [true, false])
        child.body = nil
    }

    @Test("A child that is removed while its view stays appears for itself")
    func orphan() {
        let (parent, child) = (hooked("p"), hooked("c"))
        harness.window.rootViewController = parent
        parent.forwards = false
        parent.add(child)
        log.clear()
        child.removeFromParent()
        #expect(log.take() == ["c.willAppear", "c.isAppearing", "c.didAppear", "c.didMove nil"])
    }

    @Test("Many children are added and removed in any order, and the parent's list follows")
    func many() {
        let parent = ViewController()
        let children = (0..<1000).map { _ in ViewController() }
        for child in children { parent.addChild(child) }
        for child in children.prefix(900) { child.removeFromParent() }
        #expect(parent.children == Array(children.suffix(100)))
        children[3].removeFromParent()
        parent.addChild(children[3])
        for child in children.suffix(50) { child.removeFromParent() }
        #expect(parent.children == Array(children[900..<950]) + [children[3]])
    }

    @Test("Each of very many children of a shown parent appears when it is added")
    func manyShown() {
        let parent = ViewController()
        harness.window.rootViewController = parent
        for _ in 0..<20_000 {
            let child = ViewController()
            parent.addChild(child)
            parent.view.addSubview(child.view)
            child.didMove(toParent: parent)
        }
        let children = parent.children
        #expect(children.allSatisfy { $0.appearance.state == .appeared })
        for child in children {
            child.willMove(toParent: nil)
            child.view.removeFromSuperview()
            child.removeFromParent()
        }
        #expect(children.allSatisfy { $0.appearance.state == .disappeared } && parent.children == [])
    }

    @Test("Children nested too deep for the stack appear, disappear and are released")
    func depth() {
        let (top, count) = (ViewController(), 20_000)
        weak var last: ViewController?
        do {
            var innermost = top
            var bottom = View()
            for _ in 0..<count {
                let child = ViewController()
                innermost.addChild(child)
                innermost = child
            }
            last = innermost
            var current: ViewController? = innermost
            while let controller = current {
                controller.view.addSubview(bottom)
                bottom = controller.view
                current = controller.parent
            }
            harness.window.rootViewController = top
            #expect(innermost.appearance.state == .appeared)
            harness.window.rootViewController = nil
            #expect(innermost.appearance.state == .disappeared)
            for child in top.children { child.removeFromParent() }
            harness.settle()
        }
        #expect(last == nil)
    }
}
