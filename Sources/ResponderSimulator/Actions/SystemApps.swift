internal import ResponderKit

// Apps of the system: they come to the front, and none of their code runs here.
extension SimulatedDevice {
    /// Brings a system app to the front; alerts stay over it (rule A33).
    func openSystemApp(_ system: SystemApp) {
        removeAllButAlerts()
        frontLater = nil
        leaveFront()
        systemAppInFront = system
        systemAppLater = nil
        record(.note("the system app \(system.rawValue) comes to the front"))
    }

    /// Opens a URL in a system app; a number of the phone is called, and the app that is in front comes back when that
    /// call ends.
    func open(_ url: AppURL, in system: SystemApp) throws(DeviceError) {
        try checkScreen()
        guard system == .phone, !url.rest.isEmpty else { return openSystemApp(system) }
        if let callInProgress { throw .inCall(callInProgress) }
        let (app, former) = (front, systemAppInFront)
        openSystemApp(system)
        callInProgress = String(url.rest)
        systemAppLater = former
        if let app, app.runningApplication != nil { frontLater = LaterFront(app: app) }
    }

    /// Notes that the phone is in front, since a call was accepted.
    func bringPhoneToFront() {
        systemAppLater = systemAppInFront
        systemAppInFront = .phone
    }

    /// Notes that the call is over: the phone leaves the front where it still is there.
    func leavePhone() {
        if systemAppInFront == .phone { systemAppInFront = systemAppLater }
        systemAppLater = nil
    }

    /// Notes that no system app is in front.
    func leaveSystemApp() {
        systemAppInFront = nil
        systemAppLater = nil
    }
}
