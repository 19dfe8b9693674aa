// Reports of the host, which change no state: events, memory warnings and changes of the device.
extension Lifecycle {
    /// Passes a report on to the application, or keeps it for the resume.
    func deliverReport(_ message: HostMessage, _ application: Application) -> HostMessage.Reception {
        if case .change(let change) = message, state == .suspended {
            changes.add(change)
            return .waiting
        }
        inTransition(application) {
            if state == .background { beginSpan(message.backgroundLimit, application) }
            switch message {
            case .deliver(let event): deliver(event, application)
            case .memoryWarning:
                call(.didReceiveMemoryWarning, application) { $0.applicationDidReceiveMemoryWarning(application) }
                post(Application.DidReceiveMemoryWarning(subject: application), application)
                application.warnControllers()
                checkLimit(application)
            case .change(let change): apply(change, application)
            default: break
            }
            endSpan()
        }
        return .performed
    }

    /// Applies a change, and notifies the application if a value differs (rule A26).
    func apply(_ change: DeviceChange, _ application: Application) {
        if case .accessories(let names) = change, hiddenAccessories != nil {
            hiddenAccessories = names
            return
        }
        let former = environment
        guard environment.apply(change) else { return }
        switch change {
        case .orientation(let value):
            post(Application.OrientationDidChange(subject: application, orientation: value), application)
            application.interfaceRotation.update(application)
            checkLimit(application)
        case .significantTime:
            post(Application.SignificantTimeChange(subject: application), application)
            call(.significantTimeChange, application) { $0.applicationSignificantTimeChange(application) }
        case .batteryLevel(let value):
            post(Application.BatteryLevelDidChange(subject: application, level: value), application)
        case .batteryState(let value):
            post(Application.BatteryStateDidChange(subject: application, batteryState: value), application)
        case .proximity(let value):
            post(Application.ProximityStateDidChange(subject: application, isProximate: value), application)
        case .protectedData(let isAvailable): announceProtectedData(isAvailable, application)
        case .screens(let names): announceScreens(former: former.screens, names, application)
        case .screenModes(let modes):
            post(Application.ScreenModeDidChange(subject: application, modes: modes), application)
        case .settings(let keys):
            post(Application.SettingsDidChange(subject: application, changedKeys: keys), application)
        case .locale(let value): post(Application.LocaleDidChange(subject: application, locale: value), application)
        case .cloudIdentity(let value):
            post(Application.CloudIdentityDidChange(subject: application, identity: value), application)
        case .accessories(let names): announceAccessories(former: former.accessories, names, application)
        }
    }

    private func announceProtectedData(_ isAvailable: Bool, _ application: Application) {
        if isAvailable {
            call(.protectedDataDidBecomeAvailable, application) {
                $0.applicationProtectedDataDidBecomeAvailable(application)
            }
            post(Application.ProtectedDataDidBecomeAvailable(subject: application), application)
        } else {
            call(.protectedDataWillBecomeUnavailable, application) {
                $0.applicationProtectedDataWillBecomeUnavailable(application)
            }
            post(Application.ProtectedDataWillBecomeUnavailable(subject: application), application)
        }
    }

    private func announceScreens(former: [String], _ names: [String], _ application: Application) {
        let (gone, new) = (former.filter { !names.contains($0) }, names.filter { !former.contains($0) })
        if !gone.isEmpty { post(Application.ScreenDidDisconnect(subject: application, screens: gone), application) }
        if !new.isEmpty { post(Application.ScreenDidConnect(subject: application, screens: new), application) }
    }

    private func announceAccessories(former: [String], _ names: [String], _ application: Application) {
        let (gone, new) = (former.filter { !names.contains($0) }, names.filter { !former.contains($0) })
        if !gone.isEmpty {
            post(Application.AccessoryDidDisconnect(subject: application, accessories: gone), application)
        }
        if !new.isEmpty { post(Application.AccessoryDidConnect(subject: application, accessories: new), application) }
    }

    /// Reports the accessories as disconnected, unless the app's background modes name them (rule A30).
    func hideAccessories(_ application: Application) {
        guard mustHideAccessories(application) else { return }
        let there = environment.accessories
        apply(.accessories([]), application)
        hiddenAccessories = there
    }

    /// Hides the accessories without a notification, for an application that is launched to the background.
    func withholdAccessories(_ application: Application) {
        guard mustHideAccessories(application) else { return }
        hiddenAccessories = environment.accessories
        environment.accessories = []
    }

    private func mustHideAccessories(_ application: Application) -> Bool {
        hiddenAccessories == nil && !application.manifest.backgroundModes.contains(.externalAccessory)
    }

    func showAccessories(_ application: Application) {
        guard let there = hiddenAccessories else { return }
        hiddenAccessories = nil
        apply(.accessories(there), application)
    }
}

extension HostMessage {
    /// The limit of this report for an application in the background (rule A17).
    fileprivate var backgroundLimit: TimeLimit {
        switch self {
        case .deliver(.remoteNotification), .deliver(.backgroundFetch): .wakeUp
        default: .backgroundEvent
        }
    }
}

/// The changes that come while an application is suspended: one of each kind, with the newest value, in the order in
/// which each kind first came (rules A24, A28).
struct QueuedChanges {
    private var changes: [DeviceChange] = []

    mutating func add(_ change: DeviceChange) {
        if let place = changes.firstIndex(where: { $0.kind == change.kind }) {
            changes[place] = change.following(changes[place])
        } else {
            changes.append(change)
        }
    }

    mutating func take() -> [DeviceChange] {
        defer { changes.removeAll() }
        return changes
    }
}
