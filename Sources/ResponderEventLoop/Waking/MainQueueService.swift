internal import CResponderEventLoop
internal import Dispatch
internal import Synchronization

/// Serves the main queue's blocks and the main actor's jobs while a loop blocks the process's first thread.
struct MainQueueService {
    /// Whether a loop of this process is draining the main queue: a blocking run would then hold up main-actor jobs
    /// until it ended, so it is refused.
    private static let isDraining = Atomic<Bool>(false)

    /// Why a blocking run is not possible here; nil when it is possible.
    ///
    /// In a main-actor job, or when the process's first thread serves the main queue itself, a blocking run would hold
    /// up every other main-actor job until it ended.
    static var reasonAgainstBlocking: String? {
        // In a child of fork(2) main-actor jobs are never served, so a blocking run holds none up.
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
                    "MainRunLoop.run() was called off the main actor, which the loop belongs to: code that the "
                    + "compiler does not check did so. Use `post(_:)` from there, or "
                    + "`Task { @MainActor in await loop.run(…) }`."
            }
            return "MainRunLoop.run() was called where the process's first thread serves the main queue itself, as it "
                + "does after the first `await` of an async main. Use `await loop.run(…)`, or a synchronous main()."
        }
        return nil
    }

    private static let reasonInBlock =
        "MainRunLoop.run() was called from inside a block of the main queue, where it would hold up every other one. "
        + "Use `Task { await loop.run(…) }`, or call it from a handler of the loop."

    private final class Marker: Sendable {
        let hasRun = Atomic<Bool>(false)
    }

    /// Whether a drain by the present outermost run is known to have run the blocks that were on the queue.
    ///
    /// When other code, such as Foundation's run loop, serves the main queue, a drain inside one of the queue's blocks
    /// does nothing, and only this check detects that.
    private static let isVerified = Atomic<Bool>(false)

    /// Begins an outermost run; or a host's turn (`isTrusted`), which cannot hold up main-actor jobs, and needs no
    /// verified drain.
    ///
    /// Returns whether the last drain was known to run the blocks.
    @discardableResult
    static func begin(isTrusted: Bool) -> Bool {
        isVerified.exchange(isTrusted, ordering: .relaxed)
    }

    /// The main-queue step of the turn.
    @MainActor
    func serve(_ handle: OpaquePointer) {
        guard rel_loop_take_main_queue_ready(handle) else { return }
        let outer = Self.isDraining.exchange(true, ordering: .relaxed)
        if Self.isVerified.load(ordering: .relaxed) { rel_main_queue_drain() } else { drainVerifying() }
        Self.isDraining.store(outer, ordering: .relaxed)
    }

    private func drainVerifying() {
        let marker = Marker()
        DispatchQueue.main.async { marker.hasRun.store(true, ordering: .relaxed) }
        // Set before the drain, since a job may begin a run, which `isDraining` refuses.
        Self.isVerified.store(true, ordering: .relaxed)
        rel_main_queue_drain()
        guard marker.hasRun.load(ordering: .relaxed) else { fatalError(Self.reasonInBlock) }
    }
}
