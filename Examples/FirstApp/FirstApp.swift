import ResponderKit

@main
final class FirstApp: Responder, ApplicationDelegate {
    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = Window(frame: Rect(0, 0, 800, 480), application: application)
        window.addSubview(Button(frame: Rect(100, 100, 200, 80)))
        window.makeKeyAndVisible()
        return true
    }
    func applicationDidBecomeActive(_ application: Application) {
        // No touchscreen is needed: whoever holds a sender is one.
        let finger = application.touchPort.makeSender()
        finger.send(TouchContact(1, .began, at: Point(150, 140)), at: application.runLoop.now)
        finger.send(TouchContact(1, .ended, at: Point(150, 140)), at: application.runLoop.now)
    }
}
final class Button: View {
    private var taps = 0
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        taps += 1
        print("tapped \(taps)")
        window?.application?.terminate()
    }
}
