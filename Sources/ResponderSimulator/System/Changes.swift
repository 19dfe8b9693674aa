internal import ResponderKit

// Changes of the device that apps are told about (rule A24), and crashes.
extension SimulatedDevice {
    /// Changes the device, and tells every app that runs or is suspended, in the order of installing.
    ///
    /// No app is told where the device stays as it was.
    func change(_ change: DeviceChange) throws(DeviceError) {
        if case .batteryLevel(let level) = change, !(0...1).contains(level) {
            throw .badNumber("the battery level cannot be \(level); give one from 0 to 1")
        }
        changeAnyway(change)
    }

    /// Like ``change(_:)`` without the check, for changes that the device makes itself.
    func changeAnyway(_ change: DeviceChange) {
        guard environment.apply(change) else { return }
        for app in running.apps { tell(app, .change(change)) }
        forgetEnded()
    }

    func crash(_ app: InstalledApp) throws(DeviceError) {
        guard app.runningApplication != nil else { throw .notRunning(app.identifier, app.state) }
        tell(app, .kill)
    }
}
