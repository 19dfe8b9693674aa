import ResponderKit

// What the trace of a replay says about recognisers.
extension GestureRecognizer {
    fileprivate var shownName: String { name ?? "\(type(of: self))" }

    /// The values of the gesture now, such as `translation (12, -3), velocity (250, 0)`.
    var values: String {
        switch self {
        case let pan as PanGestureRecognizer:
            "translation \(rounded(pan.translation(in: nil))), velocity \(rounded(pan.velocity(in: nil)))"
        case let pinch as PinchGestureRecognizer:
            "scale \(hundredths(pinch.scale)), velocity \(hundredths(pinch.velocity))"
        case let rotation as RotationGestureRecognizer:
            "rotation \(hundredths(rotation.rotation)), velocity \(hundredths(rotation.velocity))"
        default: "at \(rounded(location(in: nil)))"
        }
    }
}

extension TouchTraceEvent {
    /// The event as a line of the trace, if it is one about a recogniser's decisions.
    ///
    /// - Parameter fingers: The names of the event's touches.
    @MainActor
    func gestureLine(_ fingers: String) -> String? {
        switch kind {
        case .recognizer(let recognizer, let step):
            step.line(recognizer, fingers).map { "\(recognizer.shownName): \($0)" }
        case .withheld(let phase, let view, let recognizers):
            "\(list(recognizers)): \(phase) of \(fingers) is withheld from \(type(of: view))"
        case .kept(let view, .claimed(let recognizer)):
            "\(recognizer.shownName): \(fingers) never reaches \(type(of: view))"
        case .kept, .givenBack, .hit, .missed, .refused, .delivered, .willCancel, .ended: nil
        }
    }
}

extension GestureStep {
    @MainActor
    fileprivate func line(_ recognizer: GestureRecognizer, _ fingers: String) -> String? {
        switch self {
        case .given, .reset: nil
        case .refused(let refusal): "does not get \(fingers): \(refusal)"
        case .ignored: "ignores \(fingers)"
        case .waits(let others): "waits for \(list(others)) to fail"
        case .began: "began, \(recognizer.values)"
        case .recognized: "recognised \(recognizer.values)"
        case .ended: "ended, \(recognizer.values)"
        case .cancelled(let reason): "cancelled\(reason.text), \(recognizer.values)"
        case .failed(let reason): "failed\(reason.text)"
        }
    }
}

extension GestureEndReason {
    @MainActor
    fileprivate var text: String {
        switch self {
        case .itself: " by itself"
        case .prevented(let other): ", since \(other.shownName) \(other.success)"
        case .requirement(let other): ", since it waited for \(other.shownName), which \(other.success)"
        case .refusedByView: ", since its view is against it"
        case .refusedByDelegate: ", since its delegate is against it"
        case .interrupted(let interruption): ", since \(interruption)"
        }
    }
}

extension GestureRecognizer {
    fileprivate var success: String { state == .ended ? "was recognised" : "began" }
}

@MainActor
private func list(_ recognizers: [GestureRecognizer]) -> String {
    recognizers.map(\.shownName).joined(separator: " and ")
}

private func rounded(_ point: Point) -> String { "(\(whole(point.x)), \(whole(point.y)))" }

/// A number without its fraction; one that is beyond integers as it is.
private func whole(_ number: Double) -> String { Int(exactly: number.rounded()).map { "\($0)" } ?? "\(number)" }

private func hundredths(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return "\(rounded == 0 ? 0 : rounded)"
}
