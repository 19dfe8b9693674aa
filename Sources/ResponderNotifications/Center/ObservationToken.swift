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

/// What says that an observation is over: a flag that its token raises, and that a post looks at.
///
/// It stands apart from the observer, so that a token which is released on another thread releases no callback there. The flag
/// lies in raw memory: a post reads those of all observers.
final class Cancellation: Sendable {
    nonisolated(unsafe) let flag: UnsafeMutablePointer<Atomic<Bool>>
    private let tally: CancellationTally

    /// - Parameter isCancelled: Whether it is over from the beginning; then it is not counted.
    init(countedBy tally: CancellationTally, isCancelled: Bool = false) {
        self.tally = tally
        flag = .allocate(capacity: 1)
        flag.initialize(to: Atomic(isCancelled))
    }

    deinit {
        flag.deinitialize(count: 1)
        flag.deallocate()
    }

    // Relaxed suffices: the flag guards no memory but itself, and a cancel that happens before a post, by whatever
    // synchronisation, is seen by it.
    var isCancelled: Bool { flag.pointee.load(ordering: .relaxed) }

    func cancel() {
        if !flag.pointee.exchange(true, ordering: .relaxed) { tally.add(1) }
    }
}

/// How many of a centre's observers are cancelled and not yet removed.
///
/// May be one too low for a moment, also negative: a purge can meet a flag that another thread has raised and not yet
/// counted. It decides only when to purge, never what.
final class CancellationTally: Sendable {
    nonisolated(unsafe) private let value: UnsafeMutablePointer<Atomic<Int>>

    init() {
        value = .allocate(capacity: 1)
        value.initialize(to: Atomic(0))
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
    }

    @inline(__always)
    var count: Int { value.pointee.load(ordering: .relaxed) }

    func add(_ number: Int) {
        value.pointee.wrappingAdd(number, ordering: .relaxed)
    }
}
