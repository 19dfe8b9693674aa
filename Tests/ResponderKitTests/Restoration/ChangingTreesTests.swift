import ResponderKit
import TestSupport
import Testing

/// Apps that change their trees, or end, while their state is written and read.
@MainActor
@Suite("A state that is saved and restored while the trees change")
struct ChangingTreesTests {
    private let store = MemoryStateStore()

    private func makeApplication(_ delegate: any ApplicationDelegate) throws -> Application {
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.manifest = Manifest(identifier: "notes")
        application.delegate = delegate
        application.stateStore = store
        return application
    }

    /// What a screen does to the trees of its app when it writes or reads.
    enum Change: CaseIterable {
        case emptiesTabs, emptiesWindow, closesWindow, pops, pushes, movesToTabs, removesView, addsViews, renames
    }

    private static func make(_ change: Change, _ app: SavingApp, _ screen: ActingScreen) {
        switch change {
        case .emptiesTabs: app.tabs.viewControllers = []
        case .emptiesWindow: app.window?.rootViewController = nil
        case .closesWindow: app.window = nil
        case .pops: app.stack.popToRootViewController()
        case .pushes: app.stack.pushViewController(ScrollingScreen("pushed"))
        case .movesToTabs:
            app.stack.popToRootViewController()
            app.tabs.viewControllers += [screen]
        case .removesView: screen.scroll.removeFromSuperview()
        case .addsViews:
            for _ in 0..<3 {
                let view = ActingView(frame: Rect(0, 0, 10, 10))
                view.restorationIdentifier = "added"
                screen.view.insertSubview(view, at: 0)
            }
        case .renames:
            screen.restorationIdentifier = "other"
            app.tabs.restorationIdentifier = nil
        }
    }

    // Rules: A35.
    @Test(
        "A screen may change the trees where it writes: the state has what was there before",
        arguments: Change.allCases
    )
    func whileSaving(change: Change) throws {
        let app = SavingApp()
        let application = try makeApplication(app)
        application.launch()
        let screen = ActingScreen("detail")
        app.stack.pushViewController(screen)
        screen.act = { Self.make(change, app, $0) }
        try application.receive(.enterBackground)
        #expect(application.lifecycleState == .background)
        #expect("\(store.state ?? .null)".contains("detail"))
        application.terminate()
        // The next life reads it.
        let next = SavingApp()
        let second = try makeApplication(next)
        second.launch()
        #expect(next.isRestored && next.stack.viewControllers.map(\.restorationIdentifier) == ["list", "detail"])
        second.terminate()
    }

    // Rules: A35.
    @Test("A screen may change the trees where it reads: all others read, and the app runs", arguments: Change.allCases)
    func whileRestoring(change: Change) throws {
        let former = SavingApp()
        let first = try makeApplication(former)
        first.launch()
        former.stack.pushViewController(ScrollingScreen("detail"))
        former.map.text = "map"
        try first.receive(.enterBackground)
        first.terminate()
        let app = SavingApp()
        let application = try makeApplication(app)
        application.setRestorationFactory(for: "detail") { _, _ in
            let screen = ActingScreen("detail")
            screen.act = { Self.make(change, app, $0) }
            return screen
        }
        application.launch()
        #expect(application.applicationState == .active && app.isRestored && app.map.text == "map")
        #expect(!store.wasRestorationCutShort)
        application.runLoop.run(until: .zero)
        application.terminate()
    }

    @Test("A view may remove the other views while one of them writes")
    func views() throws {
        let app = SavingApp()
        let application = try makeApplication(app)
        application.launch()
        for index in 0..<3 {
            let view = ActingView(frame: Rect(0, 0, 10, 10))
            view.restorationIdentifier = "view \(index)"
            view.act = { $0.superview?.subviews.forEach { $0.removeFromSuperview() } }
            app.list.view.addSubview(view)
        }
        try application.receive(.enterBackground)
        #expect(application.lifecycleState == .background && store.state != nil)
        application.terminate()
    }

    @Test(
        "Nothing is asked any more once the app has ended in the midst of saving or restoring",
        arguments: [true, false]
    )
    func end(inListener: Bool) throws {
        let app = SavingApp()
        let application = try makeApplication(app)
        application.launch()
        var written = 0
        for index in 0..<3 {
            let view = ActingView(frame: Rect(0, 0, 10, 10))
            // Two of the same name are an error, which the listener hears of.
            view.restorationIdentifier = index < 2 ? "view" : "last"
            view.act = { [unowned application] _ in
                written += 1
                if !inListener { _ = try? application.receive(.kill) }
            }
            app.list.view.addSubview(view)
        }
        application.onLifecycleEvent = { [unowned application] event in
            if inListener, case .stateError = event.kind { _ = try? application.receive(.kill) }
        }
        try application.receive(.enterBackground)
        #expect(application.lifecycleState == .notRunning && written == 1 && store.state == nil)
    }

    // Rules: A35.
    @Test("A state cannot make a controller a child of its own child")
    func ancestors() throws {
        func controller(_ path: [String], _ values: [String: StateValue] = [:]) -> StateValue {
            .dictionary(["path": Self.path(path), "values": .dictionary(values), "views": .dictionary([:])])
        }
        store.state = .dictionary([
            "format": .string("ResponderKit state"), "version": .integer(1), "application": .string("notes"),
            "values": .dictionary([:]),
            "controllers": .array([
                controller(["tabs"]), controller(["tabs", "stack"]),
                controller(
                    ["tabs", "stack", "box"],
                    ["ResponderKit.tabs": .array([Self.path(["tabs", "stack", "box", "outer"])])]
                ),
                controller(["tabs", "stack", "box", "outer"]),
            ]),
        ])
        // By their last names alone, in no window yet.
        let (outer, inner, box) = (ViewController(), ViewController(), TabBarController())
        outer.addChild(inner)
        inner.addChild(box)
        let application = try makeApplication(SavingApp())
        application.setRestorationFactory(for: "outer") { _, _ in outer }
        application.setRestorationFactory(for: "box") { _, _ in box }
        application.launch()
        #expect(application.applicationState == .active && box.viewControllers.isEmpty && outer.parent == nil)
        application.terminate()
    }

    private static func path(_ names: [String]) -> StateValue { .array(names.map(StateValue.string)) }
}

/// A screen that does something when it first writes or reads.
private final class ActingScreen: ViewController {
    let scroll = ScrollView(frame: Rect(0, 0, 100, 150))
    var act: ((ActingScreen) -> Void)?

    init(_ name: String) {
        super.init()
        restorationIdentifier = name
        scroll.restorationIdentifier = "scroll"
        scroll.contentSize = Size(100, 1000)
    }

    override func viewDidLoad() { view.addSubview(scroll) }

    override func encodeRestorableState(with coder: StateCoder) { actOnce() }
    override func decodeRestorableState(with coder: StateCoder) { actOnce() }

    private func actOnce() {
        let act = act
        self.act = nil
        act?(self)
    }
}

/// A view that does something when it writes.
private final class ActingView: View {
    var act: ((ActingView) -> Void)?

    override func encodeRestorableState(with coder: StateCoder) { act?(self) }
}
