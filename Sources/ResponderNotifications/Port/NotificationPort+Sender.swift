public import ResponderEventLoop

extension NotificationPort {
    /// The right to send to a port, for any thread.
    ///
    /// A sender is safe from several threads at once. The messages of one thread arrive in the order in which they were sent, and
    /// so do those of several where one has sent before the other. Sending never waits for the receiver: where as many messages
    /// wait as the port's capacity, the new one is refused, the caller is told, and ``NotificationPort/statistics`` counts it;
    /// none that was taken is dropped. It may be sent again later; not where the port was invalidated, which refuses all.
    ///
    /// What was sent arrives though its sender goes, unless the port is invalidated first.
    public final class Sender: Sendable {
        private let channel: NotificationChannel

        private let inbox: MessageInbox

        init(channel: NotificationChannel, inbox: MessageInbox) {
            self.channel = channel
            self.inbox = inbox
        }

        /// Sends a message that happened at `time` on the clock of the port's loop.
        ///
        /// It reaches the handler of its own type, or, where it is a notification, the centre.
        ///
        /// - Returns: Whether it was taken: false where as many wait already as may, and where the port was invalidated.
        /// - Complexity: constant; one short lock, one allocation, a system call only when the loop sleeps.
        @discardableResult
        public func send<Message: Sendable>(_ message: Message, at time: MainRunLoop.Instant) -> Bool {
            inbox.put(PortMessage(time: time.nanoseconds) { $0.deliver(message) }, of: channel)
        }

        /// Sends a message by its name, which the port knows by ``NotificationPort/register(_:)``; what is wrong with it is told
        /// when it is delivered.
        ///
        /// A frame may come from anybody, so it cannot come before what the port has served: a time before the port's
        /// latest step counts as the beginning of that step.
        ///
        /// - Parameters:
        ///   - frame: Name and payload.
        ///   - arrival: When the message happened where the frame does not say, on the clock of the port's loop.
        /// - Returns: Whether it was taken.
        @discardableResult
        public func send(_ frame: NotificationFrame, arrivedAt arrival: MainRunLoop.Instant) -> Bool {
            let (name, payload) = (frame.name, frame.payload)
            let time = frame.time.map { max($0.nanoseconds, inbox.latestStep) } ?? arrival.nanoseconds
            return inbox.put(PortMessage(time: time) { $0.deliver(named: name, payload) }, of: channel)
        }

        /// Sends a message as one frame of bytes.
        ///
        /// - Parameters:
        ///   - bytes: The frame, whole: see ``NotificationFrame``.
        ///   - arrival: As with ``send(_:arrivedAt:)``.
        /// - Returns: Whether it was taken.
        /// - Throws: ``NotificationPort/Error/malformed(_:frame:offset:)``; then nothing was sent.
        @discardableResult
        public func send(bytes: [UInt8], arrivedAt arrival: MainRunLoop.Instant) throws(NotificationPort.Error) -> Bool
        {
            do {
                return send(try NotificationFrame(bytes: bytes), arrivedAt: arrival)
            } catch {
                throw .malformed(error, frame: 1, offset: 0)
            }
        }

        /// Whether a message would be taken now.
        var hasRoom: Bool { channel.hasRoom }
    }
}
