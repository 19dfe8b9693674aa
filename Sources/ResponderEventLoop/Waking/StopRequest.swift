internal import Synchronization

/// The requests that any thread may make of a run: to stop, or to make one more turn.
final class StopRequest: Sendable {
    /// The number of runs and the requests made of them, in one word, so that both change in one atomic step.
    ///
    /// A request counts for the runs that are under way at that instant, and is not lost to a run that begins or ends
    /// at the same time.
    private let runs = Atomic<UInt>(0)
    private let turn = Atomic<Bool>(false)

    /// Whether the innermost run must end.
    private static let stop: UInt = 1
    /// Whether the runs around the innermost one must end too.
    private static let stopAll: UInt = 2
    private static let oneRun: UInt = 4

    func requestStop() {
        // With no run to end, a request is ignored: it must not end a later one (rule L15).
        change { $0 < Self.oneRun ? $0 : $0 | Self.stop }
    }

    func requestStopOfAll() {
        change { $0 < Self.oneRun ? $0 : $0 | Self.stop | Self.stopAll }
    }

    func requestTurn() {
        turn.store(true, ordering: .releasing)
    }

    var isStopRequested: Bool { runs.load(ordering: .acquiring) & Self.stop != 0 }
    /// Whether every run must end, including a run that begins now.
    var isStopOfAllRequested: Bool { runs.load(ordering: .acquiring) & Self.stopAll != 0 }
    var isTurnRequested: Bool { turn.load(ordering: .acquiring) }

    func clearTurn() {
        // Exchanged, not overwritten: the turn either sees the memory that was written before the request, or leaves
        // the request set.
        if turn.load(ordering: .relaxed) { _ = turn.exchange(false, ordering: .acquiringAndReleasing) }
    }

    /// Clears the stop request of a loop that only a host drives; returns whether there was one.
    func takeStop() -> Bool {
        change { $0 & ~(Self.stop | Self.stopAll) } & Self.stop != 0
    }

    /// Begins a run; returns whether the run around it had a stop request, which the new run must not see.
    func beginRun() -> Bool {
        change { runs in
            let further = runs + Self.oneRun
            return runs & Self.stopAll != 0 ? further | Self.stop : further & ~Self.stop
        } & Self.stop != 0
    }

    /// Begins a run if none is under way; returns whether one was begun.
    func beginSoleRun() -> Bool {
        change { $0 < Self.oneRun ? $0 + Self.oneRun : $0 } < Self.oneRun
    }

    /// Ends the run that ``beginSoleRun()`` began.
    ///
    /// Its requests pass to the runs that began inside it and are still under way: an awaited run, or a host's turns.
    func endSoleRun() {
        change { $0 < 2 * Self.oneRun ? 0 : $0 - Self.oneRun }
    }

    /// Ends a run, and restores the stop request of the run around it.
    func endRun(restoring outer: Bool) {
        change { runs in
            let remaining = (runs - Self.oneRun) & ~Self.stop
            guard remaining >= Self.oneRun else { return 0 }
            return outer || runs & Self.stopAll != 0 ? remaining | Self.stop : remaining
        }
    }

    /// Changes the word in one atomic step; returns its former value.
    @discardableResult
    private func change(_ new: (UInt) -> UInt) -> UInt {
        var former = runs.load(ordering: .relaxed)
        while true {
            let (exchanged, original) = runs.weakCompareExchange(
                expected: former,
                desired: new(former),
                ordering: .acquiringAndReleasing
            )
            if exchanged { return former }
            former = original
        }
    }
}
