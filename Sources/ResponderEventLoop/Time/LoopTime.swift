/// The parts of a turn that differ between real and virtual time; all other code is the same.
@MainActor
enum LoopTime {
    /// The system's clock.
    case system
    /// A clock that code moves.
    case virtual(VirtualClock)

    /// The present instant of the loop's clock.
    @inline(__always)
    var now: MainRunLoop.Instant {
        switch self {
        case .system: .now
        case .virtual(let clock): clock.now
        }
    }

    /// Whether a run may give its thread to the kernel until something happens.
    var sleeps: Bool {
        switch self {
        case .system: true
        case .virtual: false
        }
    }
}
