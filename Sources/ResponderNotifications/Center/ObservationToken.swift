internal import Synchronization

/// The token of an observation in a ``TypedNotificationCenter``: the observation lasts as long as its token.
///
/// The observer is called until the token is cancelled or released, whichever comes first, and never afterwards. So
/// keep the token: without it, the observation ends at once. A token may be kept, cancelled and released on any thread;
/// when that is not the main actor, a call of the observer that has already begun goes on to its end.
///
/// The token retains neither the centre nor the callback; the centre retains the callback. So if an object keeps the
/// token, the callback must capture that object weakly, or both live for ever. After the observation's end, the centre
/// releases the callback on the main actor: at once in ``TypedNotificationCenter/removeCancelledObservers()``,
/// otherwise when the cancelled observers outnumber the others.
public final class ObservationToken: Sendable {
    private let cancellation: Cancellation

    init(_ cancellation: Cancellation) {
        self.cancellation = cancellation
    }

    deinit {
        cancellation.cancel()
    }

    /// Whether ``cancel()`` was called, or the centre has ended the observation.
    ///
    /// - Complexity: one atomic load; allocates nothing.
    public var isCancelled: Bool { cancellation.isCancelled }

    /// Ends the observation: the observer is never called again, not even by a post that is under way.
    ///
    /// May be called anywhere, even in the observer's own callback; a second call does nothing.
    ///
    /// - Complexity: constant, two atomic operations; allocates nothing.
    public func cancel() {
        cancellation.cancel()
    }
}

/// The end of an observation: a flag that the token sets and that a post reads.
///
/// This object is separate from the observer, so that releasing a token on another thread releases no callback there.
/// The flag lies in raw memory because a post reads the flags of all observers.
final class Cancellation: Sendable {
    nonisolated(unsafe) let flag: UnsafeMutablePointer<Atomic<Bool>>
    private let tally: CancellationTally

    /// - Parameter isCancelled: Whether the observation is cancelled from the beginning; such a cancel is not counted.
    init(countedBy tally: CancellationTally, isCancelled: Bool = false) {
        self.tally = tally
        flag = .allocate(capacity: 1)
        flag.initialize(to: Atomic(isCancelled))
    }

    deinit {
        flag.deinitialize(count: 1)
        flag.deallocate()
    }

    // Relaxed ordering suffices: the flag guards no other memory, and a post sees every cancel that happens before it,
    // by whatever synchronisation.
    var isCancelled: Bool { flag.pointee.load(ordering: .relaxed) }

    func cancel() {
        if !flag.pointee.exchange(true, ordering: .relaxed) { tally.add(1) }
    }
}

/// The number of a centre's observers that are cancelled and not yet removed.
///
/// The number may be too low for a moment, even negative: a purge can find a flag that another thread has set but not
/// yet counted. The number decides only when a purge runs, never which observers it removes.
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
