public import ResponderEventLoop
internal import Synchronization

/// Where the world tells an application what happens: a source of a main run loop, and the maker of the rights to send to it.
///
/// A host, on any thread, sends typed values by a ``Sender``; another process sends bytes, which name the message, through a
/// descriptor (``read(from:onEnd:)``). All arrive on the main actor, in the input step of a turn, before timers and other
/// sources:
/// - at the handler of their type, where there is one: ``handle(_:with:)``;
/// - else, where they are notifications, at the centre, which posts them.
///
/// Messages of one sender keep their order. Those of several, and those of the loop's touch port, are merged by the time that
/// they carry: at equal times touches come first, then the senders in the order of their making. A time that is still to come
/// counts as the present one. What happened ``beforeAllInput`` precedes everything. A ``NotificationFrame``, which may
/// come from anybody, does not precede what was served before it came: an earlier time counts as that of the port's
/// latest step. A turn takes up to `MainRunLoop.mostCallbacksOfStep` messages, and goes on with the touches then,
/// whatever the times of the other messages.
///
/// A message that reaches nobody, or whose handler throws, is an error, which ``onError`` is told of, and the next one follows.
///
/// A port stays with its loop until ``invalidate()``, or until its centre is gone.
@MainActor
public final class NotificationPort: InputSource {
    /// What a port has received, and what it has not.
    public struct Statistics: Hashable, Sendable {
        /// Messages that reached a handler, which took them, or the centre.
        public var delivered = 0
        /// Messages that reached nobody, or whose handler threw an error.
        public var undelivered = 0
        /// Messages that a sender had no room for, or no port any more, as it was told.
        public var refused = 0
    }

    /// How many messages of a sender may wait, where nothing else is asked for.
    public nonisolated static let defaultCapacity = 256

    /// The time of what was queued while the application was suspended: such a message comes before all other input (rule L35),
    /// though behind what its own sender has sent before.
    ///
    /// For who has a ``Sender``, which is in this process: no ``NotificationFrame`` carries it.
    public nonisolated static let beforeAllInput = MainRunLoop.Instant(nanoseconds: .min)

    /// Told of each message that reached nobody, or was refused, and why; nil, as at first, has it logged as a warning,
    /// as far as ``Limits/loggedErrorsPerMinute`` goes.
    public var onError: (@MainActor (Error) -> Void)?

    /// What the port takes upon itself for its connections.
    ///
    /// A change holds for what comes: connections that are open stay so.
    public var limits = Limits()

    private weak var center: TypedNotificationCenter?
    private(set) weak var loop: MainRunLoop?
    /// The modes in which the port is served, and its connections are.
    let modes: MainRunLoop.ModeSet
    private let capacity: Int
    private let inbox: MessageInbox
    /// What steps have taken in and not yet delivered.
    private var merge = MessageMerge()
    /// How many senders were made.
    private let senderCount = Atomic<Int>(0)
    /// Whether the loop is to serve the port from its first sender on.
    private let waitsForSender: Atomic<Bool>
    private(set) var isInvalid = false
    private var counts = Statistics()
    let errorLog = ErrorLog()
    /// What sends the bytes that the port is handed itself.
    private(set) lazy var bytesSender = makeSender()
    var handlers: [ObjectIdentifier: AnyObject] = [:]
    var decoders: [String: Decoder] = [:]
    /// Those that are open: the port keeps them, and the loop keeps the port.
    var connections: [ObjectIdentifier: NotificationConnection] = [:]

    /// A port of `loop` that posts to `center`.
    ///
    /// - Parameters:
    ///   - loop: Serves the port, and keeps it.
    ///   - center: Gets the notifications that have no handler.
    ///   - capacity: How many messages of each sender may wait; one at least.
    public convenience init(
        loop: MainRunLoop,
        center: TypedNotificationCenter,
        capacity: Int = NotificationPort.defaultCapacity
    ) {
        self.init(loop: loop, center: center, capacity: capacity, modes: .common)
    }

    /// The same, served in other modes than the common ones.
    ///
    /// - Parameter waitsForSender: Whether the loop has nothing of the port before its first sender is made: a turn costs
    ///   more the more ports there are.
    package init(
        loop: MainRunLoop,
        center: TypedNotificationCenter,
        capacity: Int = NotificationPort.defaultCapacity,
        modes: MainRunLoop.ModeSet,
        waitsForSender: Bool = false
    ) {
        self.loop = loop
        self.waitsForSender = Atomic(waitsForSender)
        self.modes = modes
        self.center = center
        self.capacity = max(1, capacity)
        inbox = MessageInbox(wakeSignal: loop.wakeSignal)
        if !waitsForSender { addToLoop() }
    }

    /// A new right to send to this port.
    ///
    /// Make one for each source whose messages have an order among themselves. Allocates the sender and its channel.
    ///
    /// Any thread may make one.
    public nonisolated func makeSender() -> Sender {
        let order = senderCount.add(1, ordering: .relaxed).newValue
        let channel = NotificationChannel(order: order, capacity: capacity)
        if waitsForSender.load(ordering: .relaxed), waitsForSender.exchange(false, ordering: .relaxed) {
            // At once on the main actor.
            Task.immediateDetached { @MainActor [weak self] in self?.addToLoop() }
        }
        return Sender(channel: channel, inbox: inbox)
    }

    private func addToLoop() {
        guard !isInvalid else { return }
        loop?.addInput(self, in: modes)
    }

    /// Takes the port out of its loop: nothing that was sent and not yet delivered arrives, and what is sent is refused.
    ///
    /// Idempotent, and legal anywhere, also in a handler.
    public func invalidate() {
        guard !isInvalid else { return }
        isInvalid = true
        loop?.removeInput(self)
        loop = nil
        errorLog.finish()
        // What goes with these may run code that comes back here, so it goes last.
        let dropped = (handlers, decoders, connections, merge)
        (handlers, decoders, connections, merge) = ([:], [:], [:], MessageMerge())
        inbox.finish()
        dropped.3.removeAll()
        for connection in dropped.2.values { connection.cancel() }
    }

    /// What was received so far.
    public var statistics: Statistics {
        var statistics = counts
        statistics.refused = inbox.refusedCount
        return statistics
    }

    // MARK: Input source

    package var hasPending: Bool { !isInvalid && inbox.hasAny }
    package var isExpecting: Bool { hasPending }
    package var name: StaticString { "notification port" }

    package var oldestTime: MainRunLoop.Instant? {
        [merge.firstTime, inbox.oldestTime].compactMap(\.self).min().map { MainRunLoop.Instant(nanoseconds: $0) }
    }

    package func serve(limit: Int) -> Bool {
        beginStep()
        defer { endStep() }
        return serve(limit: limit, notAfter: .max) > 0
    }

    /// Takes in what was sent before; what is sent from now on waits for the next step (rule L19).
    ///
    /// A step inside this one may take in more. What that one leaves, this one serves.
    package func beginStep() {
        if center == nil { invalidate() }
        let now = loop?.now.nanoseconds ?? .max
        for entry in inbox.takeAll(at: now) {
            var message = entry.message
            message.time = min(message.time, now)
            merge.append(message, of: entry.channel)
        }
    }

    package func endStep() {}

    package var nextTime: Int64? { merge.firstTime }

    package func serve(limit: Int, notAfter time: Int64) -> Int {
        var count = 0
        while count < limit, let message = merge.takeFirst(notAfter: time) {
            inbox.countDelivered()
            count += 1
            message.deliver(self)
            if loop?.isTurnCutShort == true { break }
        }
        return count
    }

    // MARK: Delivery

    /// Hands a message to the handler of its type, or to the centre.
    func deliver<Message>(_ message: Message) {
        if let handler = handlers[ObjectIdentifier(Message.self)] {
            do {
                try unsafeDowncast(handler, to: MessageHandler<Message>.self).body(message)
                counts.delivered += 1
            } catch {
                report(.refused(type: "\(Message.self)", reason: "\(error)"))
            }
        } else if let notification = message as? any TypedNotification {
            counts.delivered += 1
            center?.post(notification)
        } else {
            report(.unhandled(type: "\(Message.self)"))
        }
    }

    /// Makes a message of what came by name, and hands it on.
    func deliver(named name: String, _ payload: [UInt8]) {
        guard let decoder = decoders[name] else { return report(.unknownName(name)) }
        do {
            try decoder.deliver(self, payload)
        } catch let failure as DecodingFailure {
            report(.undecodable(name: name, reason: "\(failure.reason)"))
        } catch {
            report(.undecodable(name: name, reason: "\(error)"))
        }
    }

    func report(_ error: Error) {
        counts.undelivered += 1
        if let onError { return onError(error) }
        if let loop { errorLog.note(error, limit: limits.loggedErrorsPerMinute, on: loop) }
    }
}
