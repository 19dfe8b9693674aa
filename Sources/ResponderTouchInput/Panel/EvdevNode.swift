internal import CResponderInput
internal import Glibc

/// A node of the kernel's evdev interface, such as `/dev/input/event1`, or a stream of the same events: a FIFO, a
/// socket, a descriptor of the caller's.
package final class EvdevNode: PanelDevice {
    package private(set) var descriptor: Int32
    package let description: InputDeviceDescription?
    package let clock: TouchPanel.EventClock
    /// The path by which the node was opened; nil for a descriptor of the caller's.
    private let path: String?
    /// Whether the node is a FIFO, whose writers may come and go.
    private let isFIFO: Bool

    /// Opens the node, FIFO or socket at `path`.
    package init(path: String, isGrabbed: Bool) throws(TouchPanel.Error) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .cannotOpen(path: path, errno: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw .notADevice(path: path, found: "a folder")
        case S_IFREG: throw .notADevice(path: path, found: "a plain file")
        case S_IFBLK: throw .notADevice(path: path, found: "a block device")
        case S_IFSOCK: descriptor = try Self.connect(to: path)
        default: descriptor = try Self.open(path)
        }
        self.path = path
        isFIFO = status.st_mode & S_IFMT == S_IFIFO
        (description, clock) = Self.ask(descriptor)
        guard description != nil || status.st_mode & S_IFMT != S_IFCHR else {
            throw .notADevice(path: path, found: "a device of another kind")
        }
        if isGrabbed { try grab(named: path) }
    }

    /// Opens nodes.
    static let opener: DeviceOpener = { path, isGrabbed throws(TouchPanel.Error) in
        try EvdevNode(path: path, isGrabbed: isGrabbed)
    }

    /// Duplicates the caller's descriptor and makes its open file non-blocking.
    package init(duplicating original: Int32, isGrabbed: Bool) throws(TouchPanel.Error) {
        let name = "descriptor \(original)"
        descriptor = fcntl(original, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw .cannotOpen(path: name, errno: errno) }
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) >= 0 else {
            let error = errno
            Glibc.close(descriptor)
            throw .cannotOpen(path: name, errno: error)
        }
        path = nil
        isFIFO = false
        (description, clock) = Self.ask(descriptor)
        if isGrabbed { try grab(named: name) }
    }

    private static func open(_ path: String) throws(TouchPanel.Error) -> Int32 {
        while true {
            let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if descriptor >= 0 { return descriptor }
            guard errno == EINTR else { throw .cannotOpen(path: path, errno: errno) }
        }
    }

    private static func connect(to path: String) throws(TouchPanel.Error) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw .cannotOpen(path: path, errno: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let descriptor = socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        guard descriptor >= 0 else { throw .cannotOpen(path: path, errno: errno) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, length) }
        }
        guard result == 0 else {
            let error = errno
            Glibc.close(descriptor)
            throw .cannotOpen(path: path, errno: error)
        }
        return descriptor
    }

    // MARK: Asking

    /// The device's own description and the clock of its events; no description where the descriptor is not an evdev
    /// node.
    private static func ask(_ descriptor: Int32) -> (InputDeviceDescription?, TouchPanel.EventClock) {
        var identity = rin_identity()
        guard rin_get_identity(descriptor, &identity) >= 0 else { return (nil, .arrival) }
        let clock: TouchPanel.EventClock = rin_set_clock(descriptor, CLOCK_MONOTONIC) >= 0 ? .monotonic : .realtime
        let description = InputDeviceDescription(
            name: text(descriptor, RIN_NAME),
            identity: .init(
                bus: identity.bus,
                vendor: identity.vendor,
                product: identity.product,
                version: identity.version
            ),
            location: text(descriptor, RIN_LOCATION),
            serial: text(descriptor, RIN_SERIAL),
            axes: axes(descriptor),
            keys: bits(RIN_KEY_BYTES) { rin_get_keys(descriptor, $0) },
            properties: bits(RIN_PROPERTY_BYTES) { rin_get_properties(descriptor, $0) },
            relativeAxes: bits(RIN_RELATIVE_BYTES) { rin_get_relative_axes(descriptor, $0) },
            types: bits(RIN_TYPE_BYTES) { rin_get_types(descriptor, $0) }
        )
        return (description, clock)
    }

    private static func text<Which: BinaryInteger>(_ descriptor: Int32, _ which: Which) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, rin_get_text(descriptor, Int32(which), start) >= 0 else { return "" }
            return String(cString: start)
        }
    }

    /// The numbers of the bits that `call` sets.
    private static func bits<Count: BinaryInteger>(
        _ count: Count,
        _ call: (UnsafeMutablePointer<UInt8>) -> Int32
    ) -> Set<UInt16> {
        var bytes = [UInt8](repeating: 0, count: Int(count))
        guard bytes.withUnsafeMutableBufferPointer({ $0.baseAddress.map(call) ?? -1 }) >= 0 else { return [] }
        var numbers: Set<UInt16> = []
        for (place, byte) in bytes.enumerated() {
            for bit in 0..<8 where byte >> UInt8(bit) & 1 == 1 { numbers.insert(UInt16(place * 8 + bit)) }
        }
        return numbers
    }

    private static func axes(_ descriptor: Int32) -> [UInt16: EvdevAxis] {
        var axes: [UInt16: EvdevAxis] = [:]
        for code in bits(RIN_AXIS_BYTES, { rin_get_axes(descriptor, $0) }) {
            var axis = rin_axis()
            guard rin_get_axis(descriptor, UInt32(code), &axis) >= 0 else { continue }
            axes[code] = EvdevAxis(
                minimum: axis.minimum,
                maximum: axis.maximum,
                value: axis.value,
                fuzz: axis.fuzz,
                flat: axis.flat,
                resolution: axis.resolution
            )
        }
        return axes
    }

    package func grab(named name: String) throws(TouchPanel.Error) {
        guard rin_grab(descriptor, true) < 0 else { return }
        let error = errno
        close()
        throw .cannotGrab(path: name, errno: error)
    }

    package func readState() -> EvdevState? {
        guard let axes = description?.axes else { return nil }
        var state = EvdevState()
        let slotCount = Int(min(max(axes[EvdevCodes.slot]?.maximum ?? 0, 0), EvdevPanel.greatestSlot)) + 1
        for code in axes.keys {
            if EvdevCodes.axesOfSlots ~= code {
                var request = [Int32](repeating: 0, count: slotCount + 1)
                request[0] = Int32(code)
                let result = request.withUnsafeMutableBufferPointer { buffer in
                    buffer.baseAddress.map { rin_get_slots(descriptor, $0, slotCount) } ?? -1
                }
                // The kernel leaves the code of the axis unchanged.
                guard result >= 0, request[0] == Int32(code) else { return nil }
                state.slotValues[code] = Array(request.dropFirst())
            } else {
                var axis = rin_axis()
                guard rin_get_axis(descriptor, UInt32(code), &axis) >= 0 else { return nil }
                state.axisValues[code] = axis.value
            }
        }
        state.keys = Self.bits(RIN_KEY_BYTES) { rin_get_pressed_keys(descriptor, $0) }
        return state
    }

    // MARK: Reading

    package func read(into buffer: UnsafeMutableRawBufferPointer) -> PanelRead {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { return .bytes(count) }
            if count == 0 { return isFIFO && reopen() ? .writerLeft : .ended }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothing
            case ENODEV: return .unplugged
            default: return .failed(errno)
            }
        }
    }

    /// Opens the FIFO anew, because the former descriptor would go on reporting the end of the stream.
    private func reopen() -> Bool {
        guard let path, let next = try? Self.open(path) else { return false }
        var status = stat()
        guard fstat(next, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
            Glibc.close(next)
            return false
        }
        Glibc.close(descriptor)
        descriptor = next
        return true
    }

    /// Whether the node is a FIFO: a writer may come, write and go before the FIFO is opened anew, and then the
    /// stream's end is never reported.
    package var mayEndUnseen: Bool { isFIFO }

    package func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    deinit {
        close()
    }
}
