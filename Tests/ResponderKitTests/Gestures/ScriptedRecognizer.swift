import ResponderKitTesting

@testable import ResponderCore

/// A recogniser that notes its calls, and does in each of them what a test tells it to.
@MainActor
final class ScriptedRecognizer: GestureRecognizer {
    let log: ResponderLog
    /// What to do in a touch method, with the method's phase.
    var script: ((ScriptedRecognizer, Touch.Phase, TouchSet, Event) -> Void)?
    /// Called when the recogniser is reset.
    var onReset: ((ScriptedRecognizer) -> Void)?
    var prevents: (GestureRecognizer) -> Bool = { _ in true }
    var isPreventable: (GestureRecognizer) -> Bool = { _ in true }

    init(
        _ name: String,
        log: ResponderLog,
        _ script: ((ScriptedRecognizer, Touch.Phase, TouchSet, Event) -> Void)? = nil
    ) {
        self.log = log
        self.script = script
        super.init()
        self.name = name
        addAction { $0.log.note("\($0.displayName) action \($0.state)") }
    }

    /// A discrete recogniser that succeeds when that many of its fingers have been lifted, and fails at a move beyond
    /// `limit` points from the origin of the window, if one is given.
    static func lifts(
        _ count: Int,
        _ name: String,
        log: ResponderLog,
        failsBeyond limit: Double? = nil
    ) -> ScriptedRecognizer {
        var lifted = 0
        let recognizer = ScriptedRecognizer(name, log: log) { own, phase, touches, _ in
            if phase == .ended {
                lifted += touches.count
                if lifted == count { own.state = .ended }
            }
            if let limit, phase == .moved, let touch = touches.first, touch.location(in: nil).x > limit {
                own.state = .failed
            }
        }
        recognizer.onReset = { _ in lifted = 0 }
        return recognizer
    }

    /// A continuous recogniser that begins with the first move, and ends when its last finger is lifted.
    static func drags(_ name: String, log: ResponderLog) -> ScriptedRecognizer {
        ScriptedRecognizer(name, log: log) { own, phase, touches, _ in
            switch phase {
            case .moved: own.state = own.state == .possible ? .began : .changed
            case .ended where own.touches.count == touches.count:
                own.state = own.state == .possible ? .failed : .ended
            default: break
            }
        }
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { note(.began, touches, event) }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { note(.moved, touches, event) }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { note(.ended, touches, event) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { note(.cancelled, touches, event) }

    override func canPrevent(_ other: GestureRecognizer) -> Bool { prevents(other) }
    override func canBePrevented(by other: GestureRecognizer) -> Bool { isPreventable(other) }

    override func reset() {
        log.note("\(displayName) reset \(state)")
        onReset?(self)
    }

    private func note(_ phase: Touch.Phase, _ touches: TouchSet, _ event: Event) {
        log.note(phase, of: displayName, touches, event)
        script?(self, phase, touches, event)
    }
}

/// A delegate whose answers a test sets.
@MainActor
final class ScriptedDelegate: GestureRecognizerDelegate {
    var begins: (GestureRecognizer) -> Bool = { _ in true }
    var isSimultaneous: (GestureRecognizer, GestureRecognizer) -> Bool = { _, _ in false }
    var requiresFailure: (GestureRecognizer, GestureRecognizer) -> Bool = { _, _ in false }
    var isRequiredToFail: (GestureRecognizer, GestureRecognizer) -> Bool = { _, _ in false }
    var receivesEvent: (Event) -> Bool = { _ in true }
    var receivesTouch: (Touch) -> Bool = { _ in true }

    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { begins(recognizer) }
    func gestureRecognizer(
        _ recognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { isSimultaneous(recognizer, other) }
    func gestureRecognizer(
        _ recognizer: GestureRecognizer,
        shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool { requiresFailure(recognizer, other) }
    func gestureRecognizer(
        _ recognizer: GestureRecognizer,
        shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool { isRequiredToFail(recognizer, other) }
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: Event) -> Bool {
        receivesEvent(event)
    }
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
        receivesTouch(touch)
    }
}
