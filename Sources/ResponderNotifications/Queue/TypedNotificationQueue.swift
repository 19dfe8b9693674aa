public import ResponderEventLoop

/// Posts notifications later: once this turn's work is done, or when there is nothing else to do; and twins only once.
///
///     queue.enqueue(DocumentChanged(subject: document), postingStyle: .asap)   // as often as it changes
///     // once in this turn, before the update pass: its observers are told of the newest content
///
/// It belongs to a centre and to a loop, and is first in, first out. Nothing is posted while the loop does not run, but what
/// is posted now. What is queued keeps the queue and the centre, not the loop; what is queued for a loop that is gone is never
/// posted. When an application ends, its own queue lets go of all that it has, and takes nothing after that.
@MainActor
public final class TypedNotificationQueue {
    /// When a notification is posted.
    public enum PostingStyle: Hashable, Sendable {
        /// When the loop has nothing else to do and is about to wait.
        case whenIdle
        /// In the turn in which it was queued, before its update pass; in the next one, which does not wait, where that
        /// moment has come already.
        case asap
        /// At once, before the call returns: observers have been told then.
        case now
    }

    /// Which queued notifications are twins of another.
    public struct Coalescing: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8

        /// The coalescing with these bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Those of the same type.
        public static let onName = Coalescing(rawValue: 1)
        /// Those about the same subject, or about none as it is.
        ///
        /// With ``onName`` both must be the same.
        public static let onSender = Coalescing(rawValue: 2)
    }

    /// Where it posts.
    public let center: TypedNotificationCenter
    private weak var loop: MainRunLoop?
    private var queued = QueuedNotifications()
    private var isClosed = false

    /// An empty queue that posts to `center` in turns of `loop`.
    ///
    /// - Complexity: constant; allocates the queue.
    public init(center: TypedNotificationCenter, loop: MainRunLoop) {
        self.center = center
        self.loop = loop
    }

    /// How many notifications wait to be posted.
    public var count: Int { queued.count }

    /// Removes the notification's twins from the queue, and posts it, or queues it at the end to be posted later.
    ///
    /// So of several twins the newest is posted, once, in the place of the newest. Twins are looked for among all that are
    /// queued, whatever their style and modes; also among those whose moment has come, and whose turn has not. What an observer
    /// queues while queued notifications are posted waits for the next such moment.
    ///
    /// - Parameters:
    ///   - notification: What happened. It is kept until it is posted, and its subject with it.
    ///   - style: When it is posted. In a run of another mode than `modes` what is posted ``PostingStyle/now`` is dropped; the
    ///     rest keeps its place.
    ///   - coalescing: Which queued notifications are its twins; empty for none.
    ///   - modes: The modes of the runs that post it: the default mode alone where nothing else is said, so not while a finger is
    ///     tracked. `.common` is for both.
    /// - Complexity: amortised constant with both options or with neither; else linear in the types, or subjects of its type,
    ///   that are queued. Allocates the entry.
    public func enqueue<Value: TypedNotification>(
        _ notification: Value,
        postingStyle style: PostingStyle,
        coalescing: Coalescing = [.onName, .onSender],
        forModes modes: MainRunLoop.ModeSet = .default
    ) {
        dequeueNotifications(matching: notification, coalescing: coalescing)
        let moment: DeferredMoment
        switch style {
        case .now:
            if loop?.isRunningWithout(modes) != true { center.post(notification) }
            return
        case .asap: moment = .asap
        case .whenIdle: moment = .whenIdle
        }
        guard let loop, !isClosed else { return }
        let entry = QueuedNotification(notification, moment)
        queued.insert(entry)
        loop.addDeferred(PostOfQueue(queue: self, entry: entry), to: moment, in: modes)
    }

    /// Removes the queued twins of a notification; they are not posted.
    ///
    /// - Parameters:
    ///   - notification: It need not be queued itself; only its type and its subject count.
    ///   - coalescing: What makes a twin; with an empty one nothing is removed.
    /// - Complexity: as that of ``enqueue(_:postingStyle:coalescing:forModes:)``, and linear in what is removed.
    public func dequeueNotifications<Value: TypedNotification>(
        matching notification: Value,
        coalescing: Coalescing
    ) {
        guard !coalescing.isEmpty, queued.count > 0 else { return }
        letGo(of: queued.remove(matching: QueuedNotification.Key(Value.self, notification.subject), coalescing))
    }

    /// Lets go of all that is queued, and queues nothing from now on: the queue's application has ended.
    package func close() {
        isClosed = true
        letGo(of: queued.removeAll())
    }

    /// Has entries that were taken out posted no more.
    private func letGo(of removed: [QueuedNotification]) {
        for entry in removed {
            entry.isCancelled = true
            loop?.noteCancelledDeferred(in: entry.moment)
        }
        // Only now: what goes with them may run code that comes back here. The loop keeps some of them a while.
        for entry in removed { entry.letGo() }
    }

    /// An entry's moment has come.
    func post(_ entry: QueuedNotification) {
        queued.remove(entry)
        entry.body?(center)
    }
}

/// What the loop keeps: an entry, and with it its queue, which keeps the entry and not this.
@MainActor
private final class PostOfQueue: DeferredWork {
    private let queue: TypedNotificationQueue
    private let entry: QueuedNotification

    init(queue: TypedNotificationQueue, entry: QueuedNotification) {
        self.queue = queue
        self.entry = entry
    }

    var isCancelled: Bool { entry.isCancelled }

    func perform() { queue.post(entry) }
}

/// A notification that waits to be posted.
@MainActor
final class QueuedNotification {
    struct Key: Hashable {
        let type: ObjectIdentifier
        let subject: ObjectIdentifier?

        init<Value: TypedNotification>(_ type: Value.Type, _ subject: AnyObject?) {
            self.type = ObjectIdentifier(type)
            self.subject = subject.map(ObjectIdentifier.init)
        }
    }

    let key: Key
    let moment: DeferredMoment
    /// Nil once it is neither posted nor to be.
    private(set) var body: (@MainActor (TypedNotificationCenter) -> Void)?
    var isCancelled = false
    /// Where it stands among those of its key.
    var place = 0
    /// Kept, since a notification need not do so: at its address no other subject may come to stand.
    private var subject: AnyObject?

    init<Value: TypedNotification>(_ notification: Value, _ moment: DeferredMoment) {
        subject = notification.subject
        key = Key(Value.self, subject)
        self.moment = moment
        body = { $0.post(notification) }
    }

    /// Lets go of the notification, with its subject: it will not be posted.
    func letGo() {
        let dropped = (body, subject)
        (body, subject) = (nil, nil)
        withExtendedLifetime(dropped) {}
    }
}
