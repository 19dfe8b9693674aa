import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("Layout, once a turn")
struct LayoutTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws {
        harness = try AppHarness()
        harness.settle()
    }

    // Rules: V1, L37.
    @Test("A view is laid out once in the pass, however often it was marked, and superviews come first")
    func once() {
        let (outer, inner) = (LaidOutView("outer", log), LaidOutView("inner", log))
        outer.addSubview(inner)
        harness.add(outer)
        inner.setNeedsLayout()
        outer.setNeedsLayout()
        outer.setNeedsLayout()
        #expect(log.lines.isEmpty)
        harness.settle()
        #expect(log.lines == ["outer", "inner"])
        harness.settle()
        #expect(log.lines.count == 2)
    }

    // Rules: L36, L37.
    @Test("The layout pass comes after all touches of the turn, and between lower and higher update handlers")
    func order() {
        let view = harness.add(LaidOutView("layout", log))
        harness.settle()
        log.clear()
        let before = harness.loop.addUpdateHandler(order: Application.updateOrder - 1) { [log] in log.note("before") }
        let after = harness.loop.addUpdateHandler { [log] in log.note("after") }
        defer {
            before.cancel()
            after.cancel()
        }
        let button = harness.add(RecordingView("button", log: log, frame: Rect(0, 0, 10, 10)))
        button.handler = { _, _, _ in view.setNeedsLayout() }
        harness.finger().down(at: Point(1, 1)).up()
        harness.settle()
        #expect(log.lines == ["button.began(1, 1)", "button.ended(1, 1)", "before", "layout", "after"])
        button.handler = nil
    }

    // Rules: V5.
    @Test("A size, a scroll offset and a subview mark a view for layout; a move does not")
    func marks() {
        let (view, subview) = (harness.add(LaidOutView("view", log)), View())
        let changes: [(String, () -> Void)] = [
            ("nothing", {}), ("size", { view.frame.size = Size(50, 50) }),
            ("same size", { view.frame.size = Size(50, 50) }),
            ("move", { view.frame.origin = Point(5, 5) }), ("center", { view.center = Point(90, 90) }),
            ("bounds", { view.bounds.size = Size(60, 50) }), ("scroll", { view.bounds.origin = Point(0, 10) }),
            ("add", { view.addSubview(subview) }), ("bring", { view.addSubview(subview) }),
            ("remove", { subview.removeFromSuperview() }),
        ]
        var laidOut: [String] = []
        for (name, change) in changes {
            harness.settle()
            log.clear()
            change()
            harness.settle()
            if !log.lines.isEmpty { laidOut.append(name) }
        }
        #expect(laidOut == ["size", "bounds", "scroll", "add", "remove"])
    }

    // Rules: V2.
    @Test("`layoutIfNeeded` lays out at once, from the topmost marked view on, and nothing when nothing is marked")
    func ifNeeded() {
        let views = ["a", "b", "c", "d"].map { LaidOutView($0, log) }
        for (superview, view) in zip(views, views.dropFirst()) { superview.addSubview(view) }
        harness.add(views[0])
        harness.settle()
        log.clear()
        views[3].layoutIfNeeded()
        #expect(log.lines.isEmpty)
        views[1].setNeedsLayout()
        views[3].setNeedsLayout()
        views[2].layoutIfNeeded()
        #expect(log.lines == ["b", "d"])
        harness.settle()
        #expect(log.lines == ["b", "d"])
    }

    // Rules: V2.
    @Test("`layoutIfNeeded` works for views in no window, which keep their marks until they are shown")
    func detached() {
        let (outer, inner) = (LaidOutView("outer", log), LaidOutView("inner", log))
        outer.addSubview(inner)
        outer.layoutIfNeeded()
        #expect(log.lines == ["outer", "inner"])
        inner.setNeedsLayout()
        harness.settle()
        #expect(log.lines == ["outer", "inner"])
        harness.add(outer)
        harness.settle()
        #expect(log.lines == ["outer", "inner", "inner"])
    }

    // Rules: V6.
    @Test("A view that a layout marks is laid out in the same pass: deeper views in the same round, others in the next")
    func rounds() {
        let views = ["a", "b", "c"].map { LaidOutView($0, log) }
        for (superview, view) in zip(views, views.dropFirst()) { superview.addSubview(view) }
        harness.add(views[0])
        harness.settle()
        log.clear()
        var isFirst = true
        views[1].body = {
            if isFirst {
                views[0].setNeedsLayout()
                views[1].setNeedsLayout()
                views[2].setNeedsLayout()
            }
            isFirst = false
        }
        views[1].setNeedsLayout()
        harness.settle()
        #expect(log.lines == ["b", "c", "a", "b"])
        views[1].body = nil
    }

    // Rules: V6.
    @Test("A layout that never settles ends after a hundred rounds, in a pass and at once; other views are laid out")
    func unsettled() {
        let (restless, calm) = (harness.add(LaidOutView("restless", log)), harness.add(LaidOutView("calm", log)))
        harness.settle()
        log.clear()
        restless.body = { restless.setNeedsLayout() }
        restless.setNeedsLayout()
        calm.setNeedsLayout()
        harness.settle()
        #expect(log.lines.count { $0 == "restless" } == Application.layoutRoundLimit)
        #expect(log.lines.count { $0 == "calm" } == 1)
        log.clear()
        harness.settle()
        #expect(log.lines.isEmpty)
        restless.setNeedsLayout()
        restless.layoutIfNeeded()
        #expect(log.lines.count == Application.layoutRoundLimit)
        harness.settle()
        #expect(log.lines.count == Application.layoutRoundLimit)
        restless.body = nil
    }

    // Rules: V4.
    @Test("A controller is called before and after its view's layout")
    func controller() {
        let controller = LaidOutController(log)
        let inner = LaidOutView("inner", log)
        controller.view.addSubview(inner)
        // The controller appears, so its view is laid out at once.
        harness.window.rootViewController = controller
        harness.settle()
        #expect(log.lines == ["will", "root", "did", "inner"])
        log.clear()
        inner.setNeedsLayout()
        controller.view.setNeedsLayout()
        controller.view.layoutIfNeeded()
        #expect(log.lines == ["will", "root", "did", "inner"])
    }

    // Rules: V12, V15.
    @Test("Views are laid out while the application is inactive, and in the background wait for the return")
    func states() throws {
        let view = harness.add(LaidOutView("view", log))
        harness.settle()
        log.clear()
        try harness.device.perform(.openSwitcher)
        #expect(harness.application.applicationState == .inactive)
        view.setNeedsLayout()
        harness.settle()
        #expect(log.lines == ["view"])
        try harness.device.perform(.home)
        view.setNeedsLayout()
        harness.settle()
        #expect(log.lines == ["view"])
        try harness.device.perform(.openSwitcher)
        try harness.device.perform(.choose("Application"))
        harness.settle()
        #expect(log.lines == ["view", "view"])
    }

    @Test("A layout may remove and release marked views, also its own, or move them to another window")
    func changes() {
        let outer = harness.add(LaidOutView("outer", log))
        let other = Window(frame: Rect(0, 0, 10, 10), application: harness.application)
        other.isHidden = false
        weak var released: View?
        do {
            let (gone, moved) = (LaidOutView("gone", log), LaidOutView("moved", log))
            outer.addSubview(gone)
            outer.addSubview(moved)
            released = gone
        }
        outer.body = { [unowned outer] in
            outer.body = nil
            outer.subviews[0].removeFromSuperview()
            other.addSubview(outer.subviews[0])
            outer.removeFromSuperview()
        }
        harness.settle()
        #expect(log.lines == ["outer", "moved"])
        #expect(released == nil && outer.window == nil)
        other.isHidden = true
    }

    // Rules: V5, V10.
    @Test("A view that moves marks both superviews, before its hooks are called")
    func bothSuperviews() {
        let (first, second) = (harness.add(LaidOutView("first", log)), harness.add(LaidOutView("second", log)))
        let view = View()
        first.addSubview(view)
        harness.settle()
        log.clear()
        second.addSubview(view)
        harness.settle()
        #expect(log.lines == ["first", "second"])
    }

    @Test("A layout that moves a marked view deeper has it laid out after its new superview")
    func movedDeeper() {
        let (actor, outer) = (harness.add(LaidOutView("actor", log)), harness.add(View()))
        let (inner, moved) = (LaidOutView("inner", log), LaidOutView("moved", log))
        outer.addSubview(inner)
        actor.addSubview(moved)
        harness.settle()
        log.clear()
        actor.body = { inner.addSubview(moved) }
        actor.setNeedsLayout()
        moved.setNeedsLayout()
        inner.setNeedsLayout()
        harness.settle()
        #expect(log.lines == ["actor", "inner", "moved", "actor"])
        actor.body = nil
    }

    @Test("An application that ends inside a layout lays out no more views")
    func ended() {
        let (first, second) = (harness.add(LaidOutView("first", log)), harness.add(LaidOutView("second", log)))
        first.body = { [harness] in harness.application.terminate() }
        harness.settle()
        #expect(log.lines == ["first"])
        first.body = nil
        second.setNeedsLayout()
        harness.settle()
        #expect(log.lines == ["first"])
    }

    @Test("A view that is shown and hidden again and again is laid out once")
    func toggled() throws {
        let view = harness.add(LaidOutView("view", log))
        for _ in 0..<1000 {
            view.removeFromSuperview()
            harness.add(view)
        }
        harness.settle()
        #expect(log.lines == ["view"])
    }

    @Test("A run of the loop inside a layout leaves the views of the pass to the pass")
    func nestedRun() {
        let (first, second) = (harness.add(LaidOutView("first", log)), harness.add(LaidOutView("second", log)))
        first.body = { [harness, log] in
            second.setNeedsLayout()
            harness.loop.run(until: harness.loop.now)
            log.note("ran")
        }
        harness.settle()
        #expect(log.lines == ["first", "ran", "second"])
        first.body = nil
    }

    @Test("A layout pass visits the marked views and their superviews alone, each once")
    func visits() {
        let root = harness.add(View())
        for _ in 0..<100 {
            let group = View()
            for _ in 0..<100 { group.addSubview(View()) }
            root.addSubview(group)
        }
        harness.settle()
        let before = harness.application.updateStatistics
        for group in root.subviews.prefix(10) { group.subviews[50].setNeedsLayout() }
        harness.settle()
        let after = harness.application.updateStatistics
        #expect(after.passes == before.passes + 1)
        #expect(after.layouts == before.layouts + 10)
        // Ten views, their ten superviews, the root and the window.
        #expect(after.visits == before.visits + 22)
    }

    @Test("A deep tree is marked and laid out in time that grows with its depth")
    func deep() {
        let depth = 20_000
        var innermost = harness.add(View())
        for _ in 0..<depth {
            let view = View()
            innermost.addSubview(view)
            innermost = view
        }
        harness.settle()
        let before = harness.application.updateStatistics
        var view: View? = innermost
        while let marked = view {
            marked.setNeedsLayout()
            view = marked.superview
        }
        harness.settle()
        let after = harness.application.updateStatistics
        #expect(after.layouts == before.layouts + depth + 2)
        #expect(after.visits == before.visits + depth + 2)
    }

    @Test("An application that goes takes its update handler along")
    func released() throws {
        let loop = harness.loop
        do {
            let application = Application(runLoop: loop)
            let window = Window(frame: .zero, application: application)
            window.isHidden = false
        }
        loop.setNeedsUpdate()
        loop.runUntilIdle()
    }
}

private final class LaidOutView: View {
    let name: String
    let log: ResponderLog
    var body: (() -> Void)?

    init(_ name: String, _ log: ResponderLog) {
        self.name = name
        self.log = log
        super.init(frame: Rect(0, 0, 10, 10))
    }

    override func layoutSubviews() {
        log.note(name)
        body?()
    }
}

private final class LaidOutController: ViewController {
    let log: ResponderLog

    init(_ log: ResponderLog) {
        self.log = log
        super.init()
    }

    override func loadView() { view = LaidOutView("root", log) }
    override func viewWillLayoutSubviews() { log.note("will") }
    override func viewDidLayoutSubviews() { log.note("did") }
}
