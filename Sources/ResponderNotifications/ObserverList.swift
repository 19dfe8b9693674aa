/// One observer: what it wants to hear of and whether it still wants to.
///
/// What it does then, its subclass knows. Neither this class nor the list is generic: going through an unspecialised
/// generic array made a post 35 ns an observer dearer.
@MainActor
class Observer {
    /// Its place in the order of adding, among all observers of the centre.
    let position: UInt64
    private let cancellation: Cancellation
    private let subjectIdentity: ObjectIdentifier?
    private weak var subject: AnyObject?

    init(position: UInt64, subject: AnyObject?, cancellation: Cancellation) {
        self.position = position
        self.subject = subject
        self.subjectIdentity = subject.map(ObjectIdentifier.init)
        self.cancellation = cancellation
    }

    final var isCancelled: Bool { cancellation.isCancelled }

    /// Whether it still observes, and a notification about `other` concerns it.
    ///
    /// The identities are compared first since loading a weak reference is dear. Where they agree, the weak reference
    /// tells the subject from an object that came to stand at its address after its end.
    final func wants(_ other: AnyObject?) -> Bool {
        guard !cancellation.isCancelled else { return false }
        guard let subjectIdentity else { return true }
        guard let other, ObjectIdentifier(other) == subjectIdentity else { return false }
        return subject === other
    }
}

/// An observer that is called with values of one type: a notification's own, or `any TypedNotification`.
@MainActor
final class CallingObserver<Value>: Observer {
    let callback: @MainActor (Value) -> Void

    init(
        position: UInt64,
        subject: AnyObject?,
        cancellation: Cancellation,
        callback: @escaping @MainActor (Value) -> Void
    ) {
        self.callback = callback
        super.init(position: position, subject: subject, cancellation: cancellation)
    }
}

/// The observers of one type of notification, or of any, in the order of adding.
@MainActor
final class ObserverList {
    private(set) var observers: [Observer] = []

    func append(_ observer: Observer) {
        observers.append(observer)
    }

    /// Removes the cancelled observers from the list and appends them to `removed`.
    func purge(into removed: inout [Observer]) {
        // Read each flag once: another thread may raise it meanwhile.
        var kept: [Observer] = []
        kept.reserveCapacity(observers.count)
        for observer in observers {
            if observer.isCancelled {
                removed.append(observer)
            } else {
                kept.append(observer)
            }
        }
        observers = kept
    }
}
