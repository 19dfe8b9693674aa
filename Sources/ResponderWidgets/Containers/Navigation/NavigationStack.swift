internal import ResponderCore

/// The controllers of a navigation controller: those that the app has set, and those that were carried out last.
///
/// The two differ while a change waits for the end of another. The number of controllers at the bottom that are the
/// same in both lists is known, so the cost of a change depends only on the controllers that change.
@MainActor
struct NavigationStack {
    /// The controllers that the app has set, the root first.
    private(set) var controllers: [ViewController] = []
    private var members: Set<ObjectIdentifier> = []
    private var carriedOut: [ViewController] = []
    /// The number of controllers at the bottom of both lists that are the same.
    private var unchanged = 0
    /// Whether there are changes to carry out.
    private(set) var hasChanges = false

    func contains(_ controller: ViewController) -> Bool { members.contains(ObjectIdentifier(controller)) }

    mutating func push(_ controller: ViewController) {
        members.insert(ObjectIdentifier(controller))
        controllers.append(controller)
        hasChanges = true
    }

    /// Removes the controllers from `count` on, and returns them.
    mutating func pop(to count: Int) -> [ViewController] {
        let popped = Array(controllers[count...])
        guard !popped.isEmpty else { return [] }
        for controller in popped { members.remove(ObjectIdentifier(controller)) }
        controllers.removeSubrange(count...)
        didChange(from: count)
        return popped
    }

    mutating func replace(with new: [ViewController]) {
        controllers = new
        members = Set(new.map { ObjectIdentifier($0) })
        didChange(from: 0)
    }

    /// Removes a controller that is no longer a child.
    mutating func remove(_ controller: ViewController) {
        guard members.remove(ObjectIdentifier(controller)) != nil,
            let index = controllers.lastIndex(where: { $0 === controller })
        else { return }
        controllers.remove(at: index)
        didChange(from: index)
    }

    private mutating func didChange(from index: Int) {
        unchanged = min(unchanged, index)
        hasChanges = true
    }

    /// Returns the changes since the last call.
    mutating func takeChanges() -> Changes {
        let changes = Changes(
            isRootNew: unchanged == 0 && carriedOut.first !== controllers.first,
            left: carriedOut[unchanged...].filter { !contains($0) },
            above: Array(controllers[unchanged...]),
            top: controllers.last,
            below: controllers.dropLast().last
        )
        carriedOut.replaceSubrange(unchanged..., with: changes.above)
        unchanged = controllers.count
        hasChanges = false
        return changes
    }

    /// Returns to the controllers that were carried out last, without those that are no longer children.
    @MainActor
    mutating func dropChanges(of container: ViewController) {
        let stays = carriedOut.filter { $0.parent === container }
        replace(with: stays)
        hasChanges = stays.count < carriedOut.count
    }

    struct Changes {
        /// Whether the root has changed.
        let isRootNew: Bool
        /// The controllers that have left the stack.
        let left: [ViewController]
        /// The controllers that may be new, or may have changed their place.
        let above: [ViewController]
        let top: ViewController?
        /// The controller below the topmost one.
        let below: ViewController?
    }
}
