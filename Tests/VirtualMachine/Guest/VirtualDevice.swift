internal import CVirtualDevices
internal import Glibc
internal import ResponderKit

/// A device that the kernel has from this process, by uinput, until it is unplugged or the process ends.
@MainActor
final class VirtualDevice {
    /// The system refused a request.
    struct Refusal: Error, CustomStringConvertible {
        let description: String

        /// A refusal for the reason that `errno` has.
        init(_ what: String) { description = "\(what): \(String(cString: strerror(errno)))" }
    }

    /// The number of the vendor by which these devices are told from the machine's own: pid.codes.
    nonisolated static let vendor: UInt16 = 0x1209

    private var descriptor: Int32

    /// Plugs in a device with these keys, relative axes, and ranges of absolute axes.
    init(
        _ name: String,
        keys: [UInt16] = [],
        relativeAxes: [UInt16] = [],
        axes: [UInt16: ClosedRange<Int32>] = [:],
        isScreen: Bool = false
    ) throws {
        let descriptor = vd_open()
        guard descriptor >= 0 else { throw Refusal("/dev/uinput") }
        self.descriptor = descriptor
        let isMade =
            keys.allSatisfy { vd_add_key(descriptor, $0) >= 0 }
            && relativeAxes.allSatisfy { vd_add_relative(descriptor, $0) >= 0 }
            && axes.allSatisfy { vd_add_axis(descriptor, $0.key, $0.value.lowerBound, $0.value.upperBound) >= 0 }
            && (!isScreen || vd_set_direct(descriptor) >= 0) && vd_create(descriptor, name, Self.vendor, 1) >= 0
        guard isMade else { throw Refusal("the device \(name)") }
    }

    /// Sends an event; what belongs together ends with ``report()``.
    func send(_ type: UInt16, _ code: UInt16, _ value: Int32) throws {
        if vd_send(descriptor, type, code, value) < 0 { throw Refusal("an event of type \(type)") }
    }

    /// Ends a group of events.
    func report() throws { try send(EvdevCodes.synchronization, EvdevCodes.report, 0) }

    /// Takes the device away; idempotent.
    func unplug() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
