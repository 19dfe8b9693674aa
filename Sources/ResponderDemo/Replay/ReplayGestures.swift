package import ResponderKit

/// The recognisers of a replay, and what they have found.
@MainActor
package final class ReplayGestures {
    /// What a recogniser has found.
    struct Finding: Encodable {
        /// The name of the gesture.
        let gesture: String
        /// How often the gesture was recognised, or has begun.
        var recognized = 0
        /// How many gestures that had begun have ended.
        var ended = 0
        /// How many gestures that had begun were cancelled.
        var cancelled = 0
        /// How many attempts have failed.
        var failed = 0
    }

    let kinds: [GestureKind]
    private(set) var findings: [Finding]
    /// Called when a gesture has changed.
    var onChange: ((GestureRecognizer) -> Void)?
    private let simultaneous: SimultaneousGestures?

    /// - Parameter isSimultaneous: Whether none of the gestures makes another one fail.
    package init(_ kinds: [GestureKind], isSimultaneous: Bool) {
        self.kinds = kinds
        findings = kinds.map { Finding(gesture: $0.rawValue) }
        simultaneous = isSimultaneous ? SimultaneousGestures() : nil
    }

    /// Adds a recogniser of each gesture to the view of a window's controller, which fills the window.
    package func add(to window: Window) {
        for kind in kinds {
            let recognizer = kind.makeRecognizer()
            recognizer.delegate = simultaneous
            recognizer.addAction { [weak self] in
                if $0.state == .changed { self?.onChange?($0) }
            }
            window.rootViewController?.view.addGestureRecognizer(recognizer)
        }
    }

    func note(_ event: TouchTraceEvent) {
        guard case .recognizer(let recognizer, let step) = event.kind,
            let place = kinds.firstIndex(where: { $0.rawValue == recognizer.name })
        else { return }
        switch step {
        case .began, .recognized: findings[place].recognized += 1
        case .ended: findings[place].ended += 1
        case .cancelled: findings[place].cancelled += 1
        case .failed: findings[place].failed += 1
        case .given, .refused, .ignored, .waits, .reset: break
        }
    }

    /// The rows of the summary.
    var rows: [(Int, String)] {
        zip(kinds, findings).map { kind, found in
            let text =
                kind.isDiscrete
                ? "\(kind.plural) recognised"
                : "\(kind.plural) began, of which \(found.ended) ended and \(found.cancelled) were cancelled"
            return (found.recognized, "\(text); \(found.failed) attempts failed")
        }
    }
}

/// Lets all gestures be recognised with the same touches.
@MainActor
private final class SimultaneousGestures: GestureRecognizerDelegate {
    func gestureRecognizer(
        _ recognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { true }
}
