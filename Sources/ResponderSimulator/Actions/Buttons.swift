internal import ResponderKit

// The home button, the app switcher, the lock button, the power switch.
extension SimulatedDevice {
    func pressHome() throws(DeviceError) {
        guard !isLocked else { return }
        if overlays.last == .notificationCenter {
            overlays.removeLast()
            return uncover()
        }
        if let call = overlays.first(where: \.isCall) { throw .covered(call) }
        removeAllButAlerts()
        frontLater = nil
        leaveSystemApp()
        leaveFront()
    }

    func openSwitcher() throws(DeviceError) {
        guard isMultitaskingSupported else { throw .noMultitasking }
        try checkScreen()
        guard !overlays.contains(.switcher) else { throw .covered(.switcher) }
        // The switcher closes the notification centre.
        overlays = []
        cover(with: .switcher)
    }

    private func checkSwitcher() throws(DeviceError) {
        if isLocked { throw .locked }
        // The user answers an overlay above the switcher first.
        guard overlays.contains(.switcher) else { throw .nothing("app switcher; open it first") }
        if let top = overlays.last, top != .switcher { throw .covered(top) }
    }

    func choose(_ app: InstalledApp) throws(DeviceError) {
        try checkSwitcher()
        if !app.isAllowed { throw .notAllowed(app.identifier) }
        try bringToFront(app)
    }

    func closeSwitcher() throws(DeviceError) {
        try checkSwitcher()
        overlays.removeLast()
        uncover()
    }

    func kill(_ app: InstalledApp) throws(DeviceError) {
        try checkSwitcher()
        app.wasForceQuit = true
        if front === app { front = nil }
        tell(app, .terminate)
        app.snapshots = []
        app.stateStore.discard()
    }

    func pressLock() throws(DeviceError) {
        guard !isLocked else { return }
        if let call = overlays.first(where: \.isCall) { throw .covered(call) }
        lockScreen()
    }

    /// Locks the screen: the app in front goes to the background.
    ///
    /// The app comes back when the screen is unlocked and the alerts over the app are answered.
    func lockScreen() {
        isLocked = true
        isDimmed = false
        removeAllButAlerts()
        contacts.swallowAll()
        if let app = front {
            if app.hasBackground {
                front = nil
                frontLater = LaterFront(app: app)
                tell(app, .enterBackground)
            } else if app.state == .active {
                // An app without a background is not ended by the lock: it becomes inactive.
                tell(app, .resignActive)
            }
        }
        if hasPasscode {
            changeAnyway(.protectedData(isAvailable: false))
            dropKeysLater()
        }
        if let frontLater { rest(frontLater.app) }
        restartIdleTimer()
    }

    /// Unlocks the screen with a passcode; nil for the right one.
    func unlock(with text: String? = nil) throws(DeviceError) {
        guard isLocked else { throw .notLocked }
        if let call = overlays.first(where: \.isCall) { throw .covered(call) }
        try enterPasscode(text)
        isLocked = false
        wasUnlockedSinceStart = true
        restartIdleTimer()
        changeAnyway(.protectedData(isAvailable: true))
        // An app without a background has waited behind the lock screen, even during a call.
        if front != nil { return uncover() }
        try bringBack()
    }

    /// Brings back the app that was in front, or brings the app there that the user has chosen meanwhile, where that
    /// app may still be used.
    ///
    /// Does nothing while an alert or a call is over the app: the app would become active, and then inactive at once.
    /// An app that was in front also waits for the end of a call in progress.
    func bringBack() throws(DeviceError) {
        guard !overlays.contains(where: { $0.isAlert || $0.isCall }) else { return }
        guard let later = frontLater else { return }
        if callInProgress != nil, !later.isChosen { return }
        guard later.isChosen || later.app.runningApplication != nil, later.app.isAllowed else {
            return frontLater = nil
        }
        try bringToFront(later.app, for: later.event)
    }

    func switchOff() {
        isOn = false
        isDimmed = false
        overlays = []
        callInProgress = nil
        contacts.swallowAll()
        if let front { tell(front, .terminate) }
        for app in running.apps { tell(app, .terminate) }
        front = nil
        frontLater = nil
        leaveSystemApp()
        forgetMemoryWarnings()
        restartProtection()
        for app in apps { app.shown = [] }
        restartIdleTimer()
    }

    func switchOn() throws(DeviceError) {
        guard !isOn else { throw .onAlready }
        isOn = true
        isLocked = true
        // The passcode may have been set while the device was off.
        restartProtection()
        wasUnlockedSinceStart = !hasPasscode
        if hasPasscode { changeAnyway(.protectedData(isAvailable: false)) }
    }
}

extension Overlay {
    var isCall: Bool { if case .call = self { true } else { false } }
    var isAlert: Bool { if case .alert = self { true } else { false } }
}
