internal import Synchronization

/// The right to observe, as ``TypedNotificationCenter`` gives it out: the observer lives as long as its token.
///
/// The observer is called until the token is cancelled or released, whichever comes first, and never afterwards; so
/// whoever observes keeps the token, and a token that nobody keeps observes nothing. A token may be kept, cancelled
/// and released on any thread: elsewhere than on the main actor, a call that has already begun goes on to its end.
///
/// The token keeps neither the centre nor what the callback captured; the centre keeps the callback. So a callback
/// captures the object that keeps its token weakly, or neither ends. When the observation has ended, the centre lets go
/// of the callback on the main actor: at once when asked (``TypedNotificationCenter/removeCancelledObservers()``), else
/// when the cancelled observers outnumber the others.
public final class ObservationToken: Sendable {
    private let cancellation: Cancellation

    init(_ cancellation: Cancellation) {
        self.cancellation = cancellation
    }

    deinit {
        cancellation.cancel()
    }

    /// Whether ``cancel()`` was called.
    ///
    /// - Complexity: one atomic load; allocates nothing.
    public var isCancelled: Bool { cancellation.isCancelled }

    /// Ends the observation: the observer is never called again, also not by a post that is under way.
    ///
    /// Legal anywhere, the observer's own callback included; a second call does nothing.
    ///
    /// - Complexity: constant, two atomic operations; allocates nothing.
    public func cancel() {
        cancellation.cancel()
    }
}

/// The flag that a token raises and its observer's list reads.
///
/// It stands apart from the observer, so that a token which is released on another thread releases no callback there.
final class Cancellation: Sendable {
    private let flag = Atomic<Bool>(false)
    private let tally: CancellationTally

    init(countedBy tally: CancellationTally) {
        self.tally = tally
    }

    // Relaxed suffices: the flag guards no memory but itself, and a cancel that happens before a post, by whatever
    // synchronisation, is seen by it.
    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() {
        if !flag.exchange(true, ordering: .relaxed) {
            tally.add(1)
        }
    }
}

/// How many of a centre's observers are cancelled and not yet removed.
///
/// May be one too low for a moment, also negative: a purge can meet a flag that another thread has raised and not yet
/// counted. It decides only when to purge, never what.
final class CancellationTally: Sendable {
    private let value = Atomic<Int>(0)

    var count: Int { value.load(ordering: .relaxed) }

    func add(_ number: Int) {
        value.wrappingAdd(number, ordering: .relaxed)
    }
}
