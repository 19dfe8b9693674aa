extension MainRunLoop {
    /// Whether the instant has come at which a timer wakes the loop.
    var isTimerDue: Bool {
        guard let earliest = timerWakeUp(in: state.pointee.mode) else { return false }
        return earliest <= now
    }

    /// When a timer wakes the loop in the mode: as late as tolerances allow (rule L29).
    func timerWakeUp(in mode: Mode) -> Instant? {
        timers.pointee.latestWakeUp(in: activeModes(of: mode)).map { Instant(nanoseconds: $0) }
    }

    /// How many steps of a turn have begun that fire timers; in such a step, its number.
    package var timerSteps: UInt64 { timers.pointee.steps }
}
