internal import ResponderSupport
internal import Synchronization

// The order of the calls of a post. Lists may grow during a post, so the loops go by index, and only to the end that
// the list had at the start (rule N4); lists never shrink, since a purge waits until no post is under way. So nothing
// is retained: each observer stays where it is until the outermost post has ended.
extension TypedNotificationCenter {
    /// Calls the observers of one type, for a centre that has no observers from `observeAny`.
    @inline(__always)
    func callObservers<Value: TypedNotification>(_ list: UnsafeMutablePointer<ObserverList>, _ notification: Value) {
        if list.pointee.hasSubjects { return callMatching(list, notification) }
        state.pointee.depth &+= 1
        let end = list.pointee.count
        var place = 0
        repeat {
            let entry = list.pointee.entries + place
            if !entry.pointee.isCancelled { entry.pointee.call(notification) }
            place &+= 1
        } while place < end
        state.pointee.depth &-= 1
    }

    /// Does the same for a list in which some observers ask for one subject.
    @inline(never)
    private func callMatching<Value: TypedNotification>(
        _ list: UnsafeMutablePointer<ObserverList>,
        _ notification: Value
    ) {
        state.pointee.depth &+= 1
        let end = list.pointee.count
        let subject = notification.subject
        for place in 0..<end {
            let entry = list.pointee.entries + place
            if entry.pointee.wants(subject) { entry.pointee.call(notification) }
        }
        state.pointee.depth &-= 1
    }

    /// Calls the observers of one type and those from `observeAny`, merged in the order of adding.
    @inline(never)
    func callMerged<Value: TypedNotification>(_ list: UnsafeMutablePointer<ObserverList>?, _ notification: Value) {
        state.pointee.depth &+= 1
        let any = state.pointee.any
        let (typedEnd, anyEnd) = (list?.pointee.count ?? 0, any.pointee.count)
        let hasSubjects = any.pointee.hasSubjects || list?.pointee.hasSubjects == true
        let subject = hasSubjects ? notification.subject : nil
        var (typedPlace, anyPlace) = (0, 0)
        // The notification is boxed once, when the first observer of any type is to be called.
        var boxed: (any TypedNotification)?
        while true {
            let typed = typedPlace < typedEnd ? list.map { $0.pointee.entries + typedPlace } : nil
            let other = anyPlace < anyEnd ? any.pointee.entries + anyPlace : nil
            if let typed, typed.pointee.position < other?.pointee.position ?? .max {
                typedPlace += 1
                if typed.pointee.wants(subject) { typed.pointee.call(notification) }
            } else if let other {
                anyPlace += 1
                if other.pointee.wants(subject) {
                    let value = boxed ?? notification
                    boxed = value
                    other.pointee.callAny(value)
                }
            } else {
                break
            }
        }
        state.pointee.depth &-= 1
    }
}

extension ObserverEntry {
    /// Whether the observer still observes and asks for notifications about `other`.
    ///
    /// The identities are compared first, since loading a weak reference is expensive.
    @MainActor
    fileprivate func wants(_ other: AnyObject?) -> Bool {
        guard !isCancelled else { return false }
        guard let subject else { return true }
        guard let other, ObjectIdentifier(other) == subject else { return false }
        return observer.borrow { $0.observes(other) }
    }

    /// Calls the observer with a value of its own type.
    ///
    /// The cast is safe: only `observe` adds to the list of a type, with callbacks of that type, and only `observeAny`
    /// adds to the list of any type.
    @MainActor @inline(__always)
    fileprivate func call<Value: TypedNotification>(_ value: Value) {
        observer.borrow { unsafeDowncast($0, to: CallingObserver<Value>.self).callback(value) }
    }

    /// Calls an observer from `observeAny`.
    ///
    /// This is a separate function, since passing the value to ``call(_:)`` would open the existential.
    @MainActor
    fileprivate func callAny(_ value: any TypedNotification) {
        observer.borrow { unsafeDowncast($0, to: CallingObserver<any TypedNotification>.self).callback(value) }
    }
}
