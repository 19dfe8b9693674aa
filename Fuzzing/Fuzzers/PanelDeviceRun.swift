import Glibc
import ResponderEventLoop
import ResponderKit
import ResponderTouchInput

/// A panel whose device sends bytes cut anywhere, answers anything, and is removed at any point; and an application
/// that gets the panel's touches.
///
/// The first bytes choose the panel and its mapping; the other bytes choose what the device does.
@MainActor
struct PanelDeviceRun {
    private var input: ByteReader
    private let size: Size
    private let scene: PanelScene
    private let mapping: PanelMapping
    private let description: InputDeviceDescription
    private var device: FuzzedDevice?
    private var panel: TouchPanel?
    private var time: Int64 = 0
    /// How many contacts the panels that have ended counted.
    private(set) var contacts = 0

    init(_ bytes: [UInt8]) throws(Violation) {
        input = ByteReader(bytes)
        size = input.screenSize()
        scene = try PanelScene(size: size)
        mapping = input.mapping(onto: size)
        description = InputDeviceDescription(axes: input.axes(), properties: [EvdevCodes.direct])
    }

    /// Runs all bytes, and removes the device at the end.
    mutating func run() throws(Violation) {
        while !input.isAtEnd {
            if panel == nil, try !plugIn() { return }
            switch input.byte() {
            case 0..<192:
                var bytes: [UInt8] = []
                for _ in 0...input.number(below: 8) { bytes += input.event(&time).bytes }
                device?.send(bytes[...])
            case 192..<196: device?.send([UInt8](repeating: input.byte(), count: input.number(below: 24))[...])
            case 196..<208: device?.state = input.panelState()
            case 208..<212: try unplug()
            default: scene.settle()
            }
        }
        try unplug()
        try scene.finish(contacts: contacts)
    }

    /// Opens a new device; returns whether it is a panel.
    private mutating func plugIn() throws(Violation) -> Bool {
        let device = FuzzedDevice(description)
        self.device = device
        do throws(TouchPanel.Error) {
            let options = TouchPanel.Options(acceptsAnyDevice: true)
            let port = scene.application.touchPort
            panel = try TouchPanel(device, named: "panel", port: port, mapping: mapping, options: options)
            return true
        } catch {
            try require(RecordingRun.isOneLine("\(error)"), "an error that is no line: \(error)")
            try require(device.isClosed, "a device that stays open: \(error)")
            return false
        }
    }

    /// Takes the device away, before or after the rest was read, or closes the panel.
    private mutating func unplug() throws(Violation) {
        guard let panel else { return }
        switch input.number(below: 3) {
        case 0: panel.close()
        case 1: device?.unplug()
        default: device?.hangUp()
        }
        scene.settle()
        try require(panel.liveContacts.isEmpty, "contacts of a panel that is gone: \(panel.liveContacts)")
        try require(scene.heldCount == 0, "\(scene.heldCount) touches of a panel that is gone")
        contacts += panel.statistics.contacts
        self.panel = nil
        device = nil
    }
}

/// A device whose bytes come through a socket.
private final class FuzzedDevice: PanelDevice {
    let mayEndUnseen = false
    let descriptor: Int32
    let description: InputDeviceDescription?
    let clock = TouchPanel.EventClock.monotonic
    var state: EvdevState?
    private var isUnplugged = false
    private(set) var isClosed = false
    private var writer: Int32

    init(_ description: InputDeviceDescription) {
        self.description = description
        var ends: [Int32] = [-1, -1]
        // Where the process has no descriptor left, the panel cannot be watched, and is refused.
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        if socketpair(AF_UNIX, kind, 0, &ends) != 0 { ends = [-1, -1] }
        (descriptor, writer) = (ends[0], ends[1])
    }

    /// Sends as many of the bytes as the socket has room for, like a device whose reader is late.
    func send(_ bytes: ArraySlice<UInt8>) {
        _ = bytes.withUnsafeBytes { write(writer, $0.baseAddress, $0.count) }
    }

    /// Removes the device: bytes that were sent but not read are lost.
    func unplug() {
        isUnplugged = true
        hangUp()
    }

    /// Ends the stream: bytes that were sent can still be read.
    func hangUp() {
        // A process that another test is starting may have a copy of the descriptor: closing ours is not enough.
        shutdown(writer, Int32(SHUT_WR))
        Glibc.close(writer)
        writer = -1
    }

    func grab(named name: String) {}

    func readState() -> EvdevState? { state }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> PanelRead {
        if isUnplugged { return .unplugged }
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        return count > 0 ? .bytes(count) : count == 0 ? .unplugged : .nothing
    }

    func close() { isClosed = true }

    deinit {
        Glibc.close(descriptor)
        hangUp()
    }
}
