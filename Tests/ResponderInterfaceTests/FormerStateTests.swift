import Foundation
import ResponderInterface
import ResponderKit
import TestSupport
import Testing

private final class Screen: ViewController {
    let scroll = ScrollView(frame: Rect(0, 0, 100, 150))

    init(_ name: String) {
        super.init()
        restorationIdentifier = name
        scroll.restorationIdentifier = "scroll"
        scroll.contentSize = Size(200, 2_000)
    }

    override func loadView() {
        let view = View(frame: Rect(0, 0, 100, 200))
        view.addSubview(scroll)
        self.view = view
    }
}

@MainActor
private final class FormerApp: ApplicationDelegate {
    let (tabs, stack) = (TabBarController(), NavigationController())
    let (list, map, made) = (Screen("list"), Screen("map"), Screen("made"))
    var window: Window?

    init() {
        (tabs.restorationIdentifier, stack.restorationIdentifier) = ("tabs", "stack")
        stack.viewControllers = [list]
        tabs.viewControllers = [stack, map]
    }

    func application(_ application: Application, shouldRestoreApplicationState coder: StateCoder) -> Bool {
        let window = Window(frame: Rect(0, 0, 100, 200), application: application)
        window.rootViewController = tabs
        window.makeKeyAndVisible()
        self.window = window
        return true
    }

    func application(
        _ application: Application,
        viewControllerWithRestorationIdentifierPath path: [String],
        coder: StateCoder
    ) -> ViewController? {
        let known: [ViewController] = [tabs, stack, list, map, made]
        return known.first { $0.restorationIdentifier == path.last }
    }
}

@MainActor
@Suite("A state that a former version saved")
struct FormerStateTests {
    // Rules: A35.
    @Test("A state of a former version is read with its tabs, its stack and what was scrolled")
    func restores() throws {
        let clock = VirtualClock()
        let application = Application(runLoop: try MainRunLoop(clock: clock))
        let app = FormerApp()
        application.delegate = app
        application.manifest = Manifest(identifier: "fuzz")
        // Saved when the library was one module; copied, since a restoration leaves a mark beside the file.
        let copy = NSTemporaryDirectory() + "former-" + UUID().uuidString
        try FileManager.default.copyItem(atPath: TouchData.package + "/Fuzzing/Corpus/state/saved", toPath: copy)
        defer { try? FileManager.default.removeItem(atPath: copy) }
        application.stateStore = StateFile(path: copy)
        application.launch()
        application.runLoop.run(until: clock.now)
        #expect(app.tabs.selectedIndex == 1)
        #expect(app.stack.viewControllers == [app.list, app.made])
        #expect(app.map.scroll.contentOffset == Point(0, 333))
    }
}
