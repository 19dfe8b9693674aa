/// The source that a panel reads its events from: a kernel device, a stream, or a test's script.
///
/// The panel calls the protocol's functions once per read, never once per event.
package protocol PanelDevice: AnyObject {
    /// The descriptor that becomes readable when there are events; non-blocking.
    var descriptor: Int32 { get }

    /// The device's own description; nil for a stream, which has none.
    var description: InputDeviceDescription? { get }

    /// The clock of the events' times.
    var clock: TouchPanel.EventClock { get }

    /// Whether the stream may end without becoming readable, so that the panel must read on after a short read.
    var mayEndUnseen: Bool { get }

    /// Grabs the device, so that it sends its events to no other reader; closes the device where the grab is refused.
    ///
    /// Errors name the device `name`.
    func grab(named name: String) throws(TouchPanel.Error)

    /// The device's present state; nil where the device cannot be asked or does not answer.
    func readState() -> EvdevState?

    /// Reads events in the kernel's layout.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> PanelRead

    /// Closes the descriptor; called once.
    func close()
}

/// The result of one read of events.
package enum PanelRead: Hashable, Sendable {
    /// This many bytes, at least one.
    case bytes(Int)
    /// Nothing for now.
    case nothing
    /// The writer has closed the stream; another writer may come.
    case writerLeft
    /// The stream has ended.
    case ended
    /// The device is gone.
    case unplugged
    /// The read failed, with this errno.
    case failed(Int32)
}
