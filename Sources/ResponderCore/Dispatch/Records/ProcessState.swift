/// The state that the trees of all applications share, in raw memory.
package struct ProcessState {
    /// Counts the changes of any tree.
    ///
    /// Results that were resolved along a chain stay valid while the count is the same.
    var generation: UInt64 = 1
    /// Counts the changes of any tree, of the order of its subviews, and of any view's position.
    ///
    /// Positions that were measured along a chain of superviews stay valid while the count is the same.
    var geometry: UInt64 = 1
    /// Counts the changes of any tree and of any view's `isHidden`.
    ///
    /// The hidden views that were found on the way up from a view stay valid while the count is the same.
    var visibility: UInt64 = 1
    /// The number of applications whose changes must be presented (see `DamageTracker`).
    var presenters = 0
    /// Counts the changes that may make the plan of an event wrong: changes of a tree or of a listener, touches that
    /// begin, end or lose a recipient, classes whose inherited members are confirmed by a first call, and objects that
    /// are added to `keptAlive`.
    ///
    /// A plan is valid while the count is the same.
    var epoch: UInt64 = 1
    /// The states of all applications, also of those that are gone but whose state is not yet freed.
    package fileprivate(set) var applications: [UnsafeMutablePointer<TouchDispatcher.State>] = []
    /// The states of the applications on which a change of a tree may have an effect: those with touches or presses
    /// that are not over, or with a review that is due.
    ///
    /// The first change of a tree that has no effect on an application takes its state out again.
    fileprivate(set) var engaged: [UnsafeMutablePointer<TouchDispatcher.State>] = []
    /// Counts the visits of changes of trees to applications.
    var engagedVisits: UInt64 = 0
    /// Counts the calls of `hitTest` and `point(inside:)` that searches have made.
    var overrideCalls: UInt64 = 0
    /// The number of the newest contact of the process; zero stands for no contact.
    fileprivate var newestContact: UInt64 = 0
    /// The number of the newest path (see `ChainPath`).
    var newestPath: UInt64 = 0
    /// The free list of recipients.
    var freeRecipients: UnsafeMutablePointer<Recipient>?
    /// The number of dispatches, hit-tests and other uses that are under way in all applications, one inside another.
    fileprivate var depth = 0
    /// Objects that stay alive until the outermost use has ended, such as views that were removed from a tree during a
    /// use.
    ///
    /// The dispatch holds pointers to responders without retaining them.
    fileprivate var keptAlive: [AnyObject] = []
    /// Whether a recogniser was ever added to a view: otherwise touches look for none.
    var usesRecognizers = false
    /// Whether a recogniser of hovering was ever made: otherwise contacts that hover look for none.
    var usesHover = false
    /// Whether a screen has ever asked for scrolled content on whole pixels: otherwise scroll views do not look.
    package var alignsScrolling = false
    /// Whether an application is, or was, recorded or replayed.
    package internal(set) var hasTapes = false
    /// Whether a hit-test is being explained: then the searches that overrides begin by calling super are recorded,
    /// too.
    var isExplaining = false

    package nonisolated(unsafe) static let shared: UnsafeMutablePointer<ProcessState> = {
        let pointer = UnsafeMutablePointer<ProcessState>.allocate(capacity: 1)
        pointer.initialize(to: ProcessState())
        return pointer
    }()
}

extension UnsafeMutablePointer<ProcessState> {
    /// Counts a change of a tree: all results that were resolved along a chain become invalid.
    @MainActor
    func didChange() {
        pointee.generation &+= 1
        pointee.geometry &+= 1
        pointee.visibility &+= 1
        invalidatePlans()
    }

    /// Invalidates the plans of all events: the plans are made again, and the remaining rows of a plan that is being
    /// delivered are checked one by one.
    @MainActor @inline(__always)
    func invalidatePlans() {
        pointee.epoch &+= 1
    }

    /// Counts a move of a view or an exchange of subviews: all measured positions become invalid.
    @MainActor @inline(__always)
    func geometryDidChange() {
        pointee.geometry &+= 1
    }

    /// Counts a view that was hidden or shown: the hidden views that were found become invalid.
    @MainActor @inline(__always)
    func visibilityDidChange() {
        pointee.visibility &+= 1
    }

    /// Returns a number for a contact; the process never uses the number again.
    @MainActor @inline(__always)
    func nextContact() -> UInt64 {
        pointee.newestContact &+= 1
        invalidatePlans()
        return pointee.newestContact
    }

    /// Registers a new application.
    @MainActor
    func add(_ application: Application) {
        application.dispatcherState.pointee.lifetime.weakApplication.pointee.application = application
        pointee.applications.append(application.dispatcherState)
    }

    /// Removes the application with that state.
    @MainActor
    func removeApplication(with state: UnsafeMutablePointer<TouchDispatcher.State>) {
        pointee.applications.removeAll { $0 == state }
        pointee.engaged.removeAll { $0 == state }
        // Code that runs while the state is freed must not engage the state again.
        state.pointee.review.isEngaged = true
    }

    /// Makes changes of trees visit the application with that state, until one of them finds it idle.
    @MainActor @inline(__always)
    func engage(_ state: UnsafeMutablePointer<TouchDispatcher.State>) {
        if !state.pointee.review.isEngaged { enlist(state) }
    }

    @MainActor @inline(never)
    private func enlist(_ state: UnsafeMutablePointer<TouchDispatcher.State>) {
        state.pointee.review.isEngaged = true
        pointee.engaged.append(state)
    }

    /// Ends what `engage` began; `index` is the place of the state in `engaged`.
    @MainActor
    func disengage(at index: Int) {
        pointee.engaged[index].pointee.review.isEngaged = false
        pointee.engaged.swapAt(index, pointee.engaged.count - 1)
        pointee.engaged.removeLast()
    }

    /// Begins a use of the trees in which pointers to responders are held.
    @MainActor @inline(__always)
    package func beginUse() {
        pointee.depth &+= 1
    }

    /// Ends a use; the end of the outermost use releases the objects that were kept alive.
    @MainActor @inline(__always)
    package func endUse() {
        pointee.depth &-= 1
        if pointee.depth == 0 && !pointee.keptAlive.isEmpty { release() }
    }

    /// Releases the objects that were kept alive, when the only use under way is the batch of frames that the event
    /// belongs to.
    @MainActor @inline(__always)
    func endEvent() {
        if !pointee.keptAlive.isEmpty && pointee.depth == 1 { release() }
    }

    /// Keeps an object alive until the outermost use under way has ended.
    @MainActor
    package func keepAlive(_ object: AnyObject) {
        guard pointee.depth > 0 else { return }
        pointee.keptAlive.append(object)
        // With a new epoch, the event under way releases the object at its end.
        invalidatePlans()
    }

    @MainActor @inline(never)
    private func release() {
        // The list is emptied first: a deinit may change a tree in turn.
        var released: [AnyObject] = []
        swap(&released, &pointee.keptAlive)
    }
}
