/// The state of a device as last reported to an application.
///
/// The values stay as they are while the application is suspended; when it resumes, it is notified of the values that
/// differ (rule A24).
public struct DeviceEnvironment: Hashable, Sendable {
    /// How the device is held.
    public var orientation = DeviceOrientation.unknown
    /// How full the battery is, from 0 to 1; nil if it is not known.
    public var batteryLevel: Double?
    /// Whether the battery is being charged.
    public var batteryState = BatteryState.unknown
    /// Whether something is close to the screen.
    public var isProximate = false
    /// Whether protected files can be read.
    public var isProtectedDataAvailable = true
    /// The names of the connected screens, except the device's own.
    public var screens: [String] = []
    /// The mode of each connected screen, by its name.
    public var screenModes: [String: String] = [:]
    /// The locale's identifier.
    public var locale = "en_US"
    /// The user who is signed in to the cloud; nil for nobody.
    public var cloudIdentity: String?
    /// The names of the accessories that are connected.
    public var accessories: [String] = []

    /// A device about which nothing is known.
    ///
    /// - Complexity: O(1); no allocation.
    public init() {}

    /// Applies a change, and returns whether a value differs now.
    ///
    /// A change that has no value here, such as a significant time change, always counts as a difference.
    package mutating func apply(_ change: DeviceChange) -> Bool {
        let former = self
        switch change {
        case .orientation(let value): orientation = value
        case .batteryLevel(let value): batteryLevel = value
        case .batteryState(let value): batteryState = value
        case .proximity(let value): isProximate = value
        case .protectedData(let value): isProtectedDataAvailable = value
        case .screens(let value): screens = value
        case .screenModes(let value): screenModes = value
        case .locale(let value): locale = value
        case .cloudIdentity(let value): cloudIdentity = value
        case .accessories(let value): accessories = value
        case .significantTime, .settings: return true
        }
        return self != former
    }
}
