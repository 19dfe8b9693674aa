import ResponderKit

/// An app that trusts the saved state too much: it makes a controller for each name, wherever the path leads, and some
/// of its screens change the trees while they write and read.
@MainActor
final class StateApp: ApplicationDelegate {
    let tabs = TabBarController()
    let stack = NavigationController()
    private let list = StateScreen("list")
    private let map = StateScreen("map")
    var window: Window?

    init(_ application: Application) {
        (tabs.restorationIdentifier, stack.restorationIdentifier) = ("tabs", "stack")
        stack.viewControllers = [list]
        tabs.viewControllers = [stack, map]
        application.setRestorationFactory(for: "made") { [unowned self] _, _ in makeScreen("made") }
    }

    /// A controller by the last name of a path: one that is there, or a new one.
    private func controller(named name: String) -> ViewController? {
        switch name {
        case "tabs": return tabs
        case "stack": return stack
        case "list": return list
        case "map": return map
        case "new-stack": return NavigationController()
        case "new-tabs": return TabBarController()
        case "plain": return ViewController()
        case "clear", "drop", "grow", "push": return makeScreen(name)
        default: return nil
        }
    }

    private func makeScreen(_ name: String) -> StateScreen {
        let screen = StateScreen(name)
        screen.app = self
        return screen
    }

    private func show(_ application: Application) {
        guard window == nil else { return }
        let window = Window(frame: Rect(0, 0, 100, 200), application: application)
        window.rootViewController = tabs
        window.makeKeyAndVisible()
        self.window = window
    }

    /// Checks that containers and their children agree.
    func check() throws(Violation) {
        for (container, children) in [(tabs as ViewController, tabs.viewControllers), (stack, stack.viewControllers)] {
            try require(children.allSatisfy { $0.parent === container }, "a child of another parent")
        }
        let selected = tabs.selectedIndex
        try require(
            tabs.viewControllers.isEmpty ? selected == -1 : tabs.viewControllers.indices.contains(selected),
            "the tab \(selected) is selected"
        )
    }

    // MARK: Its life

    func application(_ application: Application, shouldRestoreApplicationState coder: StateCoder) -> Bool {
        // Some apps show their window later.
        if coder.decodeBool(forKey: "late") != true { show(application) }
        if coder.containsValue(forKey: "empty") { tabs.viewControllers = [] }
        return true
    }

    func application(
        _ application: Application,
        viewControllerWithRestorationIdentifierPath path: [String],
        coder: StateCoder
    ) -> ViewController? {
        path.last.flatMap(controller(named:))
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        show(application)
        return true
    }

    func application(_ application: Application, shouldSaveApplicationState coder: StateCoder) -> Bool { true }
}

/// A screen that scrolls; its name says what it does to the trees.
private final class StateScreen: ViewController {
    weak var app: StateApp?
    private let scroll = ScrollView(frame: Rect(0, 0, 100, 150))

    init(_ name: String) {
        super.init()
        restorationIdentifier = name
        scroll.restorationIdentifier = "scroll"
        scroll.contentSize = Size(100, 1000)
    }

    override func viewDidLoad() { view.addSubview(scroll) }

    override func encodeRestorableState(with coder: StateCoder) {
        super.encodeRestorableState(with: coder)
        act()
    }

    override func decodeRestorableState(with coder: StateCoder) {
        super.decodeRestorableState(with: coder)
        act()
    }

    private func act() {
        guard let app else { return }
        switch restorationIdentifier {
        case "clear": app.tabs.viewControllers = []
        case "drop":
            scroll.removeFromSuperview()
            app.window?.rootViewController = nil
        case "grow": view.addSubview(ScrollView(frame: Rect(0, 0, 10, 10)))
        case "push" where app.stack.viewControllers.count < 8: app.stack.pushViewController(StateScreen("pushed"))
        default: break
        }
    }
}
