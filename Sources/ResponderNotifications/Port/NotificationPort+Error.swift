internal import ResponderEventLoop
internal import ResponderSupport

extension NotificationPort {
    /// Why a message was not delivered or a connection failed.
    public enum Error: Swift.Error, Hashable, Sendable, CustomStringConvertible {
        /// Bytes that are not a frame; the number of the frame in the stream, from 1, and the offset of its first byte.
        case malformed(NotificationFrame.Error, frame: Int, offset: Int)
        /// No message with this name was registered.
        case unknownName(String)
        /// The message with this name could not be decoded from its payload.
        case undecodable(name: String, reason: String)
        /// A message of this type has no handler and is not a notification.
        case unhandled(type: String)
        /// The handler of a message of this type threw an error.
        case refused(type: String, reason: String)
        /// A connection's other end was closed in the middle of a frame, after this many bytes of it.
        case cutOff(Int)
        /// Only this many bytes of a connection's frame came within the limit: ``Limits/frameCompletion``.
        case stalled(Int, limit: Duration)
        /// A connection was refused because the most allowed are open: ``Limits/connections``.
        case tooManyConnections(limit: Int)
        /// A connection's descriptor cannot be read.
        case cannotRead(descriptor: Int32, errno: Int32)

        /// The error, its place and the remedy.
        public var description: String {
            switch self {
            case .malformed(let error, let frame, let offset):
                "frame \(frame), which begins at byte \(offset): \(error)"
            case .unknownName(let name):
                "no message is named \(name.quotedInOneLine()); register its type with the port, or look for a "
                    + "misspelling at the sender"
            case .undecodable(let name, let reason):
                "the payload of \"\(name)\" cannot be decoded: \(reason)"
            case .unhandled(let type):
                "nobody handles a message of type \(type); give the port a handler for it, or make it a "
                    + "TypedNotification"
            case .refused(let type, let reason):
                "a message of type \(type) was refused: \(reason)"
            case .cutOff(let count):
                "the connection ended within a frame, after \(count) byte\(count == 1 ? "" : "s") of it; "
                    + "the sender must send the whole frame before it closes"
            case .stalled(let count, let limit):
                "the connection was ended within a frame: only \(count) byte\(count == 1 ? "" : "s") of it came within "
                    + "\(limit); send the whole frame at once, or raise limits.frameCompletion"
            case .tooManyConnections(let limit):
                "a connection was refused: \(limit) are open; cancel those that are not needed, or raise "
                    + "limits.connections"
            case .cannotRead(let descriptor, let errno):
                "descriptor \(descriptor) cannot be read: \(systemMessage(errno))"
            }
        }
    }
}

extension NotificationPort {
    /// Limits that protect a port from processes that are connected to it and may be hostile.
    public struct Limits: Hashable, Sendable {
        /// The most connections that may be open at once; ``NotificationPort/read(from:onEnd:)`` refuses further ones.
        ///
        /// Each connection holds up to 80 KiB of incomplete frames.
        public var connections = 1_024

        /// How long the rest of a frame may take after its first byte was read, on the clock of the port's loop, before
        /// the connection is ended.
        ///
        /// Between frames a connection may be silent for any time; time while the port has no room for its frames does
        /// not count.
        public var frameCompletion = Duration.seconds(30)

        /// The most errors that are logged in a minute while ``NotificationPort/onError`` is nil; at the minute's end
        /// one line says how many more there were.
        public var loggedErrorsPerMinute = 60

        /// The limits of a new port.
        ///
        /// - Complexity: O(1); no allocation.
        public init() {}
    }
}
