extension MainRunLoop {
    /// What the turns of a loop did, and how long it took: see ``MainRunLoop/startLedger()``.
    ///
    /// Times are on the loop's clock: under virtual time callbacks take none but what they spend.
    public struct Ledger: Sendable, Hashable {
        /// When it was begun.
        public let start: Instant
        /// How many turns there were.
        public internal(set) var turns = 0
        /// How long the loop waited for something to do.
        public internal(set) var timeAsleep = Duration.zero
        /// What was served, by its kind.
        public internal(set) var served: [CallbackKind: Int] = [:]
        /// The longest that a timer fired after its deadline, or a port's oldest sample waited after the time it carries: the
        /// time that a user waits.
        public internal(set) var longestDelay = Duration.zero
        /// The callback that took longest.
        public internal(set) var slowest: Callback?
    }

    /// What is called by a turn.
    public enum CallbackKind: String, Sendable, Hashable, CaseIterable {
        /// A block that was posted.
        case post
        /// What a port has, as one callback: all touches of a turn.
        case input
        /// A timer.
        case timer
        /// A source that was signalled.
        case userSource
        /// A descriptor that is ready, or a signal that came.
        case watch
        /// All blocks of the main queue and jobs of the main actor that were waiting, as one callback.
        case mainQueue
        /// A notification that was queued.
        case notification
        /// A function of the update pass.
        case updateHandler
        /// An observer of the run.
        case observer
    }

    /// A call that a turn made.
    public struct Callback: Sendable, Hashable, CustomStringConvertible {
        /// What was called.
        public let kind: CallbackKind
        /// Its name: what it was registered under, which is the function that registered it where nothing else was said.
        public let name: String
        /// When it was called.
        public let start: Instant
        /// How long it took; with what it called in turn, nested runs among it.
        public let duration: Duration

        /// The callback as `timer "refresh()" at 12.000250 s took 0.031 seconds`.
        public var description: String { "\(kind.rawValue) \"\(name)\" at \(start) took \(duration)" }
    }
}

extension MainRunLoop {
    /// Begins to keep account of the turns, anew where that is done already.
    ///
    /// While nobody asks for it a turn spends one comparison a callback on it; then a callback costs two readings of the clock
    /// more.
    public func startLedger() {
        // The wait between two turns of a host counts from now on.
        if state.pointee.isEmbedded && state.pointee.depth == 0 && !isTurnDue { state.pointee.idleSince = now }
        watch { $0.ledger = Ledger(start: now) }
    }

    /// What was kept account of since ``startLedger()``; nil when it was not called.
    public var ledger: Ledger? { state.pointee.watcher?.pointee.ledger }

    /// Ends the account, and returns it.
    @discardableResult
    public func stopLedger() -> Ledger? {
        let ledger = ledger
        watch { $0.ledger = nil }
        return ledger
    }

    /// Has `perform` told of each callback that took longer than `threshold`, when it has returned: what made the app stall.
    ///
    /// There is one such function; nil ends it. It is called on the main actor, inside the turn.
    public func onStall(longerThan threshold: Duration, perform: (@MainActor (Callback) -> Void)?) {
        watch {
            $0.onStall = perform
            $0.threshold = threshold.wholeNanoseconds
        }
    }

    /// Changes what is watched of the turns; where that is nothing any more, they are not.
    private func watch(_ change: (inout TurnWatcher) -> Void) {
        var watcher = state.pointee.watcher?.pointee ?? TurnWatcher()
        change(&watcher)
        let isNeeded = watcher.ledger != nil || watcher.onStall != nil
        if let present = state.pointee.watcher {
            present.pointee = watcher
            guard !isNeeded else { return }
            state.pointee.watcher = nil
            present.deinitialize(count: 1)
            present.deallocate()
        } else if isNeeded {
            let new = UnsafeMutablePointer<TurnWatcher>.allocate(capacity: 1)
            new.initialize(to: watcher)
            state.pointee.watcher = new
        }
    }
}
