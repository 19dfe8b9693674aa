public import ResponderKit

// Launching one app without installing it, for tests of that app.
extension SimulatedDevice {
    /// Launches an app that is not installed, to the front: the app is on the device until it ends.
    ///
    /// The app has the name of the application's class, without the type's parameters, and with a number if another app
    /// has the name.
    ///
    /// Another app that was launched in this way is ended first; an installed app that is in front goes to the
    /// background. Actions that are performed meanwhile, for example in `prepare`, wait until the app is launched.
    ///
    /// - Parameters:
    ///   - applicationClass: The class of the application.
    ///   - options: The options of the launch.
    ///   - prepare: Called with the application before its launch, to give it a delegate and windows.
    /// - Returns: The application, active unless it ended itself.
    /// - Throws: `MainRunLoop.Error` when the system has no descriptors left for the app's loop. ``DeviceError`` where
    ///   the device is off or locked, where a call or an alert must be answered first, and where the code of an app,
    ///   or an action, is under way: unlike ``DeviceAction/launch(_:)``, the method cannot wait for its end. Errors
    ///   of `prepare`.
    /// - Complexity: O(number of apps), plus the apps' code; allocates the application and its loop.
    @discardableResult
    public func launch<App: Application>(
        _ applicationClass: App.Type,
        options: LaunchOptions = LaunchOptions(),
        prepare: (App) throws -> Void = { _ in }
    ) throws -> App {
        guard isFree else { throw DeviceError.busy(runningApp: runningApp) }
        guard isOn else { throw DeviceError.off }
        try checkScreen()
        // Even when `prepare` throws, the actions that it performed before are carried out.
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
        for app in temporary.apps { tell(app, .terminate) }
        forgetEnded()
        overlays = []
        frontLater = nil
        leaveSystemApp()
        leaveFront()
        wakeScreen()
        let app = InstalledApp(freeName(of: Swift.type(of: application)), application.manifest, isTemporary: true)
        try giveHome(to: app)
        add(app)
        adopt(application, as: app)
        do {
            try prepare(application)
        } catch {
            remove(app)
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

    /// Installs an app, and launches it to the front: for tests of the app.
    ///
    /// An app without an identifier has the name of its application's class. With a `stateStore` the app saves its
    /// state there, whether or not its manifest names a file.
    package func launch(
        _ manifest: Manifest,
        stateStore: (any StateStore)?,
        interfaceLoader: (any InterfaceLoader)?,
        prepare: @escaping @MainActor (Application) -> Void
    ) throws(DeviceError) -> Application {
        guard isFree else { throw .busy(runningApp: runningApp) }
        guard isOn else { throw .off }
        try checkScreen()
        let name =
            manifest.identifier.isEmpty
            ? freeName(of: manifest.principalClass ?? Application.self) : manifest.identifier
        try checkMayInstall(manifest, as: name)
        let app = InstalledApp(
            name,
            manifest,
            stateStore: stateStore,
            interfaceLoader: interfaceLoader,
            prepare: prepare
        )
        defer { performWaiting() }
        isPerforming = true
        defer { isPerforming = false }
        try giveHome(to: app)
        add(app)
        let application = try make(app)
        leaveFront()
        front = app
        tellAnyway(app, .launch(LaunchOptions()))
        forgetEnded()
        return application
    }

    /// Ends the app in front as a host does: the app resigns active, its touches are cancelled, it enters the
    /// background, and it is told that it ends.
    ///
    /// Does nothing where no app is in front.
    ///
    /// - Complexity: O(number of apps), plus the app's code and the actions that wait; allocates entries of the
    ///   history.
    public func terminate() {
        guard let front else { return }
        tell(front, .terminate)
        forgetEnded()
        performWaiting()
    }

    /// The name of the class, followed by a number where an app has the name already.
    private func freeName(of applicationClass: Application.Type) -> String {
        // A local class has a number behind its name, and a generic one its parameters.
        let name = String("\(applicationClass)".prefix { $0 != " " && $0 != "<" })
        guard find(name) != nil else { return name }
        var number = 2
        while find("\(name)-\(number)") != nil { number += 1 }
        return "\(name)-\(number)"
    }
}
