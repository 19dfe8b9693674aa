/// Keeps the account of the turns, and watches for stalls; exists only while somebody asks for that.
struct TurnWatcher {
    var ledger: MainRunLoop.Ledger?
    var onStall: (@MainActor (MainRunLoop.Callback) -> Void)?
    /// In nanoseconds.
    var threshold = Int64.max
    /// Called with the kind and the name of each callback.
    var onCall: (@MainActor (MainRunLoop.CallbackKind, String) -> Void)?
    /// Watches from a thread of its own for turns that hang.
    var monitor: StallMonitor?

    /// Whether there is anything left to watch.
    var isNeeded: Bool { ledger != nil || onStall != nil || onCall != nil || monitor != nil }

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
func elapsed(from start: Int64, to end: Int64) -> Int64 {
    let (difference, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? (start < end ? .max : .min) : difference
}

extension MainRunLoop.Callback {
    init(_ kind: MainRunLoop.CallbackKind, _ name: CallbackName, from start: Int64, to end: Int64) {
        self.init(
            kind: kind,
            name: name.text,
            start: MainRunLoop.Instant(nanoseconds: start),
            duration: .nanoseconds(elapsed(from: start, to: end))
        )
    }
}
