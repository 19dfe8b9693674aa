import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// Actions, delegates and overrides that change everything while a pointer is followed.
@MainActor
@Suite("Changes inside the callbacks of hover recognisers")
struct HostileHoverTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let view = View(frame: Rect(100, 100, 400, 400))
    private let inner = View(frame: Rect(100, 100, 100, 100))

    init() throws {
        harness = try AppHarness()
        harness.add(view)
        view.addSubview(inner)
    }

    private func add(_ name: String, to view: View) -> HoverGestureRecognizer {
        let recognizer = HoverGestureRecognizer()
        recognizer.addAction { [log] in log.note("\(name) \($0.state)") }
        view.addGestureRecognizer(recognizer)
        return recognizer
    }

    private func take() -> [String] {
        harness.settle()
        return log.takeLines()
    }

    // Rules: G16, G18.
    @Test(
        "An action of hovering may take its recogniser, a view or the window away, or end the application",
        arguments: 0..<9,
        [GestureRecognizer.State.began, .changed, .ended]
    )
    func removals(removal: Int, state: GestureRecognizer.State) throws {
        let (outer, recognizer) = (add("outer", to: view), add("inner", to: inner))
        let pointer = harness.pointer()
        recognizer.addAction { [harness, view, inner] recognizer in
            guard recognizer.state == state else { return }
            switch removal {
            case 0: recognizer.isEnabled = false
            case 1: inner.removeGestureRecognizer(recognizer)
            case 2: inner.removeFromSuperview()
            case 3: view.removeFromSuperview()
            case 4: harness.window.isHidden = true
            case 5: harness.application.terminate()
            case 6: harness.application.beginIgnoringInteractionEvents()
            case 7: _ = try? harness.device.perform(.lock)
            default: view.addGestureRecognizer(recognizer)
            }
        }
        pointer.enter(at: Point(250, 250))
        harness.settle()
        pointer.move(by: 1, 0)
        harness.settle()
        pointer.move(to: Point(450, 450))
        harness.settle()
        pointer.exit()
        let lines = take()
        for name in ["inner", "outer"] {
            let states = lines.filter { $0.hasPrefix(name) }.map { $0.dropFirst(6) }
            #expect(isWhole(states), "\(lines)")
        }
        #expect([outer, recognizer].allSatisfy { $0.state == .possible })
        recognizer.removeTarget(view)
        view.removeGestureRecognizer(recognizer)
        inner.removeGestureRecognizer(recognizer)
    }

    /// Whether these are the states of whole gestures: began, any number of changed, ended or cancelled.
    private func isWhole(_ states: [Substring]) -> Bool {
        var isUnderWay = false
        for state in states {
            if isUnderWay == (state == "began") { return false }
            isUnderWay = state == "began" || state == "changed"
        }
        return !isUnderWay
    }

    // Rules: G11, G38.
    @Test("A delegate and an override of the hit-test may run the loop, in which the pointer leaves")
    func nestedRuns() {
        final class Asking: View {
            var onAsked: (() -> Void)?
            override func point(inside point: Point, with event: Event?) -> Bool {
                let asked = onAsked
                onAsked = nil
                asked?()
                return super.point(inside: point, with: event)
            }
        }
        let asking = Asking(frame: view.bounds)
        view.addSubview(asking)
        let delegate = ScriptedDelegate()
        let recognizers = [add("outer", to: view), add("inner", to: asking)]
        for recognizer in recognizers { recognizer.delegate = delegate }
        let pointer = harness.pointer()
        let leave = { [harness] in
            pointer.exit()
            harness.settle()
        }
        delegate.receivesEvent = { _ in
            if pointer.isInside { leave() }
            return true
        }
        pointer.enter(at: Point(250, 250))
        #expect(take() == [])
        delegate.receivesEvent = { _ in true }
        delegate.begins = { _ in
            if pointer.isInside { leave() }
            return true
        }
        pointer.enter(at: Point(250, 250))
        #expect(take() == [])
        delegate.begins = { _ in true }
        asking.onAsked = leave
        pointer.enter(at: Point(250, 250))
        #expect(take() == [])
        asking.onAsked = { [harness] in
            pointer.move(by: 1, 0)
            harness.settle()
        }
        pointer.enter(at: Point(250, 250))
        #expect(take() == ["inner began", "outer began"])
        asking.onAsked = { [view] in view.removeFromSuperview() }
        pointer.move(by: 1, 0)
        #expect(take().sorted() == ["inner cancelled", "outer cancelled"])
        pointer.exit()
        #expect(take() == [] && recognizers.allSatisfy { $0.state == .possible })
    }

    @Test(
        "An application may be released while a pointer is over its views, or by an action",
        arguments: [false, true]
    )
    func release(inAction: Bool) throws {
        let clock = VirtualClock()
        let loop = try MainRunLoop(clock: clock)
        var application: Application? = Application(runLoop: loop)
        var window = application.map { Window(frame: Rect(0, 0, 100, 100), application: $0) }
        window?.makeKeyAndVisible()
        application?.launch()
        let view = View(frame: Rect(0, 0, 100, 100))
        window?.addSubview(view)
        window = nil
        weak let weakApplication = application
        let recognizer = add("hover", to: view)
        let resets = ResettingHover()
        view.addGestureRecognizer(resets)
        let sender = try #require(application?.touchPort.makeSender())
        let letGo = { application = nil }
        if inAction { recognizer.addAction { _ in letGo() } }
        sender.send(.hovering(1, .began, at: Point(1, 1)), at: clock.now)
        loop.run(until: clock.now)
        letGo()
        sender.send(.hovering(1, .moved, at: Point(2, 2)), at: clock.now)
        loop.run(until: clock.now)
        #expect(weakApplication == nil)
        // The application is gone, so no action is called.
        #expect(log.lines == ["hover began"])
        log.clear()
        #expect(recognizer.state == .possible && resets.state == .possible && resets.resets == 1)
        view.removeGestureRecognizer(recognizer)
        // The recogniser is free for another application.
        harness.add(view).addGestureRecognizer(recognizer)
        let pointer = harness.pointer().enter(at: Point(1, 1))
        #expect(take() == ["hover began"])
        pointer.exit()
        _ = take()
    }

    @Test("10,000 recognisers on a view all follow the pointer, and their actions may remove one another")
    func many() {
        let recognizers = (0..<10_000).map { _ in add("hover", to: view) }
        for (recognizer, next) in zip(recognizers, recognizers.dropFirst(5_000)) {
            recognizer.addAction { [weak next, view] recognizer in
                if recognizer.state == .changed, let next { view.removeGestureRecognizer(next) }
            }
        }
        let pointer = harness.pointer().enter(at: Point(150, 150))
        #expect(take().count { $0 == "hover began" } == 10_000)
        pointer.move(by: 1, 0)
        let lines = take()
        #expect(lines.count { $0 == "hover changed" } == 5_000 && lines.count { $0 == "hover cancelled" } == 5_000)
        pointer.exit()
        #expect(take().count { $0 == "hover ended" } == 5_000)
        for recognizer in recognizers.reversed() { view.removeGestureRecognizer(recognizer) }
    }

    // Rules: G3, T34.
    @Test(
        "Each began of hovering has one end after random changes in actions",
        arguments: 0..<(environment("RESPONDERKIT_MODEL_SEEDS") ?? UInt64(50))
    )
    func random(seed: UInt64) throws {
        let walk = try HoverWalk(seed: seed)
        for _ in 0..<60 { walk.step() }
        walk.end()
        #expect(walk.faults == [], "seed \(seed)")
    }
}

/// A recogniser that counts its resets.
@MainActor
private final class ResettingHover: HoverGestureRecognizer {
    private(set) var resets = 0
    override func reset() { resets += 1 }
}
