/// Something about the device that has changed, with what it is now.
///
/// An application that is suspended gets these at its resume, one of each kind at most, with the net change (rule A24).
public enum DeviceChange: Hashable, Sendable {
    /// How the device is held.
    case orientation(DeviceOrientation)
    /// Midnight, another time zone, summer time, or a carrier's correction.
    case significantTime
    /// How full the battery is, from 0 to 1.
    case batteryLevel(Double)
    /// Whether it is being charged.
    case batteryState(BatteryState)
    /// Whether something is close to the screen.
    case proximity(Bool)
    /// Whether protected files can be read; false is told shortly before, so that they can be closed.
    case protectedData(isAvailable: Bool)
    /// The names of the screens that are connected, the device's own left out.
    case screens([String])
    /// The mode of each connected screen, by its name, as `1920 x 1080`.
    case screenModes([String: String])
    /// The app's settings were changed from outside: those keys.
    case settings(changedKeys: Set<String>)
    /// The locale's identifier, as `en_GB`.
    case locale(String)
    /// Who is signed in to the cloud; nil for nobody.
    case cloudIdentity(String?)
    /// The names of the accessories that are connected.
    case accessories([String])

    /// What kind of thing changes: a suspended application gets one change of each.
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

    /// Its kind.
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

    /// This change after `earlier`, of the same kind: what both together come to.
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
    /// Not known, or there is none.
    case unknown
    /// It is being used up.
    case unplugged
    /// It is being charged.
    case charging
    /// It is full, and the device plugged in.
    case full
}
