internal import ResponderCore

// The loop serves the tracking mode from the beginning of a drag until the content rests (rule L22).
extension ScrollView {
    /// Begins or ends tracking as the state requires: a drag and the motion after it are one span.
    ///
    /// Also called when the view has left its window.
    final func updateTracking() {
        if drag.isUnderWay || motion.kind == .deceleration { beginTracking() } else { endTracking() }
    }

    private final func beginTracking() {
        guard trackedLoop == nil, let loop = window?.application?.runLoop else { return }
        trackedLoop = loop
        loop.beginTracking()
    }

    /// The loop on which tracking began is used, even if the view now belongs to another application.
    private final func endTracking() {
        guard let loop = trackedLoop else { return }
        trackedLoop = nil
        loop.endTracking()
    }
}
