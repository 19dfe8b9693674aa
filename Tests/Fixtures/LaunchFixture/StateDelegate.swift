internal import Glibc
internal import ResponderInterface
internal import ResponderKit

/// An app that saves its state in the file that its second argument names, and does what its third one says.
///
/// It prints what it shows when it has done so: the screens with their texts and places, and the tab. With a fourth
/// argument, `full-disk`, no file takes a byte from the app.
final class StateDelegate: Responder, EntryPointDelegate {
    static func run() -> Never {
        let file = CommandLine.arguments.dropFirst(2).first
        if CommandLine.arguments.dropFirst(4).first == "full-disk" { fillDisk() }
        Application.main(
            manifest: Manifest(identifier: "org.example.state", stateFile: file),
            delegateClass: StateDelegate.self
        )
    }

    /// Has writes to files fail as on a full disk; a limit from outside would also keep a sanitizer from starting.
    private static func fillDisk() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        limit.rlim_cur = 0
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        signal(SIGXFSZ, SIG_IGN)
    }

    static func makeStateStore(named name: String) -> (any StateStore)? { StateFile(path: name) }

    private let task = CommandLine.arguments.dropFirst(3).first
    var window: Window?
    private let tabs = TabBarController()
    private let stack = NavigationController()
    private let map = StateScreen("map")

    override init() {
        super.init()
        (tabs.restorationIdentifier, stack.restorationIdentifier) = ("tabs", "stack")
        stack.viewControllers = [StateScreen("list")]
        tabs.viewControllers = [stack, map]
    }

    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        application.onLifecycleEvent = { event in
            if case .stateError(let error) = event.kind { say("error: \(error)") }
        }
        let window = Window(frame: Rect(0, 0, 100, 200), application: application)
        window.rootViewController = tabs
        window.makeKeyAndVisible()
        self.window = window
        return true
    }

    func applicationDidBecomeActive(_ application: Application) {
        application.runLoop.addTimer(after: .zero) { [self] _ in
            if task == "use" { use(application) } else { say(summary) }
        }
    }

    private func use(_ application: Application) {
        // A restored stack has them already.
        for number in stack.viewControllers.count..<3 { stack.pushViewController(StateScreen("detail-\(number)")) }
        application.runLoop.addTimer(after: .zero) { [self] _ in
            for (index, screen) in stack.viewControllers.enumerated() {
                (screen as? StateScreen)?.scroll.contentOffset.y = 50.5 * Double(index + 1)
            }
            tabs.selectedIndex = 1
            map.scroll.contentOffset.y = 333
            _ = try? application.receive(.enterBackground)
            say(summary)
        }
    }

    private var summary: String {
        let screens = (stack.viewControllers + [map]).compactMap { $0 as? StateScreen }
        let places = screens.map { "\($0.restorationPath?.joined(separator: "/") ?? "")@\($0.scroll.contentOffset.y)" }
        return "tab \(tabs.selectedIndex): \(places.joined(separator: " "))"
    }

    func application(_ application: Application, shouldSaveApplicationState coder: StateCoder) -> Bool { true }
    func application(_ application: Application, shouldRestoreApplicationState coder: StateCoder) -> Bool { true }

    func application(
        _ application: Application,
        viewControllerWithRestorationIdentifierPath path: [String],
        coder: StateCoder
    ) -> ViewController? {
        if task == "crash" { kill(getpid(), SIGKILL) }
        guard let name = path.last, name.hasPrefix("detail") else { return nil }
        return StateScreen(name)
    }
}

/// A screen that scrolls.
final class StateScreen: ViewController {
    let scroll = ScrollView(frame: Rect(0, 0, 100, 150))

    init(_ name: String) {
        super.init()
        restorationIdentifier = name
        scroll.restorationIdentifier = "scroll"
        scroll.contentSize = Size(100, 1000)
    }

    override func viewDidLoad() { view.addSubview(scroll) }
}
