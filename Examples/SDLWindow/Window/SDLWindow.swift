// An application in a window of SDL on X11:
//
//     apt-get install libsdl2-dev libcairo2-dev libpango1.0-dev
//     swift run --traits SDL SDLWindow
import ResponderKit

@main
final class SDLWindow: Responder, EntryPointDelegate {
    static func main() {
        #if SDL
        Application.main(delegateClass: SDLWindow.self) { application in
            application.controlAppearance = FilledAppearance()
            return try SDLHost(application, title: "SDLWindow", size: Size(480, 320))
        }
        #else
        print("SDLWindow was built without its trait; use: swift run --traits SDL SDLWindow")
        #endif
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = Window(frame: application.screen.bounds, application: application)
        window.backgroundColor = application.controlAppearance.background
        let field = TextField(frame: Rect(20, 20, 300, 48))
        field.placeholder = "Name"
        let button = Button(frame: Rect(20, 88, 140, 48))
        button.setTitle("Greet", for: .normal)
        button.addAction(for: .touchUpInside) { [unowned window, unowned field] _ in
            AlertController(title: "Hello, \(field.text)").show(over: window)
        }
        for view in [field, button] { window.addSubview(view) }
        window.makeKeyAndVisible()
        return true
    }
}
