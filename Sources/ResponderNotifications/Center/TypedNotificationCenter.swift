internal import ResponderSupport

/// Calls observers when a notification is posted, at once and in the order in which the observers were added.
///
///     let token = center.observe(DocumentSaved.self, of: document) { saved in
///         title.text = saved.document.name
///     }
///     center.post(DocumentSaved(document: document))  // returns when the title is set
///
/// An observer asks for one type of notification or for any, and for one subject or for any. The observer is called
/// exactly once for each matching post that begins while it observes: from the return of `observe` until its
/// ``ObservationToken`` is cancelled or released, or its owner ends. Callbacks may do anything: observe, cancel any
/// token, post.
///
/// - An observer that is added during a post does not get that post.
/// - An observer that is cancelled during a post, before its call, does not get that post.
/// - A post made by a callback runs to completion, all its observers included, before the outer post goes on.
///
/// A centre belongs to the main actor; other threads and processes send through a ``NotificationPort``. Use a centre
/// for events with any number of observers; if there is exactly one, call it directly.
///
/// The last reference may be released on any thread. The observers are then released: at once on the main actor,
/// otherwise when the main actor is next free.
@MainActor
public final class TypedNotificationCenter {
    /// The state that a post reads, in raw memory because a class's stored property costs an exclusivity check at each
    /// access.
    nonisolated(unsafe) let state: UnsafeMutablePointer<State>
    private let tally: CancellationTally

    struct State {
        var table = ObserverTable()
        /// The list of observers from `observeAny`, then the lists of the table in the order of creation, so that a
        /// purge releases observers in the same order in every run.
        var lists: [UnsafeMutablePointer<ObserverList>] = []
        let any: UnsafeMutablePointer<ObserverList>
        let tally: Unmanaged<CancellationTally>
        var nextPosition: UInt64 = 0
        /// Observers in the lists, cancelled ones included.
        var storedCount = 0
        /// The number of stored observers at which the next sweep looks for observers that can never be called any
        /// more.
        var nextSweep = 64
        /// The number of nested posts under way.
        var depth = 0
        /// Whether the centre accepts no more observers.
        var isClosed = false
    }

    /// The number of observers in the lists, cancelled ones included.
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
        CenterRemains(state: state).tearDown()
    }

    /// Calls `callback` for each notification of type `type` about `subject`, until the token is cancelled or released.
    ///
    /// The subject is not kept alive. Once the subject's `deinit` has begun, the observer is never called again, even
    /// if another object comes to the same address.
    ///
    /// - Parameters:
    ///   - type: The notification's own type.
    ///   - subject: The object to observe, compared by identity; nil for notifications about any object or none.
    ///   - callback: The closure to call; kept until some time after the observation's end.
    /// - Returns: The token; the observation ends with it.
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
    /// In the order of adding, the observer has its place among the observers of single types.
    ///
    /// - Parameters:
    ///   - subject: The object to observe, compared by identity and not kept alive; nil for notifications about any
    ///     object or none.
    ///   - callback: The closure to call; kept until some time after the observation's end.
    /// - Returns: The token; the observation ends with it.
    /// - Complexity: amortised constant; allocates the observer and its token.
    public func observeAny(
        of subject: AnyObject? = nil,
        using callback: @escaping @MainActor (any TypedNotification) -> Void
    ) -> ObservationToken {
        ObservationToken(add(to: state.pointee.any, subject: subject, owner: nil, callback: callback))
    }

    /// Calls every matching observer, in the order of adding, and returns when all have been called.
    ///
    /// - Parameter notification: The notification, whose dynamic type selects the observers, even when it is passed as
    ///   `any TypedNotification`.
    /// - Complexity: one look-up that does not depend on the number of types, then linear in the observers of the type
    ///   and those from `observeAny`. No allocation, except for one box if an observer from `observeAny` matches a
    ///   notification larger than three words. A purge may follow, amortised over the cancellations: see
    ///   ``removeCancelledObservers()``.
    public func post<Value: TypedNotification>(_ notification: Value) {
        let list = state.pointee.table.list(of: ObjectIdentifier(Value.self))
        if state.pointee.any.pointee.count != 0 {
            callMerged(list, notification)
        } else if let list, list.pointee.count != 0 {
            callObservers(list, notification)
        }
        if state.pointee.tally.borrow({ $0.count }) != 0 { purgeIfDue() }
    }

    /// Releases cancelled observers, with everything that their callbacks captured, now.
    ///
    /// The centre releases them by itself in the next call of `observe`, `observeAny` or `post` once the cancelled
    /// observers outnumber the others. During a post this function does nothing, so that no observer changes its place.
    ///
    /// - Complexity: one atomic load when no observer is cancelled, and no allocation; else linear in the observers of
    ///   all types; allocates an array for the removed observers.
    public func removeCancelledObservers() {
        guard state.pointee.depth == 0, tally.count > 0 else { return }
        var removed: [Observer] = []
        for list in state.pointee.lists { list.pointee.purge(into: &removed) }
        tally.add(-removed.count)
        state.pointee.storedCount -= removed.count
        // The callbacks are released last, when every list is in order again: releasing captured objects may run code
        // that calls this centre.
        removed.removeAll()
    }
}
