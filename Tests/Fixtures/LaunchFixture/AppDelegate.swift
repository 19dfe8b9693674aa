internal import Glibc
internal import ResponderInterface
internal import ResponderKit

/// What `LaunchTests` spawns: an app that prints a line for each callback, and does what its first argument says.
@main
final class AppDelegate: Responder, EntryPointDelegate {
    enum Mode: String {
        /// Waits for a signal with a finger down.
        case wait
        /// Never returns from `applicationWillTerminate`.
        case stuck
        /// Has a timer end it.
        case timer
        /// Has a timer run the loop inside the loop.
        case nested
        /// Stops its run without ending.
        case strayStop = "stray-stop"
        /// Has main-actor tasks end it.
        case tasks
        /// Calls the entry point once more.
        case twice
        /// The application is its own delegate.
        case ownDelegate = "own-delegate"
        /// As before; only the application's class is named.
        case ownDelegateByDefault = "own-delegate-by-default"
        /// As `@main` on such a class starts it.
        case ownDelegateMain = "own-delegate-main"
        /// A class of the application, and a delegate of another.
        case principal
        /// As before; the classes stand in a manifest.
        case manifest
        /// Takes longer than it may, which ends it.
        case overrun
        /// Is killed by its host.
        case killed
        /// Says that its end is a failure.
        case failure
        /// Is suspended, and later terminated, by another thread.
        case suspended
        /// Forks a child that gets a SIGTERM.
        case fork
        /// The main interface is the file that the next argument names.
        case interface
        /// As before, without a loader.
        case noLoader = "no-loader"
        /// Saves and restores a state: see `StateDelegate`.
        case state
        /// The manifest names a file for the state, and the delegate makes no store.
        case noStore = "no-store"
        /// A host shows the app, and brings its touches.
        case host
        /// The host cannot show the app.
        case noHost = "no-host"
        /// Ends instead of entering the background.
        case exitsOnSuspend = "exits-on-suspend"
        /// Enters the background by itself.
        case inBackground = "in-background"
        /// Is interrupted, so that it is inactive.
        case inactive
        /// Has itself stopped in a callback, in which it runs the loop for a while.
        case stopInCallback = "stop-in-callback"
        /// Has a session of its own, as a service has.
        case session
        /// Runs the loop in a touch handler, for ever.
        case nestedInTouch = "nested-in-touch"
        /// Drags a finger for ever, and says when the finger has moved for a second.
        case drag
        /// No delegate.
        case noDelegate = "no-delegate"
    }

    static let mode = Mode(rawValue: CommandLine.arguments.dropFirst().first ?? "") ?? .wait

    static func main() {
        // Whoever started this process may have blocked them.
        var signals = sigset_t()
        for signal in [SIGTSTP, SIGCONT] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        switch mode {
        case .ownDelegate:
            Application.main(arguments: ["fixture", "given"], principalClass: OwnDelegate.self)
        case .ownDelegateByDefault: Application.main(principalClass: OwnDelegate.self)
        case .ownDelegateMain: OwnDelegate.main()
        case .principal:
            Application.main(
                arguments: ["fixture", "given"],
                principalClass: PlainApplication.self,
                delegateClass: AppDelegate.self
            )
        case .manifest:
            let manifest = Manifest(
                identifier: "org.example.fixture",
                principalClass: PlainApplication.self,
                delegateClass: AppDelegate.self
            )
            Application.main(arguments: ["fixture", "given"], manifest: manifest)
        case .interface: Application.main(manifest: interfaceManifest, delegateClass: AppDelegate.self)
        case .noLoader: Application.main(manifest: interfaceManifest, principalClass: OwnDelegate.self)
        case .state: StateDelegate.run()
        case .noStore:
            let manifest = Manifest(stateFile: CommandLine.arguments.last)
            Application.main(manifest: manifest, delegateClass: AppDelegate.self)
        case .host, .noHost:
            Application.main(delegateClass: AppDelegate.self) { try FixtureHost($0, fails: mode == .noHost) }
        case .noDelegate: PlainApplication.main(arguments: ["fixture"])
        case .session:
            // The leader of a process group, as which the tests start it, cannot leave its session.
            setpgid(0, getpgid(getppid()))
            if setsid() < 0 { say("no session: \(String(cString: strerror(errno)))") }
            Application.main(delegateClass: AppDelegate.self)
        case .exitsOnSuspend:
            Application.main(manifest: Manifest(exitsOnSuspend: true), delegateClass: AppDelegate.self)
        default: Application.main(delegateClass: AppDelegate.self)
        }
    }

    private static let interfaceManifest = Manifest(mainInterface: CommandLine.arguments.last)

    static var interfaceLoader: (any InterfaceLoader)? {
        var classes = InterfaceClasses()
        classes.registerController("LoggingController", outlets: [.outlet("pad", \.pad)]) { LoggingController() }
        return InterfaceFileLoader(classes: classes)
    }

    var window: Window?
    private let log = LifecycleLog()
    /// Whether the app has done what its mode asks for: once, however often it becomes active.
    private var hasActed = false

    override init() {
        super.init()
        // The application is there before its delegate, and is the process's (rule A7).
        say("delegate of \(type(of: Application.shared)), windows: \(Application.shared.windows.count)")
    }

    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        log.observe(application)
        say("willFinish [\(application.applicationState)] \(options.arguments.dropFirst())")
        return true
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        say("didFinish [\(application.applicationState)]")
        // However slow the machine is: the watchdog is not to report it.
        if Self.mode == .stuck { application.timeLimits.terminate = .seconds(3600) }
        let window = Window(frame: Rect(0, 0, 100, 100), application: application)
        window.addSubview(LoggingView(frame: window.bounds))
        window.makeKeyAndVisible()
        return true
    }

    func applicationDidBecomeActive(_ application: Application) {
        say("didBecomeActive [\(application.applicationState)]")
        guard !hasActed else { return }
        hasActed = true
        act(in: application)
    }

    func applicationWillResignActive(_ application: Application) {
        say("willResignActive [\(application.applicationState)]")
    }

    func applicationDidEnterBackground(_ application: Application) {
        say("didEnterBackground [\(application.applicationState)]")
    }

    func applicationWillTerminate(_ application: Application) {
        say("willTerminate [\(application.applicationState)]")
        while Self.mode == .stuck { usleep(1000) }
    }
}

/// Prints a line at once: a pipe's reader waits for it.
func say(_ line: String) {
    Array("\(line)\n".utf8).withUnsafeBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}
