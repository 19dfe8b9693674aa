internal import CVirtualDevices
internal import Glibc
internal import ResponderKit

/// A touchscreen on USB, which the kernel knows by its report descriptor alone (its driver is hid-multitouch).
@MainActor
final class HIDPanel {
    /// A finger in a frame.
    struct Finger {
        var contact: Int
        var x: Int
        var y: Int
        var isDown = true
    }

    /// How the panel introduces itself.
    struct Model {
        let name: String
        let vendor: UInt16
        let product: UInt16
        /// The fingers for which a report has room; a frame of more takes several reports.
        let fingersPerReport: Int
        /// The greatest position on each axis.
        let extent: Int
        let mostContacts: Int
    }

    let model: Model
    private var descriptor: Int32
    private var source: MainRunLoop.DescriptorSource?
    private var scanTime = 0

    /// Plugs in the panel, and answers the kernel's questions from then on.
    init(_ model: Model, loop: MainRunLoop) throws {
        self.model = model
        let report = ReportDescriptor(fingers: model.fingersPerReport, extent: model.extent).bytes
        let descriptor = vd_create_hid(model.name, model.vendor, model.product, report, report.count)
        guard descriptor >= 0 else { throw VirtualDevice.Refusal("/dev/uhid") }
        self.descriptor = descriptor
        let feature = [ReportDescriptor.Report.mostContacts, UInt8(model.mostContacts)]
        source = try loop.addDescriptorSource(descriptor, for: .read) { _ in
            vd_serve_hid(descriptor, feature, feature.count)
        }
    }

    /// Sends a frame: all fingers that are down, and those that were lifted since the frame before.
    func send(_ fingers: [Finger]) throws {
        // A unit is 100 µs.
        scanTime = (scanTime + 80) & 0x7fff
        for first in stride(from: 0, to: max(fingers.count, 1), by: model.fingersPerReport) {
            var report = [ReportDescriptor.Report.input]
            for place in first..<first + model.fingersPerReport {
                let finger = place < fingers.count ? fingers[place] : Finger(contact: 0, x: 0, y: 0, isDown: false)
                // The confidence stays when the tip is lifted; in a place that is not used it is missing.
                report.append((finger.isDown ? 1 : 0) | (place < fingers.count ? 2 : 0))
                report.append(UInt8(finger.contact))
                for value in [finger.x, finger.y] { report += [UInt8(value & 0xff), UInt8(value >> 8)] }
            }
            report += [UInt8(scanTime & 0xff), UInt8(scanTime >> 8)]
            // The first report of a frame has the number of contacts, the others 0.
            report.append(first == 0 ? UInt8(fingers.count) : 0)
            if vd_send_report(descriptor, report, report.count) < 0 { throw VirtualDevice.Refusal("a report") }
        }
    }

    /// Takes the panel away; idempotent.
    func unplug() {
        source?.cancel()
        source = nil
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
