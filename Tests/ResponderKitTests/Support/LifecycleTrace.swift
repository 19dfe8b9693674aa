import ResponderKit
import ResponderKitTesting
import Testing

/// A delegate that notes each call it gets, and each notification of its application, with the application's state
/// then: `D willTerminate [background]`, `N UIApplicationWillTerminateNotification [background]`.
@MainActor
final class LifecycleTrace: ApplicationDelegate {
    /// Every call of the launch and of the end, with its notification, in the order in which they come.
    nonisolated static let launch = [
        "D willFinishLaunching [inactive]",
        "D didFinishLaunching [inactive]",
        "N UIApplicationDidFinishLaunchingNotification [inactive]",
        "D didBecomeActive [active]",
        "N UIApplicationDidBecomeActiveNotification [active]",
    ]
    nonisolated static let end = [
        "D willResignActive [active]",
        "N UIApplicationWillResignActiveNotification [active]",
        "D didEnterBackground [background]",
        "N UIApplicationDidEnterBackgroundNotification [background]",
        "D willTerminate [background]",
        "N UIApplicationWillTerminateNotification [background]",
    ]

    nonisolated static let resign = Array(end[..<2])
    nonisolated static let background = Array(end[2..<4])
    nonisolated static let terminate = Array(end[4...])
    nonisolated static let become = Array(launch[3...])
    nonisolated static let foreground = [
        "N UIApplicationWillEnterForegroundNotification [background]",
        "D willEnterForeground [background]",
    ]

    let log: ResponderLog
    /// What the two launch methods return.
    var answers = (willFinish: true, didFinish: true)
    /// Called after a line was noted, with it.
    var afterNoting: ((String, Application) -> Void)?
    /// What the last fetch is to call when it is done.
    private(set) var fetchCompletion: (@Sendable (BackgroundFetchResult) -> Void)?
    private(set) var options: [LaunchOptions] = []
    private var token: ObservationToken?

    init(log: ResponderLog) {
        self.log = log
    }

    convenience init() {
        self.init(log: ResponderLog())
    }

    /// Becomes the application's delegate, and observes it.
    func attach(to application: Application) {
        application.delegate = self
        token = application.notificationCenter.observeAny { [weak self, weak application] notification in
            // What windows are told is no part of the life cycle.
            guard let self, let application, !(notification.subject is Window) else { return }
            let isAboutIt = notification.subject === application
            note("N \(type(of: notification).name)\(isAboutIt ? "" : " about another")", application)
            if let finished = notification as? Application.DidFinishLaunching { options.append(finished.options) }
        }
    }

    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        self.options.append(options)
        note("D willFinishLaunching", application)
        return answers.willFinish
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        self.options.append(options)
        note("D didFinishLaunching", application)
        return answers.didFinish
    }

    func applicationDidBecomeActive(_ application: Application) { note("D didBecomeActive", application) }
    func applicationWillResignActive(_ application: Application) { note("D willResignActive", application) }
    func applicationWillEnterForeground(_ application: Application) { note("D willEnterForeground", application) }
    func applicationDidEnterBackground(_ application: Application) { note("D didEnterBackground", application) }
    func applicationWillTerminate(_ application: Application) { note("D willTerminate", application) }

    func application(_ application: Application, open url: AppURL, options: OpenURLOptions) -> Bool {
        note("D open \(url) from \(options.sourceApplication ?? "nobody")", application)
        return true
    }

    func application(_ application: Application, didReceiveRemoteNotification notification: RemoteNotification) {
        note("D didReceiveRemote \(notification.userInfo["alert"] ?? "")", application)
    }

    func application(_ application: Application, didReceive notification: LocalNotification) {
        note("D didReceiveLocal \(notification.identifier)", application)
    }

    func application(
        _ application: Application,
        performFetchWithCompletionHandler completionHandler: @escaping @Sendable (BackgroundFetchResult) -> Void
    ) {
        fetchCompletion = completionHandler
        note("D performFetch", application)
    }

    func applicationDidReceiveMemoryWarning(_ application: Application) { note("D memoryWarning", application) }
    func applicationSignificantTimeChange(_ application: Application) { note("D significantTimeChange", application) }
    func applicationProtectedDataWillBecomeUnavailable(_ application: Application) {
        note("D protectedDataWillBecomeUnavailable", application)
    }
    func applicationProtectedDataDidBecomeAvailable(_ application: Application) {
        note("D protectedDataDidBecomeAvailable", application)
    }

    private func note(_ line: String, _ application: Application) {
        let line = "\(line) [\(application.applicationState)]"
        log.note(line)
        afterNoting?(line, application)
    }
}

extension LifecycleTrace {
    /// An application under virtual time with this trace as its delegate, not launched yet.
    func makeApplication(clock: VirtualClock = VirtualClock()) throws -> Application {
        let application = Application(runLoop: try MainRunLoop(clock: clock))
        attach(to: application)
        return application
    }

    /// One that is in that state, with an empty log.
    func makeApplication(_ state: LifecycleState, clock: VirtualClock = VirtualClock()) throws -> Application {
        let application = try makeApplication(clock: clock)
        let messages: [HostMessage] =
            switch state {
            case .notRunning: []
            case .active: [.launch()]
            case .inactive: [.launch(), .resignActive]
            case .background: [.launch(), .enterBackground]
            case .suspended: [.launch(), .enterBackground, .suspend]
            }
        for message in messages { try application.receive(message) }
        #expect(application.lifecycleState == state)
        log.clear()
        return application
    }

    /// The lines that were noted since the last call.
    func take() -> [String] { log.takeLines() }
}
