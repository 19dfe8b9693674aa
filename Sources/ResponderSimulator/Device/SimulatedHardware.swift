internal import ResponderEnvironment
internal import ResponderKit

/// What a device is: the apps that it therefore has (rule S30), and the answers that these get (rule S31).
final class SimulatedHardware: DeviceInformationSource {
    var interfaceIdiom: InterfaceIdiom
    private(set) var capabilities: Set<DeviceCapability>
    private(set) var network = NetworkConnection.none

    init(_ idiom: InterfaceIdiom, _ capabilities: Set<DeviceCapability>) {
        interfaceIdiom = idiom
        self.capabilities = capabilities
    }

    // MARK: The gate

    /// Refuses an app that the device cannot run, or whose manifest names capabilities that are none.
    func check(_ manifest: Manifest, as identifier: String) throws(DeviceError) {
        let unknown = manifest.requiredCapabilities.unknown
        guard unknown.isEmpty else { throw .unknownCapabilities(identifier, unknown) }
        guard manifest.runs(on: interfaceIdiom) else { throw .wrongFamily(identifier, interfaceIdiom) }
        let unmet = manifest.unmetCapabilities(of: capabilities)
        guard unmet.isEmpty else { throw .unmetCapabilities(identifier, unmet) }
    }

    func set(_ capabilities: Set<DeviceCapability>) throws(DeviceError) {
        let unknown = RequiredCapabilities(capabilities).unknown
        guard unknown.isEmpty else { throw .unknownCapabilities(nil, unknown) }
        self.capabilities = capabilities
        if network == .wifi, !has(.wifi) { network = .none }
    }

    func set(_ network: NetworkConnection) throws(DeviceError) {
        guard network != .wifi || has(.wifi) else { throw .noWiFi }
        self.network = network
    }

    // MARK: Answers

    func has(_ capability: DeviceCapability) -> Bool { capabilities.contains(capability) }

    var cameras: Set<CameraPosition> {
        let places: [(DeviceCapability, CameraPosition)] = [(.stillCamera, .rear), (.frontFacingCamera, .front)]
        return Set(places.filter { has($0.0) }.map(\.1))
    }

    /// The device tells each application of its battery.
    var battery: (level: Double?, state: BatteryState) { (nil, .unknown) }
    var isDiskEncrypted: Bool? { nil }
    var space: (free: Int, total: Int)? { nil }
}
