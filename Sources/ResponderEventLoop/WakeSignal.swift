internal import CResponderEventLoop
internal import Synchronization

/// The right to wake a run loop, held by whoever may have something for it.
///
/// The descriptor behind it is written only when the loop sleeps: waking a loop that is awake costs one fence and one
/// load. The order is what makes it safe: a sender publishes its work, then asks whether the loop sleeps; the loop says
/// that it is about to sleep, then looks for work once more. With a full fence between the two steps on both sides, one
/// of them sees the other.
public final class WakeSignal: Sendable {
    private static let awake: UInt8 = 0
    private static let asleep: UInt8 = 1
    private static let woken: UInt8 = 2

    private let state = Atomic<UInt8>(WakeSignal.awake)
    /// The eventfd.
    ///
    /// It stays open as long as anybody can write it, also when the loop is gone.
    let descriptor: CInt

    init() throws(MainRunLoop.Error) {
        descriptor = rel_eventfd_create()
        guard descriptor >= 0 else { throw MainRunLoop.Error.cannotCreate(errno: currentErrno()) }
    }

    deinit {
        if descriptor >= 0 { rel_close(descriptor) }
    }

    /// Wakes the loop if it sleeps, so that it looks for work once more.
    ///
    /// Call it after the work was published.
    ///
    /// Safe on any thread; any number of calls before the loop wakes cause one turn (rule L14). At most one system
    /// call, and only when the loop sleeps; no allocation, no lock.
    public func wake() {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        guard state.load(ordering: .relaxed) == WakeSignal.asleep else { return }
        wakeSleeper()
    }

    private func wakeSleeper() {
        let (exchanged, _) = state.compareExchange(
            expected: WakeSignal.asleep,
            desired: WakeSignal.woken,
            ordering: .acquiringAndReleasing
        )
        if exchanged { rel_wake(descriptor) }
    }

    /// Says that the loop is about to sleep; look for work once more after this, and sleep only if there is none.
    func willSleep() {
        state.store(WakeSignal.asleep, ordering: .relaxed)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    /// Says that the loop is awake again.
    func didWake() {
        state.store(WakeSignal.awake, ordering: .relaxed)
    }
}
