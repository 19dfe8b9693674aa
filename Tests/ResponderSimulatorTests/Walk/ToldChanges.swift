import ResponderKit

/// What one launch of an app has been told of its device, by notifications alone, against what was done to the device.
///
/// Written by hand from the rules A24 to A30: a suspended app is told nothing. Awake again, the app is first told what
/// has changed, with one notification of each type, in the order in which the types came first; a value that is as it
/// was has none.
struct ToldChanges {
    /// What an app knows of its device; of screens and accessories the order means nothing.
    private struct Knowledge: Equatable {
        var orientation: DeviceOrientation
        var batteryLevel: Double?
        var batteryState: BatteryState
        var isProximate: Bool
        var isDataAvailable: Bool
        var screens: Set<String>
        var modes: [String: String]
        var locale: String
        var cloud: String?
        var accessories: Set<String>

        init(_ environment: DeviceEnvironment) {
            orientation = environment.orientation
            batteryLevel = environment.batteryLevel
            batteryState = environment.batteryState
            isProximate = environment.isProximate
            isDataAvailable = environment.isProtectedDataAvailable
            screens = Set(environment.screens)
            modes = environment.screenModes
            locale = environment.locale
            cloud = environment.cloudIdentity
            accessories = Set(environment.accessories)
        }
    }

    private var told: Knowledge
    /// Changes without a value that it was not told of yet.
    private var owesTime = false
    private var owedKeys: Set<String>?
    /// The kinds that have changed since it was suspended, in the order in which they came first.
    private var queued: [DeviceChange.Kind] = []
    /// The types of what it was told since it woke; nil where something else has come since.
    private var sinceWaking: Set<String>?
    /// Where in `queued` it has been told up to.
    private var place = 0
    private let isForAccessories: Bool

    init(_ environment: DeviceEnvironment, _ manifest: Manifest) {
        told = Knowledge(environment)
        isForAccessories = manifest.backgroundModes.contains(.externalAccessory)
    }

    // MARK: What is done

    /// The device changes, and the app runs, or is suspended.
    mutating func expect(_ change: DeviceChange, isSuspended: Bool) {
        if isSuspended, !queued.contains(change.kind) { queued.append(change.kind) }
        switch change {
        case .significantTime: owesTime = true
        case .settings(let keys): owedKeys = (owedKeys ?? []).union(keys)
        default: break
        }
    }

    mutating func wake() {
        sinceWaking = []
        place = 0
    }

    /// It is launched to the background, where it does not know of accessories.
    mutating func beginInBackground() {
        if !isForAccessories { told.accessories = [] }
    }

    /// Something is heard that is no change, or no more code runs: what was queued has been told by now.
    mutating func endWaking(of environment: DeviceEnvironment) -> String? {
        guard sinceWaking != nil else { return nil }
        sinceWaking = nil
        queued = []
        var wanted = Knowledge(environment)
        wanted.accessories = told.accessories
        return told == wanted && !owesTime && owedKeys == nil ? nil : "woke, and knows \(told) of \(wanted)"
    }

    // MARK: What is told

    /// Takes in what the app hears; nil where that is no change, otherwise what is wrong with it, or nothing.
    mutating func take(_ notification: any TypedNotification) -> String? {
        guard let (kind, isNews) = learn(notification) else { return nil }
        let name = type(of: notification).name
        if !isNews { return "\(name) tells nothing new: \(notification)" }
        if sinceWaking?.insert(name).inserted == false { return "\(name) came twice" }
        // What a lock does to protected data is not written down, and accessories come back later than the rest.
        guard sinceWaking != nil, kind != .protectedData, kind != .accessories else { return "" }
        guard let place = queued[place...].firstIndex(of: kind) else { return "\(name) is not next in \(queued)" }
        self.place = place
        return ""
    }

    /// The kind of change that is told, and whether it differs from what was told before.
    private mutating func learn(_ notification: any TypedNotification) -> (kind: DeviceChange.Kind, isNews: Bool)? {
        let former = told
        switch notification {
        case let it as Application.OrientationDidChange: told.orientation = it.orientation
        case let it as Application.BatteryLevelDidChange: told.batteryLevel = it.level
        case let it as Application.BatteryStateDidChange: told.batteryState = it.batteryState
        case let it as Application.ProximityStateDidChange: told.isProximate = it.isProximate
        case is Application.ProtectedDataWillBecomeUnavailable: told.isDataAvailable = false
        case is Application.ProtectedDataDidBecomeAvailable: told.isDataAvailable = true
        case let it as Application.ScreenModeDidChange: told.modes = it.modes
        case let it as Application.LocaleDidChange: told.locale = it.locale
        case let it as Application.CloudIdentityDidChange: told.cloud = it.identity
        case let it as Application.ScreenDidConnect: return (.screens, connects(it.screens, to: \.screens))
        case let it as Application.ScreenDidDisconnect: return (.screens, disconnects(it.screens, from: \.screens))
        case let it as Application.AccessoryDidConnect:
            return (.accessories, connects(it.accessories, to: \.accessories))
        case let it as Application.AccessoryDidDisconnect:
            return (.accessories, disconnects(it.accessories, from: \.accessories))
        case is Application.SignificantTimeChange:
            defer { owesTime = false }
            return (.significantTime, owesTime)
        case let it as Application.SettingsDidChange:
            defer { owedKeys = nil }
            return (.settings, owedKeys == it.changedKeys)
        default: return nil
        }
        return ToldChanges.kind(of: notification).map { ($0, told != former) }
    }

    /// Notes what has come; returns whether there is something, and nothing of it was known.
    private mutating func connects(_ names: [String], to known: WritableKeyPath<Knowledge, Set<String>>) -> Bool {
        defer { told[keyPath: known].formUnion(names) }
        return told[keyPath: known].isDisjoint(with: names) && !names.isEmpty
    }

    /// Notes what has gone; returns whether there is something, and all of it was known.
    private mutating func disconnects(_ names: [String], from known: WritableKeyPath<Knowledge, Set<String>>) -> Bool {
        defer { told[keyPath: known].subtract(names) }
        return told[keyPath: known].isSuperset(of: names) && !names.isEmpty
    }

    private static func kind(of notification: any TypedNotification) -> DeviceChange.Kind? {
        switch notification {
        case is Application.OrientationDidChange: .orientation
        case is Application.BatteryLevelDidChange: .batteryLevel
        case is Application.BatteryStateDidChange: .batteryState
        case is Application.ProximityStateDidChange: .proximity
        case is Application.ProtectedDataWillBecomeUnavailable, is Application.ProtectedDataDidBecomeAvailable:
            .protectedData
        case is Application.ScreenModeDidChange: .screenModes
        case is Application.LocaleDidChange: .locale
        case is Application.CloudIdentityDidChange: .cloudIdentity
        default: nil
        }
    }

    // MARK: At rest

    /// What is wrong while no code runs; nil where nothing is.
    func problem(in state: LifecycleState, device: DeviceEnvironment, application: DeviceEnvironment) -> String? {
        let seen = Knowledge(application)
        if told != seen { return "was told \(told), and sees \(seen)" }
        // It hears the rest when it wakes.
        if state == .suspended { return nil }
        if owesTime || owedKeys != nil { return "was not told of the time, or of \(owedKeys ?? [])" }
        var wanted = Knowledge(device)
        if state == .background, !isForAccessories { wanted.accessories = [] }
        return told == wanted ? nil : "was told \(told) while \(state), of \(wanted)"
    }
}

extension DeviceEnvironment {
    /// Whether a change makes no difference any more.
    func has(_ change: DeviceChange) -> Bool {
        switch change {
        case .orientation(let value): orientation == value
        case .batteryLevel(let value): batteryLevel == value
        case .batteryState(let value): batteryState == value
        case .proximity(let value): isProximate == value
        case .protectedData(let value): isProtectedDataAvailable == value
        case .screens(let value): screens == value
        case .screenModes(let value): screenModes == value
        case .locale(let value): locale == value
        case .cloudIdentity(let value): cloudIdentity == value
        case .accessories(let value): accessories == value
        case .significantTime, .settings: false
        }
    }
}
