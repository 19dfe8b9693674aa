/// A message that can come by name, as bytes from another process: ``NotificationPort/register(_:)``.
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
    /// The name by which others know the message: 1 to 255 bytes of UTF-8, and no other message of the port has it.
    static var name: String { get }

    /// The message with this content, as it came from outside.
    ///
    /// - Throws: An error whose description says what is wrong with the bytes, and what is expected.
    init(payload: [UInt8]) throws
}
