/// Tells observers what has happened, at once and in the order in which they were added.
///
///     let token = center.observe(DocumentSaved.self, of: document) { saved in
///         title.text = saved.document.name
///     }
///     center.post(DocumentSaved(document: document))  // returns when the title is set
///
/// An observer asks for one type of notification or for any, and for one subject or for any. It is called exactly
/// once for each matching post that begins while it observes: from the return of `observe` to the cancelling or the
/// release of its ``ObservationToken``, or to the end of its owner. Callbacks may do anything: observe, cancel any token,
/// post.
///
/// - An observer that is added during a post does not get that post.
/// - An observer that is cancelled during a post, before its turn came, does not get it either.
/// - A post made by a callback runs to completion, all its observers included, before the outer post goes on.
///
/// It belongs to the main actor; other threads and processes send through a ``NotificationPort``. It is for news with
/// any number of listeners; where there is exactly one, call it.
///
/// Its last reference may go on any thread; its observers are let go then, at once on the main actor, elsewhere when the main
/// actor comes to it.
@MainActor
public final class TypedNotificationCenter {
    /// What a post reads, in raw memory: a property of a class costs an exclusivity check at each access.
    nonisolated(unsafe) let state: UnsafeMutablePointer<State>
    private let tally: CancellationTally

    struct State {
        var table = ObserverTable()
        /// The observers of any type, then the lists of the table in the order of their making, so that a purge releases in an
        /// order that runs repeat.
        var lists: [UnsafeMutablePointer<ObserverList>] = []
        let any: UnsafeMutablePointer<ObserverList>
        let tally: Unmanaged<CancellationTally>
        var nextPosition: UInt64 = 0
        /// Observers in the lists, cancelled ones included.
        var storedCount = 0
        /// How many there may be before those are looked for that can never be called any more.
        var nextSweep = 64
        /// How many posts are under way, each inside the one before.
        var depth = 0
        /// Whether nobody is taken in any more.
        var isClosed = false
    }

    /// Observers that it keeps, cancelled ones included.
    var storedCount: Int { state.pointee.storedCount }

    /// A centre without observers.
    ///
    /// - Complexity: constant; allocates the centre and a few small blocks.
    public init() {
        tally = CancellationTally()
        let any = UnsafeMutablePointer<ObserverList>.allocate(capacity: 1)
        any.initialize(to: ObserverList())
        state = .allocate(capacity: 1)
        state.initialize(to: State(lists: [any], any: any, tally: .passUnretained(tally)))
    }

    deinit {
        CenterRemains(state: state).takeApart()
    }

    /// Calls `callback` for each notification of type `type` about `subject`, until the token is cancelled or released.
    ///
    /// The subject is not kept alive. From the start of its `deinit` on the observer is never called again, whatever
    /// object comes to stand at its address.
    ///
    /// - Parameters:
    ///   - type: The notification's own type.
    ///   - subject: The object to hear about, compared by identity; nil for any and for none.
    ///   - callback: What to do; kept until some time after the observation's end.
    /// - Returns: The observation, which ends with it.
    /// - Complexity: amortised constant; allocates the observer, its token and, the first time, the type's list.
    public func observe<Value: TypedNotification>(
        _ type: Value.Type,
        of subject: AnyObject? = nil,
        using callback: @escaping @MainActor (Value) -> Void
    ) -> ObservationToken {
        ObservationToken(add(to: list(of: type), subject: subject, owner: nil, callback: callback))
    }

    /// Calls `callback` for each notification of any type about `subject`, until the token is cancelled or released.
    ///
    /// It has the same place in the order of adding as an observer of one type would have.
    ///
    /// - Parameters:
    ///   - subject: The object to hear about, compared by identity and not kept alive; nil for any and for none.
    ///   - callback: What to do; kept until some time after the observation's end.
    /// - Returns: The observation, which ends with it.
    /// - Complexity: amortised constant; allocates the observer and its token.
    public func observeAny(
        of subject: AnyObject? = nil,
        using callback: @escaping @MainActor (any TypedNotification) -> Void
    ) -> ObservationToken {
        ObservationToken(add(to: state.pointee.any, subject: subject, owner: nil, callback: callback))
    }

    /// Tells every matching observer, in the order of adding, and returns when all have been told.
    ///
    /// - Parameter notification: What happened; its own type decides who is told, also when passed as
    ///   `any TypedNotification`.
    /// - Complexity: one look-up that does not depend on the number of types, then linear in the observers of the type and
    ///   those of any type. Allocates nothing, but for one box where an observer of any type matches a notification larger
    ///   than three words. Rarely, and amortised over the cancellations, a purge follows: see
    ///   ``removeCancelledObservers()``.
    public func post<Value: TypedNotification>(_ notification: Value) {
        let list = state.pointee.table.list(of: ObjectIdentifier(Value.self))
        if state.pointee.any.pointee.count != 0 {
            tellAny(list, notification)
        } else if let list, list.pointee.count != 0 {
            tell(list, notification)
        }
        if state.pointee.tally.borrow({ $0.count }) != 0 { purgeIfDue() }
    }

    /// Lets go of cancelled observers and of what their callbacks captured, now.
    ///
    /// The centre does so by itself as soon as the cancelled ones outnumber the others, in the next call of `observe`,
    /// `observeAny` or `post`. During a post this does nothing, so that no place in the order moves.
    ///
    /// - Complexity: one atomic load when none is cancelled, and no allocation; else linear in the observers of all
    ///   types; allocates an array for those removed.
    public func removeCancelledObservers() {
        guard state.pointee.depth == 0, tally.count > 0 else { return }
        var removed: [Observer] = []
        for list in state.pointee.lists { list.pointee.purge(into: &removed) }
        tally.add(-removed.count)
        state.pointee.storedCount -= removed.count
        // Only here, with every list in order again, do the callbacks end: what they captured may run code of its own
        // when it is released, and that code may call this centre.
        removed.removeAll()
    }
}
