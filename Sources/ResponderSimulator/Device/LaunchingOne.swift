public import ResponderKit

// One app by itself, without installing it: for tests of one.
extension SimulatedDevice {
    /// Launches an app to the front that is not installed: it is on the device until it ends.
    ///
    /// Another one that was launched in this way is ended first; an installed app that is in front goes to the background. What
    /// is done to the device meanwhile, as in `prepare`, waits until the app is launched.
    ///
    /// - Parameters:
    ///   - applicationClass: The class of the application.
    ///   - options: What the app is launched with.
    ///   - prepare: Called with the application before its launch, to give it a delegate and windows.
    /// - Returns: The application, active unless it ended itself.
    /// - Throws: `MainRunLoop.Error` when the system has no descriptors left for its loop; ``DeviceError`` where the device is
    ///   off or locked, something on the screen must be answered first, or this is the code of an app, or of an action: it
    ///   cannot wait for that, as ``DeviceAction/launch(_:)`` does. What `prepare` throws.
    @discardableResult
    public func launch<App: Application>(
        _ applicationClass: App.Type,
        options: LaunchOptions = LaunchOptions(),
        prepare: (App) throws -> Void = { _ in }
    ) throws -> App {
        guard isFree else { throw DeviceError.busy(runningApp: runningApp) }
        guard isOn else { throw DeviceError.off }
        try checkScreen()
        // Also where `prepare` throws: what it has done to the device is not the less done.
        defer { performWaiting() }
        return try launchNow(applicationClass, options: options, prepare: prepare)
    }

    private func launchNow<App: Application>(
        _ applicationClass: App.Type,
        options: LaunchOptions,
        prepare: (App) throws -> Void
    ) throws -> App {
        isPerforming = true
        defer { isPerforming = false }
        let application = applicationClass.init(runLoop: try MainRunLoop(clock: clock))
        for app in apps where app.isTemporary { tell(app, .terminate) }
        forgetEnded()
        overlays = []
        frontLater = nil
        leaveFront()
        wakeScreen()
        let app = InstalledApp(freeName("\(App.self)"), application.manifest, isTemporary: true)
        apps.append(app)
        adopt(application, as: app)
        do {
            try prepare(application)
        } catch {
            apps.removeAll { $0 === app }
            app.forgetLife()
            throw error
        }
        app.manifest = application.manifest
        listen(to: application, of: app)
        front = app
        tellAnyway(app, .launch(options))
        forgetEnded()
        return application
    }

    /// Ends the app in front as a host does: told to resign, its touches cancelled, told that it is in the background,
    /// told that it ends.
    ///
    /// Does nothing when there is none.
    public func terminate() {
        guard let front else { return }
        tell(front, .terminate)
        forgetEnded()
        performWaiting()
    }

    /// The name, with a number where an app has it already.
    private func freeName(_ name: String) -> String {
        guard find(name) != nil else { return name }
        var number = 2
        while find("\(name)-\(number)") != nil { number += 1 }
        return "\(name)-\(number)"
    }
}
