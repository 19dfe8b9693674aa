public import ResponderEventLoop

extension NotificationPort {
    /// Sends messages to a port, from any thread.
    ///
    /// A sender is safe from several threads at once. Messages arrive in the order in which they were sent; messages of
    /// several threads do so if one thread sent before the other. Sending never waits for the receiver: when as many
    /// messages wait as the port's capacity, a new message is refused, `send` returns false, and
    /// ``NotificationPort/statistics`` counts the refusal. Accepted messages are never dropped while the port is valid.
    /// A refused message may be sent again later, but an invalidated port refuses all.
    ///
    /// Messages arrive even if their sender is released first, unless the port is invalidated.
    public final class Sender: Sendable {
        private let channel: NotificationChannel

        private let inbox: MessageInbox

        init(channel: NotificationChannel, inbox: MessageInbox) {
            self.channel = channel
            self.inbox = inbox
        }

        /// Sends a message that happened at `time` on the clock of the port's loop.
        ///
        /// The message reaches the handler of its own type or, if it is a notification without a handler, the centre.
        ///
        /// - Returns: Whether the message was accepted: false if too many messages wait, or if the port was
        ///   invalidated.
        /// - Complexity: amortised O(1); one short lock, one allocation, a system call only when the loop sleeps.
        @discardableResult
        public func send<Message: Sendable>(_ message: Message, at time: MainRunLoop.Instant) -> Bool {
            inbox.put(PortMessage(time: time.nanoseconds) { $0.deliver(message) }, of: channel)
        }

        /// Sends a message by its name, under which ``NotificationPort/register(_:)`` has registered a type.
        ///
        /// Errors are reported at delivery.
        ///
        /// A frame may come from any process, so it cannot precede messages that the port has served: a time before the
        /// port's latest step counts as the beginning of that step.
        ///
        /// - Parameters:
        ///   - frame: The name, the payload and perhaps the time.
        ///   - arrival: The message's time if the frame has none, on the clock of the port's loop.
        /// - Returns: Whether the message was accepted, as with ``send(_:at:)``.
        /// - Complexity: amortised O(1); one short lock, one allocation, a system call only when the loop sleeps.
        @discardableResult
        public func send(_ frame: NotificationFrame, arrivedAt arrival: MainRunLoop.Instant) -> Bool {
            let (name, payload) = (frame.name, frame.payload)
            let time = frame.time.map { max($0.nanoseconds, inbox.latestStep) } ?? arrival.nanoseconds
            return inbox.put(PortMessage(time: time) { $0.deliver(named: name, payload) }, of: channel)
        }

        /// Sends a message as one frame of bytes.
        ///
        /// - Parameters:
        ///   - bytes: One whole frame: see ``NotificationFrame``.
        ///   - arrival: As with ``send(_:arrivedAt:)``.
        /// - Returns: Whether the message was accepted, as with ``send(_:at:)``.
        /// - Throws: ``NotificationPort/Error/malformed(_:frame:offset:)``; nothing was sent then.
        /// - Complexity: linear in the number of bytes; one short lock, allocates the frame and the message, a system
        ///   call only when the loop sleeps.
        @discardableResult
        public func send(bytes: [UInt8], arrivedAt arrival: MainRunLoop.Instant) throws(NotificationPort.Error) -> Bool
        {
            do {
                return send(try NotificationFrame(bytes: bytes), arrivedAt: arrival)
            } catch {
                throw .malformed(error, frame: 1, offset: 0)
            }
        }

        /// Whether a message would be accepted now.
        var hasRoom: Bool { channel.hasRoom }
    }
}
