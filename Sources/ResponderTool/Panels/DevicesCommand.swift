import ArgumentParser
import ResponderKit
internal import ResponderSupport

/// `responderkit devices`: lists the input devices of the machine: touch panels, keyboards, mice, buttons.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "Lists the input devices of this machine: touch panels, keyboards, mice, and what is known of them.",
        discussion: """
            A device of no such kind is listed with the reason, and one that may not be opened with the remedy. \
            RESPONDERKIT_TOUCH_PANELS and RESPONDERKIT_INPUT_DEVICES, a manifest's touch-panels and input-devices, \
            and 'responderkit record --panel' take the path or the numbers that are printed before a name.
            """
    )

    @Option(help: "The folder of the devices' nodes.", completion: .directory)
    var folder = TouchPanels.defaultFolder

    @Flag(help: "Print one JSON array.")
    var json = false

    mutating func run() throws {
        try DeviceFolder.check(folder)
        let devices = TouchPanels.devices(in: folder)
        if json { return print(devices.map(ListedDevice.init).json) }
        if devices.isEmpty { print("There are no input devices in \(folder.inOneLine()).") }
        for device in devices { print(ListedDevice(device).text) }
    }
}

/// A device in the list.
struct ListedDevice: Encodable {
    /// The range of an axis, and its resolution in units per millimetre, 0 where it is not known.
    struct Axis: Encodable {
        let minimum, maximum, resolution: Int32

        init?(_ axis: EvdevAxis?) {
            guard let axis else { return nil }
            (minimum, maximum, resolution) = (axis.minimum, axis.maximum, axis.resolution)
        }
    }

    let path: String
    var name: String?
    var vendor: String?
    var product: String?
    var isTouchPanel: Bool?
    /// What the device is beside a touch panel: `keyboard`, `mouse`, `buttons`; several where it is several.
    var kinds: [String]?
    /// Why the device is not a touch panel, or cannot be opened.
    var reason: String?
    /// How many fingers the panel can tell apart.
    var slots: Int32?
    var x: Axis?
    var y: Axis?

    init(_ device: TouchPanels.Device) {
        path = device.path
        switch device.description {
        case .success(let description):
            name = description.name
            vendor = Self.hexadecimal(description.identity.vendor)
            product = Self.hexadecimal(description.identity.product)
            isTouchPanel = description.isTouchPanel
            reason = description.reasonForNoTouchPanel
            kinds = Self.kinds(of: description)
            let axes = description.axes
            slots = axes[EvdevCodes.slot].map { max($0.maximum, 0) &+ 1 }
            x = Axis(axes[EvdevCodes.positionX] ?? axes[EvdevCodes.x])
            y = Axis(axes[EvdevCodes.positionY] ?? axes[EvdevCodes.y])
        case .failure(let error): reason = error.description
        }
    }

    /// What the device is for ``InputDevices``; nil for a device of no such kind.
    private static func kinds(of description: InputDeviceDescription) -> [String]? {
        guard description.reasonForNoInputDevice == nil else { return nil }
        return (description.isMouse ? ["mouse"] : [])
            + (description.isKeyboard ? ["keyboard"] : description.hasButtons ? ["buttons"] : [])
    }

    private static func hexadecimal(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// The device in one line; characters that would steer a terminal are escaped.
    var text: String {
        guard let name, let vendor, let product else { return "\(reason ?? path)".inOneLine() }
        var text = "\(path)  \(vendor):\(product)  \(name.isEmpty ? "" : "\(name): ")"
        if let kinds {
            let words = ["mouse": "a mouse", "keyboard": "a keyboard", "buttons": "buttons"]
            return "\(text)\(kinds.compactMap { words[$0] }.joined(separator: " and "))".inOneLine()
        }
        guard isTouchPanel == true, let x, let y else { return "\(text)not a touch panel, \(reason ?? "")".inOneLine() }
        text += slots.map { "a touch panel for \($0) fingers" } ?? "a touch panel"
        text += ", x \(x.minimum) to \(x.maximum), y \(y.minimum) to \(y.maximum)"
        if x.resolution > 0, y.resolution > 0 {
            let (width, height) = (Self.millimetres(x), Self.millimetres(y))
            text += ", \(width) mm by \(height) mm"
        }
        return text.inOneLine()
    }

    private static func millimetres(_ axis: Axis) -> Int64 {
        (Int64(axis.maximum) - Int64(axis.minimum)) / Int64(axis.resolution)
    }
}
