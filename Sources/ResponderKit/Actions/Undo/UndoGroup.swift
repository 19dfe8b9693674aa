/// How one change is taken back.
struct UndoRegistration {
    weak var target: AnyObject?
    let perform: @MainActor (AnyObject) -> Void
}

/// Changes that are undone together, the latest first.
struct UndoGroup {
    var registrations: [UndoRegistration] = []
    var name = ""

    /// Whether a target of the group is still there.
    var isAlive: Bool { registrations.contains { $0.target != nil } }
}

/// Groups, of which the last one added is the first to be taken, and the oldest are dropped beyond a limit.
struct UndoStack {
    private var groups: [UndoGroup] = []
    /// How many groups at the beginning are dropped.
    ///
    /// They are removed together when they are half of all, so that
    /// dropping one takes no time linear in the limit.
    private var dropped = 0
    /// The number of groups at which those are dropped whose targets are gone.
    private var nextPurge = 16

    var count: Int { groups.count - dropped }

    mutating func push(_ group: UndoGroup, limit: Int) {
        purge()
        groups.append(group)
        trim(to: limit)
    }

    /// Drops the groups whose targets have all gone, each time that there are twice as many groups as were left before.
    private mutating func purge() {
        guard groups.count >= nextPurge else { return }
        groups.removeFirst(dropped)
        dropped = 0
        groups.removeAll { !$0.isAlive }
        nextPurge = max(16, 2 * groups.count)
    }

    /// Drops the oldest groups beyond the limit; 0 stands for none.
    mutating func trim(to limit: Int) {
        guard limit > 0, count > limit else { return }
        for index in dropped..<groups.count - limit { groups[index] = UndoGroup() }
        dropped = groups.count - limit
        guard dropped * 2 > groups.count else { return }
        groups.removeFirst(dropped)
        dropped = 0
    }

    /// The last group; groups whose targets have all gone are dropped before.
    mutating func top() -> UndoGroup? {
        while count > 0 {
            if let last = groups.last, last.isAlive { return last }
            groups.removeLast()
        }
        return nil
    }

    mutating func pop() -> UndoGroup? {
        guard let group = top() else { return nil }
        groups.removeLast()
        return group
    }

    mutating func rename(_ name: String) {
        if top() != nil { groups[groups.count - 1].name = name }
    }

    mutating func removeAll() { self = UndoStack() }

    mutating func removeAll(withTarget target: AnyObject) {
        for index in groups.indices { groups[index].registrations.removeAll { $0.target === target } }
        groups.removeFirst(dropped)
        dropped = 0
        groups.removeAll { $0.registrations.isEmpty }
    }
}
