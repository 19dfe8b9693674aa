internal import CResponderEventLoop
internal import Dispatch
internal import Synchronization

/// The main queue's blocks and the main actor's jobs, served by a loop while it blocks the process's first thread.
struct MainQueueService {
    /// Whether a loop of this process is inside its own draining of the main queue: a blocking run from there would
    /// serve no main-actor job until it ended, so it is refused.
    private static let isDraining = Atomic<Bool>(false)

    /// Why a blocking run is not possible here, or nil when it is.
    ///
    /// From a main-actor job, or where the process's first thread serves the main queue itself, a run that blocks would
    /// hold up every other main-actor job until it ended.
    static var reasonAgainstBlocking: String? {
        // In a child of fork(2) nobody serves main-actor jobs, so a run that blocks holds none up.
        if rel_process() != 0 { return nil }
        if withUnsafeCurrentTask(body: { $0 != nil }) {
            return
                "MainRunLoop.run() was called from inside a task, where it would hold up every other main-actor job. "
                + "Use `await loop.run(…)`."
        }
        if isDraining.load(ordering: .relaxed) { return reasonInBlock }
        if rel_main_queue_descriptor() < 0 {
            guard rel_is_on_main_queue() else {
                return
                    "MainRunLoop.run() was called off the main actor, which the loop belongs to: code that the compiler does "
                    + "not check did so. Use `post(_:)` from there, or `Task { @MainActor in await loop.run(…) }`."
            }
            return "MainRunLoop.run() was called where the process's first thread serves the main queue itself, as it "
                + "does after the first `await` of an async main. Use `await loop.run(…)`, or a synchronous main()."
        }
        return nil
    }

    private static let reasonInBlock =
        "MainRunLoop.run() was called from inside a block of the main queue, where it would hold up every other one. Use "
        + "`Task { await loop.run(…) }`, or call it from a handler of the loop."

    private final class Marker: Sendable {
        let hasRun = Atomic<Bool>(false)
    }

    /// Whether a drain by the present outermost run has run what was on the queue.
    ///
    /// Inside a block of the main queue that somebody else serves, as Foundation's run loop does, a drain does nothing, and
    /// nothing but this shows it.
    private static let isVerified = Atomic<Bool>(false)

    /// An outermost run begins, or a host's turn, which holds up nobody (`isTrusted`).
    static func begin(isTrusted: Bool) {
        isVerified.store(isTrusted, ordering: .relaxed)
    }

    /// Step 7 of the turn.
    @MainActor
    func serve(_ face: OpaquePointer) {
        guard rel_loop_take_main_queue_ready(face) else { return }
        let outer = Self.isDraining.exchange(true, ordering: .relaxed)
        if Self.isVerified.load(ordering: .relaxed) { rel_main_queue_drain() } else { drainVerifying() }
        Self.isDraining.store(outer, ordering: .relaxed)
    }

    private func drainVerifying() {
        let marker = Marker()
        DispatchQueue.main.async { marker.hasRun.store(true, ordering: .relaxed) }
        // Before: a job may begin a run, which is refused by what it is in.
        Self.isVerified.store(true, ordering: .relaxed)
        rel_main_queue_drain()
        guard marker.hasRun.load(ordering: .relaxed) else { fatalError(Self.reasonInBlock) }
    }
}
