import ResponderKit

/// Checks the calls that each responder gets for each touch: one began, then moves, then one end or cancel.
///
/// The check counts calls, and knows nothing of how touches are dispatched.
@MainActor
final class TouchStories {
    private struct Story: Hashable {
        let responder: Int
        let touch: Touch
    }

    private struct Calls {
        var began = 0
        var over = 0
    }

    private var stories: [Story: Calls] = [:]
    /// The first thing that was wrong.
    private(set) var violation: Violation?
    private(set) var beganCount = 0

    /// Notes a call of a responder, which is identified by a number of its own.
    func heard(_ phase: Touch.Phase, _ touches: TouchSet, by responder: Int) {
        if touches.isEmpty { fail("\(phase) without a touch for \(responder)") }
        for touch in touches {
            var calls = stories[Story(responder: responder, touch: touch)] ?? Calls()
            let isHeld = calls.began == 1 && calls.over == 0
            switch phase {
            case .began:
                if calls.began != 0 { fail("a second began for \(responder)") }
                calls.began += 1
                beganCount += 1
            case .moved:
                if !isHeld { fail("moved for \(responder), which had \(calls)") }
            case .ended, .cancelled:
                if !isHeld { fail("\(phase) for \(responder), which had \(calls)") }
                calls.over += 1
            default: fail("a call with the phase \(phase) for \(responder)")
            }
            if touch.phase != phase { fail("\(phase) was called for \(responder) with a touch that is \(touch.phase)") }
            let point = touch.location(in: nil)
            if !point.isFinite || !touch.previousLocation(in: nil).isFinite { fail("a touch at \(point)") }
            stories[Story(responder: responder, touch: touch)] = calls
        }
    }

    /// How many touches responders hold.
    var heldCount: Int { stories.values.count { $0.over == 0 } }

    /// Forgets the touches that responders hold: their application was killed, so they get no more calls.
    func forgetHeld() { stories = stories.filter { $0.value.over > 0 } }

    func fail(_ problem: String) {
        if violation == nil { violation = Violation(problem) }
    }

    /// Checks the conditions that hold when no finger is down and nothing is left to do.
    func finish() throws(Violation) {
        if let violation { throw violation }
        try require(heldCount == 0, "\(heldCount) began without an end")
    }
}
