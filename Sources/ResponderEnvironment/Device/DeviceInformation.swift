public import ResponderKit

/// What an app may ask about the device that it runs on, as `UIDevice` answers (rule S31).
///
///     if application.device.cameras.contains(.rear) { addCameraButton() }
///     if let free = application.device.freeSpace, free < 50_000_000 { warnOfSpace() }
///
/// On a simulated device the answers follow from what the device is. In a process of its own they are read from Linux,
/// each when it is asked for and none kept: an answer that the system does not give is nil, unknown or false. An app
/// that asks in every frame should keep the answer itself.
///
/// - Complexity: Each member takes some dozens of calls of the system at most, and the time of these, in a process of
///   its own, and allocates the texts that it reads; O(1) on a simulated device.
@MainActor
public struct DeviceInformation {
    /// Weak: an app may keep the information in a property.
    private weak var application: Application?
    private let source: any DeviceInformationSource

    init(of application: Application, from source: any DeviceInformationSource) {
        self.application = application
        self.source = source
    }

    private var told: DeviceEnvironment { application?.deviceEnvironment ?? DeviceEnvironment() }

    /// Whether apps go on running in the background.
    public var isMultitaskingSupported: Bool { application?.isMultitaskingSupported ?? true }
    /// The names of the connected screens, except the device's own, as the host has told the application last.
    public var screens: [String] { told.screens }
    /// The kind of the device.
    public var interfaceIdiom: InterfaceIdiom { source.interfaceIdiom }
    /// Whether the device has a capability, by the names that a manifest requires; always false for an unknown one.
    ///
    /// In a process of its own, the capabilities of services, such as `gamekit` and `sms`, are always false.
    public func has(_ capability: DeviceCapability) -> Bool { capability.isKnown && source.has(capability) }
    /// Where the device has cameras.
    public var cameras: Set<CameraPosition> { source.cameras }
    /// Whether a camera records video.
    public var recordsVideo: Bool { has(.videoCamera) }
    /// Whether there is a flash for the camera.
    public var hasCameraFlash: Bool { has(.cameraFlash) }
    /// Whether there is a microphone.
    public var hasMicrophone: Bool { has(.microphone) }
    /// Whether there is a receiver of a satellite navigation system.
    public var hasGPS: Bool { has(.gps) }
    /// Whether acceleration is measured.
    public var hasAccelerometer: Bool { has(.accelerometer) }
    /// Whether rotation is measured.
    public var hasGyroscope: Bool { has(.gyroscope) }
    /// Whether magnetic fields are measured.
    public var hasMagnetometer: Bool { has(.magnetometer) }
    /// How full the battery is, from 0 to 1; nil where that is not known, or there is no battery.
    ///
    /// What the host has told the application comes first.
    public var batteryLevel: Double? { told.batteryLevel ?? source.battery.level }
    /// Whether the battery is being charged; what the host has told the application comes first.
    public var batteryState: BatteryState {
        let state = told.batteryState
        return state == .unknown ? source.battery.state : state
    }
    /// Whether the disk of the app's home is encrypted; nil where that is not known.
    ///
    /// On a simulated device it is when there is a passcode, and the module encrypts (the trait Sodium).
    public var isDiskEncrypted: Bool? { source.isDiskEncrypted }
    /// How the device is connected to a network: the way that a connection to a distant address would take.
    public var network: NetworkConnection { source.network }
    /// How many bytes the app can still write; nil where that is not known, or there is no limit.
    public var freeSpace: Int? { source.space?.free }
    /// How many bytes the disk of the app has; nil where that is not known, or there is no limit.
    public var totalSpace: Int? { source.space?.total }

    /// The answer to a question in words, for logs and scripts: `yes`, `no`, `unknown`, names, or numbers.
    public func answer(to question: DeviceQuestion) -> String {
        switch question {
        case .multitasking: word(isMultitaskingSupported)
        case .screens: list(screens)
        case .idiom: interfaceIdiom.rawValue
        case .cameras: list(cameras.map(\.rawValue).sorted())
        case .video: word(recordsVideo)
        case .flash: word(hasCameraFlash)
        case .microphone: word(hasMicrophone)
        case .gps: word(hasGPS)
        case .accelerometer: word(hasAccelerometer)
        case .gyroscope: word(hasGyroscope)
        case .magnetometer: word(hasMagnetometer)
        case .battery: "\(batteryLevel.flatMap(percent) ?? "unknown"), \(batteryState)"
        case .encryption: isDiskEncrypted.map(word) ?? "unknown"
        case .network: network.rawValue
        case .space:
            if let free = freeSpace, let total = totalSpace { "\(free) of \(total) bytes" } else { "unknown" }
        }
    }

    private func word(_ answer: Bool) -> String { answer ? "yes" : "no" }
    /// Nil for what is no number: a host may tell anything.
    private func percent(_ level: Double) -> String? { Int(exactly: (level * 100).rounded()).map { "\($0)%" } }
    private func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
}

/// Where the answers of ``DeviceInformation`` come from.
@MainActor
package protocol DeviceInformationSource: AnyObject {
    var interfaceIdiom: InterfaceIdiom { get }
    /// Asked for known capabilities only.
    func has(_ capability: DeviceCapability) -> Bool
    var cameras: Set<CameraPosition> { get }
    var battery: (level: Double?, state: BatteryState) { get }
    var isDiskEncrypted: Bool? { get }
    var network: NetworkConnection { get }
    var space: (free: Int, total: Int)? { get }
}
