internal import ResponderEnvironment
internal import ResponderKit

// What an app learns when it asks about the device (rule S31).
extension SimulatedDevice {
    func ask(_ question: DeviceQuestion?, by app: InstalledApp) throws(DeviceError) {
        guard app.runsCode, let application = app.application else { throw .notRunning(app.identifier, app.state) }
        let information = application.device
        for question in question.map({ [$0] }) ?? DeviceQuestion.allCases {
            record(.note("\(question.rawValue): \(information.answer(to: question))"), app)
        }
    }
}

/// The answers of a simulated device: they follow from what the device is.
final class SimulatedInformation: DeviceInformationSource {
    private weak var device: SimulatedDevice?

    init(of device: SimulatedDevice) { self.device = device }

    var interfaceIdiom: InterfaceIdiom { device?.idiom ?? .unspecified }
    func has(_ capability: DeviceCapability) -> Bool { device?.capabilities.contains(capability) ?? false }
    var cameras: Set<CameraPosition> {
        let places: [(DeviceCapability, CameraPosition)] = [(.stillCamera, .rear), (.frontFacingCamera, .front)]
        return Set(places.filter { has($0.0) }.map(\.1))
    }
    /// The environment of the application has it.
    var battery: (level: Double?, state: BatteryState) {
        device.map { ($0.environment.batteryLevel, $0.environment.batteryState) } ?? (nil, .unknown)
    }
    var isDiskEncrypted: Bool? { nil }
    var network: NetworkConnection { device?.network ?? .none }
    var space: (free: Int, total: Int)? { nil }
}
