import ResponderDemo
import ResponderKit
import ResponderSimulator

/// The apps on the device of `responderkit lifecycle`, each with its own behaviour in the background.
@MainActor
enum LifecycleApps {
    static let names = ["demo", "mail", "browser", "music", "maps", "game", "clock", "upload", "slow"]

    /// The apps' descriptions, for the help.
    nonisolated static let help = """
        demo     the views of 'responderkit demo'; saves for 2 s in the background
        mail     mailto: URLs; pushes wake it
        browser  http: and https: URLs
        music    has the modes audio and fetch: plays on after 'begin music audio'
        maps     maps: URLs; has the mode location: see 'begin maps location'
        game     exits on suspend
        clock    rings 60 s after it was left, by a local notification
        upload   begins a background task and never ends it
        slow     takes 6 s when it enters the background
        """

    static func install(on device: SimulatedDevice) throws(DeviceError) {
        let megabyte = 1_000_000
        try device.install(Manifest(identifier: "demo"), footprint: 40 * megabyte) { prepare($0, SavingApp()) }
        try device.install(
            Manifest(identifier: "mail", backgroundModes: [.remoteNotification], urlSchemes: ["mailto"]),
            footprint: 60 * megabyte
        ) { prepare($0, PlainApp()) }
        try device.install(
            Manifest(identifier: "browser", urlSchemes: ["http", "https"]),
            footprint: 150 * megabyte
        ) { prepare($0, PlainApp()) }
        try device.install(
            Manifest(identifier: "music", backgroundModes: [.audio, .fetch]),
            footprint: 30 * megabyte
        ) { prepare($0, PlainApp()) }
        try device.install(
            Manifest(identifier: "maps", backgroundModes: [.location], urlSchemes: ["maps"]),
            footprint: 120 * megabyte
        ) { prepare($0, PlainApp()) }
        try device.install(Manifest(identifier: "game", exitsOnSuspend: true), footprint: 200 * megabyte) {
            prepare($0, PlainApp())
        }
        try device.install(Manifest(identifier: "clock"), footprint: 10 * megabyte) { prepare($0, RingingApp()) }
        try device.install(Manifest(identifier: "upload"), footprint: 20 * megabyte) { prepare($0, HangingApp()) }
        try device.install(Manifest(identifier: "slow"), footprint: 20 * megabyte) { [weak device] application in
            prepare(application, SlowApp(device))
        }
    }

    private static func prepare(_ application: Application, _ delegate: any ApplicationDelegate) {
        application.delegate = delegate
    }
}

/// An app with the demo's window.
private class PlainApp: ApplicationDelegate {
    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        ReplayTree.demo.makeWindow(of: Size(1024, 768), in: application).makeKeyAndVisible()
        return true
    }

    func application(_ application: Application, open url: AppURL, options: OpenURLOptions) -> Bool { true }

    func applicationDidEnterBackground(_ application: Application) {}
}

/// An app that finishes its work in a background task, before it is suspended.
private final class SavingApp: PlainApp {
    override func applicationDidEnterBackground(_ application: Application) {
        let task = application.beginBackgroundTask(name: "save")
        application.runLoop.addTimer(after: .seconds(2), name: "save") { [weak application] _ in
            application?.endBackgroundTask(task)
        }
    }
}

/// An app that schedules a notification when it enters the background.
private final class RingingApp: PlainApp {
    override func applicationDidEnterBackground(_ application: Application) {
        let date = application.runLoop.now.advanced(by: .seconds(60))
        application.scheduleLocalNotification(
            LocalNotification(identifier: "egg", body: "Four minutes", fireDate: date)
        )
    }
}

/// An app that never ends its background task.
private final class HangingApp: PlainApp {
    override func applicationDidEnterBackground(_ application: Application) {
        _ = application.beginBackgroundTask(name: "upload") {}
    }
}

/// An app whose callback takes more time than the limit.
private final class SlowApp: PlainApp {
    private weak var device: SimulatedDevice?

    convenience init(_ device: SimulatedDevice?) {
        self.init()
        self.device = device
    }

    override func applicationDidEnterBackground(_ application: Application) { device?.spendTime(.seconds(6)) }
}
