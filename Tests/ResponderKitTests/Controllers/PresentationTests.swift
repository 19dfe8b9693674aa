import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A controller presents another one")
struct PresentationTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let root: HookedController

    init() throws {
        harness = try AppHarness()
        root = HookedController("a", log)
        harness.window.rootViewController = root
        log.clear()
    }

    private func hooked(_ name: String, _ style: ModalPresentationStyle = .fullScreen) -> HookedController {
        let controller = HookedController(name, log)
        controller.modalPresentationStyle = style
        return controller
    }

    // Rules: VC5, R3.
    @Test("A controller that covers its presenter appears in the whole order of calls")
    func presenting() {
        let presented = hooked("b")
        root.present(presented) { [log] in log.note("completion") }
        #expect(
            log.lines == [
                "b.loadView", "b.didLoad", "a.willDisappear", "b.willAppear", "b.isAppearing", "b.willLayout",
                "b.didLayout", "b.didAppear", "a.didDisappear", "completion",
            ]
        )
        #expect(harness.window.subviews == [presented.view] && presented.view.frame == harness.window.bounds)
        #expect(root.presentedViewController === presented && presented.presentingViewController === root)
        #expect(presented.next === root && root.next === harness.window)
    }

    // Rules: VC6, VC21.
    @Test("A dismissal calls in the whole order, and the covered view is back at its place")
    func dismissing() {
        let front = harness.add(View())
        harness.window.insertSubview(View(), at: 0)
        let presented = hooked("b")
        root.present(presented)
        harness.window.bounds.size = Size(500, 400)
        log.clear()
        root.dismiss { [log] in log.note("completion") }
        #expect(
            log.take() == [
                "b.willDisappear", "a.willAppear", "a.isAppearing", "a.didAppear", "b.didDisappear", "completion",
            ]
        )
        #expect(harness.window.subviews.count == 3 && harness.window.subviews[1] === root.view)
        #expect(harness.window.subviews[2] === front && root.view.frame == harness.window.bounds)
        #expect(root.presentedViewController == nil && presented.presentingViewController == nil)
        #expect(presented.next == nil)
    }

    // Rules: VC7.
    @Test(
        "A presenter gets no call from a presented controller that does not cover it",
        arguments: [ModalPresentationStyle.overFullScreen, .overCurrentContext]
    )
    func over(style: ModalPresentationStyle) {
        let presented = hooked("b", style)
        presented.loadViewIfNeeded()
        log.clear()
        root.present(presented)
        #expect(log.take() == ["b.willAppear", "b.isAppearing", "b.didAppear"])
        #expect(harness.window.subviews == [root.view, presented.view])
        presented.dismiss()
        #expect(log.take() == ["b.willDisappear", "b.didDisappear"])
        #expect(harness.window.subviews == [root.view])
    }

    // Rules: VC20.
    @Test("A presentation is refused with an error where the view is in no window, or while the controller presents")
    func refused() {
        let (unseen, first, second, child) = (hooked("u"), hooked("b", .overFullScreen), hooked("c"), hooked("d"))
        unseen.present(first) { Issue.record("completion") }
        #expect(!first.isViewLoaded && first.presentingViewController == nil)
        root.present(first)
        root.present(second) { Issue.record("completion") }
        #expect(!second.isViewLoaded && root.presentedViewController === first)
        // One that has a parent, is presented already, or is a root.
        root.addChild(child)
        for refused in [child, root] { first.present(refused) { Issue.record("completion") } }
        harness.add(unseen.view)
        unseen.present(first) { Issue.record("completion") }
        #expect(first.presentedReference == nil && unseen.presentedReference == nil)
        #expect(first.presentingViewController === root)
        log.clear()
    }

    // Rules: VC20, VC22.
    @Test("A refused presentation names its reason: who is presented already, who is shown instead, who stands where")
    func reasons() {
        let (first, other, child, inner) = (hooked("b"), hooked("c"), hooked("d"), hooked("e", .currentContext))
        let (navigation, below) = (NavigationController(), ViewController())
        var reasons = [root.obstacle(to: other), other.obstacle(to: first)]
        root.add(child)
        child.add(navigation)
        navigation.viewControllers = [below, first]
        navigation.definesPresentationContext = true
        reasons += [below.obstacle(to: other), below.obstacle(to: inner), root.obstacle(to: child)]
        navigation.viewControllers = [below]
        root.present(first)
        reasons += [root, child, below].map { $0.obstacle(to: other) }
        // The context is not covered itself, but is in a covered view.
        reasons += [below.obstacle(to: inner), first.obstacle(to: root)]
        first.dismiss()
        let (outer, part) = (ViewController(), ViewController())
        outer.addChild(part)
        outer.modalPresentationStyle = .currentContext
        part.definesPresentationContext = true
        harness.add(part.view)
        reasons += [part.obstacle(to: outer), root.obstacle(to: other)]
        let present = "HookedController is being presented already"
        #expect(
            reasons == [
                nil, "its view is in no window; put the view into a window first",
                "its view is in no window, since NavigationController shows HookedController",
                "its view is in no window, since NavigationController shows HookedController",
                "that controller has a parent; remove it from the parent first",
                "\(present); dismiss it first", "\(present); dismiss it first", "\(present); dismiss it first",
                "its view is in no window, since \(present)", "that controller is the root of a window",
                "that controller has this one as a child", nil,
            ]
        )
        log.clear()
    }

    // Rules: VC21.
    @Test("A controller dismisses everything above it; without anything above, it dismisses itself")
    func chain() {
        let (first, second, third) = (hooked("b"), hooked("c", .overFullScreen), hooked("d"))
        root.present(first)
        first.present(second)
        second.present(third)
        log.clear()
        third.dismiss()
        #expect(
            log.take() == ["d.willDisappear", "c.willAppear", "c.isAppearing", "c.didAppear", "d.didDisappear"]
        )
        second.present(third)
        log.clear()
        root.dismiss()
        // The first one was seen behind the second, which the third had covered.
        #expect(
            log.take() == [
                "d.willDisappear", "b.willDisappear", "a.willAppear", "a.isAppearing", "a.didAppear",
                "d.didDisappear", "b.didDisappear",
            ]
        )
        #expect(harness.window.subviews == [root.view])
        #expect([first, second, third].allSatisfy { $0.presentingViewController == nil && $0.presentation == nil })
        var isCalled = false
        root.dismiss { isCalled = true }
        #expect(isCalled && log.take() == [])
    }

    // Rules: VC22.
    @Test("A child's presentation covers the nearest controller that defines a context, or the topmost parent")
    func contexts() {
        let (context, child) = (hooked("k"), hooked("c"))
        root.add(context)
        context.add(child)
        context.view.frame = Rect(10, 20, 30, 40)
        context.definesPresentationContext = true
        let front = View()
        root.view.addSubview(front)
        let (inner, outer) = (hooked("i", .currentContext), hooked("o"))
        inner.loadViewIfNeeded()
        log.clear()
        child.present(inner)
        #expect(
            log.take() == [
                "k.willDisappear", "c.willDisappear", "i.willAppear", "i.isAppearing", "i.didAppear",
                "c.didDisappear", "k.didDisappear",
            ]
        )
        #expect(root.view.subviews == [inner.view, front] && inner.view.frame == Rect(10, 20, 30, 40))
        #expect(inner.presentingViewController === context && child.presentedViewController === inner)
        #expect(inner.next === context && context.next === root.view)
        child.dismiss()
        #expect(root.view.subviews == [context.view, front])
        child.present(outer)
        #expect(outer.presentingViewController === root && harness.window.subviews == [outer.view])
        outer.dismiss()
    }

    // Rules: VC23.
    @Test("A controller knows inside the calls of appearance, and only there, that it is presented or dismissed")
    func flags() {
        let presented = hooked("b")
        var flags: [String: [Bool]] = [:]
        presented.body = { [unowned presented] in flags[$0] = [presented.isBeingPresented, presented.isBeingDismissed] }
        root.present(presented)
        #expect(flags["willAppear"] == [true, false] && flags["didAppear"] == [true, false])
        #expect(flags["didLoad"] == [false, false] && !presented.isBeingPresented)
        presented.dismiss()
        #expect(flags["willDisappear"] == [false, true] && flags["didDisappear"] == [false, true])
        #expect(!presented.isBeingDismissed)
        presented.body = nil
    }

    // Rules: VC6, VC23.
    @Test("A controller presented again in its presenter's call at the end of a dismissal is being presented")
    func again() {
        let presented = hooked("b")
        root.present(presented)
        log.clear()
        root.body = { [log, unowned root] in
            guard $0 == "didAppear" else { return }
            root.body = nil
            root.present(presented) { log.note("completion") }
        }
        var flags: [String: [Bool]] = [:]
        presented.body = { [unowned presented] in flags[$0] = [presented.isBeingPresented, presented.isBeingDismissed] }
        root.dismiss()
        #expect(flags["willAppear"] == [true, false] && flags["didAppear"] == [true, false])
        #expect(log.take().last == "completion" && root.presentedViewController === presented)
        #expect(presented.appearance.moves.isEmpty)
        presented.body = nil
    }

    @Test("A covered view comes back to its place among the views that a stack view arranges")
    func arranged() {
        let (child, others) = (hooked("c"), [View(frame: Rect(0, 0, 5, 5)), View(frame: Rect(0, 0, 5, 5))])
        let stack = StackView(arrangedSubviews: [others[0]])
        root.view.addSubview(stack)
        root.addChild(child)
        stack.addArrangedSubview(child.view)
        stack.addArrangedSubview(others[1])
        stack.setCustomSpacing(7, after: child.view)
        child.definesPresentationContext = true
        let presented = hooked("b", .currentContext)
        child.present(presented)
        #expect(stack.arrangedSubviews == others)
        child.dismiss()
        #expect(stack.arrangedSubviews == [others[0], child.view, others[1]])
        #expect(stack.customSpacing(after: child.view) == 7)
    }

    @Test("A presented controller and the covered one are kept, and both are released with the window")
    func ownership() throws {
        weak var covered: ViewController?
        weak var presented: ViewController?
        do {
            let window = Window(frame: Rect(0, 0, 10, 10), application: harness.application)
            do {
                // Nobody else keeps these.
                let (first, second) = (ViewController(), ViewController())
                window.addSubview(first.view)
                first.present(second)
                (covered, presented) = (first, second)
            }
            harness.settle()
            #expect(covered != nil && presented?.presentingViewController === covered)
            withExtendedLifetime(window) {}
        }
        #expect(covered == nil && presented == nil)
    }

    @Test("A chain of presented controllers may be too long for the stack when they are released")
    func manyPresented() {
        weak var last: ViewController?
        do {
            let window = Window(frame: Rect(0, 0, 10, 10), application: harness.application)
            var top = ViewController()
            window.rootViewController = top
            for _ in 0..<20_000 {
                let next = ViewController()
                top.present(next)
                top = next
            }
            last = top
            #expect(window.subviews == [top.view])
            withExtendedLifetime(window) {}
        }
        harness.settle()
        #expect(last == nil)
    }

    @Test("A controller presented in a hidden window does not appear until the window is shown")
    func hiddenWindow() {
        harness.window.isHidden = true
        let presented = hooked("b")
        log.clear()
        root.present(presented)
        #expect(log.take() == ["b.loadView", "b.didLoad"])
        harness.window.isHidden = false
        #expect(log.take() == ["b.willAppear", "b.isAppearing", "b.didAppear"])
        presented.dismiss()
    }

    @Test("A touch on the presented view goes up to the presenting controller, though its view is out")
    func chainOfTouches() {
        let toucher = RecordingController("r", log: log)
        harness.window.rootViewController = toucher
        let presented = ViewController()
        toucher.present(presented)
        log.clear()
        harness.finger().down(at: Point(5, 5)).up()
        harness.settle()
        #expect(log.take() == ["r.began(5, 5)", "r.ended(5, 5)"])
    }
}
