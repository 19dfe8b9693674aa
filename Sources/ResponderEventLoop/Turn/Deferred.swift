/// What waits for a moment of the turn: a queued notification.
@MainActor
package protocol DeferredWork: AnyObject {
    /// Whether it is not to be done any more.
    var isCancelled: Bool { get }
    /// Does it; called once.
    func perform()
}

/// When deferred work is done.
package enum DeferredMoment {
    /// In step 8 of the turn, before the update pass.
    case asap
    /// When the loop has nothing else to do and is about to wait.
    case whenIdle
}

/// What waits for its moment, first in, first out.
struct DeferredList {
    struct Entry {
        let work: any DeferredWork
        let modes: UInt64
        let number: UInt64
    }

    private var entries: [Entry] = []
    /// How many of them are cancelled.
    private var cancelledCount = 0
    /// The modes of all of them.
    private(set) var modes: UInt64 = 0

    func has(in active: UInt64) -> Bool { modes & active != 0 }

    mutating func append(_ work: any DeferredWork, in modes: UInt64, number: UInt64) {
        entries.append(Entry(work: work, modes: modes, number: number))
        self.modes |= modes
    }

    /// Takes out what is served in these modes, also what is cancelled; the rest keeps its place.
    @MainActor
    mutating func take(in active: UInt64) -> [Entry] {
        let taken = entries.filter { $0.modes & active != 0 }
        entries.removeAll { $0.modes & active != 0 }
        cancelledCount = entries.count { $0.work.isCancelled }
        noteModes()
        return taken
    }

    /// Puts back what a step had no time for: it keeps its place.
    mutating func putBack(_ rest: ArraySlice<Entry>) {
        entries.append(contentsOf: rest)
        entries.sort { $0.number < $1.number }
        noteModes()
    }

    /// One of them was cancelled.
    ///
    /// They go together, when they are more than half: amortised constant. Returns those that go.
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
    /// The modes of what is in both: all that a turn with nothing deferred looks at.
    private(set) var modes: UInt64 = 0

    @inline(__always)
    func has(in active: UInt64) -> Bool { modes & active != 0 }

    func has(_ moment: DeferredMoment, in active: UInt64) -> Bool {
        switch moment {
        case .asap: asap.has(in: active)
        case .whenIdle: whenIdle.has(in: active)
        }
    }

    /// Has `body` change the list of a moment.
    mutating func change<Result>(_ moment: DeferredMoment, _ body: (inout DeferredList) -> Result) -> Result {
        defer { modes = asap.modes | whenIdle.modes }
        return switch moment {
        case .asap: body(&asap)
        case .whenIdle: body(&whenIdle)
        }
    }
}

extension MainRunLoop {
    /// Has the work done once, in its moment of a turn that serves one of the modes, after what was deferred to it before.
    ///
    /// What is deferred while the moment's work is being done waits for the next turn (rule N18), which does not wait for
    /// anything. The loop keeps the work until then.
    package func addDeferred(_ work: any DeferredWork, to moment: DeferredMoment, in modes: ModeSet) {
        state.pointee.deferred.count += 1
        let number = state.pointee.deferred.count
        state.pointee.deferred.change(moment) { $0.append(work, in: modes.mask, number: number) }
        wakeIfSuspended()
    }

    /// Work that waits for the moment, and was not taken out for it, was cancelled: it is let go, in time.
    package func noteCancelledDeferred(in moment: DeferredMoment) {
        let cancelled = state.pointee.deferred.change(moment) { $0.noteCancelled() }
        // Only now: what goes with them may run code that comes back here.
        withExtendedLifetime(cancelled) {}
    }

    /// Whether a run is under way that serves none of these modes.
    package func isRunningWithout(_ modes: ModeSet) -> Bool {
        state.pointee.depth > 0 && state.pointee.activeModes & modes.mask == 0
    }

    /// Does what was deferred to the moment when the step begins.
    @inline(__always)
    func serveDeferred(_ moment: DeferredMoment) {
        guard state.pointee.deferred.has(in: state.pointee.activeModes) else { return }
        serveDeferredNow(moment)
    }

    /// Does what was deferred until the loop has nothing else to do, where it has not.
    ///
    /// So a turn that leaves nothing does it, whether its run waits then or has come to its limit; not one that is stopped.
    @inline(__always)
    func serveIdle() {
        if state.pointee.deferred.has(in: state.pointee.activeModes) { serveIdleNow() }
    }

    @inline(never)
    private func serveIdleNow() {
        guard state.pointee.deferred.has(.whenIdle, in: state.pointee.activeModes), isIdle else { return }
        // What the kernel knows of, and nobody has looked at yet, is something to do as well.
        poll(face)
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
