import Foundation
import ResponderEventLoop
import ResponderTouchInput
import TestSupport

/// A FIFO of the test's own, which goes with this object.
final class FIFO {
    let file = TemporaryFile(".fifo")
    var path: String { file.path }

    init() throws {
        guard mkfifo(file.path, 0o600) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    /// A writer; the panel must have opened the FIFO.
    func open() throws -> EventWriter { try EventWriter(path: path) }
}

/// Writes `struct input_event`s into a pipe, until the last reference goes.
final class EventWriter {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = Foundation.open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    /// A writer of a pipe of its own, and the end to read from.
    static func pipe() throws -> (reading: Int32, writer: EventWriter) {
        let fifo = try FIFO()
        let reading = open(fifo.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        return (reading, try fifo.open())
    }

    func write(_ events: PanelEvent...) { write(bytes: events.flatMap { $0.bytes(seconds: 0) }) }

    func write(bytes: [UInt8]) {
        let count = Foundation.write(descriptor, bytes, bytes.count)
        precondition(count == bytes.count, "no room in the pipe")
    }

    /// Waits until the pipe has no writer: a program that another test starts meanwhile has a copy for a moment.
    deinit {
        let reader = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        close(descriptor)
        guard reader >= 0 else { return }
        var end = pollfd(fd: reader, events: 0, revents: 0)
        poll(&end, 1, -1)
        close(reader)
    }
}

extension PanelEvent {
    func bytes(seconds: Int64, microseconds: Int64 = 0) -> [UInt8] {
        let (type, code, value) = numbers
        let time = MainRunLoop.Instant(nanoseconds: seconds * 1_000_000_000 + microseconds * 1000)
        return EvdevEvent(time: time, type: type, code: code, value: value).bytes
    }
}

extension InputDeviceDescription {
    /// A panel of 100 by 100 units.
    static let test = InputDeviceDescription(
        name: "Test panel",
        identity: .init(bus: 3, vendor: 0x1234, product: 0xabcd),
        axes: TestPanel.multitouchAxes,
        properties: [1]
    )
}

/// A device that does what a test tells it: its events come over a pipe, its answers are the test's.
final class ScriptedDevice: PanelDevice {
    let descriptor: Int32
    var description: InputDeviceDescription? = .test
    var clock = TouchPanel.EventClock.monotonic
    /// What it answers when it is asked, the next first; no answer where there is none.
    var states: [EvdevState] = []
    private(set) var askedCount = 0
    /// Whether its writer has gone when it is read to its end, without a notice.
    var mayEndUnseen = false
    private(set) var isClosed = false
    private(set) var isGrabbed = false
    /// Writes its events; nil once it is unplugged.
    private(set) var writer: EventWriter?

    init() {
        guard let (reading, writer) = try? EventWriter.pipe() else { fatalError("no pipe") }
        (descriptor, self.writer) = (reading, writer)
    }

    func grab(named name: String) { isGrabbed = true }

    func readState() -> EvdevState? {
        askedCount += 1
        return states.isEmpty ? nil : states.removeFirst()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> PanelRead {
        let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, mayEndUnseen {
            mayEndUnseen = false
            return .writerLeft
        }
        return count > 0 ? .bytes(count) : count == 0 ? .unplugged : .nothing
    }

    /// Takes it away: each read says so from now on.
    func unplug() { writer = nil }

    /// Opens it once more.
    func open() { isClosed = false }

    func close() {
        precondition(!isClosed, "closed twice")
        isClosed = true
    }

    deinit { Foundation.close(descriptor) }
}

extension PortHarness {
    /// The harness's port.
    var openPort: TouchPort {
        guard let port else { fatalError("the port is gone") }
        return port
    }
}
