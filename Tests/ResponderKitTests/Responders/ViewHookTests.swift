import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("Hooks of a view that moves")
struct ViewHookTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws {
        harness = try AppHarness()
    }

    // Rules: V10.
    @Test("Adding a view calls will move to window, superviews first, then to superview; then did move; then did add")
    func adding() {
        let (superview, view, inner) = (HookedView("p", log), HookedView("v", log), HookedView("i", log))
        harness.add(superview)
        view.addSubview(inner)
        log.clear()
        superview.addSubview(view)
        #expect(
            log.lines == [
                "v.willMoveToWindow", "i.willMoveToWindow", "v.willMoveToSuperview", "v.didMoveToWindow",
                "i.didMoveToWindow", "v.didMoveToSuperview", "p.didAdd",
            ]
        )
    }

    // Rules: V10.
    @Test("Removing a view calls the same hooks with nil, and the superview's before")
    func removing() {
        let (superview, view, inner) = (HookedView("p", log), HookedView("v", log), HookedView("i", log))
        harness.add(superview)
        view.addSubview(inner)
        superview.addSubview(view)
        log.clear()
        view.removeFromSuperview()
        #expect(
            log.lines == [
                "v.willMoveToWindow nil", "i.willMoveToWindow nil", "v.willMoveToSuperview nil", "p.willRemove",
                "v.didMoveToWindow nil", "i.didMoveToWindow nil", "v.didMoveToSuperview nil",
            ]
        )
        #expect(inner.window == nil)
    }

    // Rules: V10, V11.
    @Test("A move within the window calls no hook of the window, and a move among siblings calls none")
    func moving() {
        let (first, second, view) = (HookedView("a", log), HookedView("b", log), HookedView("v", log))
        harness.add(first)
        harness.add(second)
        first.addSubview(view)
        first.addSubview(View())
        log.clear()
        second.addSubview(view)
        #expect(log.lines == ["v.willMoveToSuperview", "a.willRemove", "v.didMoveToSuperview", "b.didAdd"])
        #expect(first.subviews.count == 1 && second.subviews == [view])
        second.addSubview(View())
        log.clear()
        second.addSubview(view)
        #expect(log.lines.isEmpty && second.subviews.last === view)
    }

    @Test("A view's window may be a hidden window, and showing or hiding the window moves no view")
    func hiddenWindow() {
        let window = Window(frame: Rect(0, 0, 10, 10), application: harness.application)
        let view = HookedView("v", log)
        window.addSubview(view)
        #expect(view.window === window)
        log.clear()
        window.isHidden = false
        window.isHidden = true
        #expect(log.lines.isEmpty && view.window === window)
    }

    @Test("A view's hook may remove or move the view, and change what is inside it")
    func hostile() {
        let (view, inner, other) = (HookedView("v", log), View(), View())
        harness.add(other)
        view.body = { [unowned view] hook in
            if hook == "willMoveToSuperview" { view.addSubview(inner) }
            if hook == "didMoveToWindow" {
                view.body = nil
                other.addSubview(view)
            }
        }
        harness.add(view)
        #expect(view.superview === other && inner.window === harness.window)
        // The move to `other` was the last one: its hooks alone say that the view has moved.
        #expect(log.lines.count { $0 == "v.didMoveToSuperview" } == 1)
        view.body = { [unowned view] hook in
            view.body = nil
            view.removeFromSuperview()
        }
        view.removeFromSuperview()
        #expect(view.superview == nil && inner.window == nil && other.subviews.isEmpty)
        view.body = { [unowned view] hook in
            if hook == "willMoveToSuperview" {
                view.body = nil
                other.addSubview(view)
            }
        }
        harness.add(view)
        #expect(view.superview === harness.window && other.subviews.isEmpty)
    }

    @Test("A view comes in front of what its hook adds, and, where its hook removes the sibling, in front of all")
    func placeAfterHooks() {
        let (view, shadow, sibling) = (HookedView("v", log), View(), View())
        let superview = harness.add(View())
        view.body = { hook in
            if hook == "willMoveToSuperview" { superview.addSubview(shadow) }
        }
        superview.addSubview(view)
        #expect(superview.subviews == [shadow, view])
        view.removeFromSuperview()
        superview.addSubview(sibling)
        view.body = { hook in
            if hook == "willMoveToSuperview" { sibling.removeFromSuperview() }
        }
        superview.insertSubview(view, belowSubview: sibling)
        #expect(superview.subviews == [shadow, view])
        view.body = nil
    }

    @Test("A view that a superview's hook removes does not move to the window")
    func removedByHook() {
        let (outer, inner) = (HookedView("o", log), HookedView("i", log))
        outer.addSubview(inner)
        log.clear()
        outer.body = { hook in
            if hook == "willMoveToWindow" { inner.removeFromSuperview() }
        }
        harness.add(outer)
        #expect(!log.lines.contains { $0.hasPrefix("i.") && $0.contains("Window") })
        #expect(inner.window == nil)
        outer.body = nil
    }

    @Test("A hook of the former root view may set another root controller")
    func rootInHook() {
        let (first, second, third) = (ViewController(), ViewController(), ViewController())
        let view = HookedView("v", log)
        first.view = view
        harness.window.rootViewController = first
        view.body = { [harness] hook in
            if hook == "willMoveToSuperview" { harness.window.rootViewController = third }
        }
        harness.window.rootViewController = second
        view.body = nil
        #expect(harness.window.rootViewController === third)
        #expect(harness.window.subviews == [third.view])
    }

    @Test("Views are found by their tags, the view itself first, then depth first")
    func tags() {
        let (root, first, second, deep) = (View(), View(), View(), View())
        root.addSubview(first)
        root.addSubview(second)
        first.addSubview(deep)
        #expect(root.tag == 0 && root.viewWithTag(0) === root)
        (deep.tag, second.tag) = (7, 7)
        #expect(root.viewWithTag(7) === deep)
        #expect(second.viewWithTag(7) === second)
        #expect(root.viewWithTag(8) == nil)
    }
}

final class HookedView: View {
    let name: String
    let log: ResponderLog
    var body: ((String) -> Void)?

    init(_ name: String, _ log: ResponderLog) {
        self.name = name
        self.log = log
        super.init(frame: .zero)
    }

    private func note(_ hook: String, isNil: Bool = false) {
        log.note("\(name).\(hook)\(isNil ? " nil" : "")")
        body?(hook)
    }

    override func willMove(toSuperview superview: View?) { note("willMoveToSuperview", isNil: superview == nil) }
    override func didMoveToSuperview() { note("didMoveToSuperview", isNil: superview == nil) }
    override func willMove(toWindow window: Window?) { note("willMoveToWindow", isNil: window == nil) }
    override func didMoveToWindow() { note("didMoveToWindow", isNil: window == nil) }
    override func didAddSubview(_ subview: View) { note("didAdd") }
    override func willRemoveSubview(_ subview: View) { note("willRemove") }
}
