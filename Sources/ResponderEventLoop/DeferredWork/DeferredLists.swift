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

/// Work that waits for a moment of the turn: a queued notification.
@MainActor
package protocol DeferredWork: AnyObject {
    /// Whether the work was cancelled, and must not be performed any more.
    var isCancelled: Bool { get }
    /// Does the work; called at most once.
    func run()
}

/// When deferred work is performed.
package enum DeferredMoment {
    /// After the main-queue step of the turn, before the update pass.
    case asap
    /// When the loop has nothing else to do and is about to wait.
    case whenIdle
}
