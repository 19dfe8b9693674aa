#if Wayland
import ResponderKit
import ResponderWayland

// The example of the guide, which Scripts/check-snippets does not compile, since it needs the trait.

final class Lamp: Responder, EntryPointDelegate {
    static func main() {
        var configuration = WaylandConfiguration()
        configuration.title = "Lamp"
        configuration.identifier = "org.example.lamp"
        Application.main(delegateClass: Lamp.self, host: WaylandHost.entryPoint(configuration))
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        application.controlAppearance = FilledAppearance()
        let window = Window(frame: application.screen.bounds, application: application)
        window.backgroundColor = application.controlAppearance.background
        let lamp = Switch(frame: Rect(20, 20, 56, 48))
        window.addSubview(lamp)
        window.makeKeyAndVisible()
        return true
    }
}
#endif
