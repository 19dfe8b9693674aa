public import ResponderKit

// One app by itself, without installing it: for tests of one.
extension SimulatedDevice {
    /// Launches an app to the front that is not installed: it is on the device until it ends.
    ///
    /// Another one that was launched in this way is ended first; an installed app that is in front goes to the background.
    ///
    /// - Parameters:
    ///   - applicationClass: The class of the application.
    ///   - options: What the app is launched with.
    ///   - prepare: Called with the application before its launch, to give it a delegate and windows.
    /// - Returns: The application, active unless it ended itself.
    /// - Throws: `MainRunLoop.Error` when the system has no descriptors left for its loop; ``DeviceError`` where the device is
    ///   off or locked, or something on the screen must be answered first.
    @discardableResult
    public func launch<App: Application>(
        _ applicationClass: App.Type,
        options: LaunchOptions = LaunchOptions(),
        prepare: (App) throws -> Void = { _ in }
    ) throws -> App {
        guard isOn else { throw DeviceError.off }
        try checkScreen()
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
            throw error
        }
        app.manifest = application.manifest
        listen(to: application, of: app)
        front = app
        tellAnyway(app, .launch(options))
        forgetEnded()
        performWaiting()
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
