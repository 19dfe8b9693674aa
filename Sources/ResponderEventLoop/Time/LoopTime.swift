/// The parts of a turn that differ between real and virtual time; all other code is the same.
@MainActor
enum LoopTime {
    /// The system's clock.
    case system
    /// A clock that code moves.
    case virtual(VirtualClock)
    /// A clock that stands still during a turn.
    case turns(TurnClock)

    /// The present instant of the loop's clock.
    @inline(__always)
    var now: MainRunLoop.Instant {
        switch self {
        case .system: .now
        case .virtual(let clock): clock.now
        case .turns(let clock): clock.now
        }
    }

    /// Whether time passes while a run waits, so that a run does not move its clock to the next deadline.
    var sleeps: Bool {
        switch self {
        case .system: true
        case .virtual: false
        case .turns(let clock): clock.sleeps
        }
    }

    /// Whether a wait lasts until something happens or the system's clock has come to the deadline: not under virtual
    /// time, nor where a script says what comes next.
    var waitsInRealTime: Bool {
        switch self {
        case .system: true
        case .virtual: false
        case .turns(let clock): clock.script == nil
        }
    }

    /// Whether a blocking run occupies its thread until something happens, and so must serve the main queue.
    var blocks: Bool {
        switch self {
        case .system: true
        case .virtual: false
        case .turns(let clock): clock.blocks
        }
    }
}
