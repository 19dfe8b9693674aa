import ResponderKit
import ResponderKitTesting

/// A delegate that notes each call it gets, and each notification of its application, with the state that the application
/// reads then: `D willTerminate [background]`, `N UIApplicationWillTerminateNotification [background]`.
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

    let log: ResponderLog
    /// Called after a line was noted, with it.
    var afterNoting: ((String, Application) -> Void)?
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
        return true
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        self.options.append(options)
        note("D didFinishLaunching", application)
        return true
    }

    func applicationDidBecomeActive(_ application: Application) { note("D didBecomeActive", application) }
    func applicationWillResignActive(_ application: Application) { note("D willResignActive", application) }
    func applicationDidEnterBackground(_ application: Application) { note("D didEnterBackground", application) }
    func applicationWillTerminate(_ application: Application) { note("D willTerminate", application) }

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
}
