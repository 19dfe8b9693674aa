import ResponderKiosk
import ResponderKit

/// A kiosk with four screens in a navigation controller: a card to drag and to pinch, with a clock; settings; a menu,
/// which is a list with steppers in its rows; and a form with two fields.
///
/// The code names no device: start the kiosk with `RESPONDERKIT_TOUCH_PANELS=any`, or, to use it by keys and a mouse,
/// with `RESPONDERKIT_INPUT_DEVICES=any`, or name the devices in a manifest; see the guides Panels and Keyboards. The
/// kiosk prints what a barcode scanner reads.
///
/// While nobody uses it, it goes back to the first screen and dims. In the settings the screen can be locked for
/// cleaning; there three fingers that are held for two seconds ask for the operator's code, 2580.
@main
final class Kiosk: Responder, EntryPointDelegate, NavigationControllerDelegate {
    /// The window's extent where nothing is known of the screen.
    private static let size = Size(1024, 600)
    private var idle: IdleStages?

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let cardScreen = CardScreen()
        let navigationController = NavigationController(rootViewController: cardScreen)
        navigationController.delegate = self
        let screen = application.screen.size
        let extent = screen.width > 0 && screen.height > 0 ? screen : Self.size
        let window = Window(frame: Rect(origin: .zero, size: extent), application: application)
        window.rootViewController = navigationController
        window.backgroundColor = application.controlAppearance.background
        window.makeKeyAndVisible()
        application.onScan = { _, text in say("scanned \(text)") }
        idle = idleStages(of: application)
        application.runLoop.addTimer(after: .seconds(1), every: .seconds(1)) { [clock = cardScreen.clock] _ in
            clock.tick()
        }
        return true
    }

    func navigationController(_ navigationController: NavigationController, didShow viewController: ViewController) {
        say("screen: \(viewController.title ?? "?")")
    }

    func application(_ application: Application, inputViewsDidCover rect: Rect, of window: Window) {
        say(rect.isEmpty ? "keyboard hidden" : "keyboard covers \(Int(rect.height)) points")
    }

    func applicationDidBecomeActive(_ application: Application) {
        say("ready")
    }

    func applicationWillTerminate(_ application: Application) {
        say("closed after \(application.touchPort.statistics.contacts) touches")
    }
}
