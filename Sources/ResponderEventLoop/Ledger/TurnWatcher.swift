/// Keeps the account of the turns, and watches for stalls; exists only while one of the two is asked for.
struct TurnWatcher {
    var ledger: MainRunLoop.Ledger?
    var onStall: (@MainActor (MainRunLoop.Callback) -> Void)?
    /// In nanoseconds.
    var threshold = Int64.max

    mutating func note(_ kind: MainRunLoop.CallbackKind, _ name: CallbackName, from start: Int64, to end: Int64) {
        ledger?.served[kind, default: 0] += 1
        guard ledger != nil, .nanoseconds(elapsed(from: start, to: end)) > ledger?.slowest?.duration ?? .zero else {
            return
        }
        ledger?.slowest = MainRunLoop.Callback(kind, name, from: start, to: end)
    }

    mutating func note(delay: Int64) {
        guard let ledger, .nanoseconds(delay) > ledger.longestDelay else { return }
        self.ledger?.longestDelay = .nanoseconds(delay)
    }
}

/// The nanoseconds from one instant to another, negative if the second is earlier.
///
/// Saturates instead of overflowing, since deadlines and the times of samples may have any value.
private func elapsed(from start: Int64, to end: Int64) -> Int64 {
    let (difference, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? (start < end ? .max : .min) : difference
}

/// The name of a callback in one word: the address of a literal, which lives as long as the process.
@frozen @usableFromInline
struct CallbackName {
    @usableFromInline let start: UInt

    /// - Precondition: The name is a literal of more than one character: the literal of a single one has no address.
    @inlinable @inline(__always)
    init(_ name: StaticString) {
        start = name.hasPointerRepresentation ? UInt(bitPattern: name.utf8Start) : 0
    }

    var text: String {
        guard let pointer = UnsafePointer<CChar>(bitPattern: start) else { return "?" }
        return String(cString: pointer)
    }
}

extension MainRunLoop.Callback {
    fileprivate init(_ kind: MainRunLoop.CallbackKind, _ name: CallbackName, from start: Int64, to end: Int64) {
        self.init(
            kind: kind,
            name: name.text,
            start: MainRunLoop.Instant(nanoseconds: start),
            duration: .nanoseconds(elapsed(from: start, to: end))
        )
    }
}

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
        let end = now.nanoseconds
        // The callback may have removed the watcher.
        guard let watcher = state.pointee.watcher else { return }
        watcher.pointee.note(kind, name, from: start, to: end)
        guard let onStall = watcher.pointee.onStall, elapsed(from: start, to: end) > watcher.pointee.threshold else {
            return
        }
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
