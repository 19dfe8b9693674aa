internal import ResponderEventLoop

// What becomes of messages: handlers by type, and decoders by name.
extension NotificationPort {
    /// Has `handler` called with each message of that type, in the place of the one that it had.
    ///
    /// A notification that has a handler is not posted; the handler may do so.
    ///
    /// - Parameters:
    ///   - type: The message's own type.
    ///   - handler: Kept until another one takes its place, or the port is invalidated; after that not at all. Where it throws
    ///     an error the message counts as refused: ``onError`` is told, and the next one follows.
    public func handle<Message>(_ type: Message.Type, with handler: @escaping @MainActor (Message) throws -> Void) {
        guard !isInvalid else { return }
        let former = handlers.updateValue(MessageHandler(handler), forKey: ObjectIdentifier(type))
        // What goes with it may run code that comes back here.
        withExtendedLifetime(former) {}
    }

    /// Has messages of that type reach no handler any more.
    public func removeHandler<Message>(for type: Message.Type) {
        let former = handlers.removeValue(forKey: ObjectIdentifier(type))
        withExtendedLifetime(former) {}
    }

    /// Has messages of that type known by their name: bytes that name it are decoded, and go where the message itself would.
    ///
    /// - Parameters:
    ///   - type: The message's type. Registering it again changes nothing.
    /// - Precondition: No other type has its name.
    public func register<Message: NamedMessage>(_ type: Message.Type) {
        let decoder = Decoder(type)
        if let other = decoders[Message.name], other.type != decoder.type {
            fatalError(
                "two messages are named \"\(Message.name)\": \(other.typeName) and \(Message.self). A sender could not say "
                    + "which it means; give one of them another name."
            )
        }
        decoders[Message.name] = decoder
    }

    /// Takes in one frame of bytes, wherever they come from, as ``Sender/send(bytes:arrivedAt:)`` of a sender of its own does.
    ///
    /// - Returns: Whether it was taken: false where as many messages wait already as may.
    /// - Throws: ``Error/malformed(_:frame:offset:)``. What the frame says is looked at when its message is delivered.
    @discardableResult
    public func receive(bytes: [UInt8]) throws(Error) -> Bool {
        try bytesSender.send(bytes: bytes, arrivedAt: loop?.now ?? NotificationPort.beforeAllInput)
    }
}

/// A handler for messages of one type.
///
/// An object with a constant: a closure that is read from a variable is retained and released at each call.
@MainActor
final class MessageHandler<Message> {
    let body: @MainActor (Message) throws -> Void

    init(_ body: @escaping @MainActor (Message) throws -> Void) {
        self.body = body
    }
}

/// What makes messages of one name.
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

/// A message's own words for what is wrong with its payload.
struct DecodingFailure: Error {
    let reason: any Error
}
