internal import ResponderSupport
internal import Synchronization

/// One observer: the subject that it asks for and whether it still observes.
///
/// The subclass has the callback.
@MainActor
class Observer {
    let cancellation: Cancellation
    private weak var subject: AnyObject?
    /// The owner, if the observer has one.
    private(set) weak var owner: AnyObject?
    private let hasSubject: Bool
    private let isOwned: Bool

    init(subject: AnyObject?, owner: AnyObject?, cancellation: Cancellation) {
        self.subject = subject
        self.owner = owner
        self.cancellation = cancellation
        hasSubject = subject != nil
        isOwned = owner != nil
    }

    /// Whether `other` is the observer's subject.
    ///
    /// The weak reference distinguishes the subject from a later object at the same address.
    final func observes(_ other: AnyObject) -> Bool { subject === other }

    /// Whether the observer can never be called any more, since its subject or its owner is gone.
    final var isOrphaned: Bool { (hasSubject && subject == nil) || (isOwned && owner == nil) }
}

/// An observer that is called with values of one type: a notification's own, or `any TypedNotification`.
@MainActor
final class CallingObserver<Value>: Observer {
    /// A constant, so that a call does not retain the closure.
    let callback: @MainActor (Value) -> Void

    init(
        subject: AnyObject?,
        owner: AnyObject?,
        cancellation: Cancellation,
        callback: @escaping @MainActor (Value) -> Void
    ) {
        self.callback = callback
        super.init(subject: subject, owner: owner, cancellation: cancellation)
    }
}

/// The part of an observer that a post reads; entries lie side by side, and need no reference counting.
struct ObserverEntry {
    /// The cancellation flag, which the observer keeps.
    let flag: UnsafeMutablePointer<Atomic<Bool>>
    let observer: Unmanaged<Observer>
    /// The subject that the observer asks for; nil for notifications about any object or none.
    let subject: ObjectIdentifier?
    /// The observer's place in the order of adding, among all observers of the centre.
    let position: UInt64

    @inline(__always)
    var isCancelled: Bool { flag.pointee.load(ordering: .relaxed) }
}

/// The observers of one type of notification, or those from `observeAny`, in the order of adding.
///
/// A list lies in raw memory as long as its centre exists, since it may grow while a post is under way.
struct ObserverList: ~Copyable {
    private var list = RawList<ObserverEntry>(capacity: 2)
    /// Whether an observer in the list asks for one subject; cancelled observers count until the next purge.
    private(set) var hasSubjects = false

    /// Releases all observers.
    deinit {
        for place in 0..<count { entries[place].observer.release() }
    }

    var count: Int {
        @inline(__always) get { list.count }
    }

    /// The first entry; the entries move when an observer is added.
    var entries: UnsafeMutablePointer<ObserverEntry> {
        @inline(__always) get { list.start }
    }

    /// Adds an observer, and retains it.
    @MainActor
    mutating func append(_ observer: Observer, subject: ObjectIdentifier?, position: UInt64) {
        let entry = ObserverEntry(
            flag: observer.cancellation.flag,
            observer: .passRetained(observer),
            subject: subject,
            position: position
        )
        list.append(entry)
        if subject != nil { hasSubjects = true }
    }

    /// Moves the cancelled observers to `removed`, which retains them from now on.
    mutating func purge(into removed: inout [Observer]) {
        var kept = 0
        hasSubjects = false
        for place in 0..<count {
            let entry = entries[place]
            // Each flag is read once, since another thread may set it meanwhile.
            if entry.isCancelled {
                removed.append(entry.observer.takeRetainedValue())
            } else {
                entries[kept] = entry
                kept += 1
                if entry.subject != nil { hasSubjects = true }
            }
        }
        list.truncate(to: kept)
    }
}
