import ResponderKit

/// A kiosk with four screens in a navigation controller: a card to drag and to pinch, with a clock; settings; a menu,
/// which is a list with steppers in its rows; and a form with two fields.
///
/// The code names no device: start the kiosk with `RESPONDERKIT_TOUCH_PANELS=any`, or, to use it by keys and a mouse,
/// with `RESPONDERKIT_INPUT_DEVICES=any`, or name the devices in a manifest; see the guides Panels and Keyboards. The
/// kiosk prints what a barcode scanner reads.
@main
final class Kiosk: Responder, EntryPointDelegate, NavigationControllerDelegate {
    private static let size = Size(1024, 600)

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let screen = CardScreen()
        let navigationController = NavigationController(rootViewController: screen)
        navigationController.delegate = self
        let window = Window(frame: Rect(origin: .zero, size: Self.size), application: application)
        window.rootViewController = navigationController
        window.makeKeyAndVisible()
        application.onScan = { _, text in say("scanned \(text)") }
        application.runLoop.addTimer(after: .seconds(1), every: .seconds(1)) { [clock = screen.clock] _ in
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
