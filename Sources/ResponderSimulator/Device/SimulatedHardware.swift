internal import ResponderEnvironment
internal import ResponderKit

/// What a device is: apps get their answers from it (rule S31).
final class SimulatedHardware: DeviceInformationSource {
    var interfaceIdiom: InterfaceIdiom
    var capabilities: Set<DeviceCapability>
    var network = NetworkConnection.none
    /// Tells of the disk; the space is nil where there is no limit.
    var disk: @MainActor () -> Disk = { Disk(isEncrypted: false) }

    struct Disk {
        var isEncrypted: Bool
        var space: (free: Int, total: Int)?
    }

    init(_ idiom: InterfaceIdiom, _ capabilities: Set<DeviceCapability>) {
        interfaceIdiom = idiom
        self.capabilities = capabilities
    }

    func has(_ capability: DeviceCapability) -> Bool { capabilities.contains(capability) }

    var cameras: Set<CameraPosition> {
        let places: [(DeviceCapability, CameraPosition)] = [(.stillCamera, .rear), (.frontFacingCamera, .front)]
        return Set(places.filter { has($0.0) }.map(\.1))
    }

    /// The device tells each application of its battery.
    var battery: (level: Double?, state: BatteryState) { (nil, .unknown) }
    var isDiskEncrypted: Bool? { disk().isEncrypted }
    var space: (free: Int, total: Int)? { disk().space }
}
