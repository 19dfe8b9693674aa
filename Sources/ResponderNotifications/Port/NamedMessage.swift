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
