/// A change of the device, with the new value.
///
/// When a suspended application resumes, it gets at most one change of each kind: the net change (rule A24).
public enum DeviceChange: Hashable, Sendable {
    /// How the device is held.
    case orientation(DeviceOrientation)
    /// Midnight, another time zone, summer time, or a carrier's correction.
    case significantTime
    /// How full the battery is, from 0 to 1.
    case batteryLevel(Double)
    /// Whether the battery is being charged.
    case batteryState(BatteryState)
    /// Whether something is close to the screen.
    case proximity(Bool)
    /// Whether protected files can be read; false comes shortly before they are locked, so that the app can close them.
    case protectedData(isAvailable: Bool)
    /// The names of the connected screens, except the device's own.
    case screens([String])
    /// The mode of each connected screen, by its name, such as `1920 x 1080`.
    case screenModes([String: String])
    /// The settings with these keys were changed from outside of the app.
    case settings(changedKeys: Set<String>)
    /// The locale's identifier, such as `en_GB`.
    case locale(String)
    /// The user who is signed in to the cloud; nil for nobody.
    case cloudIdentity(String?)
    /// The names of the accessories that are connected.
    case accessories([String])

    /// The kind of a change: when an application resumes, it gets at most one change of each kind.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// ``DeviceChange/orientation(_:)``.
        case orientation
        /// ``DeviceChange/significantTime``.
        case significantTime
        /// ``DeviceChange/batteryLevel(_:)``.
        case batteryLevel
        /// ``DeviceChange/batteryState(_:)``.
        case batteryState
        /// ``DeviceChange/proximity(_:)``.
        case proximity
        /// ``DeviceChange/protectedData(isAvailable:)``.
        case protectedData
        /// ``DeviceChange/screens(_:)``.
        case screens
        /// ``DeviceChange/screenModes(_:)``.
        case screenModes
        /// ``DeviceChange/settings(changedKeys:)``.
        case settings
        /// ``DeviceChange/locale(_:)``.
        case locale
        /// ``DeviceChange/cloudIdentity(_:)``.
        case cloudIdentity
        /// ``DeviceChange/accessories(_:)``.
        case accessories
    }

    /// The kind of the change.
    public var kind: Kind {
        switch self {
        case .orientation: .orientation
        case .significantTime: .significantTime
        case .batteryLevel: .batteryLevel
        case .batteryState: .batteryState
        case .proximity: .proximity
        case .protectedData: .protectedData
        case .screens: .screens
        case .screenModes: .screenModes
        case .settings: .settings
        case .locale: .locale
        case .cloudIdentity: .cloudIdentity
        case .accessories: .accessories
        }
    }

    /// The net change if this change follows `earlier`, which is of the same kind.
    func following(_ earlier: DeviceChange) -> DeviceChange {
        guard case .settings(let keys) = self, case .settings(let earlierKeys) = earlier else { return self }
        return .settings(changedKeys: keys.union(earlierKeys))
    }
}

extension DeviceChange.Kind: CustomStringConvertible {
    /// The kind in words.
    public var description: String {
        switch self {
        case .orientation: "orientation"
        case .significantTime: "time"
        case .batteryLevel: "battery level"
        case .batteryState: "battery state"
        case .proximity: "proximity"
        case .protectedData: "protected data"
        case .screens: "screens"
        case .screenModes: "screen modes"
        case .settings: "settings"
        case .locale: "locale"
        case .cloudIdentity: "cloud identity"
        case .accessories: "accessories"
        }
    }
}

/// How a device is held.
public enum DeviceOrientation: Hashable, Sendable, CaseIterable {
    /// Not known.
    case unknown
    /// Upright, the home button below.
    case portrait
    /// Upright, the home button above.
    case portraitUpsideDown
    /// On its side, the home button to the right.
    case landscapeLeft
    /// On its side, the home button to the left.
    case landscapeRight
    /// Flat, the screen above.
    case faceUp
    /// Flat, the screen below.
    case faceDown
}

/// Whether a battery is being charged.
public enum BatteryState: Hashable, Sendable, CaseIterable {
    /// Not known, or the device has no battery.
    case unknown
    /// The device runs on the battery.
    case unplugged
    /// The battery is being charged.
    case charging
    /// The battery is full, and the device plugged in.
    case full
}
