import ResponderKitTesting
import TestSupport

@testable import ResponderCore

/// What an override of `sendEvent` does with an event.
enum Passing: CaseIterable {
    case once, twice, never, afterwards, later
}

/// An application and a window with overrides of `sendEvent` under a model.
final class MoveApplication: Application {
    weak var model: MoveModel?

    override func sendEvent(_ event: Event) {
        guard let model else { return super.sendEvent(event) }
        model.pass(event, "application") { super.sendEvent(event) }
    }
}

final class MoveWindow: Window {
    weak var model: MoveModel?

    override func sendEvent(_ event: Event) {
        guard let model else { return super.sendEvent(event) }
        model.pass(event, "window") { super.sendEvent(event) }
    }
}

/// A random script, mostly of one finger's moves, with handlers that do what they like, and a log of all that they see.
///
/// The script depends on its seed alone, so two runs have the same log where the dispatch does the same: with a
/// listener, for which every event has a plan of its own, and without one.
@MainActor
final class MoveModel {
    private let scene: PortScene
    private let second: MoveWindow
    private var views: [RecordingView] = []
    private var random: SeededGenerator
    private let listener: (@MainActor (TouchDelivery) -> Void)?
    private let fingers: Int
    private var down: [Bool]
    private var location = Point(50, 50)
    private var drift = Point.zero
    private var now = 0.0
    private var depth = 0
    private var kept: [(event: Event, touches: [Touch])] = []
    private var isFinishing = false
    private(set) var lines: [String] = []
    /// How many events had a plan that the next moves may use again.
    private(set) var keptPlans = 0

    /// With more than one of the `fingers`, most frames move several of them, each somewhere else.
    init(seed: UInt64, listens: Bool, overrides: Bool, fingers: Int = 1) throws {
        random = SeededGenerator(seed: seed)
        self.fingers = fingers
        down = Array(repeating: false, count: fingers + 1)
        if listens { listener = { _ in } } else { listener = nil }
        if overrides {
            scene = try PortScene(MoveApplication.self, makeWindow: { MoveWindow(frame: $0, application: $1) })
        } else {
            scene = try PortScene()
        }
        second = MoveWindow(frame: Rect(0, 0, 300, 300), application: scene.application)
        scene.application.onTouchDelivery = listener
        scene.application.isTouchCoalescingEnabled = seed % 2 == 0
        (scene.application as? MoveApplication)?.model = self
        (scene.window as? MoveWindow)?.model = self
        let log = ResponderLog()
        let list = PassingView("list", log: log, frame: Rect(0, 0, 300, 300))
        // Which of them gets a move is found by its chain: this one handles nothing.
        let plain = View(frame: Rect(0, 0, 200, 200))
        let row = RecordingView("row", log: log, frame: Rect(0, 0, 100, 100))
        let front = PassingView("front", log: log, frame: Rect(40, 40, 30, 30))
        scene.view.addSubview(list)
        list.addSubview(plain)
        plain.addSubview(row)
        plain.addSubview(front)
        views = [scene.view, list, row, front]
        for view in views {
            view.isMultipleTouchEnabled = true
            view.handler = { [weak self, unowned view] in self?.heard($0, $1, $2, view) }
        }
    }

    func run(steps: Int) {
        for _ in 0..<steps {
            if chance(4) { act() }
            if chance(10) { inspectKept() }
            if chance(10) { restore() }
            for _ in 0..<(chance(70) ? 1 : 3) { send() }
            scene.turn()
        }
        isFinishing = true
        scene.settle()
        inspectKept()
        for view in views { view.handler = nil }
        (scene.application as? MoveApplication)?.model = nil
        (scene.window as? MoveWindow)?.model = nil
    }

    // MARK: What comes

    private func heard(_ phase: Touch.Phase, _ touches: TouchSet, _ event: Event, _ view: RecordingView) {
        note(view.name, event, touches)
        misbehave(event)
        note("\(view.name) afterwards", event, touches)
    }

    func pass(_ event: Event, _ who: String, _ goOn: () -> Void) {
        if event.state.pointee.plan.touches != 0 { keptPlans += 1 }
        note(who, event, event.allTouches)
        if chance(5) { misbehave(event) }
        switch chance(95) || isFinishing ? .once : Passing.allCases.randomElement(using: &random) ?? .once {
        case .once: goOn()
        case .twice:
            goOn()
            goOn()
        case .never: break
        case .afterwards:
            act()
            goOn()
        case .later: kept.append((event, Array(event.allTouches)))
        }
        if chance(5) { misbehave(event) }
        note("\(who) afterwards", event, event.allTouches)
    }

    private func note(_ who: String, _ event: Event, _ touches: TouchSet) {
        let named = [event.touches(for: scene.window).count, event.touches(for: views[2]).count]
        let events = scene.application.touchStatistics.events
        lines.append("\(depth) \(who) \(events) \(event.timestamp) \(event.allTouches.count) \(named) \(touches.count)")
        for touch in touches {
            let samples = event.coalescedTouches(for: touch).map { $0.map(text) }
            lines.append(
                "  \(text(touch.sample)) \(samples ?? []) \(event.predictedTouches(for: touch)?.map(text) ?? [])"
            )
            let places = [touch.location(in: views[2]), touch.previousLocation(in: touch.view)]
            let name = (touch.view as? RecordingView)?.name ?? "-"
            lines.append("  \(places) \(name) \(touch.window === scene.window)")
        }
    }

    private func text(_ sample: Touch.Sample) -> String {
        "\(sample.phase) \(sample.timestamp.nanoseconds) \(sample.location) \(sample.previousLocation) "
            + "\(sample.tapCount)"
    }

    /// What is kept must be what it was; and it goes nowhere.
    private func inspectKept() {
        for (event, touches) in kept {
            let samples = touches.map { event.coalescedTouches(for: $0).map { $0.map(text) } }
            lines.append("kept \(event.timestamp) \(event.allTouches.count) \(samples)")
            scene.application.sendEvent(event)
            scene.window.sendEvent(event)
        }
        kept.removeAll()
    }

    // MARK: Random acts

    private func misbehave(_ event: Event) {
        guard depth < 4, !isFinishing, chance(12) else { return }
        depth += 1
        defer { depth -= 1 }
        if chance(20) { kept.append((event, Array(event.allTouches))) }
        while chance(50) { chance(50) ? act() : send() }
        if chance(30) { scene.turn() }
    }

    private func act() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: anyView.removeFromSuperview()
        case 1...5: attach()
        case 6: anyView.isHidden = true
        case 7, 8: for view in views { view.isHidden = false }
        case 9: scene.window.isHidden.toggle()
        case 10: scene.window.isHidden = false
        case 11: scene.application.isIgnoringInteractionEvents ? endIgnoring() : beginIgnoring()
        case 12: if scene.application.isIgnoringInteractionEvents { endIgnoring() }
        case 13: scene.window.frame.origin = Point(Double(Int.random(in: 0..<20, using: &random)), 0)
        case 14: anyView.frame.origin = Point(Double(Int.random(in: 0..<20, using: &random)), 0)
        case 15: scene.application.onTouchDelivery = { _ in }
        case 16: scene.application.onTouchDelivery = listener
        case 17: second.isHidden.toggle()
        case 18: scene.application.isTouchCoalescingEnabled.toggle()
        default: kept.removeAll()
        }
    }

    /// Makes all as it was at first, so that the script goes on to mean something.
    private func restore() {
        while scene.application.isIgnoringInteractionEvents { endIgnoring() }
        for view in views { view.isHidden = false }
        second.isHidden = true
        scene.window.frame.origin = .zero
        attach()
        scene.application.onTouchDelivery = listener
        kept.removeAll()
    }

    private func beginIgnoring() { scene.application.beginIgnoringInteractionEvents() }
    private func endIgnoring() { scene.application.endIgnoringInteractionEvents() }

    /// Puts all views back into their places, one of them at the front.
    private func attach() {
        let list = views[1]
        scene.window.addSubview(views[0])
        if !views[0].isDescendant(of: list) { views[0].addSubview(list) }
        let parent = list.subviews.first ?? list
        for view in views[2...] where !parent.isDescendant(of: view) { parent.addSubview(view) }
        scene.window.isHidden = false
        if chance(50) { scene.application.onTouchDelivery = listener }
    }

    private func send() {
        if fingers > 1 && chance(90) { return sendSeveral() }
        now += Double(Int.random(in: 0..<6, using: &random))
        let finger = chance(97) ? 0 : 1
        location = Point(location.x + Double(Int.random(in: -3...3, using: &random)), location.y + 0.25)
        if location.y > 80 || location.x < 5 { location = Point(50, 45) }
        let phase: TouchContact.Phase =
            !down[finger] ? .began : chance(finger == 0 ? 93 : 50) ? .moved : chance(80) ? .ended : .cancelled
        down[finger] = phase == .began || phase == .moved
        scene.send(finger, phase, location.x, location.y, at: now)
    }

    /// Mostly a frame of all fingers, in which those that are down move.
    private func sendSeveral() {
        now += Double(Int.random(in: 0..<6, using: &random))
        drift = Point(drift.x + Double(Int.random(in: -3...3, using: &random)), drift.y + 0.25)
        if drift.y > 20 || abs(drift.x) > 20 { drift = .zero }
        var order = Array(0..<fingers)
        if chance(10) { order.shuffle(using: &random) }
        if chance(10) { order.removeLast() }
        if chance(5) { order.append(order[0]) }
        var contacts: [TouchContact] = []
        for finger in order {
            let phase: TouchContact.Phase =
                !down[finger] ? .began : chance(97) ? .moved : chance(80) ? .ended : .cancelled
            down[finger] = phase == .began || phase == .moved
            let place = Point([50, 20, 150][finger] + drift.x, [50, 20, 150][finger] + drift.y)
            contacts.append(TouchContact(finger, phase, at: place))
        }
        scene.sender.send(TouchFrame(time: .milliseconds(now), contacts: contacts))
    }

    private var anyView: RecordingView { views[Int.random(in: views.indices, using: &random)] }

    private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}
