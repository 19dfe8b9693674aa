public import ResponderEventLoop

/// Posts notifications later, when this turn's work is done or when the loop is idle; of several matching
/// notifications, only one is posted.
///
///     queue.enqueue(DocumentChanged(subject: document), postingStyle: .asap)   // as often as it changes
///     // once in this turn, before the update pass: observers get the newest content
///
/// A queue belongs to a centre and to a loop, and is first in, first out. While the loop does not run, only
/// notifications with the style ``PostingStyle/now`` are posted. A queued notification keeps the queue and the centre
/// alive, but not the loop; if the loop is gone, the notification is never posted. When an application ends, its own
/// queue drops its notifications and accepts no more.
@MainActor
public final class TypedNotificationQueue {
    /// When a notification is posted.
    public enum PostingStyle: Hashable, Sendable {
        /// When the loop has nothing else to do and is about to wait.
        case whenIdle
        /// In the turn in which it was queued, before the update pass; if that moment has passed, in the next turn,
        /// which then begins without waiting.
        case asap
        /// At once: the observers have been called when `enqueue` returns.
        case now
    }

    /// Which queued notifications match a new one.
    public struct Coalescing: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8

        /// The coalescing with these bits.
        ///
        /// - Complexity: O(1); no allocation.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Notifications of the same type.
        public static let onName = Coalescing(rawValue: 1)
        /// Notifications about the same subject; a notification without a subject matches others without a subject.
        ///
        /// With ``onName`` too, both type and subject must be the same.
        public static let onSender = Coalescing(rawValue: 2)
    }

    /// The centre to which the queue posts.
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

    /// The number of notifications that wait to be posted.
    public var count: Int { queued.count }

    /// Removes the matching notifications from the queue, then posts the new notification or queues it at the end.
    ///
    /// So of several matching notifications only the newest is posted, at its own place in the queue. Any queued
    /// notification may match, whatever its style and modes, even one that is about to be posted at this moment. If an
    /// observer queues a notification while queued notifications are being posted, the new notification waits until the
    /// queue posts again.
    ///
    /// - Parameters:
    ///   - notification: The notification, which is kept with its subject until it is posted.
    ///   - style: When the notification is posted. In a run of a mode that is not in `modes`, a notification with the
    ///     style ``PostingStyle/now`` is dropped; a notification with another style keeps its place.
    ///   - coalescing: Which queued notifications match; empty for none.
    ///   - modes: The modes of the runs that post the notification. The default is the default mode alone, so nothing
    ///     is posted while a finger is tracked; `.common` has both modes.
    /// - Complexity: amortised O(1) with both options or with neither; with ``Coalescing/onName`` alone linear in the
    ///   queued subjects of the type, with ``Coalescing/onSender`` alone in the queued types. Allocates the entry.
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

    /// Removes the queued notifications that match a notification; they are not posted.
    ///
    /// - Parameters:
    ///   - notification: Only the type and the subject count; the notification itself need not be queued.
    ///   - coalescing: Which queued notifications match; empty for none.
    /// - Complexity: as that of ``enqueue(_:postingStyle:coalescing:forModes:)``, and linear in the removed
    ///   notifications; allocates an array of them.
    public func dequeueNotifications<Value: TypedNotification>(
        matching notification: Value,
        coalescing: Coalescing
    ) {
        guard !coalescing.isEmpty, queued.count > 0 else { return }
        drop(queued.remove(matching: QueuedNotification.Key(Value.self, notification.subject), coalescing))
    }

    /// Drops all notifications and accepts no more, because the queue's application has ended.
    package func close() {
        isClosed = true
        drop(queued.removeAll())
    }

    /// Cancels the posting of entries that were removed.
    private func drop(_ removed: [QueuedNotification]) {
        for entry in removed {
            entry.isCancelled = true
            loop?.noteCancelledDeferred(in: entry.moment)
        }
        // Released last, since the release may run code that calls this queue. The loop itself keeps some entries for a
        // while.
        for entry in removed { entry.drop() }
    }

    /// Posts an entry whose moment has come.
    func post(_ entry: QueuedNotification) {
        queued.remove(entry)
        entry.body?(center)
    }
}

/// The loop's reference to an entry and its queue; the queue keeps the entry but not this object.
@MainActor
private final class PostOfQueue: DeferredWork {
    private let queue: TypedNotificationQueue
    private let entry: QueuedNotification

    init(queue: TypedNotificationQueue, entry: QueuedNotification) {
        self.queue = queue
        self.entry = entry
    }

    var isCancelled: Bool { entry.isCancelled }

    func run() { queue.post(entry) }
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
    /// Nil once the notification has been dropped.
    private(set) var body: (@MainActor (TypedNotificationCenter) -> Void)?
    var isCancelled = false
    /// The entry's place among the entries with the same key.
    var place = 0
    /// Retained, since the notification need not retain its subject: no other subject may come to the same address.
    private var subject: AnyObject?

    init<Value: TypedNotification>(_ notification: Value, _ moment: DeferredMoment) {
        subject = notification.subject
        key = Key(Value.self, subject)
        self.moment = moment
        body = { $0.post(notification) }
    }

    /// Drops the notification and its subject: the entry will not be posted.
    func drop() {
        let dropped = (body, subject)
        (body, subject) = (nil, nil)
        withExtendedLifetime(dropped) {}
    }
}
