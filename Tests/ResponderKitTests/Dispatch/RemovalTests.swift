import ResponderKitTesting
import Testing

@testable import ResponderCore

/// What takes a touched view off the screen.
enum Removal: CaseIterable {
    case own, ancestor, windowHidden, rootReplaced, otherWindow
}

@MainActor
@Suite("Views that leave their window while they are touched")
struct RemovalTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let window: Window
    private let container = View(frame: Rect(0, 0, 200, 200))
    private let view: RecordingView

    init() throws {
        harness = try .makeFrameByFrame()
        window = harness.show(Window(frame: Rect(0, 0, 500, 500), application: harness.application))
        view = RecordingView("view", log: log, frame: Rect(0, 0, 200, 200))
        let controller = ViewController()
        controller.view = View(frame: Rect(0, 0, 500, 500))
        window.rootViewController = controller
        controller.view.addSubview(container)
        container.addSubview(view)
    }

    private func perform(_ removal: Removal) {
        switch removal {
        case .own: view.removeFromSuperview()
        case .ancestor: container.removeFromSuperview()
        case .windowHidden: window.isHidden = true
        case .rootReplaced: window.rootViewController = ViewController()
        case .otherWindow: harness.window.addSubview(container)
        }
    }

    // Rules: T20, T25, T26.
    // Rules: T31, T32.
    @Test(
        "A touched view that leaves its window outside any handler is cancelled at once, and nothing follows",
        arguments: Removal.allCases
    )
    func outside(removal: Removal) {
        var phases: [Touch.Phase?] = []
        view.handler = { _, touches, _ in phases.append(touches.first?.phase) }
        let finger = harness.finger().down(at: Point(50, 50))
        harness.settle()
        perform(removal)
        #expect(log.lines == ["view.began(50, 50)", "view.cancelled(50, 50)"])
        #expect(phases == [.began, .cancelled])
        finger.move(to: Point(60, 60)).up()
        harness.settle()
        #expect(log.lines.count == 2)
        #expect(harness.isIdle && view.record.pointee.touchCount == 0)
    }

    // Rules: T20, T26, T33.
    // Rules: T21, T32.
    @Test(
        "A touched view that leaves inside a handler is cancelled afterwards, unless the touch has ended",
        arguments: Removal.allCases,
        Touch.Phase.allCases.filter { $0 != .stationary }
    )
    func inside(removal: Removal, phase: Touch.Phase) {
        defer { view.handler = nil }
        view.handler = { [log] called, _, _ in
            guard called == phase else { return }
            perform(removal)
            // Samples of the same touch in a nested run go nowhere, and the cancel waits.
            harness.loop.run(until: harness.loop.now)
            log.note("returned")
        }
        let finger = harness.finger().down(at: Point(50, 50))
        if phase != .began { finger.move(to: Point(60, 60)) }
        if phase == .cancelled { finger.cancel() } else if phase == .ended { finger.up() }
        if phase == .began || phase == .moved { finger.move(to: Point(70, 70)).up() }
        harness.settle()
        let expected: [String] =
            switch phase {
            case .began: ["view.began(50, 50)", "returned", "view.cancelled(50, 50)"]
            case .moved, .stationary:
                ["view.began(50, 50)", "view.moved(60, 60)", "returned", "view.cancelled(60, 60)"]
            case .ended: ["view.began(50, 50)", "view.moved(60, 60)", "view.ended(60, 60)", "returned"]
            case .cancelled: ["view.began(50, 50)", "view.moved(60, 60)", "view.cancelled(60, 60)", "returned"]
            }
        #expect(log.lines == expected)
        harness.finger().down(at: Point(900, 900)).up()
        harness.settle()
        #expect(log.lines == expected)
        #expect(harness.isIdle && view.record.pointee.touchCount == 0)
    }

    // Rules: T26, T33.
    @Test("A touched view taken out and put back inside one handler is cancelled all the same")
    func backAgain() {
        defer { view.handler = nil }
        view.handler = { [view, container] phase, _, _ in
            guard phase == .moved else { return }
            view.removeFromSuperview()
            container.addSubview(view)
        }
        harness.finger().down(at: Point(50, 50)).move(to: Point(60, 60)).move(to: Point(70, 70)).up()
        harness.settle()
        #expect(log.lines == ["view.began(50, 50)", "view.moved(60, 60)", "view.cancelled(60, 60)"])
    }

    // Rules: T27, T11.
    @Test("A touched view moved to another parent in the same window keeps its touches")
    func reparented() {
        let finger = harness.finger().down(at: Point(50, 50))
        harness.settle()
        window.rootViewController?.view.addSubview(view)
        finger.move(to: Point(60, 60)).up()
        harness.settle()
        #expect(log.lines == ["view.began(50, 50)", "view.moved(60, 60)", "view.ended(60, 60)"])
    }

    // Rules: T21.
    @Test("A view whose last reference goes in its handler lives until its touch is cancelled")
    func lastReference() {
        weak var observed: View?
        do {
            let temporary = RecordingView("temporary", log: log, frame: Rect(300, 300, 50, 50))
            temporary.handler = { [unowned temporary] phase, _, _ in
                if phase == .moved { temporary.superview?.subviews.last?.removeFromSuperview() }
            }
            window.addSubview(temporary)
            observed = temporary
        }
        harness.finger().down(at: Point(310, 310)).move(to: Point(320, 320)).up()
        harness.settle()
        #expect(log.lines.last == "temporary.cancelled(320, 320)")
        #expect(observed == nil)
    }

    // Rules: T12, T26, T31.
    @Test("Several touches of one removed view are cancelled in one call; another view's go on")
    func several() {
        view.isMultipleTouchEnabled = true
        harness.add(RecordingView("other", log: log, frame: Rect(600, 600, 50, 50)))
        let fingers = [Point(1, 1), Point(2, 2), Point(610, 610)].map { harness.finger().down(at: $0) }
        harness.settle()
        log.clear()
        view.removeFromSuperview()
        for finger in fingers { finger.up() }
        harness.settle()
        #expect(log.lines == ["view.cancelled(1, 1)(2, 2)", "other.ended(610, 610)"])
    }

    // Rules: T20, T33.
    @Test("Touches of a view that a cancelled handler removes in turn are also cancelled")
    func cascade() {
        let other = harness.add(RecordingView("other", log: log, frame: Rect(600, 600, 50, 50)))
        view.handler = { phase, _, _ in if phase == .cancelled { other.removeFromSuperview() } }
        harness.finger().down(at: Point(50, 50))
        harness.finger().down(at: Point(610, 610))
        harness.settle()
        log.clear()
        view.removeFromSuperview()
        #expect(log.lines == ["view.cancelled(50, 50)", "other.cancelled(610, 610)"])
        #expect(harness.isIdle)
    }

    // Rules: T20.
    @Test("An application that goes while its view is touched keeps no view")
    func applicationGone() throws {
        weak var touched: View?
        weak var controller: ViewController?
        do {
            let harness = try AppHarness()
            let root = ViewController()
            harness.window.rootViewController = root
            controller = root
            let view = View(frame: Rect(0, 0, 100, 100))
            root.view.addSubview(view)
            touched = view
            harness.finger().down(at: Point(5, 5))
            harness.settle()
            // Read apart from the expectation, which might keep what it reads.
            let isIdle = harness.isIdle
            #expect(!isIdle)
        }
        #expect(touched == nil && controller == nil)
    }
}
