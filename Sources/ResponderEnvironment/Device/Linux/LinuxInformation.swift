internal import Glibc
package import ResponderKit

/// What Linux tells about the machine; each answer is read when it is asked for.
package final class LinuxInformation: DeviceInformationSource {
    let tree: SystemTree
    private let home: String
    private let homeDevice: DiskEncryption.Number?

    /// - Parameters:
    ///   - home: A path on the disk whose space and encryption are asked for.
    ///   - homeDevice: The number of that disk; nil for the number that the system gives.
    package init(_ tree: SystemTree, home: String, homeDevice: (major: Int, minor: Int)? = nil) {
        self.tree = tree
        self.home = home
        self.homeDevice = homeDevice.map { DiskEncryption.Number(major: $0.major, minor: $0.minor) }
    }

    package var interfaceIdiom: InterfaceIdiom {
        // What the owner says comes first, then the device tree, then the firmware of a PC (SMBIOS, 7.4.1).
        let chassis =
            tree.value(of: "CHASSIS", in: "/etc/machine-info") ?? tree.text("/proc/device-tree/chassis-type")
            ?? tree.number("/sys/class/dmi/id/chassis_type").flatMap { [11: "handset", 30: "tablet"][$0] }
        switch chassis {
        case "handset": return .phone
        case "tablet": return .pad
        default: return .unspecified
        }
    }

    package func has(_ capability: DeviceCapability) -> Bool {
        switch capability {
        case .accelerometer: measures("in_accel_")
        case .gyroscope: measures("in_anglvel_")
        case .magnetometer: measures("in_magn_")
        case .gps, .locationServices: !tree.names("/sys/class/gnss").isEmpty
        case .microphone: tree.lines("/proc/asound/pcm").contains { $0.contains(": capture ") }
        case .stillCamera, .videoCamera: !cameras.isEmpty
        case .frontFacingCamera: cameras.contains(.front)
        case .cameraFlash:
            tree.names("/sys/class/leds").contains { tree.has("/sys/class/leds/\($0)/flash_strobe") }
        case .wifi: tree.names("/sys/class/net").contains { NetworkRoute.isWireless($0, in: tree) }
        case .bluetoothLE: !tree.names("/sys/class/bluetooth").isEmpty
        case .nfc: !tree.names("/sys/class/nfc").isEmpty
        case .arm64: Self.is64BitARM
        case .armv7: Self.is32BitARM
        default: false
        }
    }

    /// Whether a sensor of Linux's industrial I/O has a channel whose name begins so.
    private func measures(_ channel: String) -> Bool {
        let folder = "/sys/bus/iio/devices"
        return tree.names(folder).contains { tree.names("\(folder)/\($0)").contains { $0.hasPrefix(channel) } }
    }

    #if arch(arm64)
    private static let (is64BitARM, is32BitARM) = (true, false)
    #elseif arch(arm)
    private static let (is64BitARM, is32BitARM) = (false, true)
    #else
    private static let (is64BitARM, is32BitARM) = (false, false)
    #endif

    package var cameras: Set<CameraPosition> { LinuxCameras.positions(in: tree) }
    package var battery: (level: Double?, state: BatteryState) { LinuxBattery.charge(in: tree) }
    package var network: NetworkConnection { NetworkRoute.connection(in: tree) }

    package var isDiskEncrypted: Bool? {
        var status = stat()
        var number = homeDevice
        if number == nil, stat(existing, &status) == 0 { number = DiskEncryption.Number(status.st_dev) }
        return number.flatMap { DiskEncryption.isEncrypted($0, path: existing, in: tree) }
    }

    package var space: (free: Int, total: Int)? {
        var status = statvfs()
        guard statvfs(existing, &status) == 0 else { return nil }
        let unit = UInt64(status.f_frsize)
        let (free, total) = (UInt64(status.f_bavail), UInt64(status.f_blocks))
        let sizes = [free, total].map { $0.multipliedReportingOverflow(by: unit) }
        guard let free = Int(exactly: sizes[0].partialValue), let total = Int(exactly: sizes[1].partialValue),
            !sizes[0].overflow, !sizes[1].overflow, total > 0
        else {
            return nil
        }
        return (free, total)
    }

    /// The home, or, before it is made, the folder in which it is made.
    private var existing: String {
        var path = home[...]
        while !path.isEmpty, access(String(path), F_OK) != 0 {
            path = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
        }
        return path.isEmpty ? "/" : String(path)
    }
}
