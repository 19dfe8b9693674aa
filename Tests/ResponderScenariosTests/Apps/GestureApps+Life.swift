import ResponderKitTesting
import ResponderScenarios

/// `life`: an app with the page A and a pad, which notes some of the calls of its life; opens URLs of the scheme
/// `life`, and may be woken for fetches and pushes.
class LifeDelegate: Responder, EntryPointDelegate {
    class var manifest: Manifest {
        Manifest(backgroundModes: [.fetch, .remoteNotification, .audio], urlSchemes: ["life"])
    }

    var window: Window?
    private(set) var log = ScreenLog(frame: Rect(0, 920, 1000, 60))

    required override init() {}

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = Window(frame: Rect(0, 0, 1000, 1000), application: application)
        window.rootViewController = Page("A", log)
        window.addSubview(log)
        fill(window)
        window.makeKeyAndVisible()
        self.window = window
        application.notificationCenter.observe(Application.DidReceiveMemoryWarning.self, ownedBy: self) { delegate, _ in
            delegate.log.note("memory notification")
        }
        return true
    }

    /// Puts the pad and the buttons into the window.
    func fill(_ window: Window) {
        window.addSubview(Pad("pad", Rect(0, 0, 400, 400), log))
        let task = Button(title: "Begin task")
        task.frame = Rect(500, 0, 300, 60)
        task.addAction(for: .touchUpInside) { [log, weak window] (_: Button) in
            guard let application = window?.application else { return }
            let task = application.beginBackgroundTask(name: "upload") { log.note("expired") }
            log.note(task == .invalid ? "no task" : "task")
            application.endBackgroundTask(.invalid)
        }
        window.addSubview(task)
    }

    func applicationDidBecomeActive(_ application: Application) { log.note("active") }
    func applicationDidEnterBackground(_ application: Application) { log.note("background") }
    func applicationDidReceiveMemoryWarning(_ application: Application) { log.note("memory") }
    func applicationWillResignActive(_ application: Application) {
        log.note("resigning in \(application.applicationState)")
    }

    func application(_ application: Application, open url: AppURL, options: OpenURLOptions) -> Bool {
        log.note("open \(url.string) in \(application.applicationState)")
        return true
    }

    func application(
        _ application: Application,
        didReceiveRemoteNotification notification: RemoteNotification
    ) {
        log.note("push in \(application.applicationState)")
    }

    func application(_ application: Application, didReceive notification: LocalNotification) {
        log.note("notification in \(application.applicationState)")
    }
}

/// `life-exits`: as `life`, but an app that ends instead of entering the background.
final class ExitingDelegate: LifeDelegate {
    override class var manifest: Manifest { Manifest(exitsOnSuspend: true) }
}

/// A view that notes its drawing, and that wants to draw when the application enters the background.
private final class Painting: View {
    weak var log: ScreenLog?

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        log?.note("draw")
        canvas.fill(bounds, with: Color(red: 0.2, green: 0.4, blue: 0.8))
    }

    override func layoutSubviews() { log?.note("layout") }
}

/// `life-paints`: as `life`, with a view that notes when it draws, and that is marked twice in the background.
final class PaintingDelegate: LifeDelegate {
    override class var manifest: Manifest { Manifest() }
    private let painting = Painting(frame: Rect(0, 0, 100, 100))

    override func fill(_ window: Window) {
        painting.log = log
        window.addSubview(painting)
    }

    override func applicationDidEnterBackground(_ application: Application) {
        log.note("background")
        for _ in 0..<2 {
            painting.setNeedsDisplay()
            painting.setNeedsLayout()
        }
    }

    override func applicationWillResignActive(_ application: Application) {
        log.note("resigning")
        painting.setNeedsLayout()
    }
}
