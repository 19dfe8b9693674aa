internal import Synchronization

/// What other threads may ask of a run: that it stop, or that it make one more turn.
final class StopRequest: Sendable {
    private let depth = Atomic<Int>(0)
    private let stop = Atomic<Bool>(false)
    private let turn = Atomic<Bool>(false)
    /// Whether the runs around the innermost one are to end too.
    private let stopsAll = Atomic<Bool>(false)

    func requestStop() {
        // With no run to end, a request is ignored: it must not end a later one (rule L15).
        if depth.load(ordering: .acquiring) > 0 { stop.store(true, ordering: .releasing) }
    }

    func requestStopOfAll() {
        guard depth.load(ordering: .acquiring) > 0 else { return }
        stopsAll.store(true, ordering: .releasing)
        stop.store(true, ordering: .releasing)
    }

    func requestTurn() {
        turn.store(true, ordering: .releasing)
    }

    var isStopRequested: Bool { stop.load(ordering: .acquiring) }
    var isTurnRequested: Bool { turn.load(ordering: .acquiring) }

    func clearTurn() {
        turn.store(false, ordering: .relaxed)
    }

    /// Begins a run; returns whether the run around it had been asked to stop, which the new one must not see.
    func beginRun() -> Bool {
        depth.add(1, ordering: .acquiringAndReleasing)
        let outer = stop.exchange(false, ordering: .acquiringAndReleasing)
        if stopsAll.load(ordering: .acquiring) { stop.store(true, ordering: .releasing) }
        return outer
    }

    /// Ends a run, and gives the one around it its request back.
    func endRun(restoring outer: Bool) {
        let isOutermost = depth.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
        if isOutermost { stopsAll.store(false, ordering: .releasing) }
        stop.store(outer || stopsAll.load(ordering: .acquiring), ordering: .releasing)
    }
}
