internal import CResponderEventLoop
package import Synchronization

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

    /// Zero while the loop is awake.
    ///
    /// In raw memory, on a cache line of its own: senders look at it themselves, at every sample.
    package nonisolated(unsafe) let state: UnsafeMutablePointer<Atomic<UInt8>>
    /// Whether a sender that looks at `state` itself must pass a full fence before, since the loop cannot make it pass one.
    package let needsFence: Bool
    /// The eventfd.
    ///
    /// It stays open as long as anybody can write it, also when the loop is gone.
    let descriptor: CInt

    init() throws(MainRunLoop.Error) {
        descriptor = rel_eventfd_create()
        needsFence = !WakeSignal.hasBarrier
        state = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
            .bindMemory(to: Atomic<UInt8>.self, capacity: 1)
        state.initialize(to: Atomic(WakeSignal.awake))
        guard descriptor >= 0 else { throw MainRunLoop.Error.cannotCreate(errno: currentErrno()) }
    }

    /// Whether the system lets one thread make all others pass a fence.
    private static let hasBarrier = rel_barrier_register()

    deinit {
        UnsafeMutableRawPointer(state).deallocate()
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
        guard state.pointee.load(ordering: .relaxed) == WakeSignal.asleep else { return }
        wakeSleeper()
    }

    /// The same, after a sequentially consistent exchange that published the work: it is the fence.
    ///
    /// The exchange, this load and the loop's fence between its store that it sleeps and its look at the work have one order
    /// that all threads agree on: so one of the two sees the other.
    @inline(__always)
    func wakeAfterExchange() {
        if state.pointee.load(ordering: .sequentiallyConsistent) == WakeSignal.asleep { wakeSleeper() }
    }

    /// Writes the descriptor if the loop sleeps and nobody has written it yet: what a sender does who has looked at `state`
    /// itself and found the loop not awake.
    package func wakeSleeper() {
        let (exchanged, _) = state.pointee.compareExchange(
            expected: WakeSignal.asleep,
            desired: WakeSignal.woken,
            ordering: .acquiringAndReleasing
        )
        if exchanged { rel_wake(descriptor) }
    }

    /// Says that the loop is about to sleep; look for work once more after this, and sleep only if there is none.
    func willSleep() {
        state.pointee.store(WakeSignal.asleep, ordering: .relaxed)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    /// Says that the loop is awake again.
    func didWake() {
        state.pointee.store(WakeSignal.awake, ordering: .relaxed)
    }

    /// Makes every other thread pass a full fence, wherever it is; false when that was not possible.
    ///
    /// After ``willSleep()`` each of them has either published its work before the fence, where the loop sees it now, or
    /// looks after it whether the loop sleeps, and sees that it does.
    func synchronizeSenders() -> Bool {
        needsFence || rel_barrier()
    }
}
