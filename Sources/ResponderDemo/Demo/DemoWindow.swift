package import ResponderKit

/// The demo in a window of a host, instead of in the terminal.
@MainActor
package final class DemoWindow: EntryPointDelegate {
    package static let manifest = Manifest(identifier: "responderkit demo in a window")
    private var shownWindow: Window?

    package init() {}

    package func application(
        _ application: Application,
        didFinishLaunchingWithOptions options: LaunchOptions
    ) -> Bool {
        // The demo is laid out for the cells of a terminal, as the plain appearance is.
        let window = Window(frame: application.screen.bounds, application: application)
        window.backgroundColor = application.controlAppearance.background
        window.rootViewController = DemoWindowController(size: window.bounds.size)
        window.makeKeyAndVisible()
        shownWindow = window
        return true
    }
}

/// Lays the demo out for each size of the window.
private final class DemoWindowController: ViewController {
    private let demo: DemoController

    init(size: Size) {
        demo = DemoController(size: size)
        super.init()
        addChild(demo)
    }

    override func loadView() {
        view = View(frame: .zero)
        view.addSubview(demo.view)
    }

    override func viewDidLayoutSubviews() { demo.resize(to: view.bounds.size) }
}
