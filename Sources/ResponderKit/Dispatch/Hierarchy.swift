/// What all applications' trees share, in raw memory.
struct Hierarchy {
    /// Counts the changes of any tree.
    ///
    /// What was resolved along a chain is good as long as it stays the same.
    var generation: UInt64 = 1
    /// How many dispatches and hit-tests are under way, of any application, one inside another.
    fileprivate var depth = 0
    /// What was taken out of a tree during one: the dispatch holds pointers to responders without retaining them, so they
    /// stay alive until the outermost has ended.
    fileprivate var removed: [AnyObject] = []

    nonisolated(unsafe) static let shared: UnsafeMutablePointer<Hierarchy> = {
        let pointer = UnsafeMutablePointer<Hierarchy>.allocate(capacity: 1)
        pointer.initialize(to: Hierarchy())
        return pointer
    }()
}

extension UnsafeMutablePointer<Hierarchy> {
    /// A tree has changed: nothing that was resolved along a chain is good any more.
    @MainActor
    func didChange() {
        pointee.generation &+= 1
    }

    /// Begins a use of the trees in which pointers to responders are held.
    @MainActor @inline(__always)
    func beginUse() {
        pointee.depth &+= 1
    }

    /// Ends it.
    @MainActor @inline(__always)
    func endUse() {
        pointee.depth &-= 1
        if pointee.depth == 0 && !pointee.removed.isEmpty { release() }
    }

    /// Keeps what is being taken out of a tree alive until the outermost use has ended.
    @MainActor
    func keep(_ object: AnyObject) {
        if pointee.depth > 0 { pointee.removed.append(object) }
    }

    @MainActor @inline(never)
    private func release() {
        // Taken out first: a deinit may change a tree in turn.
        var released: [AnyObject] = []
        swap(&released, &pointee.removed)
    }
}
