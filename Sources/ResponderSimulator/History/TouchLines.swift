internal import ResponderKit

// Touches as entries of the history.
extension SimulatedDevice {
    /// Records what becomes of an application's touches; an earlier `onTouchTrace` is still called.
    func listenToTouches(of application: Application, _ app: InstalledApp) {
        let former = application.onTouchTrace
        application.onTouchTrace = { [weak self, weak app] event in
            former?(event)
            guard let self, let app, recordsTouches, recordsHistory || onHistoryEntry != nil else { return }
            if let line = event.line { record(.touch(line), app) }
        }
    }

    /// Records that fingers came down, and why no app gets them.
    func recordRefused(_ contacts: [TouchContact], because reason: String) {
        guard recordsTouches else { return }
        for contact in contacts where contact.phase == .began {
            record(.touch("refused at \(ScriptValues.text(contact.location)): \(reason)"))
        }
    }
}

extension TouchTraceEvent {
    /// The event in words, such as `1 began at 10,20: Button`; nil for moves and for steps in between.
    @MainActor fileprivate var line: String? {
        let place = "at \(ScriptValues.text(location))"
        let who = touches.isEmpty ? "" : touches.map { "\($0.number) " }.joined()
        switch kind {
        case .delivered(let delivery):
            guard let word = delivery.phase.word else { return nil }
            return "\(who)\(word) \(place): \(type(of: delivery.responder))"
        case .willCancel(let reason): return "\(who)is cancelled: \(reason)"
        case .missed(let miss, _): return "\(who)refused \(place): \(miss)"
        case .refused(let refusal): return "\(who)refused \(place): \(refusal)"
        case .hit, .recognizer, .withheld, .givenBack, .kept, .ended: return nil
        }
    }
}

extension Touch.Phase {
    /// The phase's name where the history has a line for it.
    fileprivate var word: String? {
        switch self {
        case .began: "began"
        case .ended: "ended"
        case .cancelled: "cancelled"
        default: nil
        }
    }
}
