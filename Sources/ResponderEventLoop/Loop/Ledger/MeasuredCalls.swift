extension MainRunLoop {
    /// Makes a callback of a turn, and measures it if there is a watcher.
    @inline(__always)
    func call(_ kind: CallbackKind, _ name: @autoclosure () -> CallbackName, _ body: () -> Void) {
        if state.pointee.watcher == nil { body() } else { callWatched(kind, name(), body) }
    }

    @inline(never)
    private func callWatched(_ kind: CallbackKind, _ name: CallbackName, _ body: () -> Void) {
        let start = now.nanoseconds
        body()
        noteCall(kind, name, from: start)
    }

    /// When a callback begins that is to be measured, in nanoseconds of the loop's clock; nil without a watcher.
    @inline(__always)
    var startOfMeasuredCall: Int64? { state.pointee.watcher == nil ? nil : now.nanoseconds }

    /// Measures a callback that has returned.
    @inline(never)
    func noteCall(_ kind: CallbackKind, _ name: CallbackName, from start: Int64) {
        let end = now.nanoseconds
        // The callback may have removed the watcher.
        guard let watcher = state.pointee.watcher else { return }
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
        if let watcher = state.pointee.watcher { watcher.pointee.ledger?.turns += 1 }
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
        defer { state.pointee.watcher?.pointee.ledger?.timeAsleep += start.duration(to: now) }
        return time.wait(for: self, until: deadline)
    }

    /// Counts the time since `start` as time asleep, if an account is kept.
    func noteSleep(since start: Instant) {
        state.pointee.idleSince = nil
        state.pointee.watcher?.pointee.ledger?.timeAsleep += start.duration(to: now)
    }
}
