internal import Synchronization

/// One observer: what it wants to hear of and whether it still wants to.
///
/// What it does then, its subclass knows.
@MainActor
class Observer {
    let cancellation: Cancellation
    private weak var subject: AnyObject?
    /// Whom it belongs to, where it belongs to somebody.
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

    /// Whether that is the subject which it asked for.
    ///
    /// The weak reference tells it from an object that came to stand at its address after its end.
    final func observes(_ other: AnyObject) -> Bool { subject === other }

    /// Whether it can never be called any more, since the subject or the owner is gone.
    final var isOrphaned: Bool { (hasSubject && subject == nil) || (isOwned && owner == nil) }
}

/// An observer that is called with values of one type: a notification's own, or `any TypedNotification`.
@MainActor
final class CallingObserver<Value>: Observer {
    /// Constant, so that a call does not retain it.
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

/// What a post reads of an observer: side by side with the others, and without counting references.
struct ObserverEntry {
    /// The observer's, which keeps it.
    let flag: UnsafeMutablePointer<Atomic<Bool>>
    let observer: Unmanaged<Observer>
    /// Whom it asked for; nil for any and for none.
    let subject: ObjectIdentifier?
    /// Its place in the order of adding, among all observers of the centre.
    let position: UInt64

    @inline(__always)
    var isCancelled: Bool { flag.pointee.load(ordering: .relaxed) }
}

/// The observers of one type of notification, or of any, in the order of adding.
///
/// It lies in raw memory and stays there as long as its centre: a post that is under way may make it longer.
struct ObserverList {
    private(set) var entries: UnsafeMutablePointer<ObserverEntry>
    private(set) var count = 0
    private var capacity = 2
    /// Whether an observer asks for one subject, or asked until the last purge.
    private(set) var isChoosy = false

    init() {
        entries = .allocate(capacity: capacity)
    }

    /// Takes an observer in, and keeps it.
    @MainActor
    mutating func append(_ observer: Observer, subject: ObjectIdentifier?, position: UInt64) {
        if count == capacity { grow() }
        let entry = ObserverEntry(
            flag: observer.cancellation.flag,
            observer: .passRetained(observer),
            subject: subject,
            position: position
        )
        (entries + count).initialize(to: entry)
        count += 1
        if subject != nil { isChoosy = true }
    }

    /// Takes the cancelled observers out, and appends them to `removed`, which keeps them from now on.
    mutating func purge(into removed: inout [Observer]) {
        var kept = 0
        isChoosy = false
        for place in 0..<count {
            let entry = entries[place]
            // Each flag is read once: another thread may raise it meanwhile.
            if entry.isCancelled {
                removed.append(entry.observer.takeRetainedValue())
            } else {
                entries[kept] = entry
                kept += 1
                if entry.subject != nil { isChoosy = true }
            }
        }
        count = kept
    }

    /// Lets go of all.
    func free() {
        for place in 0..<count { entries[place].observer.release() }
        entries.deallocate()
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<ObserverEntry>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: entries, count: count)
        entries.deallocate()
        entries = larger
        capacity *= 2
    }
}
