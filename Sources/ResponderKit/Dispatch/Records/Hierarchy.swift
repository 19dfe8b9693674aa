/// What all applications' trees share, in raw memory.
struct Hierarchy {
    /// Counts the changes of any tree.
    ///
    /// What was resolved along a chain is good as long as it stays the same.
    var generation: UInt64 = 1
    /// Counts the changes of any tree, of the order in it, and of any view's place.
    ///
    /// What was measured along a chain of superviews is good as long as it stays the same.
    var geometry: UInt64 = 1
    /// Counts what may make the plan of an event wrong: changes of a tree, touches that begin or are over or lose a
    /// recipient, classes that are seen for the first time, listeners, and what is kept below.
    ///
    /// A plan is good as long as it stays the same.
    var epoch: UInt64 = 1
    /// The states of the applications there are, and of those whose last reference went but whose touches are not freed yet.
    fileprivate(set) var applications: [UnsafeMutablePointer<TouchDispatcher.State>] = []
    /// Counts the overrides of `hitTest` and `point(inside:)` that were asked.
    var asked: UInt64 = 0
    /// The number of the newest contact of the process; zero is that of no contact.
    fileprivate var newestContact: UInt64 = 0
    /// The number of the newest path (see `ChainPath`).
    var newestPath: UInt64 = 0
    /// The memory of recipients that no touch has.
    var freeRecipients: UnsafeMutablePointer<Recipient>?
    /// How many dispatches and hit-tests are under way, of any application, one inside another.
    fileprivate var depth = 0
    /// What was taken out of a tree during one: the dispatch holds pointers to responders without retaining them, so they
    /// stay alive until the outermost has ended.
    fileprivate var removed: [AnyObject] = []
    /// Whether hit-tests are being explained: then those that overrides begin by calling super are told to the recorder.
    var isExplaining = false

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
        pointee.geometry &+= 1
        invalidatePlans()
    }

    /// Has the plans of all events made anew, and looked at row by row where one is being delivered.
    @MainActor @inline(__always)
    func invalidatePlans() {
        pointee.epoch &+= 1
    }

    /// A view has moved, or subviews have changed places: nothing that was measured is good any more.
    @MainActor @inline(__always)
    func geometryDidChange() {
        pointee.geometry &+= 1
    }

    /// A number for a contact, which the process never uses again.
    @MainActor @inline(__always)
    func nextContact() -> UInt64 {
        pointee.newestContact &+= 1
        invalidatePlans()
        return pointee.newestContact
    }

    /// Notes an application that was made.
    @MainActor
    func add(_ application: Application) {
        application.dispatcherState.pointee.living.pointee.application = application
        pointee.applications.append(application.dispatcherState)
    }

    /// Forgets the application that had that state.
    @MainActor
    func removeApplication(with state: UnsafeMutablePointer<TouchDispatcher.State>) {
        pointee.applications.removeAll { $0 == state }
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

    /// Lets go of what an event took out of a tree, where the event was no part of another use but its batch's.
    @MainActor @inline(__always)
    func endEvent() {
        if !pointee.removed.isEmpty && pointee.depth == 1 { release() }
    }

    /// Keeps what is being taken out of a tree alive until the outermost use has ended.
    @MainActor
    func keep(_ object: AnyObject) {
        guard pointee.depth > 0 else { return }
        pointee.removed.append(object)
        // The event under way looks after it when it has ended.
        invalidatePlans()
    }

    @MainActor @inline(never)
    private func release() {
        // Taken out first: a deinit may change a tree in turn.
        var released: [AnyObject] = []
        swap(&released, &pointee.removed)
    }
}
