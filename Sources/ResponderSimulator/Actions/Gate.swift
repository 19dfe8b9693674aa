internal import ResponderEnvironment
internal import ResponderKit

// What a device is, and which apps it therefore has (rule S30).
extension SimulatedDevice {
    /// Refuses an app that the device cannot run, or whose manifest names capabilities that are none.
    func checkGate(_ manifest: Manifest, as identifier: String) throws(DeviceError) {
        let unknown = manifest.requiredCapabilities.unknown
        guard unknown.isEmpty else { throw .unknownCapabilities(identifier, unknown) }
        guard manifest.runs(on: idiom) else { throw .wrongFamily(identifier, idiom) }
        let unmet = manifest.unmetCapabilities(of: capabilities)
        guard unmet.isEmpty else { throw .unmetCapabilities(identifier, unmet) }
    }

    func setIdiom(_ idiom: InterfaceIdiom) throws(DeviceError) {
        guard apps.isEmpty else { throw .hasApps }
        self.idiom = idiom
    }

    func setCapabilities(_ capabilities: Set<DeviceCapability>) throws(DeviceError) {
        guard apps.isEmpty else { throw .hasApps }
        let unknown = RequiredCapabilities(capabilities).unknown
        guard unknown.isEmpty else { throw .unknownCapabilities(nil, unknown) }
        self.capabilities = capabilities
        if network == .wifi, !capabilities.contains(.wifi) { network = .none }
    }

    func setNetwork(_ network: NetworkConnection) throws(DeviceError) {
        guard network != .wifi || capabilities.contains(.wifi) else { throw .noWiFi }
        self.network = network
    }
}
