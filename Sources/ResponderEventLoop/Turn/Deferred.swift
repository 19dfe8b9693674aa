/// Work that waits for a moment of the turn: a queued notification.
@MainActor
package protocol DeferredWork: AnyObject {
    /// Whether the work was cancelled, and must not be performed any more.
    var isCancelled: Bool { get }
    /// Does the work; called at most once.
    func perform()
}

/// When deferred work is performed.
package enum DeferredMoment {
    /// After the main-queue step of the turn, before the update pass.
    case asap
    /// When the loop has nothing else to do and is about to wait.
    case whenIdle
}

/// The work that waits for one moment, first in, first out.
struct DeferredList {
    struct Entry {
        let work: any DeferredWork
        let modes: UInt64
        let number: UInt64
    }

    private var entries: [Entry] = []
    /// How many entries are cancelled.
    private var cancelledCount = 0
    /// The modes of all entries together.
    private(set) var modes: UInt64 = 0

    func has(in active: UInt64) -> Bool { modes & active != 0 }

    mutating func append(_ work: any DeferredWork, in modes: UInt64, number: UInt64) {
        entries.append(Entry(work: work, modes: modes, number: number))
        self.modes |= modes
    }

    /// Takes out the entries of these modes, including cancelled ones; the others keep their places.
    @MainActor
    mutating func take(in active: UInt64) -> [Entry] {
        let taken = entries.filter { $0.modes & active != 0 }
        entries.removeAll { $0.modes & active != 0 }
        cancelledCount = entries.count { $0.work.isCancelled }
        noteModes()
        return taken
    }

    /// Puts back the entries that a step had no time for, each into its former place.
    mutating func putBack(_ rest: ArraySlice<Entry>) {
        entries.append(contentsOf: rest)
        entries.sort { $0.number < $1.number }
        noteModes()
    }

    /// Counts an entry that was cancelled.
    ///
    /// Cancelled entries are removed together, when they are more than half: amortised O(1). Returns the removed ones.
    @MainActor
    mutating func noteCancelled() -> [Entry] {
        cancelledCount += 1
        guard 2 * cancelledCount > entries.count else { return [] }
        let cancelled = entries.filter { $0.work.isCancelled }
        entries.removeAll { $0.work.isCancelled }
        cancelledCount = 0
        noteModes()
        return cancelled
    }

    private mutating func noteModes() {
        modes = entries.reduce(0) { $0 | $1.modes }
    }
}

/// The lists of both moments.
struct DeferredLists {
    private var asap = DeferredList()
    private var whenIdle = DeferredList()
    var count: UInt64 = 0
    /// The modes of both lists together: a turn with nothing deferred reads nothing else.
    private(set) var modes: UInt64 = 0

    @inline(__always)
    func has(in active: UInt64) -> Bool { modes & active != 0 }

    func has(_ moment: DeferredMoment, in active: UInt64) -> Bool {
        switch moment {
        case .asap: asap.has(in: active)
        case .whenIdle: whenIdle.has(in: active)
        }
    }

    /// Changes the list of a moment by `body`.
    mutating func change<Result>(_ moment: DeferredMoment, _ body: (inout DeferredList) -> Result) -> Result {
        defer { modes = asap.modes | whenIdle.modes }
        return switch moment {
        case .asap: body(&asap)
        case .whenIdle: body(&whenIdle)
        }
    }
}

extension MainRunLoop {
    /// Defers work to a moment of a turn that serves one of the modes, behind the work already deferred to that moment.
    ///
    /// Work that is deferred while the moment's work is being performed waits for the next turn (rule N18), and the
    /// loop does not wait before that turn. The loop keeps the work until the work is performed.
    package func addDeferred(_ work: any DeferredWork, to moment: DeferredMoment, in modes: ModeSet) {
        state.pointee.deferred.count += 1
        let number = state.pointee.deferred.count
        state.pointee.deferred.change(moment) { $0.append(work, in: modes.mask, number: number) }
        wakeIfSuspended()
    }

    /// Notes that deferred work was cancelled before a step took it out; the loop releases the work later.
    package func noteCancelledDeferred(in moment: DeferredMoment) {
        let cancelled = state.pointee.deferred.change(moment) { $0.noteCancelled() }
        // Released last: the release may run code that calls this loop.
        withExtendedLifetime(cancelled) {}
    }

    /// Whether the innermost run under way serves none of these modes.
    package func isRunningWithout(_ modes: ModeSet) -> Bool {
        state.pointee.depth > 0 && state.pointee.activeModes & modes.mask == 0
    }

    /// Performs the work that is deferred to the moment; work that is deferred meanwhile waits.
    @inline(__always)
    func serveDeferred(_ moment: DeferredMoment) {
        guard state.pointee.deferred.has(in: state.pointee.activeModes) else { return }
        serveDeferredNow(moment)
    }

    /// Performs the work that is deferred to ``DeferredMoment/whenIdle``, if the loop has nothing else to do.
    ///
    /// Every turn that leaves nothing else to do performs this work, even when the run has come to its limit, but not
    /// when the run is stopped.
    @inline(__always)
    func serveIdle() {
        if state.pointee.deferred.has(in: state.pointee.activeModes) { serveIdleNow() }
    }

    @inline(never)
    private func serveIdleNow() {
        guard state.pointee.deferred.has(.whenIdle, in: state.pointee.activeModes), isIdle else { return }
        // Descriptors that are ready and were not polled yet count as something to do.
        poll(handle)
        if isIdle { serveDeferredNow(.whenIdle) }
    }

    private var isIdle: Bool {
        if hasWorkUndeferred || state.pointee.deferred.has(.asap, in: state.pointee.activeModes) { return false }
        return !stopRequest.isStopRequested && !isTimerDue
    }

    @inline(never)
    private func serveDeferredNow(_ moment: DeferredMoment) {
        let modes = state.pointee.activeModes
        let taken = state.pointee.deferred.change(moment) { $0.take(in: modes) }
        var budget = StepBudget()
        var next = 0
        while next < taken.count {
            let work = taken[next].work
            if !work.isCancelled {
                guard budget.admitsAnother(self) else { break }
                call(.notification, CallbackName("notification queue")) { work.perform() }
            }
            next += 1
        }
        let rest = taken[next...].filter { !$0.work.isCancelled }
        if !rest.isEmpty { state.pointee.deferred.change(moment) { $0.putBack(rest[...]) } }
    }
}
