/// Where in a turn an input comes, so that a replay gives it there again.
enum InputPlace: UInt8 {
    /// In the input step, or before it.
    case inputStep = 1
    /// Among the sources of default or idle priority, after the timers.
    case sources = 2
    /// When the turn is over; the time follows.
    case betweenTurns = 3
    /// While the application asks the host something.
    case question = 4
}
