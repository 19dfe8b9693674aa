internal import CResponderEventLoop
internal import Synchronization

/// The thread on which a loop's main-actor code runs at present, if this is known.
///
/// Code that signals or posts on this thread is on the main actor, and needs no synchronisation, which is most of the
/// cost of a signal or a post. The thread is known in two cases:
///
/// - A turn is under way: everything that runs on its thread is called by the turn.
/// - The loop was made on the process's first thread. While the first thread runs any code, main-actor code runs
///   nowhere else: libdispatch serves the main queue on other threads only after the first thread has called
///   `dispatch_main`, which ends that thread.
///
/// Otherwise no thread counts as the loop's, and all threads synchronise.
final class LoopThread: Sendable {
    private let current: Atomic<UInt>

    @MainActor
    init() {
        current = Atomic(rel_is_first_thread() ? rel_thread() : 0)
    }

    /// Whether the caller is on this thread, and so on the main actor.
    @inline(__always)
    var isCurrent: Bool { current.load(ordering: .relaxed) == rel_thread() }

    /// Begins a turn on the calling thread; returns the value to pass to ``leave(_:)`` at the turn's end.
    @MainActor @inline(__always)
    func enter() -> UInt {
        let outer = current.load(ordering: .relaxed)
        let thread = rel_thread()
        if outer != thread { current.store(thread, ordering: .relaxed) }
        return outer
    }

    @MainActor @inline(__always)
    func leave(_ outer: UInt) {
        if outer != rel_thread() { current.store(outer, ordering: .relaxed) }
    }

    /// Forgets the thread, since the loop is gone.
    @MainActor
    func end() {
        current.store(0, ordering: .relaxed)
    }
}
