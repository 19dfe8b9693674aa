extension MainRunLoop {
    /// Makes a callback of a turn, and measures it if there is a watcher.
    @inline(__always)
    func call(_ kind: CallbackKind, _ name: @autoclosure () -> CallbackName, _ body: () -> Void) {
        if state.pointee.watcher == nil { body() } else { callWatched(kind, name(), body) }
    }

    @inline(never)
    private func callWatched(_ kind: CallbackKind, _ name: CallbackName, _ body: () -> Void) {
        let call = beginCall(kind, name)
        body()
        noteCall(kind, name, call)
    }

    /// A callback that is being measured.
    struct MeasuredCall {
        /// In nanoseconds of the loop's clock.
        let start: Int64
        /// The callback around it.
        let outer: StallMonitor.Place
    }

    /// Begins to measure a callback; nil without a watcher.
    @inline(__always)
    func measureCall(_ kind: CallbackKind, _ name: @autoclosure () -> CallbackName) -> MeasuredCall? {
        state.pointee.watcher == nil ? nil : beginCall(kind, name())
    }

    @inline(never)
    private func beginCall(_ kind: CallbackKind, _ name: CallbackName) -> MeasuredCall {
        let outer = state.pointee.watcher?.pointee.monitor?.enter(StallMonitor.Place(kind, name))
        return MeasuredCall(start: now.nanoseconds, outer: outer ?? .none)
    }

    /// Measures a callback that has returned.
    @inline(never)
    func noteCall(_ kind: CallbackKind, _ name: CallbackName, _ call: MeasuredCall) {
        let (start, end) = (call.start, now.nanoseconds)
        // The callback may have removed the watcher.
        guard let watcher = state.pointee.watcher else { return }
        watcher.pointee.monitor?.leave(to: call.outer)
        watcher.pointee.note(kind, name, from: start, to: end)
        let onStall = watcher.pointee.onStall
        let isLong = elapsed(from: start, to: end) > watcher.pointee.threshold
        // The function may end the watch.
        watcher.pointee.onCall?(kind, name.text)
        guard let onStall, isLong else { return }
        onStall(Callback(kind, name, from: start, to: end))
    }

    /// Notes that a turn begins.
    @inline(__always)
    func countTurn() {
        if let watcher = state.pointee.watcher {
            watcher.pointee.ledger?.turns += 1
            watcher.pointee.monitor?.beginTurn()
        }
    }

    /// Notes that the loop waits, or that its turns are over for now: nothing hangs.
    @inline(__always)
    func noteWait() {
        if let watcher = state.pointee.watcher { watcher.pointee.monitor?.endTurn() }
    }

    /// Notes the delay of a timer or sample that was due at the given instant and is served now.
    @inline(__always)
    func noteDelay(since due: @autoclosure () -> Int64?) {
        guard let watcher = state.pointee.watcher, let due = due() else { return }
        watcher.pointee.note(delay: elapsed(from: due, to: now.nanoseconds))
    }

    /// Waits; if there is a watcher, adds the time to the account.
    @inline(__always)
    func waitWatched(until deadline: Instant?) -> Bool {
        guard state.pointee.watcher != nil else { return time.wait(for: self, until: deadline) }
        let start = now
        noteWait()
        defer { noteSleep(since: start) }
        return time.wait(for: self, until: deadline)
    }

    /// Notes that a wait is over, and counts the time since `start` as time asleep, if an account is kept.
    func noteSleep(since start: Instant) {
        state.pointee.idleSince = nil
        guard let watcher = state.pointee.watcher else { return }
        watcher.pointee.ledger?.timeAsleep += start.duration(to: now)
        watcher.pointee.monitor?.beginTurn()
    }
}
