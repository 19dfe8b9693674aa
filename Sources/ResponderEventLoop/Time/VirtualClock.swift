internal import Synchronization

/// A clock that stands still until code moves it: for tests and simulations.
///
/// A ``MainRunLoop`` made with a virtual clock runs the very same turn as one on the system's clock. But where a loop
/// on the system's clock would sleep until a deadline, this loop polls, and if nothing is ready, moves the clock to the
/// deadline at once.
@MainActor
public final class VirtualClock {
    /// The clock's present instant.
    ///
    /// It never goes back.
    public var now: MainRunLoop.Instant { instant.pointee }

    /// The address of the present instant, valid as long as the clock exists: for the main actor alone.
    package nonisolated var instant: UnsafePointer<MainRunLoop.Instant> {
        UnsafeRawPointer(time).assumingMemoryBound(to: MainRunLoop.Instant.self)
    }

    /// The present instant; safe on any thread.
    nonisolated var nowForOthers: MainRunLoop.Instant {
        MainRunLoop.Instant(nanoseconds: time.pointee.load(ordering: .acquiring))
    }

    /// In memory of its own: a turn reads the clock many times, and each access to a stored property is checked for
    /// exclusivity.
    ///
    /// Atomic, since other threads read the clock too.
    nonisolated(unsafe) private let time: UnsafeMutablePointer<Atomic<Int64>>

    /// A clock that stands at `origin`.
    ///
    /// - Complexity: O(1); allocates the clock, and a word for its instant.
    public init(startingAt origin: MainRunLoop.Instant = .zero) {
        time = .allocate(capacity: 1)
        time.initialize(to: Atomic(origin.nanoseconds))
    }

    deinit { time.deallocate() }

    /// Moves the clock to `instant`; does nothing when `instant` is in the past.
    ///
    /// - Complexity: O(1); no allocation.
    public func advance(to instant: MainRunLoop.Instant) {
        time.pointee.store(max(now, instant).nanoseconds, ordering: .releasing)
    }
}
