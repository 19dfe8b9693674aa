internal import Synchronization

/// What other threads may ask of a run: that it stop, or that it make one more turn.
final class StopRequest: Sendable {
    /// How many runs there are, and what was asked of them, in one word: a request counts for the runs there are at that
    /// instant, and none is lost to a run that begins or ends just then.
    private let runs = Atomic<UInt>(0)
    private let turn = Atomic<Bool>(false)

    /// Whether the innermost run is to end.
    private static let stop: UInt = 1
    /// Whether the runs around the innermost one are to end too.
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
    /// Whether every run is to end, one that begins now too.
    var isStopOfAllRequested: Bool { runs.load(ordering: .acquiring) & Self.stopAll != 0 }
    var isTurnRequested: Bool { turn.load(ordering: .acquiring) }

    func clearTurn() {
        // Taken, not overwritten: the turn sees what was written before the request, or the request stays.
        if turn.load(ordering: .relaxed) { _ = turn.exchange(false, ordering: .acquiringAndReleasing) }
    }

    /// Takes a request off a loop that no run is under way of, but a host's turns; returns whether there was one.
    func takeStop() -> Bool {
        change { $0 & ~(Self.stop | Self.stopAll) } & Self.stop != 0
    }

    /// Begins a run; returns whether the run around it had been asked to stop, which the new one must not see.
    func beginRun() -> Bool {
        change { runs in
            let further = runs + Self.oneRun
            return runs & Self.stopAll != 0 ? further | Self.stop : further & ~Self.stop
        } & Self.stop != 0
    }

    /// Begins a run where none is under way; returns whether it did.
    func beginSoleRun() -> Bool {
        change { $0 < Self.oneRun ? $0 + Self.oneRun : $0 } < Self.oneRun
    }

    /// Ends that run; what was asked is asked of those that have begun in it and go on: an awaited one, a host's turns.
    func endSoleRun() {
        change { $0 < 2 * Self.oneRun ? 0 : $0 - Self.oneRun }
    }

    /// Ends a run, and gives the one around it its request back.
    func endRun(restoring outer: Bool) {
        change { runs in
            let remaining = (runs - Self.oneRun) & ~Self.stop
            guard remaining >= Self.oneRun else { return 0 }
            return outer || runs & Self.stopAll != 0 ? remaining | Self.stop : remaining
        }
    }

    /// Changes the word in one step; returns what it was.
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
