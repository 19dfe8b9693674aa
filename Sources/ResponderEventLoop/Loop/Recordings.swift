internal import CResponderEventLoop

// Loops whose time stands still during a turn, and from where their code is called: for recordings.
extension MainRunLoop {
    /// A loop whose ``now`` stands still during a turn: for an application with a recorder.
    ///
    /// The loop waits as a loop on the system's clock does, and reads that clock when a turn begins. So whatever a turn
    /// does depends on one instant, which a recorder can keep. A timer that a callback adds counts from the beginning
    /// of the turn.
    ///
    /// - Parameter holdsTimeDuringTurns: Whether the clock is read once a turn; false for a loop as `init()` makes it.
    /// - Throws: ``Error/cannotCreate(errno:)`` when the system has no file descriptors or memory left.
    /// - Complexity: O(1). Opens five file descriptors, and the first loop of a process one more; allocates the loop
    ///   with libevent's event base.
    public convenience init(holdsTimeDuringTurns: Bool) throws(MainRunLoop.Error) {
        if holdsTimeDuringTurns {
            try self.init(turns: TurnClock())
        } else {
            try self.init(time: .system)
        }
    }

    /// A loop whose turns begin at the instants of a script.
    package convenience init(turns clock: TurnClock) throws(MainRunLoop.Error) {
        try self.init(time: .turns(clock))
        if clock.script == nil {
            state.pointee.turnClock = .passUnretained(clock)
            state.pointee.observedActivities.insert(.turnClock)
        } else {
            // A script calls code of the app; before any other observer.
            addObserver(of: .beforeTimers, order: .min, in: .everyMode, name: "turn clock") { _ in clock.beginTurn() }
        }
    }

    /// From where the caller is called.
    package var origin: Origin { state.pointee.origin }

    /// Sets from where the code that follows is called, and returns what it was.
    package func setOrigin(_ origin: Origin) -> Origin {
        let former = state.pointee.origin
        state.pointee.origin = origin
        return former
    }

    /// Calls code as from elsewhere, such as a host's, which the loop calls where it is about to wait.
    package func call(from origin: Origin, _ body: () -> Void) {
        let outer = state.pointee.origin
        state.pointee.origin = origin
        body()
        state.pointee.origin = outer
    }

    /// Counts the calls of `fork(2)` that led to this process.
    package nonisolated static var forks: Int { Int(rel_process()) }

    /// The address of the present instant of a loop whose time stands still during a turn, valid as long as the loop
    /// exists; nil for a loop on the system's clock.
    package var steadyInstant: UnsafePointer<Instant>? {
        switch time {
        case .system: nil
        case .virtual(let clock): clock.instant
        case .turns(let clock): clock.instant
        }
    }

    /// The clock of a loop whose time stands still during a turn; nil for a virtual one.
    package var turnClock: TurnClock? {
        if case .turns(let clock) = time { clock } else { nil }
    }

    /// Whether a blocking run may serve the main queue here: not inside a main-actor job.
    package static var mayServeMainQueue: Bool { MainQueueService.reasonAgainstBlocking == nil }

    /// The present instant, also in a turn during which ``now`` stands still: by this instant, what other threads send
    /// is brought into the order of time.
    package var instantOfArrival: Instant {
        if case .turns(let clock) = time, clock.script == nil { .now } else { now }
    }

    /// Whether the loop's time stands still during a turn: see ``init(holdsTimeDuringTurns:)``.
    package var holdsTimeDuringTurns: Bool {
        if case .system = time { false } else { true }
    }
}
