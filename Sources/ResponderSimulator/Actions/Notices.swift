internal import ResponderKit

// Pushes and local notifications: delivered to an app in the foreground, shown to the user otherwise.
extension SimulatedDevice {
    func push(_ notification: RemoteNotification, to app: InstalledApp) throws(DeviceError) {
        let event = HostEvent.remoteNotification(notification)
        if app.state.isForeground { return tell(app, .deliver(event)) }
        show(event, of: app)
        guard app.manifest.backgroundModes.contains(.remoteNotification) else {
            // An app without the mode gets the push only where it already runs in the background.
            if app.state == .background { tell(app, .deliver(event)) }
            return
        }
        switch app.state {
        case .notRunning:
            // Where the app may not be launched, the push is only shown.
            guard refusalOfBackgroundLaunch(app, for: .remoteNotification) == nil else { return }
            try launchInBackground(app, for: event)
        case .suspended:
            tell(app, .resume)
            tell(app, .deliver(event))
            stayAwake(app, for: app.application?.timeLimits.wakeUp)
        case .background: tell(app, .deliver(event))
        case .active, .inactive: break
        }
    }

    func schedule(_ notification: LocalNotification, by app: InstalledApp) throws(DeviceError) {
        guard app.runsCode, let application = app.application else { throw .notRunning(app.identifier, app.state) }
        if let interval = notification.repeatInterval, interval < LocalNotification.minimumRepeatInterval {
            throw .badNumber(LocalNotification.tooShort(interval))
        }
        application.scheduleLocalNotification(notification)
    }

    /// Fires a local notification that is due, and schedules its next repetition.
    func fire(_ notification: LocalNotification, of app: InstalledApp) {
        if let place = app.scheduled.firstIndex(where: { $0.identifier == notification.identifier }) {
            app.scheduled.remove(at: place)
        }
        if let interval = notification.repeatInterval {
            var next = notification
            var date = notification.fireDate ?? clock.now
            // Repetitions that were missed, for example while the device was off, are delivered as one.
            let missed = date.duration(to: clock.now) / interval
            date = date.advanced(by: interval * Int(max(0, missed.rounded(.down))))
            // At the end of the clock's range there is no next repetition.
            while date <= clock.now, date.advanced(by: interval) > date { date = date.advanced(by: interval) }
            if date > clock.now {
                next.fireDate = date
                // The notification goes behind the notifications that are due at the same time.
                let place = app.scheduled.lastIndex { ($0.fireDate ?? .zero) <= date }
                app.scheduled.insert(next, at: place.map { $0 + 1 } ?? 0)
            }
        }
        app.runningApplication?.takeScheduledLocalNotifications(app.scheduled)
        let event = HostEvent.localNotification(notification)
        if app.state.isForeground { tell(app, .deliver(event)) } else { show(event, of: app) }
    }

    /// Shows a notification to the user; the user may open it.
    private func show(_ event: HostEvent, of app: InstalledApp) {
        record(.note("shown to the user: \(event)"), app)
        app.shown.append(event)
    }

    func tapNotification(of app: InstalledApp) throws(DeviceError) {
        if isLocked { throw .locked }
        if let call = overlays.first(where: \.isCall) { throw .covered(call) }
        guard let event = app.shown.last else { throw .noNotification(app.identifier) }
        guard app.isAllowed else { return try launchForbidden(app) }
        try bringToFrontUnderAlerts(app, for: event)
        app.shown.removeLast()
    }
}

extension LocalNotification {
    /// The message for a repeat interval below the minimum.
    static func tooShort(_ interval: Duration) -> String {
        let least = ScriptValues.text(minimumRepeatInterval)
        return "a notification cannot repeat every \(ScriptValues.text(interval)); give \(least) or more"
    }
}
