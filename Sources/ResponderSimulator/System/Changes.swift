internal import ResponderKit

// The device changes, and apps are told (rule A24); apps crash.
extension SimulatedDevice {
    /// Tells every app that runs or is suspended, in the order of installing; nobody where nothing differs.
    func change(_ change: DeviceChange) throws(DeviceError) {
        if case .batteryLevel(let level) = change, !(0...1).contains(level) {
            throw .badNumber("a battery level of \(level) is none; give one from 0 to 1")
        }
        changeAnyway(change)
    }

    /// The same for what the device says itself.
    func changeAnyway(_ change: DeviceChange) {
        guard environment.take(change) else { return }
        for app in apps { tell(app, .change(change)) }
        forgetEnded()
    }

    func crash(_ app: InstalledApp) throws(DeviceError) {
        guard app.runningApplication != nil else { throw .notRunning(app.identifier, app.state) }
        tell(app, .kill)
    }
}
