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

    /// Calls `perform` with the kind and the name of each callback, after the callback has returned; nil ends this.
    package func watchCalls(_ perform: (@MainActor (CallbackKind, String) -> Void)?) { watch { $0.onCall = perform } }

    /// Calls `report` on a thread of its own with each turn that takes longer than `limit`, while the turn still hangs;
    /// nil ends this.
    ///
    /// The thread sleeps, without a deadline, while the loop waits. A turn counts from its beginning, or from the last
    /// wait of a run nested in it; it is reported again each time when it has lasted about twice as long. What the main
    /// actor does outside of turns is not seen.
    ///
    /// While this is on, each wait makes two system calls more, and each turn reads the clock once more. Where the
    /// system has no descriptor or thread left, nothing is reported.
    package func reportStalls(over limit: Duration, to report: (@Sendable (Stall) -> Void)?) {
        let former = state.pointee.watcher?.pointee.monitor
        let monitor = report.flatMap { StallMonitor(limit: max(1, limit.wholeNanoseconds), report: $0) }
        watch { $0.monitor = monitor }
        former?.end()
        // In a callback of another loop that waits in this one's stead, the wait goes on.
        if state.pointee.depth > 0, !state.pointee.isBetweenTurns { monitor?.beginTurn() }
    }

    /// Makes a call in which the process itself stands still: what hangs then is no turn of the loop.
    package func callAsWait(_ body: () -> Void) {
        let start = state.pointee.watcher == nil ? nil : now
        noteWait()
        body()
        if let start { noteSleep(since: start) }
    }

    /// Changes the watcher, and removes it when it has nothing left to watch.
    private func watch(_ change: (inout TurnWatcher) -> Void) {
        var watcher = state.pointee.watcher?.pointee ?? TurnWatcher()
        change(&watcher)
        let isNeeded = watcher.isNeeded
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
