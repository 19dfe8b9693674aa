import ResponderKit

/// The state of the app that the monitor shows: touches, the responders that they went through, and the loop's sources.
@MainActor
final class DemoMonitor {
    /// A finger that is down, as of the last call of a touch method with that finger.
    struct Finger {
        let number: Int
        var location: Point
        let view: View
        var responder: Responder
    }

    /// A call of a touch method, or several calls for moves that went through the same responders.
    struct Step: Hashable {
        let phase: String
        let fingers: [Int]
        /// The responders from the view that was hit to the responder that is called.
        let chain: [String]
        var count = 1

        fileprivate var isMove: Bool { phase == "moved" }

        fileprivate func goes(as other: Step) -> Bool {
            phase == other.phase && fingers == other.fingers && chain == other.chain
        }
    }

    /// How many steps are kept: more than a terminal has rows.
    private static let mostSteps = 500

    private(set) var steps: [Step] = []
    /// The ticks of the repeating timer.
    private(set) var ticks = 0
    /// The text of the last notification.
    private(set) var lastNotification: String?
    private var down: [Touch: Finger] = [:]
    private let names = FingerNames()
    /// The pointer's place and the view under it; nil while no pointer is over the window.
    private(set) var pointer: (location: Point, view: View)?
    /// The views that are marked because of fingers.
    private var marked: [any DemoBox] = []

    /// The fingers that are down, by number.
    var fingers: [Finger] { down.values.sorted { $0.number < $1.number } }

    func tick() { ticks += 1 }

    func note(_ notification: DemoTapped) {
        let taps = notification.button.taps
        lastNotification = "Button tapped \(taps == 1 ? "once" : "\(taps) times")"
    }

    /// Notes where the pointer is, and marks the view under it; nil stands for no view.
    func notePointer(at location: Point, over view: View?) {
        (pointer?.view as? any DemoBox)?.isUnderPointer = false
        pointer = view.map { (location, $0) }
        (view as? any DemoBox)?.isUnderPointer = true
    }

    /// Notes a call of a touch method that is about to be made.
    func note(_ delivery: TouchDelivery) {
        let step = Step(
            phase: "\(delivery.phase)",
            fingers: delivery.touches.map(names.number).sorted(),
            chain: delivery.chain.map(Self.name)
        )
        append(step)
        for touch in delivery.touches {
            switch delivery.phase {
            case .ended, .cancelled:
                down[touch] = nil
                names.forget(touch)
            case .began, .moved, .stationary:
                down[touch] = Finger(
                    number: names.number(of: touch),
                    location: touch.location(in: nil),
                    view: delivery.view,
                    responder: delivery.responder
                )
            }
        }
        markViews()
    }

    /// Notes an action that a control has sent, and the responder that performs it.
    func note(_ action: String, from control: Control, performedBy responder: Responder) {
        append(Step(phase: action, fingers: [], chain: control.chain(to: responder).map(Self.name)))
    }

    /// Notes a call of a method of presses that is about to be made: the keys, and the way from where they entered.
    func note(_ delivery: PressDelivery) {
        guard delivery.message == .began else { return }
        for press in delivery.presses {
            append(
                Step(phase: "key \(press.key.name)", fingers: [], chain: delivery.chain(of: press).map(Self.name))
            )
        }
    }

    /// Marks the views that fingers hit, and those that handle fingers that hit other views.
    private func markViews() {
        let hit = fingers.compactMap { $0.view as? any DemoBox }
        let handlers = fingers.compactMap { $0.responder as? any DemoBox }
        for view in marked + hit + handlers {
            if hit.contains(where: { $0 === view }) {
                view.mark = .hit
            } else {
                view.mark = handlers.contains { $0 === view } ? .handles : nil
            }
        }
        marked = hit + handlers
    }

    /// Adds a step; a move only counts up an earlier step of the same fingers and responders, if only moves came since.
    ///
    /// So two fingers that move alternately have one step each.
    private func append(_ step: Step) {
        let moves = steps.reversed().prefix { $0.isMove && step.isMove }.count
        if let index = steps.indices.suffix(moves).first(where: { steps[$0].goes(as: step) }) {
            steps[index].count += 1
            return
        }
        steps.append(step)
        if steps.count > Self.mostSteps { steps.removeFirst(steps.count - Self.mostSteps) }
    }

    /// The name of the responder's class, without the prefix of the demo's classes.
    static func name(of responder: Responder) -> String {
        let name = "\(type(of: responder))"
        return name.hasPrefix("Demo") ? String(name.dropFirst(4)) : name
    }
}
