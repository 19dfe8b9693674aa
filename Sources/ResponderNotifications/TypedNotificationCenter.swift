/// Tells observers what has happened, at once and in the order in which they were added.
///
///     let token = center.observe(DocumentSaved.self, of: document) { saved in
///         title.text = saved.document.name
///     }
///     center.post(DocumentSaved(document: document))  // returns when the title is set
///
/// An observer asks for one type of notification or for any, and for one subject or for any. It is called exactly
/// once for each matching post that begins while it observes: from the return of `observe` to the cancelling or the
/// release of its ``ObservationToken``. Callbacks may do anything: observe, cancel any token, post.
///
/// - An observer that is added during a post does not get that post.
/// - An observer that is cancelled during a post, before its turn came, does not get it either.
/// - A post made by a callback runs to completion, all its observers included, before the outer post goes on.
///
/// It belongs to the main actor; other threads and processes send through the notification port. It is for news with
/// any number of listeners; where there is exactly one, call it.
@MainActor
public final class TypedNotificationCenter {
    private var lists: [ObjectIdentifier: ObserverList] = [:]
    /// The values of `lists` in the order of their making, so that a purge releases in an order that runs repeat.
    private var listsInOrder: [ObserverList] = []
    private let anyList = ObserverList()
    private let tally = CancellationTally()
    private var nextPosition: UInt64 = 0
    /// Observers in the lists, cancelled ones included.
    private(set) var storedCount = 0
    /// How many posts are under way, each inside the one before.
    private var depth = 0

    /// A centre without observers.
    ///
    /// - Complexity: constant; allocates the centre and three small objects.
    public init() {
        listsInOrder.append(anyList)
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
        let list: ObserverList
        if let existing = lists[ObjectIdentifier(type)] {
            list = existing
        } else {
            list = ObserverList()
            lists[ObjectIdentifier(type)] = list
            listsInOrder.append(list)
        }
        return add(to: list, subject: subject, callback: callback)
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
        add(to: anyList, subject: subject, callback: callback)
    }

    /// Tells every matching observer, in the order of adding, and returns when all have been told.
    ///
    /// - Parameter notification: What happened; its own type decides who is told, also when passed as
    ///   `any TypedNotification`.
    /// - Complexity: one dictionary look-up, then linear in the observers of the type and those of any type. Allocates
    ///   nothing, but for one box where an observer of any type matches a notification larger than three words.
    ///   Rarely, and amortised over the cancellations, a purge follows: see ``removeCancelledObservers()``.
    public func post<Value: TypedNotification>(_ notification: Value) {
        let list = lists[ObjectIdentifier(Value.self)]
        if list?.observers.isEmpty == false || !anyList.observers.isEmpty {
            depth += 1
            walk(list, with: notification)
            depth -= 1
        }
        purgeIfDue()
    }

    /// Lets go of cancelled observers and of what their callbacks captured, now.
    ///
    /// The centre does so by itself as soon as the cancelled ones outnumber the others, in the next call of `observe`,
    /// `observeAny` or `post`. During a post this does nothing, so that no place in the order moves.
    ///
    /// - Complexity: one atomic load when none is cancelled, and no allocation; else linear in the observers of all
    ///   types; allocates an array for each type and one for those removed.
    public func removeCancelledObservers() {
        guard depth == 0, tally.count > 0 else { return }
        var removed: [Observer] = []
        for list in listsInOrder {
            list.purge(into: &removed)
        }
        tally.add(-removed.count)
        storedCount -= removed.count
        // Only here, with every list in order again, do the callbacks end: what they captured may run code of its own
        // when it is released, and that code may call this centre.
        removed.removeAll()
    }

    private func add<Value>(
        to list: ObserverList,
        subject: AnyObject?,
        callback: @escaping @MainActor (Value) -> Void
    ) -> ObservationToken {
        purgeIfDue()
        let cancellation = Cancellation(countedBy: tally)
        let observer = CallingObserver(
            position: nextPosition,
            subject: subject,
            cancellation: cancellation,
            callback: callback
        )
        nextPosition += 1
        storedCount += 1
        list.append(observer)
        return ObservationToken(cancellation)
    }

    /// Calls the observers of two lists, each in the order of adding, merged into one order of adding.
    ///
    /// The lists may grow meanwhile, so it goes by index and only as far as they reached at the start; they never
    /// shrink, since a purge waits until no post is under way.
    private func walk<Value: TypedNotification>(_ list: ObserverList?, with notification: Value) {
        let subject = notification.subject
        let (typedEnd, anyEnd) = (list?.observers.count ?? 0, anyList.observers.count)
        var (typedIndex, anyIndex) = (0, 0)
        // Made once, for the first observer of any type that wants it.
        var boxed: (any TypedNotification)?

        while true {
            let typed = typedIndex < typedEnd ? list?.observers[typedIndex] : nil
            let any = anyIndex < anyEnd ? anyList.observers[anyIndex] : nil
            // The casts hold: `observe` alone fills the list of a type, with callbacks of that type, and `observeAny`
            // alone the list of any.
            if let typed, typed.position < any?.position ?? .max {
                typedIndex += 1
                if typed.wants(subject) {
                    unsafeDowncast(typed, to: CallingObserver<Value>.self).callback(notification)
                }
            } else if let any {
                anyIndex += 1
                if any.wants(subject) {
                    let value = boxed ?? notification
                    boxed = value
                    unsafeDowncast(any, to: CallingObserver<any TypedNotification>.self).callback(value)
                }
            } else {
                return
            }
        }
    }

    private func purgeIfDue() {
        if tally.count * 2 > storedCount {
            removeCancelledObservers()
        }
    }
}
