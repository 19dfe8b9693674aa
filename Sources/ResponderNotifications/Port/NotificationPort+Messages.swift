internal import ResponderEventLoop

// The destinations of messages: handlers by type, and decoders by name.
extension NotificationPort {
    /// Calls `handler` with each message of that type, instead of the type's former handler.
    ///
    /// A notification whose type has a handler is not posted; the handler may post it.
    ///
    /// - Parameters:
    ///   - type: The message's own type.
    ///   - handler: Kept until another handler replaces it or the port is invalidated; an invalid port keeps no
    ///     handler. If the handler throws an error, the message counts as undelivered, ``onError`` is called, and the
    ///     next message follows.
    ///
    /// - Complexity: amortised O(1); allocates the handler's entry.
    public func handle<Message>(_ type: Message.Type, with handler: @escaping @MainActor (Message) throws -> Void) {
        guard !isInvalid else { return }
        let former = handlers.updateValue(MessageHandler(handler), forKey: ObjectIdentifier(type))
        // Released last, since the release may run code that calls this port.
        withExtendedLifetime(former) {}
    }

    /// Removes the handler of that type.
    ///
    /// - Complexity: O(1); no allocation.
    public func removeHandler<Message>(for type: Message.Type) {
        let former = handlers.removeValue(forKey: ObjectIdentifier(type))
        withExtendedLifetime(former) {}
    }

    /// Registers a message's type by its name: frames with that name are decoded and delivered like the message itself.
    ///
    /// - Parameters:
    ///   - type: The message's type. Registering it again changes nothing.
    /// - Precondition: No other registered type has the same name.
    /// - Complexity: amortised O(1); allocates the decoder.
    public func register<Message: NamedMessage>(_ type: Message.Type) {
        let decoder = Decoder(type)
        if let other = decoders[Message.name], other.type != decoder.type {
            fatalError(
                "two messages are named \"\(Message.name)\": \(other.typeName) and \(Message.self). A sender could not "
                    + "say which it means; give one of them another name."
            )
        }
        decoders[Message.name] = decoder
    }

    /// Receives one frame of bytes, from any source, as if a sender of the port's own had sent it.
    ///
    /// See ``Sender/send(bytes:arrivedAt:)``.
    ///
    /// - Returns: Whether the message was accepted: false if too many messages wait, or if the port was invalidated.
    /// - Throws: ``Error/malformed(_:frame:offset:)``. Name and payload are checked when the message is delivered.
    /// - Complexity: linear in the number of bytes; one short lock; allocates the frame and the message.
    @discardableResult
    public func receive(bytes: [UInt8]) throws(Error) -> Bool {
        try bytesSender.send(bytes: bytes, arrivedAt: loop?.instantOfArrival ?? NotificationPort.beforeAllInput)
    }
}

/// A handler for messages of one type.
///
/// The handler is an object with a constant, since a closure that is read from a variable is retained and released at
/// each call.
@MainActor
final class MessageHandler<Message> {
    let body: @MainActor (Message) throws -> Void

    init(_ body: @escaping @MainActor (Message) throws -> Void) {
        self.body = body
    }
}

/// The decoder for messages of one name.
struct Decoder {
    let type: ObjectIdentifier
    let typeName: String
    let deliver: @MainActor (NotificationPort, [UInt8]) throws -> Void

    @MainActor
    init<Message: NamedMessage>(_ type: Message.Type) {
        self.type = ObjectIdentifier(type)
        typeName = "\(type)"
        deliver = { port, payload in
            let message: Message
            do { message = try Message(payload: payload) } catch { throw DecodingFailure(reason: error) }
            port.deliver(message)
        }
    }
}

/// The error that a message's initialiser threw for its payload.
struct DecodingFailure: Error {
    let reason: any Error
}

/// A message that can come by name, as bytes from another process: see ``NotificationPort/register(_:)``.
///
///     struct BatteryLevelChanged: TypedNotification, NamedMessage {
///         static let name = "BatteryLevelChanged"
///         let percent: UInt8
///
///         init(payload: [UInt8]) throws {
///             guard payload.count == 1, payload[0] <= 100 else { throw NotOneByte() }
///             percent = payload[0]
///         }
///     }
public protocol NamedMessage {
    /// The name by which other processes know the message: 1 to 255 bytes of UTF-8, unique among the port's messages.
    static var name: String { get }

    /// Decodes a message from a payload that came from outside.
    ///
    /// - Throws: An error whose description says what is wrong with the payload and what was expected.
    init(payload: [UInt8]) throws
}
