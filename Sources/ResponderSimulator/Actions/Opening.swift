internal import ResponderEnvironment
internal import ResponderKit

// Bringing apps to the front, and sending them to the background.
extension SimulatedDevice {
    func launch(_ app: InstalledApp) throws(DeviceError) {
        try checkScreen()
        guard app.isAllowed else { return try launchForbidden(app) }
        try bringToFront(app)
    }

    /// Launches a forbidden app (see `isAllowed`) to the background (rule A45).
    ///
    /// Refuses the launch where the app is in memory already.
    func launchForbidden(_ app: InstalledApp) throws(DeviceError) {
        guard app.state == .notRunning else { throw .notAllowed(app.identifier) }
        try launchInBackground(app)
    }

    /// Checks that the user can open something: the screen is not locked, and no call or alert waits for an answer.
    func checkScreen() throws(DeviceError) {
        if isLocked { throw .locked }
        for overlay in overlays {
            switch overlay {
            case .call, .alert: throw .covered(overlay)
            case .switcher, .notificationCenter: break
            }
        }
    }

    /// Brings an app to the front, to handle `event`, in place of the app that is in front.
    ///
    /// An app that is in front already is activated if it is inactive, and gets the event.
    func bringToFront(_ app: InstalledApp, for event: HostEvent? = nil) throws(DeviceError) {
        // Making the application may throw, so it comes before the app in front changes.
        let application = app.runningApplication == nil ? try make(app) : nil
        overlays = []
        frontLater = nil
        leaveSystemApp()
        app.wasForceQuit = false
        if front === app {
            uncover()
            if let event { tell(app, .deliver(event)) }
            return
        }
        leaveFront()
        front = app
        app.wakeDeadline = nil
        if application != nil {
            tellAnyway(app, .launch(LaunchOptions(for: event)))
        } else {
            tell(app, .enterForeground(for: event))
        }
        forgetEnded()
        checkMemory()
    }

    /// Makes the application for a launch.
    @discardableResult
    func make(_ app: InstalledApp) throws(DeviceError) -> Application {
        try checkBundle(of: app)
        let loop: MainRunLoop
        do {
            loop = try MainRunLoop(clock: clock)
        } catch {
            throw .noLoop("\(error)")
        }
        let application = (app.manifest.principalClass ?? Application.self).init(runLoop: loop)
        adopt(application, as: app)
        application.manifest = app.manifest
        if app.hasOwnStore || app.manifest.stateFile != nil { application.stateStore = app.stateStore }
        application.delegate =
            application as? any ApplicationDelegate ?? app.manifest.delegateClass.map { $0.init() }
        var failure: (any Error)?
        inCode(of: app) {
            app.prepare(application)
            do { try application.loadMainInterfaceIfNeeded(with: app.interfaceLoader) } catch { failure = error }
        }
        if let failure {
            app.forgetLife()
            throw .noInterface(app.identifier, "\(failure)")
        }
        listen(to: application, of: app)
        return application
    }

    /// Makes `application` the application of `app`, and gives it the state of the device.
    func adopt(_ application: Application, as app: InstalledApp) {
        app.application = application
        app.screen = application.touchPort.makeSender()
        application.host = hostPort
        application.isMultitaskingSupported = isMultitaskingSupported
        application.deviceEnvironment = environment
        application.parts.information = hardware
        application.parts.isSimulated = true
        application.setScreen(Screen(size: screenSize))
        application.scheduledLocalNotifications = app.scheduled
        if let home = app.home, let storage {
            application.parts.container = home.container
            let groups = app.manifest.keychainGroups
            application.parts.keychain = storage.keychain.view(groups: groups.isEmpty ? [app.identifier] : groups)
        }
    }

    /// Launches an app straight to the background (sequence 2), where the app has time to handle `event`.
    func launchInBackground(_ app: InstalledApp, for event: HostEvent? = nil) throws(DeviceError) {
        guard app.state == .notRunning else { return }
        guard isMultitaskingSupported, !app.manifest.exitsOnSuspend else { throw .noBackground(app.identifier) }
        let application = try make(app)
        tellAnyway(app, .launchInBackground(LaunchOptions(for: event)))
        stayAwake(app, for: application.timeLimits.backgroundLaunch)
        forgetEnded()
        checkMemory()
    }

    /// Sends the app in front to the background, and suspends it where nothing keeps it running there.
    func leaveFront() {
        guard let app = front else { return }
        front = nil
        // The app has kept the screen bright: the idle timer starts anew for the next app.
        if app.application?.isIdleTimerDisabled == true { restartIdleTimer() }
        tell(app, .enterBackground)
        rest(app)
    }

    /// Suspends an app in the background, unless something keeps it running.
    func rest(_ app: InstalledApp) {
        guard app.state == .background, app.activities.isEmpty, app.wakeDeadline == nil, front !== app else { return }
        tell(app, .suspend)
        forgetEnded()
    }

    /// Activates the app in front, where no overlay is left and the app is inactive.
    func uncover() {
        guard overlays.isEmpty, let front, front.state == .inactive else { return }
        tell(front, .activate)
    }

    /// Lays an overlay over the app in front: an active app becomes inactive.
    func cover(with overlay: Overlay) {
        overlays.append(overlay)
        if let front, front.state == .active { tell(front, .resignActive) }
    }

    /// Opens a URL in the system app that it is for, or else in the first installed app that has the URL's scheme and
    /// may be used.
    func open(_ url: AppURL, from source: String?) throws(DeviceError) {
        if let source { _ = try app(source) }
        if let system = SystemApp(opening: url) { return try open(url, in: system) }
        guard let app = opener(of: url) else { throw .noAppOpens(url) }
        try checkScreen()
        guard app.isAllowed else { return try launchForbidden(app) }
        try bringToFront(app, for: .url(url, OpenURLOptions(sourceApplication: source)))
    }

    /// The app that opens the URL; a forbidden app is chosen only where no other app has the URL's scheme.
    private func opener(of url: AppURL) -> InstalledApp? {
        apps.first { $0.isAllowed && $0.manifest.opens(url) } ?? apps.first { $0.manifest.opens(url) }
    }

    /// Whether there is an app that may open the URL, or can be launched in the background for it.
    fileprivate func hasOpener(of url: AppURL) -> Bool {
        if SystemApp(opening: url) != nil { return true }
        return opener(of: url).map { $0.isAllowed || $0.state == .notRunning } ?? false
    }
}

/// The device as its apps see it: the host of their applications.
@MainActor
final class HostPort: ApplicationHost {
    weak var device: SimulatedDevice?

    /// Opens a URL for the app in front only: an app in the background can bring no app to the front, not even itself.
    func application(_ application: Application, open url: AppURL) -> Bool {
        guard let device, let app = device.front, app.application === application, device.hasOpener(of: url) else {
            return false
        }
        return (try? device.perform(.openURL(url, from: app.identifier))) != nil
    }

    func application(_ application: Application, canOpen url: AppURL) -> Bool { device?.hasOpener(of: url) ?? false }

    func applicationDidSetIdleTimerDisabled(_ application: Application) {
        guard let device, device.frontmost === application else { return }
        device.restartIdleTimer()
    }

    func applicationDidChangeScheduledNotifications(_ application: Application) {
        guard let app = device?.running.apps.first(where: { $0.application === application }) else { return }
        app.scheduled = application.scheduledLocalNotifications
    }
}
