/// The means to undo one change.
@MainActor
final class UndoRegistration {
    private(set) weak var target: AnyObject?
    /// The identity of the target, even after the target has gone.
    let key: ObjectIdentifier
    /// Nil once the change was forgotten.
    private(set) var perform: (@MainActor (AnyObject) -> Void)?
    fileprivate weak var group: UndoGroup?

    init(target: AnyObject, perform: @escaping @MainActor (AnyObject) -> Void) {
        self.target = target
        key = ObjectIdentifier(target)
        self.perform = perform
    }

    /// Whether the change can be undone.
    fileprivate var isAlive: Bool { perform != nil && target != nil }

    func forget() {
        // Released last: the closure's end may run code of the app.
        guard let former = perform else { return }
        perform = nil
        group?.noteForgotten()
        withExtendedLifetime(former) {}
    }
}

/// Changes that are undone together, the latest first.
@MainActor
final class UndoGroup {
    /// The changes, including forgotten ones.
    private(set) var registrations: [UndoRegistration] = []
    /// The number of forgotten changes.
    private var forgotten = 0
    var name = ""
    fileprivate weak var stack: UndoStack?

    var isEmpty: Bool { registrations.count == forgotten }

    /// Whether a target of the group is still there.
    var isAlive: Bool { registrations.contains(where: \.isAlive) }

    func append(_ registration: UndoRegistration) {
        registration.group = self
        registrations.append(registration)
    }

    func removeAll() {
        let former = registrations
        (registrations, forgotten) = ([], 0)
        withExtendedLifetime(former) {}
    }

    fileprivate func noteForgotten() {
        forgotten += 1
        if isEmpty { stack?.noteEmptied() }
        guard forgotten * 2 > registrations.count else { return }
        registrations.removeAll { $0.perform == nil }
        forgotten = 0
    }
}

/// A stack of groups, of which the oldest are dropped beyond a limit.
@MainActor
final class UndoStack {
    private var groups: [UndoGroup] = []
    /// The number of dropped groups at the beginning.
    ///
    /// The dropped groups are removed together when they are half of all, so that dropping one does not take time
    /// linear in the limit.
    private var dropped = 0
    /// The number of groups at which groups whose targets are gone are dropped.
    private var nextPurge = 16
    /// How many of the other groups are empty; empty groups are removed together, too.
    private var emptied = 0

    nonisolated init() {}

    var count: Int { groups.count - dropped - emptied }

    /// The changes of all groups that are not dropped.
    var registrations: [UndoRegistration] { groups[dropped...].flatMap(\.registrations) }

    func push(_ group: UndoGroup, limit: Int) {
        group.stack = self
        groups.append(group)
        // Only now, since the release of a dropped closure may run code of the app that searches for the group's
        // changes.
        purge()
        trim(to: limit)
    }

    /// Drops the groups whose targets are all gone, once the number of groups has doubled since the last time.
    private func purge() {
        guard groups.count >= nextPurge else { return }
        let former = groups
        groups = former.dropFirst(dropped).filter { group in
            if group.isAlive { return true }
            group.stack = nil
            return false
        }
        // An empty group has no target.
        (dropped, emptied) = (0, 0)
        nextPurge = max(16, 2 * groups.count)
        // Released last: the closures' ends may run code of the app.
        withExtendedLifetime(former) {}
    }

    /// Drops the oldest groups beyond the limit; 0 stands for none.
    func trim(to limit: Int) {
        guard limit > 0 else { return }
        while count > limit {
            let oldest = groups[dropped]
            if oldest.isEmpty { emptied -= 1 }
            oldest.stack = nil
            groups[dropped] = UndoGroup()
            dropped += 1
            withExtendedLifetime(oldest) {}
        }
        guard dropped * 2 > groups.count else { return }
        groups.removeFirst(dropped)
        dropped = 0
    }

    /// The last group, after groups at the end whose targets are all gone were dropped.
    func top() -> UndoGroup? {
        while groups.count > dropped, let last = groups.last {
            if last.isAlive { return last }
            removeLast()
        }
        return nil
    }

    func pop() -> UndoGroup? {
        guard let group = top() else { return nil }
        removeLast()
        return group
    }

    private func removeLast() {
        let last = groups.removeLast()
        last.stack = nil
        if last.isEmpty { emptied -= 1 }
    }

    func rename(_ name: String) { top()?.name = name }

    func removeAll() {
        let former = groups
        for group in former { group.stack = nil }
        (groups, dropped, emptied, nextPurge) = ([], 0, 0, 16)
        withExtendedLifetime(former) {}
    }

    fileprivate func noteEmptied() {
        emptied += 1
        guard emptied * 2 > groups.count - dropped else { return }
        groups.removeFirst(dropped)
        groups.removeAll { $0.isEmpty }
        (dropped, emptied) = (0, 0)
    }
}

/// Finds the changes of a target, without retaining the changes.
@MainActor
struct UndoTargetIndex {
    private struct Entry {
        weak var registration: UndoRegistration?
    }

    /// The entries by the identity of the target; by now another object may have its memory.
    private var entries: [ObjectIdentifier: [Entry]] = [:]
    private var count = 0
    /// The number of entries at which entries of released changes are removed.
    private var compactsAt = 64

    init(_ registrations: [UndoRegistration]) {
        for registration in registrations { add(registration) }
    }

    mutating func add(_ registration: UndoRegistration) {
        if count >= compactsAt { compact() }
        entries[registration.key, default: []].append(Entry(registration: registration))
        count += 1
    }

    /// Removes and returns the changes of a target.
    mutating func take(_ target: AnyObject) -> [UndoRegistration] {
        guard let found = entries.removeValue(forKey: ObjectIdentifier(target)) else { return [] }
        count -= found.count
        return found.compactMap(\.registration).filter { $0.target === target }
    }

    private mutating func compact() {
        entries = entries.compactMapValues { entries in
            let alive = entries.filter { $0.registration != nil }
            return alive.isEmpty ? nil : alive
        }
        count = entries.values.reduce(0) { $0 + $1.count }
        compactsAt = max(64, 2 * count)
    }
}
