internal import Synchronization

/// A clock that stands still until something moves it: time for tests and simulations.
///
/// A ``MainRunLoop`` made with a virtual clock runs the very same turn as one on the system's clock. Only where that
/// one would sleep until a deadline, this one looks for what is ready, and when nothing is, moves the clock to the
/// deadline at once.
@MainActor
public final class VirtualClock {
    /// The clock's present instant.
    ///
    /// It never goes back.
    public var now: MainRunLoop.Instant { instant.pointee }

    /// Where the present instant is, as long as the clock is there: for the main actor alone.
    package nonisolated var instant: UnsafePointer<MainRunLoop.Instant> {
        UnsafeRawPointer(time).assumingMemoryBound(to: MainRunLoop.Instant.self)
    }

    /// The present instant, for any thread.
    nonisolated var nowForOthers: MainRunLoop.Instant {
        MainRunLoop.Instant(nanoseconds: time.pointee.load(ordering: .acquiring))
    }

    /// Memory of its own: a turn reads the clock many times, and a stored property is checked for exclusive access each time.
    ///
    /// Other threads read the clock too, so it is written as an atomic.
    nonisolated(unsafe) private let time: UnsafeMutablePointer<Atomic<Int64>>

    /// A clock that stands at `origin`.
    public init(startingAt origin: MainRunLoop.Instant = .zero) {
        time = .allocate(capacity: 1)
        time.initialize(to: Atomic(origin.nanoseconds))
    }

    deinit { time.deallocate() }

    /// Moves the clock to `instant`; does nothing when that is in the past.
    public func advance(to instant: MainRunLoop.Instant) {
        time.pointee.store(max(now, instant).nanoseconds, ordering: .releasing)
    }
}
