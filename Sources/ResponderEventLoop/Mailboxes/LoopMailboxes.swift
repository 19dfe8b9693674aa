/// Something that ends with its loop.
package protocol EndsWithLoop: AnyObject, Sendable {
    func end()
}

/// The mailboxes of a loop, which end with the loop.
///
/// Sendable, because `members` is accessed under the lock alone.
final class LoopMailboxes: Sendable {
    nonisolated(unsafe) private var members: [ObjectIdentifier: any EndsWithLoop] = [:]
    private let lock = Lock()

    func add(_ member: any EndsWithLoop) {
        lock.locked { members[ObjectIdentifier(member)] = member }
    }

    func remove(_ member: any EndsWithLoop) {
        let removed = lock.locked { members.removeValue(forKey: ObjectIdentifier(member)) }
        withExtendedLifetime(removed) {}
    }

    /// Ends all mailboxes, since their loop ends.
    func endAll() {
        let ending = lock.locked {
            defer { members = [:] }
            return members
        }
        for member in ending.values { member.end() }
    }
}
