import ResponderKit

@main
final class FirstApp: Responder, EntryPointDelegate {
    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = Window(frame: Rect(0, 0, 800, 480), application: application)
        window.addSubview(TapButton(frame: Rect(100, 100, 200, 80)))
        window.makeKeyAndVisible()
        return true
    }
    func applicationDidBecomeActive(_ application: Application) {
        // No touchscreen is needed: any code that holds a sender can send touches.
        let finger = application.touchPort.makeSender()
        finger.send(TouchContact(1, .began, at: Point(150, 140)), at: application.runLoop.now)
        finger.send(TouchContact(1, .ended, at: Point(150, 140)), at: application.runLoop.now)
    }
}
final class TapButton: View {
    private(set) var taps = 0
    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        guard let touch = touches.first, bounds.contains(touch.location(in: self)) else { return }
        taps += 1
        print("tapped \(taps)")
        window?.application?.terminate()
    }
}
