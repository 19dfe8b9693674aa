/// What keeps the messages that a port delivers, for a recording.
@MainActor
package protocol NotificationPortTape: AnyObject {
    /// Whether the port delivers the messages of a recording, which are not kept.
    var isPlaying: Bool { get }

    /// Keeps a message that is about to be delivered.
    func keep<Message>(_ message: Message)
    /// Keeps a message of another process that is about to be decoded and delivered.
    func keep(frame name: String, _ payload: [UInt8])
}
