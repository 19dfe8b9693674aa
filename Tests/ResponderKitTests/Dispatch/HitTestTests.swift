import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("Hit-testing")
struct HitTestTests {
    private let parent = View(frame: Rect(0, 0, 100, 100))

    private func add(_ frame: Rect) -> View {
        let view = View(frame: frame)
        parent.addSubview(view)
        return view
    }

    // Rules: H8, H20.
    @Test("The frontmost subview that contains the point is hit, otherwise the view itself")
    func frontmost() {
        let back = add(Rect(0, 0, 50, 50))
        let front = add(Rect(20, 20, 50, 50))
        #expect(parent.hitTest(Point(30, 30), with: nil) === front)
        #expect(parent.hitTest(Point(10, 10), with: nil) === back)
        #expect(parent.hitTest(Point(90, 90), with: nil) === parent)
        #expect(parent.hitTest(Point(100, 50), with: nil) == nil)
        parent.bringSubviewToFront(back)
        #expect(parent.hitTest(Point(30, 30), with: nil) === back)
        parent.sendSubviewToBack(back)
        #expect(parent.hitTest(Point(30, 30), with: nil) === front)
        parent.insertSubview(back, at: 7)
        #expect(parent.hitTest(Point(30, 30), with: nil) === back)
    }

    // Rules: H24, H20.
    @Test("Recognisers change no hit-test, whatever they do, and whether a gesture is under way or not")
    func recognizers() throws {
        let harness = try AppHarness()
        let (outer, inner, disabled) = (View(frame: Rect(10, 10, 80, 80)), View(), View(frame: Rect(40, 0, 60, 60)))
        let (hidden, beyond) = (View(frame: Rect(0, 60, 40, 40)), View(frame: Rect(50, 50, 40, 40)))
        let front = View(frame: Rect(50, 15, 35, 35))
        inner.frame = Rect(5, 5, 30, 30)
        outer.addSubview(inner)
        outer.addSubview(beyond)
        for view in [outer, disabled, hidden, front] { parent.addSubview(view) }
        disabled.isUserInteractionEnabled = false
        hidden.isHidden = true
        harness.add(parent)
        let views: [View?] = [nil, harness.window, parent, outer, inner, disabled, hidden, beyond, front]
        /// Which view is hit at each point, by a call and by a finger.
        func hits() -> [Int?] {
            let finger = harness.finger()
            return (0..<144).flatMap { place -> [Int?] in
                let point = Point(Double(place % 12) * 10 + 5, Double(place / 12) * 10 + 5)
                let hit = harness.window.hitTest(point, with: nil)
                finger.down(at: point)
                harness.settle()
                let slots = harness.application.dispatcher.slots(
                    harness.application.dispatcher.state.pointee.touches.down
                )
                let touched = slots.first { $0.pointee.location == point }?.pointee.view?.pointee.view
                finger.up()
                harness.settle()
                return [views.firstIndex { $0 === hit }, views.firstIndex { $0 === touched }]
            }
        }
        let plain = hits()
        for view in views.reversed() {
            let (tap, press, pan) = (TapGestureRecognizer(), LongPressGestureRecognizer(), PanGestureRecognizer())
            for recognizer in [tap, press, pan] {
                recognizer.delaysTouchesBegan = true
                view?.addGestureRecognizer(recognizer)
            }
        }
        #expect(hits() == plain)
        let dragging = harness.finger().down(at: Point(30, 30)).move(by: 20, 0)
        harness.settle()
        let isDragging = inner.gestureRecognizers.last?.state == .began
        #expect(isDragging && hits() == plain)
        dragging.up()
    }

    // Rules: H20.
    @Test("The order of a hit-test is that of the subviews, however it came about")
    func order() {
        let views = (0..<4).map { _ in add(Rect(0, 0, 50, 50)) }
        func expect(_ places: [Int], _ comment: Comment, at location: SourceLocation = #_sourceLocation) {
            #expect(parent.subviews == places.map { views[$0] }, comment, sourceLocation: location)
            for place in places.reversed() {
                let hit = parent.hitTest(Point(10, 10), with: nil)
                #expect(hit === views[place], comment, sourceLocation: location)
                views[place].isHidden = true
            }
            for view in views { view.isHidden = false }
        }
        expect([0, 1, 2, 3], "as added")
        parent.exchangeSubview(at: 3, withSubviewAt: 1)
        expect([0, 3, 2, 1], "after an exchange")
        parent.exchangeSubview(at: 2, withSubviewAt: 2)
        expect([0, 3, 2, 1], "after an exchange with itself")
        parent.insertSubview(views[1], belowSubview: views[3])
        expect([0, 1, 3, 2], "put behind one that is further back")
        parent.insertSubview(views[0], belowSubview: views[2])
        expect([1, 3, 0, 2], "put behind one that is further in front")
        parent.insertSubview(views[1], aboveSubview: views[2])
        expect([3, 0, 2, 1], "put in front of the frontmost")
        parent.insertSubview(views[1], aboveSubview: views[3])
        expect([3, 1, 0, 2], "put in front of the backmost")
        parent.insertSubview(views[1], aboveSubview: views[1])
        expect([3, 1, 0, 2], "put in front of itself")
        parent.sendSubviewToBack(views[0])
        expect([0, 3, 1, 2], "sent to the back")
        parent.bringSubviewToFront(views[3])
        expect([0, 1, 2, 3], "brought to the front")
        parent.insertSubview(views[3], at: 1)
        expect([0, 3, 1, 2], "inserted at a place")
        views[1].removeFromSuperview()
        expect([0, 3, 2], "without one")
    }

    @Test("A view put beside one that is no sibling, or at a place that is not there, stops the process")
    func wrongPlaces() async {
        let beside = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { View().insertSubview(View(), aboveSubview: View()) }
        }
        let text = String(decoding: beside?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("a view cannot be put beside View, which is not in View"), "\(text)")
        await #expect(processExitsWith: .failure) {
            await MainActor.run { View().exchangeSubview(at: 0, withSubviewAt: 1) }
        }
    }

    // Rules: H23, H11, H18.
    @Test("A view whose transform cannot be inverted is not hit, nor asked, nor is anything in it")
    func singular() {
        let back = add(Rect(0, 0, 50, 50))
        let front = add(Rect(0, 0, 50, 50))
        let asked = AskedView(frame: Rect(0, 0, 50, 50))
        let inside = AskedView(frame: Rect(0, 0, 50, 50))
        parent.addSubview(asked)
        front.addSubview(inside)
        asked.transform = Transform(scaleX: 0, y: 1)
        #expect(parent.hitTest(Point(25, 25), with: nil) === inside)
        front.transform = Transform(scaleX: 0, y: 0)
        #expect(parent.hitTest(Point(25, 25), with: nil) === back)
        #expect(front.hitTest(Point(25, 25), with: nil) == nil)
        #expect(asked.hitTests == 0 && asked.insides == 0 && inside.hitTests == 1)
        asked.transform = Transform(scaleX: 0.5, y: 1)
        #expect(parent.hitTest(Point(25, 25), with: nil) === asked)
        #expect(parent.hitTest(Point(12, 25), with: nil) === back)
    }

    // Rules: H23.
    @Test("A window whose transform cannot be inverted gets no touches")
    func singularWindow() throws {
        let harness = try AppHarness()
        let front = harness.show(Window(frame: Rect(0, 0, 100, 100), application: harness.application))
        front.transform = Transform(scaleX: 0, y: 0)
        let log = ResponderLog()
        harness.add(RecordingView("back", log: log, frame: Rect(0, 0, 100, 100)))
        harness.finger().down(at: Point(50, 50)).up()
        harness.settle()
        #expect(log.lines == ["back.began(50, 50)", "back.ended(50, 50)"])
    }

    // Rules: H8, H12, H25.
    @Test("A turned view is hit where it is, not where its frame is, and in it its subviews")
    func turned() {
        let view = add(Rect(30, 30, 40, 40))
        let corner = View(frame: Rect(0, 0, 10, 10))
        view.addSubview(corner)
        view.transform = Transform(rotationAngle: .pi / 4)
        #expect(parent.hitTest(Point(50, 50), with: nil) === view)
        #expect(parent.hitTest(Point(50, 77), with: nil) === view)
        #expect(parent.hitTest(Point(31, 31), with: nil) === parent)
        // Its least corner points up.
        #expect(parent.hitTest(Point(50, 24), with: nil) === corner)
        view.transform = .identity
        #expect(parent.hitTest(Point(31, 31), with: nil) === corner)
    }

    // Rules: H8, H12, H13.
    @Test("No view is hit or passed over against the rule at coordinates that round")
    func rounding() {
        let view = add(.zero)
        var random = SeededGenerator(seed: 12)
        for _ in 0..<20_000 {
            func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
            view.bounds = Rect(number(-1e6...1e6), number(-9...9), number(0...9), number(0...1e-3))
            view.frame.origin = Point(number(0...50), number(0...50))
            let (frame, bounds) = (view.frame, view.bounds)
            var x = Bool.random(using: &random) ? frame.origin.x : frame.origin.x + frame.size.width
            var y = Bool.random(using: &random) ? frame.origin.y : frame.origin.y + frame.size.height
            for _ in 0..<Int.random(in: 0..<3, using: &random) { x = x.nextUp }
            for _ in 0..<Int.random(in: 0..<3, using: &random) { y = y.nextDown }
            if Bool.random(using: &random) { x -= number(-1e-9...1e-9) }
            let inner = Point(x - frame.origin.x + bounds.origin.x, y - frame.origin.y + bounds.origin.y)
            let expected = bounds.contains(inner) ? view : parent
            #expect(parent.hitTest(Point(x, y), with: nil) === expected, "\(frame) \(bounds) at \(x), \(y)")
        }
    }

    // Rules: H8, H9, H11.
    @Test(
        "A view that is hidden, takes no interaction or is transparent is passed over with all that is in it",
        arguments: ["hidden", "disabled", "transparent"]
    )
    func passedOver(why: String) {
        let back = add(Rect(0, 0, 50, 50))
        let front = add(Rect(0, 0, 50, 50))
        front.addSubview(View(frame: Rect(0, 0, 50, 50)))
        switch why {
        case "hidden": front.isHidden = true
        case "disabled": front.isUserInteractionEnabled = false
        default: front.alpha = 0.0099
        }
        #expect(parent.hitTest(Point(10, 10), with: nil) === back)
        #expect(front.hitTest(Point(10, 10), with: nil) == nil)
    }

    // Rules: H9, H10.
    @Test("A view with an alpha of 0.01 is hit, and so are nested ones whose product is less")
    func alpha() {
        let outer = add(Rect(0, 0, 50, 50))
        let inner = View(frame: Rect(0, 0, 50, 50))
        outer.addSubview(inner)
        outer.alpha = 0.01
        #expect(parent.hitTest(Point(10, 10), with: nil) === inner)
        (outer.alpha, inner.alpha) = (0.05, 0.05)
        #expect(parent.hitTest(Point(10, 10), with: nil) === inner)
    }

    // Rules: H12, H16.
    @Test(
        "The least edges belong to a view, the greatest do not",
        arguments: [(0.0, 0.0, true), (49.999, 49.999, true), (50, 10, false), (10, 50, false), (-0.001, 10, false)]
    )
    func edges(x: Double, y: Double, isInside: Bool) {
        let view = View(frame: Rect(7, 7, 50, 50))
        #expect(view.point(inside: Point(x, y), with: nil) == isInside)
        #expect((view.hitTest(Point(x, y), with: nil) === view) == isInside)
    }

    // Rules: H13.
    @Test("Scrolled content is hit by its own coordinates")
    func scrolled() {
        let list = add(Rect(10, 10, 50, 50))
        let row = View(frame: Rect(0, 120, 50, 20))
        list.addSubview(row)
        list.bounds.origin = Point(0, 100)
        #expect(list.point(inside: Point(5, 149), with: nil))
        #expect(!list.point(inside: Point(5, 99), with: nil))
        #expect(!list.point(inside: Point(5, 150), with: nil))
        #expect(parent.hitTest(Point(15, 35), with: nil) === row)
        #expect(parent.hitTest(Point(15, 15), with: nil) === list)
    }

    // Rules: H14, H15.
    @Test("A child that sticks out is hit outside only where its parent contains the point")
    func outside() {
        let narrow = PermissiveView(frame: Rect(0, 0, 10, 10))
        let child = PermissiveView(frame: Rect(0, 0, 80, 80))
        parent.addSubview(narrow)
        narrow.addSubview(child)
        child.isPermissive = true
        #expect(parent.hitTest(Point(50, 50), with: nil) === parent)
        narrow.isPermissive = true
        #expect(parent.hitTest(Point(50, 50), with: nil) === child)
    }

    // Rules: H17.
    @Test("An override of the hit-test may return any view, or nil for the sibling behind")
    func overrides() {
        let elsewhere = View(frame: Rect(90, 90, 5, 5))
        parent.addSubview(elsewhere)
        let back = add(Rect(0, 0, 50, 50))
        let front = AnsweringView(frame: Rect(0, 0, 50, 50))
        parent.addSubview(front)
        front.answer = elsewhere
        #expect(parent.hitTest(Point(10, 10), with: nil) === elsewhere)
        front.answer = nil
        #expect(parent.hitTest(Point(10, 10), with: nil) === back)
        back.isHidden = true
        #expect(parent.hitTest(Point(10, 10), with: nil) === parent)
    }

    // Rules: H18, H19.
    @Test("The overrides of every level are called, with the event; user code may leave the event out")
    func everyLevel() throws {
        let harness = try AppHarness()
        let views = (0..<4).map { AskedView(frame: Rect(Double($0), 0, 900, 900)) }
        harness.add(views[0])
        for (outer, inner) in zip(views, views.dropFirst()) { outer.addSubview(inner) }
        let finger = harness.finger()
        for round in 1...3 {
            finger.down(at: Point(100, 100)).up()
            harness.settle()
            for view in views {
                #expect(view.hitTests == round && view.insides == round)
                #expect(view.sawEvent)
            }
        }
        #expect(views[0].hitTest(Point(1, 1), with: nil) === views[1])
        #expect(views[1].hitTests == 4 && !views[1].sawEvent)
    }

    // Rules: H1, H19.
    @Test("A contact is hit-tested once, when it begins")
    func once() throws {
        let harness = try AppHarness()
        let view = harness.add(AskedView(frame: Rect(0, 0, 100, 100)))
        harness.finger().down(at: Point(10, 10)).move(to: Point(20, 20)).move(to: Point(500, 500)).up()
        harness.settle()
        #expect(view.hitTests == 1)
    }

    // Rules: H2, H3, H5.
    @Test("The window shown last is asked first, key or not, and a hidden one is not asked")
    func windows() throws {
        let harness = try AppHarness()
        let log = ResponderLog()
        harness.add(RecordingView("back", log: log, frame: Rect(0, 0, 1000, 1000)))
        let front = harness.show(Window(frame: Rect(100, 100, 200, 200), application: harness.application))
        front.addSubview(RecordingView("front", log: log, frame: Rect(0, 0, 200, 200)))
        #expect(harness.application.keyWindow === harness.window)
        let finger = harness.finger()
        finger.down(at: Point(150, 150)).up().down(at: Point(50, 50)).up()
        harness.settle()
        front.isHidden = true
        finger.down(at: Point(150, 150)).up()
        harness.settle()
        #expect(
            log.lines == [
                "front.began(50, 50)", "front.ended(50, 50)", "back.began(50, 50)", "back.ended(50, 50)",
                "back.began(150, 150)", "back.ended(150, 150)",
            ]
        )
    }

    // Rules: H6.
    @Test("A contact that no window wants is dropped for its life, and counted")
    func missed() throws {
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        harness.window.bounds = Rect(0, 0, 100, 100)
        harness.window.frame = Rect(0, 0, 100, 100)
        harness.finger().down(at: Point(500, 500)).move(to: Point(50, 50)).up()
        harness.settle()
        #expect(view.log.lines.isEmpty)
        #expect(harness.application.touchStatistics.missedTouches == 1)
        #expect(harness.isIdle)
    }

    // Rules: H17.
    @Test("A hit view that is in no window of the application gets nothing")
    func homeless() throws {
        let harness = try AppHarness()
        let view = harness.add(AnsweringView(frame: Rect(0, 0, 100, 100)))
        let log = ResponderLog()
        view.answer = RecordingView("homeless", log: log, frame: Rect(0, 0, 10, 10))
        harness.finger().down(at: Point(5, 5)).up()
        harness.settle()
        #expect(log.lines.isEmpty && harness.isIdle)
    }

    // Rules: H18, T20.
    @Test("An override of the hit-test may change the tree, or run the loop, while it is asked")
    func edits() throws {
        let harness = try AppHarness()
        let log = ResponderLog()
        let back = harness.add(RecordingView("back", log: log, frame: Rect(0, 0, 100, 100)))
        let front = harness.add(AnsweringView(frame: Rect(0, 0, 100, 100)))
        let finger = harness.finger()
        front.onAsk = { [unowned front] in
            front.removeFromSuperview()
            finger.move(to: Point(7, 7))
            harness.settle()
        }
        finger.down(at: Point(5, 5))
        harness.settle()
        #expect(log.lines == ["back.began(7, 7)"])
        finger.up()
        harness.settle()
        #expect(log.lines == ["back.began(7, 7)", "back.ended(7, 7)"])
        #expect(back.record.pointee.touchCount == 0 && harness.isIdle)
    }
}

private final class PermissiveView: View {
    var isPermissive = false
    override func point(inside point: Point, with event: Event?) -> Bool {
        isPermissive || super.point(inside: point, with: event)
    }
}

private final class AnsweringView: View {
    var answer: View?
    var onAsk: (() -> Void)?
    override func hitTest(_ point: Point, with event: Event?) -> View? {
        onAsk?()
        return answer
    }
}

private final class AskedView: View {
    var hitTests = 0
    var insides = 0
    var sawEvent = false
    override func hitTest(_ point: Point, with event: Event?) -> View? {
        hitTests += 1
        sawEvent = event != nil
        return super.hitTest(point, with: event)
    }
    override func point(inside point: Point, with event: Event?) -> Bool {
        insides += 1
        return super.point(inside: point, with: event)
    }
}
