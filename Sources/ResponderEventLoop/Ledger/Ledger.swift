extension MainRunLoop {
    /// What the turns of a loop did, and how long it took: see ``MainRunLoop/startLedger()``.
    ///
    /// Times are on the loop's clock: under virtual time a callback takes no time unless it moves the clock.
    public struct Ledger: Sendable, Hashable {
        /// When the account was begun.
        public let start: Instant
        /// How many turns there were.
        public internal(set) var turns = 0
        /// How long the loop waited for something to do.
        public internal(set) var timeAsleep = Duration.zero
        /// How many callbacks were made, by their kind.
        public internal(set) var served: [CallbackKind: Int] = [:]
        /// The longest time by which a timer fired after its deadline, or a port's oldest sample was served after its
        /// timestamp: the latency that a user feels.
        public internal(set) var longestDelay = Duration.zero
        /// The callback that took longest.
        public internal(set) var slowest: Callback?
    }

    /// A kind of callback that a turn makes.
    public enum CallbackKind: String, Sendable, Hashable, CaseIterable {
        /// A block that was posted.
        case post
        /// The samples of a port: the samples that are served in one go count as one callback.
        case input
        /// A timer.
        case timer
        /// A source that was signalled.
        case userSource
        /// A descriptor that is ready, or a signal that was delivered.
        case watch
        /// All blocks of the main queue and jobs of the main actor that were waiting, as one callback.
        case mainQueue
        /// A notification that was queued.
        case notification
        /// A handler of the update pass.
        case updateHandler
        /// An observer of the run.
        case observer
    }

    /// A callback that a turn made.
    public struct Callback: Sendable, Hashable, CustomStringConvertible {
        /// What was called.
        public let kind: CallbackKind
        /// The name under which the callback was registered: by default the function that registered it.
        public let name: String
        /// When it was called.
        public let start: Instant
        /// How long the callback took, including everything that it called, such as nested runs.
        public let duration: Duration

        /// The callback in words, such as `timer "refresh()" at 12.000250 s took 0.031 seconds`.
        public var description: String { "\(kind.rawValue) \"\(name)\" at \(start) took \(duration)" }
    }
}

extension MainRunLoop {
    /// Begins an account of the turns; an account that is kept already starts again from zero.
    ///
    /// Without an account a callback costs one more comparison; with one it costs two more readings of the clock.
    ///
    /// - Complexity: O(1), but O(number of ports) between two turns of a host. Allocates the watcher, unless an account
    ///   or ``onStall(longerThan:perform:)`` needs one already.
    public func startLedger() {
        // The present wait between two turns of a host counts from now on.
        if state.pointee.isEmbedded && state.pointee.depth == 0 && !isTurnDue { state.pointee.idleSince = now }
        watch { $0.ledger = Ledger(start: now) }
    }

    /// The account since ``startLedger()``; nil if none is kept.
    public var ledger: Ledger? { state.pointee.watcher?.pointee.ledger }

    /// Ends the account, and returns it.
    ///
    /// - Complexity: O(1); no allocation.
    @discardableResult
    public func stopLedger() -> Ledger? {
        let ledger = ledger
        watch { $0.ledger = nil }
        return ledger
    }

    /// Calls `perform` with each callback that took longer than `threshold`, after the callback has returned: it made
    /// the app stall.
    ///
    /// A loop has one such function; nil removes it. It is called on the main actor, inside the turn.
    ///
    /// - Complexity: O(1); allocates the watcher, unless an account is kept.
    public func onStall(longerThan threshold: Duration, perform: (@MainActor (Callback) -> Void)?) {
        watch {
            $0.onStall = perform
            $0.threshold = threshold.wholeNanoseconds
        }
    }

    /// Changes the watcher, and removes it when it has nothing left to watch.
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
