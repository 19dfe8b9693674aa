import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("A controller's view")
struct ControllerViewTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws { harness = try AppHarness() }

    // Rules: VC1.
    @Test("A controller's view is the one that viewDidLoad() has set, also for a window that loads it")
    func replacedInDidLoad() {
        let (controller, root) = (ReplacingController(), ReplacingController())
        #expect(controller.view === controller.other)
        harness.window.rootViewController = root
        #expect(harness.window.subviews == [root.other])
    }

    // Rules: VC1.
    @Test("A view is loaded once, at the first reading or by loadViewIfNeeded, and not by questions about it")
    func loading() {
        let (first, second) = (HookedController("a", log), HookedController("b", log))
        #expect(!first.isViewLoaded && first.viewIfLoaded == nil && first.next == nil && log.lines == [])
        _ = first.view
        _ = first.view
        second.loadViewIfNeeded()
        second.loadViewIfNeeded()
        #expect(log.take() == ["a.loadView", "a.didLoad", "b.loadView", "b.didLoad"])
        #expect(first.isViewLoaded && second.viewIfLoaded === second.view)
    }

    // Rules: VC2, R5.
    @Test("A controller's view is a plain one by default; without a view, next is the parent")
    func plain() {
        let (parent, child) = (ViewController(), ViewController())
        parent.addChild(child)
        #expect(child.next === parent && !child.isViewLoaded)
        #expect(type(of: child.view) == View.self && child.next == nil)
    }

    // Rules: VC26.
    @Test("A root's view is replaced in place: same frame, same place, and no call of appearance")
    func replacing() {
        let controller = HookedController("a", log)
        harness.add(View())
        harness.window.rootViewController = controller
        let (former, front) = (controller.view, harness.add(View()))
        former.frame = Rect(1, 2, 30, 40)
        log.clear()
        let view = View()
        controller.view = view
        #expect(harness.window.subviews.map { $0 === view } == [true, false, false])
        #expect(harness.window.subviews.last === front && view.frame == Rect(1, 2, 30, 40))
        #expect(former.superview == nil && former.next == nil && view.next === controller)
        #expect(log.take() == [])
        // A wrapper holds the former view already.
        let wrapper = View()
        wrapper.addSubview(view)
        controller.view = wrapper
        #expect(wrapper.superview === harness.window && wrapper.frame == harness.window.bounds)
        #expect(view.superview === wrapper && view.next === wrapper)
    }

    @Test("A controller whose view is replaced where the app had put it disappears, and appears with the new one")
    func replacingElsewhere() {
        let controller = HookedController("a", log)
        harness.add(controller.view)
        log.clear()
        let view = View()
        controller.view = view
        #expect(log.take() == ["a.willDisappear", "a.didDisappear"])
        harness.add(view)
        #expect(log.take() == ["a.willAppear", "a.isAppearing", "a.didAppear"])
        let other = HookedController("b", log)
        other.view = view
        #expect(
            log.take() == [
                "a.willDisappear", "b.willAppear", "a.didDisappear", "b.isAppearing", "b.didAppear",
            ]
        )
        #expect(!controller.isViewLoaded && view.next === other)
    }

    @Test("A controller that loads a view that is shown already appears after it did load")
    func adoptedWhileLoading() {
        let shown = harness.add(View())
        let controller = AdoptingController("a", log)
        controller.adopted = shown
        controller.loadViewIfNeeded()
        #expect(log.take() == ["a.loadView", "a.didLoad", "a.willAppear", "a.isAppearing", "a.didAppear"])
    }
}

private final class AdoptingController: HookedController {
    var adopted = View()

    override func loadView() {
        note("loadView")
        view = adopted
    }
}

private final class ReplacingController: ViewController {
    let other = View()
    override func viewDidLoad() { view = other }
}
