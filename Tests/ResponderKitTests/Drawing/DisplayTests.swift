import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("Drawing, once a turn")
struct DisplayTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws {
        harness = try AppHarness()
        harness.settle()
    }

    private func drawn(_ change: () -> Void) -> [String] {
        log.clear()
        change()
        harness.settle()
        return log.lines
    }

    // Rules: V7, L37.
    @Test("A view draws once in the pass: its bounds at first, and then the union of the marked parts")
    func parts() {
        let view = DrawnView("view", log)
        #expect(drawn { harness.add(view) } == ["view 0,0,100,100"])
        #expect(drawn {}.isEmpty)
        #expect(drawn { view.setNeedsDisplay(Rect(10, 10, 10, 10)) } == ["view 10,10,10,10"])
        let united = drawn {
            view.setNeedsDisplay(Rect(10, 10, 10, 10))
            view.setNeedsDisplay(Rect(50, 0, 100, 5))
        }
        #expect(united == ["view 10,0,90,20"])
        #expect(drawn { view.setNeedsDisplay(Rect(200, 0, 10, 10)) }.isEmpty)
        let whole = drawn {
            view.setNeedsDisplay()
            view.setNeedsDisplay(Rect(10, 10, 10, 10))
        }
        #expect(whole == ["view 0,0,100,100"])
    }

    // Rules: V7.
    @Test("A view that has not drawn yet draws all of its bounds, whatever was marked")
    func firstDrawing() {
        let view = DrawnView("view", log)
        view.setNeedsDisplay(Rect(10, 10, 10, 10))
        #expect(drawn { harness.add(view) } == ["view 0,0,100,100"])
    }

    // Rules: V7, V5.
    @Test("A size makes a view draw; a place, a scroll offset and a subview do not")
    func marks() {
        let (view, subview) = (harness.add(DrawnView("view", log)), View(frame: Rect(0, 0, 10, 10)))
        harness.settle()
        let changes: [(String, () -> Void)] = [
            ("size", { view.frame.size = Size(50, 50) }), ("move", { view.frame.origin = Point(5, 5) }),
            ("bounds", { view.bounds.size = Size(60, 50) }), ("scroll", { view.bounds.origin = Point(0, 10) }),
            ("add", { view.addSubview(subview) }), ("color", { view.backgroundColor = .blue }),
            ("hide", { view.isHidden = true }), ("show", { view.isHidden = false }),
        ]
        #expect(changes.filter { !drawn($0.1).isEmpty }.map(\.0) == ["size", "bounds"])
    }

    // Rules: V3.
    @Test("All layout comes before the first drawing, and what is marked in a drawing comes in the next pass")
    func layoutFirst() {
        let (first, second) = (DrawnView("first", log), DrawnView("second", log))
        second.onLayout = { [log] in log.note("layout") }
        first.body = { [log] _, _ in
            log.note("marks")
            second.setNeedsLayout()
        }
        harness.add(first)
        harness.add(second)
        let passes = harness.application.updateStatistics.passes
        harness.settle()
        #expect(log.lines == ["layout", "first 0,0,100,100", "marks", "second 0,0,100,100", "layout"])
        #expect(harness.application.updateStatistics.passes == passes + 2)
        first.body = nil
        second.onLayout = nil
    }

    // Rules: V8.
    @Test("A view that is hidden, in a hidden view, without extent or in no shown window draws when it is seen")
    func unseen() {
        let (outer, view) = (View(frame: Rect(0, 0, 200, 200)), DrawnView("view", log))
        outer.addSubview(view)
        view.setNeedsDisplay()
        #expect(drawn { view.setNeedsDisplay() }.isEmpty)
        view.isHidden = true
        outer.isHidden = true
        #expect(drawn { harness.add(outer) }.isEmpty)
        #expect(drawn { outer.isHidden = false }.isEmpty)
        view.frame.size = .zero
        #expect(drawn { view.isHidden = false }.isEmpty)
        #expect(drawn { view.frame.size = Size(10, 10) } == ["view 0,0,10,10"])
        #expect(
            drawn {
                harness.window.isHidden = true
                view.setNeedsDisplay()
            }.isEmpty
        )
        #expect(drawn { harness.window.isHidden = false } == ["view 0,0,10,10"])
    }

    // Rules: V8.
    @Test("A view that waits for a hidden superview draws when it is moved out of that one")
    func movedOut() {
        let (hidden, middle, view) = (
            View(frame: Rect(0, 0, 9, 9)), View(frame: Rect(0, 0, 9, 9)), DrawnView("view", log)
        )
        hidden.isHidden = true
        hidden.addSubview(middle)
        middle.addSubview(view)
        #expect(drawn { harness.add(hidden) }.isEmpty)
        #expect(drawn { view.setNeedsDisplay() }.isEmpty)
        #expect(drawn { harness.window.addSubview(middle) } == ["view 0,0,100,100"])
        #expect(drawn { hidden.isHidden = false }.isEmpty)
    }

    // Rules: V8.
    @Test("A view that is hidden or shown while another draws is drawn as it is by then")
    func hiddenInDrawing() {
        let (first, second) = (harness.add(DrawnView("first", log)), DrawnView("second", log))
        let superview = harness.add(View(frame: Rect(0, 0, 10, 10)))
        superview.addSubview(second)
        first.body = { _, _ in superview.isHidden.toggle() }
        #expect(drawn { first.setNeedsDisplay() } == ["first 0,0,100,100"])
        #expect(drawn { first.setNeedsDisplay() } == ["first 0,0,100,100", "second 0,0,100,100"])
        first.body = nil
    }

    // Rules: V12, V15.
    @Test("Nothing is drawn in the background, but on return; an inactive application draws")
    func background() throws {
        let view = harness.add(DrawnView("view", log))
        harness.settle()
        try harness.device.perform(.home)
        #expect(
            drawn {
                view.setNeedsDisplay(Rect(0, 0, 1, 1))
                view.setNeedsDisplay(Rect(4, 0, 1, 1))
            }.isEmpty
        )
        log.clear()
        try harness.device.perform(.openSwitcher)
        try harness.device.perform(.choose("Application"))
        harness.settle()
        // Once, and the whole view: what it drew before was let go (V14).
        #expect(log.lines == ["view 0,0,100,100"])
        try harness.device.perform(.openSwitcher)
        #expect(harness.application.applicationState == .inactive)
        #expect(drawn { view.setNeedsDisplay(Rect(0, 0, 1, 1)) } == ["view 0,0,1,1"])
    }

    // Rules: V7.
    @Test("`displayIfNeeded` draws the marked views at once, and only those that can be seen")
    func ifNeeded() {
        let (outer, inner, hidden) = (DrawnView("outer", log), DrawnView("inner", log), DrawnView("hidden", log))
        outer.addSubview(inner)
        outer.addSubview(hidden)
        hidden.isHidden = true
        outer.displayIfNeeded()
        #expect(log.lines.isEmpty)
        harness.add(outer)
        outer.displayIfNeeded()
        #expect(log.lines == ["outer 0,0,100,100", "inner 0,0,100,100"])
        #expect(drawn {}.isEmpty)
    }

    // Rules: L37.
    @Test("A pass over ten thousand views with ten marked draws ten, and visits their paths alone")
    func visits() {
        let lists = (0..<100).map { _ in harness.add(View(frame: Rect(0, 0, 100, 100))) }
        let views = lists.flatMap { list in
            (0..<100).map { _ in
                let view = DrawnView("view", log)
                list.addSubview(view)
                return view
            }
        }
        harness.settle()
        // What was found out about hidden views before is no longer valid.
        harness.window.subviews[0].isHidden = true
        harness.window.subviews[0].isHidden = false
        let before = harness.application.updateStatistics
        for index in 0..<10 { views[index * 1000].setNeedsDisplay() }
        harness.settle()
        let after = harness.application.updateStatistics
        #expect(after.draws - before.draws == 10)
        #expect(after.visits - before.visits == 20)
        #expect(after.layouts == before.layouts)
    }

    // Rules: V8.
    @Test("Marking a hidden view again and again keeps one entry, and costs no visit of others")
    func markedWhileHidden() {
        let superview = harness.add(View(frame: Rect(0, 0, 10, 10)))
        let views = (0..<100).map { DrawnView("\($0)", log) }
        for view in views { superview.addSubview(view) }
        superview.isHidden = true
        harness.settle()
        let before = harness.application.updateStatistics.visits
        for _ in 0..<100 {
            for view in views { view.setNeedsDisplay() }
            harness.settle()
        }
        #expect(harness.application.updateStatistics.visits == before)
        #expect(drawn { superview.isHidden = false }.count == 100)
    }

    @Test("A run of the loop inside a drawing draws nothing, and loses no mark")
    func nestedRun() {
        let (first, second) = (DrawnView("first", log), DrawnView("second", log))
        first.body = { [harness, log] _, _ in
            second.setNeedsDisplay()
            harness.settle()
            log.note("ran")
        }
        harness.add(first)
        harness.add(second)
        harness.settle()
        #expect(log.lines == ["first 0,0,100,100", "ran", "second 0,0,100,100"])
        first.body = nil
    }

    @Test("An application that ends in a drawing draws no more")
    func ended() {
        let (first, second) = (DrawnView("first", log), DrawnView("second", log))
        first.body = { [harness] _, _ in harness.application.terminate() }
        harness.add(first)
        harness.add(second)
        harness.settle()
        #expect(log.lines == ["first 0,0,100,100"])
        second.setNeedsDisplay()
        harness.settle()
        #expect(log.lines == ["first 0,0,100,100"])
        first.body = nil
    }
}
