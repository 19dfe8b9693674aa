#if Wayland
import Glibc
import ResponderKit
import ResponderWayland

// Built with the trait Wayland, the kiosk is shown in a window where there is a compositor:
//
//     Scripts/prepare-wayland && swift run --traits Wayland Kiosk
extension Kiosk {
    static func main() {
        guard getenv("WAYLAND_DISPLAY") != nil else { Application.main(delegateClass: Kiosk.self) }
        var configuration = WaylandConfiguration()
        configuration.title = "Kiosk"
        configuration.identifier = "org.responderkit.kiosk"
        configuration.size = Size(1024, 600)
        Application.main(delegateClass: Kiosk.self) { application in
            application.controlAppearance = FilledAppearance()
            return try WaylandHost(application, configuration: configuration)
        }
    }
}
#endif
