internal import ResponderKit

// Overlays that interrupt the app in front: calls, alerts, the notification centre.
extension SimulatedDevice {
    func ring(from caller: String) throws(DeviceError) {
        if let call = overlays.first(where: \.isCall) { throw .covered(call) }
        if let callInProgress { throw .inCall(callInProgress) }
        wakeScreen()
        cover(with: .call(from: caller))
    }

    private func ringingCaller() throws(DeviceError) -> String {
        for case .call(let caller) in overlays { return caller }
        throw .nothing("call that rings")
    }

    /// Accepts the call: the phone comes to the front, and only alerts stay over it.
    func acceptCall() throws(DeviceError) {
        callInProgress = try ringingCaller()
        removeAllButAlerts()
        bringPhoneToFront()
        guard let app = front else { return }
        if isLocked {
            // An app that has no background stays behind the lock screen, inactive.
            return
        }
        frontLater = LaterFront(app: app)
        leaveFront()
    }

    func declineCall() throws(DeviceError) {
        _ = try ringingCaller()
        overlays.removeAll(where: \.isCall)
        restartIdleTimer()
        try uncoverUnlessLocked()
    }

    func endCall() throws(DeviceError) {
        if overlays.contains(where: \.isCall) { return try declineCall() }
        guard callInProgress != nil else { throw .nothing("call") }
        callInProgress = nil
        leavePhone()
        restartIdleTimer()
        guard !isLocked else { return }
        if front == nil { try bringBack() } else { uncover() }
    }

    func showAlert(_ text: String) throws(DeviceError) {
        if isLocked { throw .locked }
        cover(with: .alert(text))
    }

    func dismissAlert() throws(DeviceError) {
        overlays.remove(at: try topmostAlert())
        try uncoverUnlessLocked()
    }

    /// The place of the alert that is to be answered first.
    private func topmostAlert() throws(DeviceError) -> Int {
        if isLocked { throw .locked }
        guard let place = overlays.lastIndex(where: \.isAlert) else { throw .nothing("alert") }
        if let call = overlays.first(where: \.isCall) { throw .covered(call) }
        return place
    }

    /// Answers the topmost alert by opening the app that the alert is about.
    func acceptAlert(opening name: String?) throws(DeviceError) {
        let place = try topmostAlert()
        if let name, let app = find(name) {
            guard app.isAllowed else { throw .notAllowed(name) }
            let alert = overlays.remove(at: place)
            do throws(DeviceError) {
                try bringToFrontUnderAlerts(app, for: app.shown.last)
            } catch {
                overlays.insert(alert, at: place)
                throw error
            }
            _ = app.shown.popLast()
        } else {
            guard let system = name.map({ SystemApp(rawValue: $0) }) ?? .messages else {
                throw .unknownApp(name ?? "", known: installedApps + SystemApp.allCases.map(\.rawValue))
            }
            overlays.remove(at: place)
            openSystemApp(system)
        }
    }

    /// Brings an app to the front, to handle `event`; where alerts are over the app in front, that one goes to the
    /// background, and the other app comes to the front when the alerts are answered (rule A33).
    func bringToFrontUnderAlerts(_ app: InstalledApp, for event: HostEvent?) throws(DeviceError) {
        guard overlays.contains(where: \.isAlert) else { return try bringToFront(app, for: event) }
        removeAllButAlerts()
        frontLater = nil
        if front === app {
            if let event { tell(app, .deliver(event)) }
            return
        }
        leaveSystemApp()
        leaveFront()
        frontLater = LaterFront(app: app, event: event, isChosen: true)
    }

    func openNotificationCenter() throws(DeviceError) {
        try checkScreen()
        if let top = overlays.last { throw .covered(top) }
        cover(with: .notificationCenter)
    }

    func closeNotificationCenter() throws(DeviceError) {
        guard overlays.contains(.notificationCenter) else { throw .nothing("open notification centre") }
        if let top = overlays.last, top != .notificationCenter { throw .covered(top) }
        overlays.removeLast()
        uncover()
    }

    /// Removes all overlays except alerts: an alert stays until the user answers it (rule A33).
    func removeAllButAlerts() {
        overlays.removeAll { !$0.isAlert }
    }

    private func uncoverUnlessLocked() throws(DeviceError) {
        guard !isLocked else { return }
        if front != nil { return uncover() }
        // The app that was in front before the lock, or before the call, comes back now.
        try bringBack()
    }
}
