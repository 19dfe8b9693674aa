import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// What a correct engine may tell views and recognisers: it knows the calls that it saw, and the settings of
/// recognisers, which never change.
@MainActor
final class GestureWatch {
    /// One touch at one view or recogniser.
    private struct Story: Hashable {
        let owner: ObjectIdentifier
        let touch: Touch
    }

    private enum Part { case held, over, refused }

    /// What a recogniser has heard and done since its last reset.
    struct Attempt {
        /// The states in which each of two actions was called.
        var states: [[GestureRecognizer.State]] = [[], []]
        /// The touches whose began it got, without those that it ignored.
        var touches: Set<Touch> = []
        /// Those that have succeeded with one of the touches meanwhile.
        var winners: Set<Int> = []
        /// Whether its view or its delegate has said no.
        var isDenied = false
        var isUnderWay: Bool { states[0].last == .began || states[0].last == .changed }
    }

    private weak var model: GestureModel?
    private var stories: [Story: Part] = [:]
    /// The touches that each view holds.
    private var held: [ObjectIdentifier: Set<Touch>] = [:]
    private(set) var attempts: [Int: Attempt] = [:]
    /// The touches that a success has taken from their views.
    private var claimed: Set<Touch> = []
    /// How many touch methods of views are running.
    var runningHandlers = 0
    /// Whether an application was killed: then recognisers are reset without an action.
    var toleratesKill = false
    private(set) var calls = 0
    private(set) var successes = 0
    private var failures = 0

    init(_ model: GestureModel) { self.model = model }

    private func require(_ holds: Bool, _ message: @autoclosure () -> String) {
        if holds { return }
        failures += 1
        guard failures < 3, let model else { return }
        let lines = model.trace.suffix(environment("RESPONDERKIT_MODEL_TRACE") ?? 40)
        Issue.record("\(model.context): \(message())\n\(lines.joined(separator: "\n"))")
    }

    private func note(_ line: String) {
        calls += 1
        model?.note(line)
    }

    // MARK: Views

    func heard(_ phase: Touch.Phase, _ touches: TouchSet, by view: GestureModelView) {
        let places = touches.map { "\($0.location(in: nil))" }.joined()
        note("view \(view.number) \(phase) \(touches.map(name)) \(places)")
        model?.viewLog.append("\(view.number) \(phase) \(places)")
        let owner = ObjectIdentifier(view)
        for touch in touches {
            let story = Story(owner: owner, touch: touch)
            require(touch.phase == phase, "a touch is \(touch.phase) in the call")
            switch (phase, stories[story]) {
            case (.began, nil):
                stories[story] = .held
                held[owner, default: []].insert(touch)
            case (.moved, .held): break
            case (.ended, .held), (.cancelled, .held):
                stories[story] = .over
                held[owner]?.remove(touch)
            case (_, let part): require(false, "\(phase) for view \(view.number) in part \(String(describing: part))")
            }
            if touch.view === view, phase != .cancelled { check(phase, touch, of: view) }
        }
    }

    private func check(_ phase: Touch.Phase, _ touch: Touch, of view: GestureModelView) {
        require(!claimed.contains(touch), "\(phase) of \(name(touch)), which was claimed")
        if phase == .began, !view.isMultipleTouchEnabled, !isLifted(touch) {
            let others = (held[ObjectIdentifier(view)] ?? []).filter {
                $0 != touch && isThere($0) && $0.view === view && $0.phase != .ended && $0.phase != .cancelled
                    && !isLifted($0)
            }
            require(others.isEmpty, "view \(view.number) without multi-touch holds \(others.map(name)) besides")
        }
        guard phase != .moved else { return }
        for (number, attempt) in attempts where attempt.touches.contains(touch) {
            guard let recognizer = model?.recognizer(number), recognizer.settledState == .possible else { continue }
            let isDelayed = phase == .began ? recognizer.delaysTouchesBegan : recognizer.delaysTouchesEnded
            require(!isDelayed, "\(phase) of \(name(touch)), which recogniser \(number) withholds")
        }
    }

    /// Whether the touch's finger is gone, so that it takes no place in its view.
    private func isLifted(_ touch: Touch) -> Bool {
        model?.harnesses.contains {
            let state = $0.application.dispatcher.state
            return state.pointee.bank + Int(touch.slot.pointee.index) == touch.slot
                && state.pointee.touches.lifted & touch.slot.pointee.bit != 0
        } ?? false
    }

    /// Whether the touch may still be read, as long as a view is owed its end.
    private func isThere(_ touch: Touch) -> Bool {
        let isThere = touch.slot.pointee.contact == touch.contact
        require(isThere, "\(name(touch)), whose end a view is owed, is gone")
        return isThere
    }

    // MARK: Recognisers

    func heard(_ phase: Touch.Phase, _ touches: TouchSet, by recognizer: any ModelRecognizing) {
        note("recogniser \(recognizer.number) (\(recognizer.state)) \(phase) \(touches.map(name))")
        require(recognizer.settledState.rawValue < 3, "a touch for recogniser \(recognizer.number), which is over")
        for touch in touches {
            let story = Story(owner: ObjectIdentifier(recognizer), touch: touch)
            require(recognizer.touches.contains(touch), "\(name(touch)) is not in the recogniser's touches")
            switch (phase, stories[story]) {
            case (.began, nil):
                stories[story] = .held
                attempts[recognizer.number, default: Attempt()].touches.insert(touch)
                require(
                    recognizer.isEnabled && recognizer.view != nil,
                    "a began for recogniser \(recognizer.number), which is disabled or in no view"
                )
            case (.moved, .held): break
            case (.ended, .held), (.cancelled, .held):
                stories[story] = .over
            case (_, let part):
                require(false, "\(phase) for recogniser \(recognizer.number) in part \(String(describing: part))")
            }
        }
    }

    func ignored(_ touch: Touch, _ recognizer: any ModelRecognizing) {
        note("recogniser \(recognizer.number) ignores \(name(touch))")
        refuse(touch, recognizer)
        attempts[recognizer.number]?.touches.remove(touch)
    }

    /// The recogniser never hears of the touch any more.
    func refuse(_ touch: Touch, _ recognizer: any ModelRecognizing) {
        stories[Story(owner: ObjectIdentifier(recognizer), touch: touch)] = .refused
    }

    func denied(_ recognizer: any ModelRecognizing) {
        note("recogniser \(recognizer.number) may not begin")
        attempts[recognizer.number, default: Attempt()].isDenied = true
    }

    /// A recogniser that is under way got more touches: they are its own from now on (G28).
    func claimLater(_ touches: TouchSet, _ recognizer: any ModelRecognizing) {
        guard recognizer.cancelsTouchesInView, recognizer.record.pointee.isUnderWay
        else { return }
        for touch in touches where attempts[recognizer.number]?.touches.contains(touch) ?? false {
            claimed.insert(touch)
        }
    }

    /// One of the recogniser's two actions is called.
    func acted(_ place: Int, _ recognizer: any ModelRecognizing) {
        let (number, state) = (recognizer.number, recognizer.state)
        note("recogniser \(number) action \(place) \(state)")
        let isFirst = attempts[number]?.states[0].isEmpty ?? true
        if place == 0, isFirst { succeeded(recognizer) }
        let last = attempts[number]?.states[place].last
        let isLegal =
            switch (last, state) {
            case (nil, .began), (nil, .ended): true
            case (.began, .changed), (.began, .ended), (.began, .cancelled): true
            case (.changed, .changed), (.changed, .ended), (.changed, .cancelled): true
            default: false
            }
        require(isLegal, "action \(place) of recogniser \(number) for \(state) after \(String(describing: last))")
        attempts[number, default: Attempt()].states[place].append(state)
        if state == .ended || state == .cancelled { drop(recognizer) }
    }

    private func succeeded(_ recognizer: any ModelRecognizing) {
        successes += 1
        guard let model else { return }
        let own = attempts[recognizer.number] ?? Attempt()
        require(!own.isDenied, "recogniser \(recognizer.number) succeeds although it may not")
        for other in model.recognizers where other.number != recognizer.number {
            guard let attempt = attempts[other.number], !attempt.touches.isDisjoint(with: own.touches) else { continue }
            if attempt.isUnderWay {
                require(
                    !model.prevents(other, recognizer),
                    "recogniser \(recognizer.number) succeeds beside \(other.number), which prevents it"
                )
            }
            if model.requirements[recognizer.number]?.contains(other.number) ?? false {
                require(
                    other.settledState != .possible,
                    "\(recognizer.number) succeeds before \(other.number) has failed"
                )
            }
            attempts[other.number]?.winners.insert(recognizer.number)
        }
        let lost = own.winners.intersection(model.requirements[recognizer.number] ?? [])
        require(lost.isEmpty, "recogniser \(recognizer.number) succeeds after \(lost), which it requires to fail")
        guard recognizer.cancelsTouchesInView else { return }
        claimed.formUnion(own.touches)
        guard runningHandlers == 0 else { return }
        for (_, touches) in held {
            let left = touches.intersection(own.touches)
            require(left.isEmpty, "\(left.map(name)) were not cancelled before the action of \(recognizer.number)")
        }
    }

    func reset(_ recognizer: any ModelRecognizing) {
        let (number, state) = (recognizer.number, recognizer.state)
        note("recogniser \(number) reset \(state)")
        let states = attempts[number]?.states ?? [[], []]
        drop(recognizer)
        attempts[number] = nil
        if toleratesKill { return }
        require(states[0] == states[1], "the actions of recogniser \(number) differ: \(states)")
        let last = state == .failed ? nil : state
        let isLegal = state.rawValue >= 3 && states[0].last == last
        require(isLegal, "recogniser \(number) is reset as \(state) after \(states)")
    }

    /// The recogniser gets nothing more of its touches (G8).
    private func drop(_ recognizer: any ModelRecognizing) {
        for touch in attempts[recognizer.number]?.touches ?? [] { refuse(touch, recognizer) }
    }

    func forget(_ recognizer: any ModelRecognizing) {
        drop(recognizer)
        attempts[recognizer.number] = nil
    }

    // MARK: The end

    func finish() {
        for (_, touches) in held { require(touches.isEmpty, "a view is owed the ends of \(touches.map(name))") }
        for recognizer in model?.recognizers ?? [] {
            require(
                attempts[recognizer.number] == nil && recognizer.state == .possible && recognizer.touches.isEmpty,
                "recogniser \(recognizer.number) is \(recognizer.state) at the end"
            )
        }
    }

    private var names: [Touch: Int] = [:]

    private func name(_ touch: Touch) -> Int {
        if let name = names[touch] { return name }
        names[touch] = names.count + 1
        return names.count
    }
}

extension GestureRecognizer {
    /// The state without what was asked for in a touch method and is not yet settled.
    fileprivate var settledState: State { record.pointee.state }
}
