import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("The plan of an event")
struct EventPlanTests {
    private let scene: PortScene

    init() throws {
        scene = try PortScene()
    }

    /// Views beside one another, 50 points wide, each with a finger of its own that came down in one frame.
    private func touchedViews(_ count: Int) -> [RecordingView] {
        let views = (0..<count).map {
            RecordingView("v\($0)", log: scene.view.log, frame: Rect(Double($0) * 50, 0, 50, 100))
        }
        scene.window.frame.size = Size(Double(count) * 50, 1000)
        scene.view.frame = scene.window.bounds
        for view in views { scene.view.addSubview(view) }
        scene.send((0..<count).map { ($0, .began, Double($0) * 50 + 1) })
        scene.settle()
        scene.view.log.clear()
        return views
    }

    // Rules: T37.
    @Test("An event's plan keeps no older samples where coalescing was off between two events of a touch")
    func switchedOff() {
        var samples: [Int] = []
        scene.view.handler = { phase, touches, event in
            guard phase == .moved, let touch = touches.first else { return }
            samples.append(event.coalescedTouches(for: touch)?.count ?? 0)
        }
        scene.send(1, .began, 10)
        scene.settle()
        for x in 11...13 { scene.send(1, .moved, Double(x)) }
        scene.turn()
        scene.application.isTouchCoalescingEnabled = false
        for x in 14...15 { scene.send(1, .moved, Double(x)) }
        scene.turn()
        scene.application.isTouchCoalescingEnabled = true
        for x in 16...17 { scene.send(1, .moved, Double(x)) }
        scene.turn()
        scene.send(1, .moved, 18)
        scene.turn()
        #expect(samples == [3, 1, 1, 2, 1])
    }

    // Rules: T20, R14.
    @Test(
        "A view that gets a began passed on later, by a timer, gets the touch's end, or a cancel",
        arguments: [false, true]
    )
    func passedOnLater(leaves: Bool) {
        let (parent, view) = (scene.view, View(frame: Rect(0, 0, 100, 100)))
        let late = LateView(log: parent.log, frame: view.bounds)
        view.addSubview(late)
        parent.addSubview(view)
        scene.send(1, .began, 10)
        scene.settle()
        #expect(parent.log.lines == ["late.began(10, 0)"])
        late.passOn?()
        scene.send(1, .moved, 20)
        scene.settle()
        if leaves { scene.window.addSubview(view) }
        scene.send(1, .ended, 30)
        scene.settle()
        let end = leaves ? "view.cancelled(20, 0)" : "view.ended(30, 0)"
        #expect(parent.log.lines.filter { $0.hasPrefix("view") } == ["view.began(10, 0)", "view.moved(20, 0)", end])
        #expect(parent.log.lines.filter { $0.hasPrefix("late") }.last == "late.ended(30, 0)")
    }

    // Rules: T21, H17.
    @Test("A view that is nobody's, kept by a hit-test inside a handler of moves, is gone before the next event")
    func hitTestInHandler() {
        let conjuror = ConjuringView(frame: Rect(200, 0, 100, 100))
        scene.view.addSubview(conjuror)
        scene.application.isTouchCoalescingEnabled = false
        var found: [Bool] = []
        scene.view.handler = { [scene] phase, _, _ in
            guard phase == .moved else { return }
            found.append(conjuror.latest == nil)
            _ = scene.window.hitTest(Point(210, 10), with: nil)
        }
        scene.send(1, .began, 10)
        for x in 11...14 { scene.send(1, .moved, Double(x)) }
        scene.turn()
        // Each was gone before the next event of the same turn.
        #expect(found == [true, true, true, true])
        #expect(conjuror.conjured == 4 && conjuror.latest == nil)
        scene.view.handler = nil
    }

    // Rules: T12, T38.
    @Test(
        "An event's plan has as many rows as the event needs, also one inside of an event with few",
        arguments: [1, 16, 17, 60]
    )
    func manyRows(count: Int) {
        let views = touchedViews(count + 1)
        let log = scene.view.log
        var isNested = false
        views[0].handler = { [scene, views] phase, _, _ in
            guard !isNested else { return }
            isNested = true
            scene.send((1...count).map { ($0, .moved, Double($0) * 50 + 2) })
            scene.turn()
            views[0].handler = nil
        }
        scene.send([(0, .moved, 3), (count, .moved, Double(count) * 50 + 3)])
        scene.settle()
        // What a nested run has brought is newer than the outer event's row of the last view, which is left out.
        let nested = (1...count).map { "v\($0).moved(\($0 * 50 + 2), 0)" }
        #expect(log.lines == ["v0.moved(3, 0)"] + nested)
        scene.send((0...count).map { ($0, .ended, Double($0) * 50 + 4) })
        scene.settle()
        #expect(log.lines.suffix(count + 1) == (0...count).map { "v\($0).ended(\($0 * 50 + 4), 0)" }[...])
    }

    // Rules: T10, T36.
    @Test("An event's plan is used again in a run that a handler began, as outside of one")
    func usedAgainInNestedRun() {
        var planned = 0
        let dispatcher = scene.application.dispatcher
        scene.view.handler = { [scene] phase, _, _ in
            if phase == .moved {
                let event = dispatcher.state.pointee.underWay.events[1].state
                if dispatcher.isPlanned(event.pointee.changed, event) { planned += 1 }
            }
            guard phase == .began else { return }
            for x in 11...15 {
                scene.send(1, .moved, Double(x))
                scene.turn()
            }
        }
        scene.send(1, .began, 10)
        scene.settle()
        // The first move finds the began under way still, and so is looked at; its plan is good for those that follow.
        #expect(planned == 5)
        scene.view.handler = nil
    }

    // Rules: T20, T26.
    @Test("An event's plan names nobody who has gone: a view of which the first one's handler lets go")
    func releasedRecipient() {
        var views = touchedViews(2)
        let (log, parent) = (scene.view.log, scene.view)
        weak let second = views[1]
        let first = views[0]
        views = []
        scene.send([(0, .moved, 2), (1, .moved, 52)])
        scene.settle()
        log.clear()
        first.handler = { phase, _, _ in
            if phase == .moved { parent.subviews.last?.removeFromSuperview() }
        }
        scene.send([(0, .moved, 3), (1, .moved, 53)])
        scene.settle()
        #expect(log.lines == ["v0.moved(3, 0)", "v1.cancelled(53, 0)"])
        #expect(second == nil)
        first.handler = nil
    }
}

/// Notes what it gets, and passes a began on when it is told to.
private final class LateView: View {
    private let log: ResponderLog
    private(set) var passOn: (() -> Void)?

    init(log: ResponderLog, frame: Rect) {
        self.log = log
        super.init(frame: frame)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        log.note(.began, of: "late", touches, event)
        passOn = { [weak self] in
            self?.passOn = nil
            self?.forward(.began, touches, event)
        }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        log.note(.moved, of: "late", touches, event)
        super.touchesMoved(touches, with: event)
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        log.note(.ended, of: "late", touches, event)
        super.touchesEnded(touches, with: event)
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        log.note(.cancelled, of: "late", touches, event)
        super.touchesCancelled(touches, with: event)
    }
}

/// Answers a hit-test with a view that nobody has.
private final class ConjuringView: View {
    private(set) weak var latest: View?
    private(set) var conjured = 0

    override func hitTest(_ point: Point, with event: Event?) -> View? {
        guard bounds.contains(point) else { return nil }
        let view = View(frame: bounds)
        (latest, conjured) = (view, conjured + 1)
        return view
    }
}
