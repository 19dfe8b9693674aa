// The loop serves the tracking mode from the beginning of a drag until the content rests (rule L22).
extension ScrollView {
    /// Begins or ends tracking, as the state asks for.
    ///
    /// Also called when the view has left its window: the loop is the one that began.
    final func updateTracking() {
        let isNeeded = drag.isUnderWay || motion.kind == .deceleration
        if isNeeded, trackedLoop == nil, let loop = window?.application?.runLoop {
            trackedLoop = loop
            loop.beginTracking()
        } else if !isNeeded, let loop = trackedLoop {
            trackedLoop = nil
            loop.endTracking()
        }
    }
}
