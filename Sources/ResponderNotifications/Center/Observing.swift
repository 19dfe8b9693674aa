// Adding observers, and releasing those that have ended.
extension TypedNotificationCenter {
    /// The list of a type, created if there is none.
    func list<Value: TypedNotification>(of type: Value.Type) -> UnsafeMutablePointer<ObserverList> {
        if let list = state.pointee.table.list(of: ObjectIdentifier(type)) { return list }
        let list = UnsafeMutablePointer<ObserverList>.allocate(capacity: 1)
        list.initialize(to: ObserverList())
        state.pointee.table.insert(list, of: ObjectIdentifier(type))
        state.pointee.lists.append(list)
        return list
    }

    /// Adds an observer, at the end of the order.
    func add<Value>(
        to list: UnsafeMutablePointer<ObserverList>,
        subject: AnyObject?,
        owner: AnyObject?,
        callback: @escaping @MainActor (Value) -> Void
    ) -> Cancellation {
        // A closed centre keeps nothing; the token is cancelled from the beginning.
        guard !state.pointee.isClosed else {
            return Cancellation(countedBy: state.pointee.tally.takeUnretainedValue(), isCancelled: true)
        }
        sweepIfDue()
        purgeIfDue()
        let cancellation = Cancellation(countedBy: state.pointee.tally.takeUnretainedValue())
        let observer = CallingObserver(
            subject: subject,
            owner: owner,
            cancellation: cancellation,
            callback: callback
        )
        list.pointee.append(
            observer,
            subject: subject.map(ObjectIdentifier.init),
            position: state.pointee.nextPosition
        )
        state.pointee.nextPosition += 1
        state.pointee.storedCount += 1
        return cancellation
    }

    /// Purges the lists if the cancelled observers outnumber the others.
    @inline(never)
    func purgeIfDue() {
        if state.pointee.tally.takeUnretainedValue().count * 2 > state.pointee.storedCount {
            removeCancelledObservers()
        }
    }

    /// Cancels the observers whose owner or subject is gone, whenever the number of observers has doubled.
    ///
    /// Without this sweep, these observers would stay for ever.
    private func sweepIfDue() {
        guard state.pointee.storedCount >= state.pointee.nextSweep else { return }
        forEachObserver { if $0.isOrphaned { $0.cancellation.cancel() } }
        removeCancelledObservers()
        state.pointee.nextSweep = max(64, 2 * state.pointee.storedCount)
    }

    private func forEachObserver(_ body: (Observer) -> Void) {
        for list in state.pointee.lists {
            for place in 0..<list.pointee.count { body(list.pointee.entries[place].observer.takeUnretainedValue()) }
        }
    }
}

// Observers that belong to an object.
extension TypedNotificationCenter {
    /// Calls `callback` with `owner` for each notification of type `type` about `subject`, as long as the owner is
    /// alive.
    ///
    /// There is no token to keep: the observation ends when the owner's `deinit` begins, or with
    /// ``removeObservers(ownedBy:)``. Neither owner nor subject is kept alive; the callback should use the owner that
    /// it gets as its argument, and not capture the owner.
    ///
    /// - Parameters:
    ///   - type: The notification's own type.
    ///   - subject: The object to observe, compared by identity; nil for notifications about any object or none.
    ///   - owner: The object that the observer belongs to.
    ///   - callback: The closure to call; kept until some time after the observation's end.
    /// - Complexity: amortised constant; allocates the observer and, the first time, the type's list. A call loads the
    ///   weak reference to the owner, and retains it meanwhile.
    public func observe<Value: TypedNotification, Owner: AnyObject>(
        _ type: Value.Type,
        of subject: AnyObject? = nil,
        ownedBy owner: Owner,
        using callback: @escaping @MainActor (Owner, Value) -> Void
    ) {
        _ = add(to: list(of: type), subject: subject, owner: owner) { [weak owner] (value: Value) in
            if let owner { callback(owner, value) }
        }
    }

    /// Calls `callback` with `owner` for each notification of any type about `subject`, as long as the owner is alive.
    ///
    /// Everything else is as described at ``observe(_:of:ownedBy:using:)``.
    ///
    /// - Complexity: amortised O(1); allocates the observer. A call loads the weak reference to the owner, and retains
    ///   it meanwhile.
    public func observeAny<Owner: AnyObject>(
        of subject: AnyObject? = nil,
        ownedBy owner: Owner,
        using callback: @escaping @MainActor (Owner, any TypedNotification) -> Void
    ) {
        _ = add(to: state.pointee.any, subject: subject, owner: owner) {
            [weak owner] (value: any TypedNotification) in
            if let owner { callback(owner, value) }
        }
    }

    /// Ends the observations that belong to `owner`: their callbacks are never called again, not even by a post that is
    /// under way.
    ///
    /// May be called anywhere. Observations with tokens belong to no owner, and go on.
    ///
    /// - Complexity: linear in the observers of all types; allocates nothing.
    public func removeObservers(ownedBy owner: AnyObject) {
        forEachObserver { if $0.owner === owner { $0.cancellation.cancel() } }
    }

    /// Ends all observations, even for a post that is under way; observers that are added later are neither called nor
    /// kept.
    ///
    /// Called at the end of an application.
    package func close() {
        state.pointee.isClosed = true
        forEachObserver { $0.cancellation.cancel() }
        // While a post is under way this does nothing; the end of the outermost post releases the observers.
        removeCancelledObservers()
    }
}
