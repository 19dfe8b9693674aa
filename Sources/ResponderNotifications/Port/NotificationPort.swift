internal import Logging
public import ResponderEventLoop

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
/// counts as the present one. What happened ``beforeAllInput`` precedes everything.
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

    /// Told of each message that reached nobody, or was refused, and why; nil, as at first, has it logged as a warning.
    public var onError: (@MainActor (Error) -> Void)?

    private weak var center: TypedNotificationCenter?
    private(set) weak var loop: MainRunLoop?
    /// The modes in which the port is served, and its connections are.
    let modes: MainRunLoop.ModeSet
    private let capacity: Int
    private let pending: PortPending
    private var channels: [NotificationChannel] = []
    /// How many there may be before those are looked for whose senders are gone.
    private var mostChannels = 64
    /// The steps under way, one inside another.
    private var steps: [Step] = []
    private(set) var isInvalid = false
    private var counts = Statistics()
    /// What sends the bytes that the port is handed itself.
    private(set) lazy var bytesSender = makeSender()
    var handlers: [ObjectIdentifier: AnyObject] = [:]
    var decoders: [String: Decoder] = [:]
    /// Those that are open: the port keeps them, and the loop keeps the port.
    var connections: [ObjectIdentifier: NotificationConnection] = [:]
    /// How many senders it listens to.
    var channelCount: Int { channels.count }

    /// What a step serves: of each channel what was put in when it began.
    private struct Step {
        let now: Int64
        let ends: [(channel: NotificationChannel, end: Int)]
    }

    /// A port of `loop` that posts to `center`.
    ///
    /// - Parameters:
    ///   - capacity: How many messages of each sender may wait; one at least.
    public convenience init(
        loop: MainRunLoop,
        center: TypedNotificationCenter,
        capacity: Int = NotificationPort.defaultCapacity
    ) {
        self.init(loop: loop, center: center, capacity: capacity, modes: .common)
    }

    /// The same, served in other modes than the common ones.
    package init(
        loop: MainRunLoop,
        center: TypedNotificationCenter,
        capacity: Int = NotificationPort.defaultCapacity,
        modes: MainRunLoop.ModeSet
    ) {
        self.loop = loop
        self.modes = modes
        self.center = center
        self.capacity = max(1, capacity)
        pending = PortPending(wakeSignal: loop.wakeSignal)
        loop.addInput(self, in: modes)
    }

    /// A new right to send to this port.
    ///
    /// Make one for each source whose messages have an order among themselves. Allocates the sender and its channel.
    public func makeSender() -> Sender {
        let channel = NotificationChannel(capacity: capacity, pending: pending)
        if isInvalid {
            _ = channel.finish()
        } else {
            // Senders that go without having sent anything cause no step that would let go of their channels.
            if channels.count >= mostChannels {
                channels.removeAll { $0.isFinished }
                mostChannels = max(64, 2 * channels.count)
            }
            channels.append(channel)
        }
        return Sender(channel: channel)
    }

    /// Takes the port out of its loop: nothing that was sent and not yet delivered arrives, and what is sent is refused.
    ///
    /// Idempotent, and legal anywhere, also in a handler.
    public func invalidate() {
        guard !isInvalid else { return }
        isInvalid = true
        loop?.removeInput(self)
        loop = nil
        for channel in channels { pending.remove(channel.finish()) }
        channels = []
        // What goes with these may run code that comes back here, so it goes last.
        let dropped = (handlers, decoders, connections)
        (handlers, decoders, connections) = ([:], [:], [:])
        for connection in dropped.2.values { connection.cancel() }
    }

    /// What was received so far.
    public var statistics: Statistics {
        var statistics = counts
        statistics.refused = pending.refusedCount
        return statistics
    }

    // MARK: Input source

    package var hasPending: Bool { !isInvalid && pending.hasAny }
    package var isExpecting: Bool { hasPending }
    package var name: StaticString { "notification port" }

    package var oldestTime: MainRunLoop.Instant? {
        channels.compactMap { $0.nextTime(before: .max) }.min().map { MainRunLoop.Instant(nanoseconds: $0) }
    }

    package func serve(limit: Int) -> Bool {
        beginStep()
        defer { endStep() }
        return serve(limit: limit, notAfter: .max) > 0
    }

    package func beginStep() {
        if center == nil { invalidate() }
        let now = loop?.now.nanoseconds ?? .max
        steps.append(Step(now: now, ends: channels.map { ($0, $0.end) }))
    }

    package func endStep() {
        steps.removeLast()
        channels.removeAll { $0.isFinished }
    }

    package var nextTime: Int64? { next?.time }

    package func serve(limit: Int, notAfter time: Int64) -> Int {
        var count = 0
        while count < limit, let next, next.time <= time, let message = next.channel.take(before: next.end) {
            pending.remove(1)
            count += 1
            message.deliver(self)
            if loop?.isTurnCutShort == true { break }
        }
        return count
    }

    /// The channel whose next message in the step is the earliest.
    private var next: (channel: NotificationChannel, end: Int, time: Int64)? {
        guard !isInvalid, let step = steps.last else { return nil }
        var earliest: (channel: NotificationChannel, end: Int, time: Int64)?
        for (channel, end) in step.ends {
            guard let sent = channel.nextTime(before: end) else { continue }
            let time = min(sent, step.now)
            if let known = earliest, known.time <= time { continue }
            earliest = (channel, end, time)
        }
        return earliest
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
        Logger(label: "responderkit.ResponderNotifications").warning("a message was of no use: \(error)")
    }
}
