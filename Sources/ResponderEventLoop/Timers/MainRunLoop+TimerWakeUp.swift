extension MainRunLoop {
    /// Whether a timer wakes the loop at this instant.
    var isTimerDue: Bool {
        guard let earliest = timerWakeUp(in: state.pointee.mode) else { return false }
        return earliest <= now
    }

    /// When a timer wakes the loop in that mode: as late as tolerances allow (rule L29).
    func timerWakeUp(in mode: Mode) -> Instant? {
        timers.pointee.latestWakeUp(in: activeModes(of: mode)).map { Instant(nanoseconds: $0) }
    }
}
