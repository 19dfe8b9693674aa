import ResponderKit
import ResponderSimulator

/// A delegate with a window of tabs: a stack of screens, and a screen that scrolls.
///
/// Its screens are found by their names, except those above the root of the stack, which it makes.
@MainActor
final class SavingApp: ApplicationDelegate {
    var saves = true
    var restores = true
    /// The number that the delegate itself saves.
    var count = 0
    var window: Window?
    let tabs = TabBarController()
    let stack = NavigationController()
    let list = ScrollingScreen("list")
    let map = ScrollingScreen("map")
    /// The paths that the delegate was asked for.
    private(set) var askedFor: [String] = []
    private(set) var isRestored = false
    /// Called in each method of the restoration, with its name.
    var hook: ((String, Application) -> Void)?

    init() {
        (tabs.restorationIdentifier, stack.restorationIdentifier) = ("tabs", "stack")
        stack.viewControllers = [list]
        tabs.viewControllers = [stack, map]
    }

    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = Window(frame: Rect(0, 0, 100, 200), application: application)
        window.rootViewController = tabs
        window.makeKeyAndVisible()
        self.window = window
        return true
    }

    func application(_ application: Application, shouldSaveApplicationState coder: StateCoder) -> Bool {
        hook?("shouldSave", application)
        return saves
    }

    func application(_ application: Application, willEncodeRestorableStateWith coder: StateCoder) {
        coder.encode(count, forKey: "count")
        hook?("willEncode", application)
    }

    func application(_ application: Application, shouldRestoreApplicationState coder: StateCoder) -> Bool {
        hook?("shouldRestore", application)
        return restores
    }

    func application(
        _ application: Application,
        viewControllerWithRestorationIdentifierPath path: [String],
        coder: StateCoder
    ) -> ViewController? {
        askedFor.append(path.joined(separator: "/"))
        hook?("find", application)
        guard path.last?.hasPrefix("detail") == true else { return nil }
        return ScrollingScreen(path.last ?? "")
    }

    func application(_ application: Application, didDecodeRestorableStateWith coder: StateCoder) {
        count = coder.decodeInteger(forKey: "count") ?? -1
        isRestored = true
        hook?("didDecode", application)
    }

    /// What the user sees and has done: the names on the stack, the tab, the places, the texts.
    var summary: String {
        let screens = (stack.viewControllers + [map]).compactMap { $0 as? ScrollingScreen }
        let names = screens.map { "\($0.restorationIdentifier ?? "")=\($0.text)@\($0.scroll.contentOffset.y)" }
        return "\(count) tab \(tabs.selectedIndex) \(names.joined(separator: " "))"
    }
}

/// A controller with a text, and a view that scrolls, a thousand points high.
@MainActor
final class ScrollingScreen: ViewController {
    var text = ""
    let scroll = ScrollView(frame: Rect(0, 0, 100, 150))

    init(_ name: String) {
        super.init()
        restorationIdentifier = name
        scroll.restorationIdentifier = "scroll"
        scroll.contentSize = Size(100, 1000)
    }

    override func viewDidLoad() { view.addSubview(scroll) }

    override func encodeRestorableState(with coder: StateCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(text, forKey: "text")
    }

    override func decodeRestorableState(with coder: StateCoder) {
        super.decodeRestorableState(with: coder)
        text = coder.decodeString(forKey: "text") ?? ""
    }
}

/// A device with an app that saves its state, and the delegate of each of the app's launches.
@MainActor
final class SavingDevice {
    let device = SimulatedDevice()
    private(set) var lives: [SavingApp] = []
    /// Called with the delegate of a launch before the launch.
    var onMaking: ((SavingApp, Application) -> Void)?

    init(stateFile: String? = "state") throws {
        try device.install(Manifest(identifier: "notes", stateFile: stateFile)) { [unowned self] application in
            let app = SavingApp()
            lives.append(app)
            application.delegate = app
            onMaking?(app, application)
        }
    }

    var app: SavingApp { lives[lives.count - 1] }

    func perform(_ actions: DeviceAction...) throws {
        for action in actions { try device.perform(action) }
    }

    /// Has the user go to a third screen, scroll, and choose the other tab; returns the summary.
    func use() -> String {
        app.count = 7
        for name in ["detail-1", "detail-2"] { app.stack.pushViewController(ScrollingScreen(name)) }
        device.settle()
        for (index, controller) in app.stack.viewControllers.enumerated() {
            guard let screen = controller as? ScrollingScreen else { continue }
            screen.text = "text \(index)"
            screen.scroll.contentOffset.y = 100 * Double(index + 1)
        }
        app.tabs.selectedIndex = 1
        device.settle()
        app.map.scroll.contentOffset.y = 333
        return app.summary
    }

    /// The entries about the app since the last call, without those of states.
    func takeHistory() -> [String] {
        defer { device.history.removeAll() }
        return device.history.entries(of: "notes").filter { $0.kind != .entered }.map(\.description)
    }
}
