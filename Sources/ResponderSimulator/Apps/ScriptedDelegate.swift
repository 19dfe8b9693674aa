internal import ResponderKit

/// The delegate of an app that a script declares.
final class ScriptedDelegate: ApplicationDelegate {
    private let app: ScriptedApp
    private weak var device: SimulatedDevice?
    private var work: MainRunLoop.Timer?

    init(_ app: ScriptedApp, on device: SimulatedDevice?) {
        self.app = app
        self.device = device
    }

    private func spend(_ moment: ScriptedApp.Moment) {
        if let time = app.times[moment] { device?.spendTime(time) }
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = Window(frame: Rect(origin: .zero, size: device?.screenSize ?? .zero), application: application)
        window.addSubview(ScriptedScreen(frame: window.bounds))
        window.makeKeyAndVisible()
        spend(.launch)
        return true
    }

    // Asked only where the manifest names a place for the state.
    func application(_ application: Application, shouldSaveApplicationState coder: StateCoder) -> Bool { true }
    func application(_ application: Application, shouldRestoreApplicationState coder: StateCoder) -> Bool { true }

    func application(_ application: Application, open url: AppURL, options: OpenURLOptions) -> Bool { true }
    func applicationDidBecomeActive(_ application: Application) {
        if app.closesFiles { device?.reopenFiles(of: app.name) }
        spend(.active)
    }

    func applicationWillResignActive(_ application: Application) {
        if app.closesFiles { device?.closeFiles(of: app.name) }
        spend(.resign)
    }

    func applicationWillTerminate(_ application: Application) { spend(.terminate) }

    func applicationWillEnterForeground(_ application: Application) {
        work?.cancel()
        work = nil
        spend(.foreground)
    }

    func applicationDidEnterBackground(_ application: Application) {
        beginTask(application)
        beginWork(application)
        spend(.background)
    }

    private func beginTask(_ application: Application) {
        guard let kind = app.task else { return }
        let task = application.beginBackgroundTask(name: app.name) {}
        guard case .ends(let time) = kind else { return }
        application.runLoop.addTimer(after: time, name: "background task") { [weak application] _ in
            application?.endBackgroundTask(task)
        }
    }

    /// Uses the app's share of each second until the app leaves the background; a suspended app uses no time.
    private func beginWork(_ application: Application) {
        let share = min(100, app.processorShare)
        guard share > 0 else { return }
        let second = Duration.seconds(1)
        work = application.runLoop.addTimer(after: second, every: second, name: "work") { [weak self] _ in
            self?.device?.spendTime(second * share / 100)
        }
    }
}

/// The view of an app that a script declares: takes touches, and does nothing with them.
final class ScriptedScreen: View {
    override init(frame: Rect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
}
