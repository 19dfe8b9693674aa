public import ResponderEventLoop
internal import Synchronization

/// The port where messages to an application come in: an input source of a main run loop, which makes its own senders.
///
/// A host sends typed values through a ``Sender``, on any thread; another process sends frames of bytes with the
/// message's name through a descriptor (``read(from:onEnd:)``). All messages arrive on the main actor, in the input
/// step of a turn, before timers and other sources:
/// - at the handler of their type, if there is one: see ``handle(_:with:)``;
/// - otherwise, if they are notifications, at the centre, which posts them.
///
/// Messages of one sender keep their order. Messages of several senders, and the touches of the loop's touch port, are
/// merged by their times: at equal times touches come first, then the senders in the order of their creation. A time in
/// the future counts as the present time. A message with the time ``beforeAllInput`` precedes everything. A
/// ``NotificationFrame``, which may come from any process, does not precede messages that were served before it came:
/// an earlier time counts as the time of the port's latest step. A turn serves up to `MainRunLoop.mostCallbacksOfStep`
/// messages, and then goes on with the touches, even if earlier messages are left.
///
/// A message that has no destination, or whose handler throws, is an error: ``onError`` is called, and the next message
/// follows.
///
/// The loop keeps a port until ``invalidate()``, or until the port's centre is gone.
@MainActor
public final class NotificationPort: InputSource {
    /// The numbers of messages that a port has delivered, failed to deliver and refused.
    public struct Statistics: Hashable, Sendable {
        /// Messages that a handler accepted without an error, or that were posted to the centre.
        public var delivered = 0
        /// Messages without a destination, or whose handler threw an error, and other errors of the port.
        public var undelivered = 0
        /// Messages that a sender refused because too many waited or the port was invalid.
        public var refused = 0
    }

    /// The default number of messages of a sender that may wait.
    public nonisolated static let defaultCapacity = 256

    /// The time of messages that were queued while the application was suspended: they precede all other input
    /// (rule L35), except earlier messages of their own sender.
    ///
    /// Only a ``Sender`` in this process can use this time: no ``NotificationFrame`` carries it.
    public nonisolated static let beforeAllInput = MainRunLoop.Instant(nanoseconds: .min)

    /// Called with each error: a message without a destination, a message whose handler threw, or a bad connection.
    ///
    /// Nil at first. While this is nil, errors are logged as warnings, up to ``Limits/loggedErrorsPerMinute``.
    public var onError: (@MainActor (Error) -> Void)?

    /// The limits of the port's connections and of its log.
    ///
    /// A change applies from now on; it closes no open connection.
    public var limits = Limits()

    private weak var center: TypedNotificationCenter?
    private(set) weak var loop: MainRunLoop?
    /// The modes in which the port and its connections are served.
    let modes: MainRunLoop.ModeSet
    private let capacity: Int
    private let inbox: MessageInbox
    /// The messages that steps have taken in and not yet delivered.
    private var merge = MessageMerge()
    /// The number of senders made so far.
    private let senderCount = Atomic<Int>(0)
    /// Whether the loop begins to serve the port only when the port's first sender is made.
    private let waitsForSender: Atomic<Bool>
    private(set) var isInvalid = false
    private var counts = Statistics()
    let errorLog = ErrorLog()
    /// The sender of the bytes that ``receive(bytes:)`` gets.
    private(set) lazy var bytesSender = makeSender()
    var handlers: [ObjectIdentifier: AnyObject] = [:]
    var decoders: [String: Decoder] = [:]
    /// Keeps the messages that are delivered; nil usually.
    package var tape: (any NotificationPortTape)?
    /// Whether the message that is being delivered was kept as bytes.
    private var isKeptAsBytes = false
    /// The open connections: the port keeps them, and the loop keeps the port.
    var connections: [ObjectIdentifier: NotificationConnection] = [:]

    /// A port of `loop` that posts to `center`.
    ///
    /// - Parameters:
    ///   - loop: The loop that serves the port, and keeps it.
    ///   - center: The centre that gets notifications without a handler.
    ///   - capacity: The most messages of each sender that may wait; at least one.
    /// - Complexity: O(ports of the loop); allocates the port and its inbox.
    public convenience init(
        loop: MainRunLoop,
        center: TypedNotificationCenter,
        capacity: Int = NotificationPort.defaultCapacity
    ) {
        self.init(loop: loop, center: center, capacity: capacity, modes: .common)
    }

    /// A port that is served in `modes`.
    ///
    /// - Parameter waitsForSender: Whether the loop begins to serve the port only when the port's first sender is made,
    ///   since each port makes a turn longer.
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

    /// A new sender to this port.
    ///
    /// Make one sender for each source whose messages must keep their order. Any thread may make a sender.
    ///
    /// - Complexity: O(1); allocates the sender and its channel.
    public nonisolated func makeSender() -> Sender {
        let order = senderCount.add(1, ordering: .relaxed).newValue
        let channel = NotificationChannel(order: order, capacity: capacity)
        if waitsForSender.load(ordering: .relaxed), waitsForSender.exchange(false, ordering: .relaxed) {
            // An immediate task runs at once if this is the main actor.
            Task.immediateDetached { @MainActor [weak self] in self?.addToLoop() }
        }
        return Sender(channel: channel, inbox: inbox)
    }

    private func addToLoop() {
        guard !isInvalid else { return }
        loop?.addInput(self, in: modes)
    }

    /// Removes the port from its loop: messages that were not yet delivered are dropped, and later ones refused.
    ///
    /// Idempotent; may be called anywhere, even in a handler.
    ///
    /// - Complexity: linear in the waiting messages, the handlers and the connections, and in the ports of the loop; no
    ///   allocation beyond a few empty collections.
    public func invalidate() {
        guard !isInvalid else { return }
        isInvalid = true
        loop?.removeInput(self)
        loop = nil
        errorLog.finish()
        // Released last, since the release may run code that calls this port.
        let dropped = (handlers, decoders, connections, merge)
        (handlers, decoders, connections, merge) = ([:], [:], [:], MessageMerge())
        inbox.finish()
        dropped.3.removeAll()
        for connection in dropped.2.values { connection.cancel() }
    }

    /// The numbers so far.
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

    /// Takes in the messages sent so far; messages sent from now on wait for the next step (rule L19).
    ///
    /// A nested step may take in more; the outer step serves the messages that the nested step leaves.
    package func beginStep() {
        if center == nil { invalidate() }
        let now = loop?.instantOfArrival.nanoseconds ?? .max
        // In a replay the messages of the app's own senders are among the recorded ones.
        let isPlaying = tape?.isPlaying == true
        for entry in inbox.takeAll(at: now) {
            if isPlaying {
                inbox.countDelivered()
                entry.channel.countWaiting(-1)
                continue
            }
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

    /// Delivers a message to the handler of its type, or to the centre.
    package func deliver<Message>(_ message: Message) {
        if let tape, !tape.isPlaying, !isKeptAsBytes { tape.keep(message) }
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

    /// Decodes a message by its name, and delivers it.
    package func deliver(named name: String, _ payload: [UInt8]) {
        if let tape, !tape.isPlaying {
            tape.keep(frame: name, payload)
            isKeptAsBytes = true
        }
        defer { isKeptAsBytes = false }
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
