internal import CResponderEventLoop
internal import Synchronization

/// The thread on which a loop's main-actor code runs just now, as far as that is known.
///
/// Whoever signals or posts there has the main actor, and needs none of what keeps threads apart: that is most of what both
/// cost. It is known in two cases:
///
/// - A turn is under way: all that runs on its thread is called by it.
/// - The loop was made on the process's first thread. As long as that one runs any code, main-actor code runs nowhere else:
///   libdispatch serves the main queue on other threads only once the first is in `dispatch_main`, which ends it.
///
/// Otherwise nobody is taken to be on it, and all go the way of other threads.
final class LoopThread: Sendable {
    private let current: Atomic<UInt>

    @MainActor
    init() {
        current = Atomic(rel_is_first_thread() ? rel_thread() : 0)
    }

    /// Whether the caller is on it, and so has the main actor.
    @inline(__always)
    var isCurrent: Bool { current.load(ordering: .relaxed) == rel_thread() }

    /// A turn begins on this thread; returns what ``leave(_:)`` is to be given at its end.
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

    /// The loop is gone: nobody is on its thread any more.
    @MainActor
    func end() {
        current.store(0, ordering: .relaxed)
    }
}
