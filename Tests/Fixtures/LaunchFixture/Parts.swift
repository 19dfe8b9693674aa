internal import ResponderKit

/// Prints the names of an application's notifications.
final class LifecycleLog {
    private var token: ObservationToken?

    func observe(_ application: Application) {
        token = application.notificationCenter.observeAny(of: application) { [weak application] notification in
            let state = application.map { "\($0.applicationState)" } ?? "gone"
            say("\(type(of: notification).name) [\(state)]")
        }
    }
}

/// Prints the touch methods that are called.
final class LoggingView: View {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        say("began")
        guard AppDelegate.mode == .nestedInTouch else { return }
        window?.application?.runLoop.run()
        say("handler returns")
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { say("moved") }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { say("ended") }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { say("cancelled") }
}

/// The controller of a main interface.
final class LoggingController: ViewController {
    weak var pad: View?

    override func viewDidLoad() {
        say("viewDidLoad, pad: \(pad.map { "\($0.frame.size)" } ?? "none")")
    }
}

/// An application that makes an app of itself.
final class OwnDelegate: Application, ApplicationDelegate {
    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let isOwn = delegate === self && application === self && Application.shared === self
        say("own delegate: \(isOwn) \(options.arguments.dropFirst())")
        return true
    }

    func applicationDidBecomeActive(_ application: Application) {
        terminate()
    }
}

/// An application of a class of its own.
final class PlainApplication: Application {
    required init(runLoop: MainRunLoop) {
        super.init(runLoop: runLoop)
        say("PlainApplication made")
        runLoop.addTimer(after: .zero) { [unowned self] _ in
            say("delegate: \(delegate.map { "\(type(of: $0))" } ?? "none")")
            terminate()
        }
    }
}
