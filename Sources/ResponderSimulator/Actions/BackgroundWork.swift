internal import ResponderKit

// Background work: the events that wake an app, and the activities that keep an app running (rules A17, A36, A40).
extension SimulatedDevice {
    func wake(_ app: InstalledApp, for mode: BackgroundMode) throws(DeviceError) {
        guard mode != .audio else { throw .wrongMode(mode) }
        guard app.manifest.backgroundModes.contains(mode) else { throw .noBackgroundMode(app.identifier, mode) }
        guard mode != .fetch else { return try fetch(app) }
        switch app.state {
        case .notRunning:
            if let refusal = refusalOfBackgroundLaunch(app, for: mode) { throw refusal }
            try launchInBackground(app)
        case .suspended: tell(app, .resume)
        case .background: break
        case .active, .inactive: return
        }
        stayAwake(app, for: app.application?.timeLimits[mode.limit])
    }

    /// Has an app fetch new content: the app reports when its fetch is complete, and is not suspended until then.
    private func fetch(_ app: InstalledApp) throws(DeviceError) {
        switch app.state {
        case .notRunning:
            if let refusal = refusalOfBackgroundLaunch(app, for: .fetch) { throw refusal }
            try launchInBackground(app, for: .backgroundFetch)
            app.wakeDeadline = nil
        case .suspended:
            tell(app, .resume)
            tell(app, .deliver(.backgroundFetch))
        case .background: tell(app, .deliver(.backgroundFetch))
        case .active, .inactive: return
        }
        rest(app)
    }

    /// Why an app may not be launched in the background (rule A36); nil where nothing prevents the launch.
    func refusalOfBackgroundLaunch(_ app: InstalledApp, for mode: BackgroundMode) -> DeviceError? {
        if !isMultitaskingSupported || app.manifest.exitsOnSuspend { return .noBackground(app.identifier) }
        if app.wasForceQuit && mode != .location { return .forceQuit(app.identifier) }
        return wasUnlockedSinceStart ? nil : .neverUnlocked
    }

    /// Keeps an app in the background awake for `duration` from now.
    func stayAwake(_ app: InstalledApp, for duration: Duration?) {
        guard let duration, app.state == .background else { return }
        app.wakeDeadline = clock.now.advanced(by: duration)
        app.application?.withdrawSuspension()
    }

    /// Ends the time that an app was given when it was woken.
    func endWake(_ app: InstalledApp) {
        app.wakeDeadline = nil
        rest(app)
    }

    func beginActivity(_ mode: BackgroundMode, of app: InstalledApp) throws(DeviceError) {
        guard mode.keepsRunning else { throw .wrongMode(mode) }
        guard app.manifest.backgroundModes.contains(mode) else { throw .noBackgroundMode(app.identifier, mode) }
        guard app.runsCode else { throw .notRunning(app.identifier, app.state) }
        app.activities.insert(mode)
        app.application?.withdrawSuspension()
    }

    func endActivity(_ mode: BackgroundMode, of app: InstalledApp) throws(DeviceError) {
        guard mode.keepsRunning else { throw .wrongMode(mode) }
        guard app.activities.remove(mode) != nil else { throw .noActivity(app.identifier, mode) }
        rest(app)
    }
}

// Actions that a script orders an app to take: background tasks, and keeping the screen on.
extension SimulatedDevice {
    func beginTask(_ name: String, of app: InstalledApp, for time: Duration?) throws(DeviceError) {
        guard app.runsCode, let application = app.application else { throw .notRunning(app.identifier, app.state) }
        let task = application.beginBackgroundTask(name: name) {}
        guard task != .invalid else { throw .noTaskPossible(app.identifier) }
        guard let time else {
            app.tasks[name, default: []].append(task)
            return
        }
        application.runLoop.addTimer(after: time, name: "background task") { [weak application] _ in
            application?.endBackgroundTask(task)
        }
    }

    func endTask(_ name: String, of app: InstalledApp) throws(DeviceError) {
        guard app.runsCode, let application = app.application else { throw .notRunning(app.identifier, app.state) }
        guard let task = app.tasks[name]?.popLast() else { throw .noTask(app.identifier, task: name) }
        application.endBackgroundTask(task)
    }

    func setIdleTimerDisabled(_ isDisabled: Bool, by app: InstalledApp) throws(DeviceError) {
        guard app.runsCode, let application = app.application else { throw .notRunning(app.identifier, app.state) }
        application.isIdleTimerDisabled = isDisabled
    }
}

extension BackgroundMode {
    /// The limit of the time for which an event of this mode wakes an app (rule A17).
    fileprivate var limit: TimeLimit {
        switch self {
        case .bluetoothCentral, .bluetoothPeripheral, .externalAccessory: .backgroundEvent
        default: .wakeUp
        }
    }

    /// Whether an activity of this mode keeps its app running until the activity ends.
    fileprivate var keepsRunning: Bool {
        switch self {
        case .audio, .location, .voip, .externalAccessory: true
        default: false
        }
    }
}
