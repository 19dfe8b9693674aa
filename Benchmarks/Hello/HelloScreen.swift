#if Cairo
import CHelloReport
import ResponderCairo
import ResponderKit
#if Wayland
import Glibc
import ResponderWayland
#endif

/// The app of HelloKit with its pixels: in a window where there is a compositor, otherwise in memory.
@main
final class HelloScreen: Responder, EntryPointDelegate {
    private var surface: CairoSurface?

    static func main() {
        #if Wayland
        if getenv("WAYLAND_DISPLAY") != nil {
            Application.main(delegateClass: HelloScreen.self, host: WaylandHost.entryPoint())
        }
        #endif
        Application.main(delegateClass: HelloScreen.self)
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        application.controlAppearance = FilledAppearance()
        if application.host == nil {
            guard drawsInMemory(application) else { return false }
        }
        let window = Window(frame: Rect(0, 0, 800, 480), application: application)
        window.backgroundColor = .white
        let label = Label(text: "Hello, world")
        label.frame = Rect(100, 100, 600, 80)
        let button = Button(frame: Rect(100, 200, 200, 80))
        button.setTitle("Close", for: .normal)
        button.addAction(for: .primaryActionTriggered) { [unowned application] _ in application.terminate() }
        for view in [label, button] { window.addSubview(view) }
        window.makeKeyAndVisible()
        return true
    }

    /// Has the application draw on a surface of its own; false when there is no memory for one.
    private func drawsInMemory(_ application: Application) -> Bool {
        let size = Size(800, 480)
        guard let surface = try? CairoSurface(size: size) else { return false }
        self.surface = surface
        application.textMeasurer = PangoTextMeasurer.shared
        application.setScreen(Screen(size: size))
        let canvas = CairoCanvas(surface)
        application.onPresentScreen = { [unowned application] rects in
            application.render(in: canvas, rects: rects, background: .white)
            hello_report("first-frame", application.updateStatistics.draws)
        }
        return true
    }
}
#else
/// Without the trait Cairo there are no pixels.
@main
enum HelloScreen {
    static func main() { print("error: HelloScreen was built without the trait Cairo") }
}
#endif
