internal import ResponderEventLoop

extension NotificationPort {
    /// Why a message was of no use.
    public enum Error: Swift.Error, Hashable, Sendable, CustomStringConvertible {
        /// Bytes that are no frame; where in their stream they begin, in bytes, and which frame of it they would be, the first
        /// being 1.
        case malformed(NotificationFrame.Error, frame: Int, offset: Int)
        /// No message of that name was registered.
        case unknownName(String)
        /// The message of that name could not be made of what came with it.
        case undecodable(name: String, reason: String)
        /// A message of a type that nothing was said about.
        case unhandled(type: String)
        /// The handler of a message threw an error.
        case refused(type: String, reason: String)
        /// A connection's other end was closed in the middle of a frame, of which it had sent so many bytes.
        case cutOff(Int)
        /// Of a frame of a connection so many bytes came, and the rest not within that time:
        /// ``Limits/frameCompletion``.
        case stalled(Int, limit: Duration)
        /// As many connections are open as may: ``Limits/connections``.
        case tooManyConnections(limit: Int)
        /// A connection's descriptor cannot be read.
        case cannotRead(descriptor: Int32, errno: Int32)

        /// What happened, where, and what to do about it.
        public var description: String {
            switch self {
            case .malformed(let error, let frame, let offset):
                "frame \(frame), which begins at byte \(offset): \(error)"
            case .unknownName(let name):
                "no message is named \(name.quotedInOneLine()); register its type with the port, or look for a misspelling at the sender"
            case .undecodable(let name, let reason):
                "the payload of \"\(name)\" is none: \(reason)"
            case .unhandled(let type):
                "nobody handles a message of type \(type); give the port a handler for it, or make it a TypedNotification"
            case .refused(let type, let reason):
                "a message of type \(type) was refused: \(reason)"
            case .cutOff(let count):
                "the connection ended in a frame, after \(count) byte\(count == 1 ? "" : "s") of it; "
                    + "the sender must send all of a frame before it closes"
            case .stalled(let count, let limit):
                "the connection was ended in a frame, of which \(count) byte\(count == 1 ? "" : "s") came and the rest not within "
                    + "\(limit); the sender must send frames whole, or limits.frameCompletion be longer"
            case .tooManyConnections(let limit):
                "a connection was refused: \(limit) are open; cancel those that are of no use, or raise limits.connections"
            case .cannotRead(let descriptor, let errno):
                "descriptor \(descriptor) cannot be read: \(systemMessage(errno))"
            }
        }
    }
}
