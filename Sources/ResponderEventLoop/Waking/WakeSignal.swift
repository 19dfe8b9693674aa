internal import CResponderEventLoop
package import Synchronization

/// Wakes a run loop; held by every object that may send work to the loop.
///
/// The loop's wake-up descriptor is written only when the loop sleeps: waking a loop that is awake costs one fence and
/// one load. The order makes this safe: a sender publishes its work, then checks whether the loop sleeps; the loop
/// stores that it is about to sleep, then checks for work once more. With a full fence between the two steps on both
/// sides, one of them sees the other.
public final class WakeSignal: Sendable {
    private static let awake: UInt8 = 0
    private static let asleep: UInt8 = 1
    private static let woken: UInt8 = 2

    /// Zero while the loop is awake.
    ///
    /// In raw memory, on a cache line of its own, since senders load it at every sample.
    package nonisolated(unsafe) let state: UnsafeMutablePointer<Atomic<UInt8>>
    /// Whether a sender that loads `state` itself must pass a full fence first, since the loop cannot make other
    /// threads pass one.
    package let needsFence: Bool
    /// The eventfd.
    ///
    /// It stays open as long as this object exists, even after the loop is gone.
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
    /// Safe on any thread; any number of calls before the loop wakes cause one turn (rule L14).
    ///
    /// - Complexity: O(1), with at most one system call, and only when the loop sleeps; no allocation, no lock.
    public func wake() {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        guard state.pointee.load(ordering: .relaxed) == WakeSignal.asleep else { return }
        wakeSleeper()
    }

    /// As ``wake()``, for a sender that has published its work by a sequentially consistent exchange, and so needs no
    /// further fence.
    ///
    /// All threads agree on one order of the exchange, of this load, and of the loop's fence between its store of
    /// `asleep` and its check for work: so one of the two sees the other.
    @inline(__always)
    func wakeAfterExchange() {
        if state.pointee.load(ordering: .sequentiallyConsistent) == WakeSignal.asleep { wakeSleeper() }
    }

    /// Writes the descriptor if the loop sleeps and no thread has written it yet: for a sender that has loaded `state`
    /// itself and found that the loop is not awake.
    package func wakeSleeper() {
        let (exchanged, _) = state.pointee.compareExchange(
            expected: WakeSignal.asleep,
            desired: WakeSignal.woken,
            ordering: .acquiringAndReleasing
        )
        if exchanged { rel_wake(descriptor) }
    }

    /// Marks the loop as asleep; look for work once more afterwards, and sleep only if there is none.
    func willSleep() {
        state.pointee.store(WakeSignal.asleep, ordering: .relaxed)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    /// Marks the loop as awake.
    func didWake() {
        state.pointee.store(WakeSignal.awake, ordering: .relaxed)
    }

    /// Makes every other thread pass a full fence, wherever it is; false when this was not possible.
    ///
    /// Called after ``willSleep()``: each sender has either published its work before the fence, so that the loop sees
    /// the work now, or loads `state` after the fence, and sees that the loop sleeps.
    func synchronizeSenders() -> Bool {
        needsFence || rel_barrier()
    }
}
