internal import CResponderEventLoop
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
        if withUnsafeCurrentTask(body: { $0 != nil }) {
            return
                "MainRunLoop.run() was called from inside a task, where it would hold up every other main-actor job. "
                + "Use `await loop.run(…)`."
        }
        if isDraining.load(ordering: .relaxed) {
            return "MainRunLoop.run() was called from inside a block of the main queue, where it would hold up every "
                + "other one. Use `Task { await loop.run(…) }`, or call it from a handler of the loop."
        }
        if rel_main_queue_descriptor() < 0 {
            return "MainRunLoop.run() was called where the process's first thread serves the main queue itself, as it "
                + "does after the first `await` of an async main. Use `await loop.run(…)`, or a synchronous main()."
        }
        return nil
    }

    /// Step 7 of the turn.
    @MainActor
    func serve(_ face: OpaquePointer) {
        guard rel_loop_take_main_queue_ready(face) else { return }
        let outer = Self.isDraining.exchange(true, ordering: .relaxed)
        rel_main_queue_drain()
        Self.isDraining.store(outer, ordering: .relaxed)
    }
}
