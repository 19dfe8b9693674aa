/// What a panel reads its events from: a device of the kernel's, a stream, or a test's script.
///
/// It is asked once a read, never once an event.
package protocol PanelDevice: AnyObject {
    /// What is watched for events to read; non-blocking.
    var descriptor: Int32 { get }

    /// What the device is; nil for a stream, which cannot be asked.
    var description: InputDeviceDescription? { get }

    /// By which clock its events are stamped.
    var clock: TouchPanel.EventClock { get }

    /// Whether its end may come without making anything readable, so that a read that was not filled is not the last.
    var mayEndUnseen: Bool { get }

    /// Has the device send its events to nobody else; closes it where that is refused.
    ///
    /// Errors call it `name`.
    func grab(named name: String) throws(TouchPanel.Error)

    /// What the device answers of its present state; nil where it cannot be asked, or does not answer.
    func readState() -> EvdevState?

    /// Reads events as the kernel has them.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> PanelRead

    /// Closes the descriptor; called once.
    func close()
}

/// What a read of events gave.
package enum PanelRead: Hashable, Sendable {
    /// So many bytes, more than none.
    case bytes(Int)
    /// Nothing for now.
    case nothing
    /// Nothing, and nothing to come from this writer; another one may come.
    case writerLeft
    /// The stream has ended.
    case ended
    /// The device is gone.
    case unplugged
    /// The read failed, with this errno.
    case failed(Int32)
}
