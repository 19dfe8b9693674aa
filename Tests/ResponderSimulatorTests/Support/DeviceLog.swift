import ResponderKit
import ResponderSimulator
import TestSupport

/// A device whose apps note each call and each notification, with the state that they read then, as
/// `mail D willResign [active]`.
///
/// The log does not read the device's own history.
@MainActor
final class DeviceLog {
    let device: SimulatedDevice
    let log = Log()
    /// The observations, of each application that was launched.
    private var tokens: [ObservationToken] = []
    /// Called after a line was noted, with it and the application.
    var afterNoting: ((String, Application) -> Void)?

    init(isMultitaskingSupported: Bool = true) {
        device = SimulatedDevice(isMultitaskingSupported: isMultitaskingSupported)
    }

    /// Installs an app that notes what it is told.
    func install(
        _ name: String,
        footprint: Int = 0,
        exitsOnSuspend: Bool = false,
        modes: Set<BackgroundMode> = [],
        schemes: [String] = [],
        prepare: @escaping (Application) -> Void = { _ in }
    ) throws {
        let manifest = Manifest(
            identifier: name,
            exitsOnSuspend: exitsOnSuspend,
            backgroundModes: modes,
            urlSchemes: schemes
        )
        try device.install(manifest, footprint: footprint) { [weak self] application in
            guard let self else { return }
            application.delegate = NotingDelegate(name, self)
            tokens.append(
                application.notificationCenter.observeAny { [weak self, weak application] notification in
                    guard let self, let application, !(notification.subject is Window) else { return }
                    let name = type(of: notification).name
                    note(application.manifest.identifier, "N \(name.withoutCommonParts)", application)
                }
            )
            prepare(application)
        }
    }

    func note(_ app: String, _ text: String, _ application: Application) {
        let line = "\(app) \(text) [\(application.applicationState)]"
        log.write(line)
        afterNoting?(line, application)
    }

    /// What an action made the apps note.
    func perform(_ actions: DeviceAction...) throws -> [String] {
        log.entries = []
        for action in actions { try device.perform(action) }
        return log.take()
    }

    func states(_ names: String...) throws -> [LifecycleState] { try names.map { try device.state(of: $0) } }
}

/// Whole sequences, of an app by its name: those of docs/Rules.md, by hand.
enum Sequence {
    static func launching(_ app: String, _ state: String = "inactive") -> [String] {
        ["\(app) D willFinish [\(state)]", "\(app) D didFinish [\(state)]", "\(app) N DidFinishLaunching [\(state)]"]
    }
    static func become(_ app: String) -> [String] {
        ["\(app) D didBecomeActive [active]", "\(app) N DidBecomeActive [active]"]
    }
    static func launch(_ app: String) -> [String] { launching(app) + become(app) }
    static func resign(_ app: String) -> [String] {
        ["\(app) D willResignActive [active]", "\(app) N WillResignActive [active]"]
    }
    static func background(_ app: String) -> [String] {
        ["\(app) D didEnterBackground [background]", "\(app) N DidEnterBackground [background]"]
    }
    static func leave(_ app: String) -> [String] { resign(app) + background(app) }
    static func enter(_ app: String) -> [String] {
        ["\(app) N WillEnterForeground [background]", "\(app) D willEnterForeground [background]"]
    }
    static func comeBack(_ app: String) -> [String] { enter(app) + become(app) }
    static func terminate(_ app: String, _ state: String = "background") -> [String] {
        ["\(app) D willTerminate [\(state)]", "\(app) N WillTerminate [\(state)]"]
    }
    static func memoryWarning(_ app: String, _ state: String) -> [String] {
        ["\(app) D memoryWarning [\(state)]", "\(app) N DidReceiveMemoryWarning [\(state)]"]
    }
}

@MainActor
private final class NotingDelegate: ApplicationDelegate {
    private let name: String
    private weak var log: DeviceLog?

    init() { name = "" }

    init(_ name: String, _ log: DeviceLog) {
        self.name = name
        self.log = log
    }

    private func note(_ text: String, _ application: Application) { log?.note(name, "D \(text)", application) }

    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        note("willFinish", application)
        return true
    }
    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        note("didFinish", application)
        return true
    }
    func applicationDidBecomeActive(_ application: Application) { note("didBecomeActive", application) }
    func applicationWillResignActive(_ application: Application) { note("willResignActive", application) }
    func applicationDidEnterBackground(_ application: Application) { note("didEnterBackground", application) }
    func applicationWillEnterForeground(_ application: Application) { note("willEnterForeground", application) }
    func applicationWillTerminate(_ application: Application) { note("willTerminate", application) }
    func application(_ application: Application, open url: AppURL, options: OpenURLOptions) -> Bool {
        note("open \(url) from \(options.sourceApplication ?? "nobody")", application)
        return true
    }
    func application(_ application: Application, didReceiveRemoteNotification notification: RemoteNotification) {
        note("push \(notification.userInfo["from"] ?? "")", application)
    }
    func application(_ application: Application, didReceive notification: LocalNotification) {
        note("local \(notification.identifier)", application)
    }
    func applicationDidReceiveMemoryWarning(_ application: Application) { note("memoryWarning", application) }
    func applicationSignificantTimeChange(_ application: Application) { note("timeChange", application) }
    func applicationProtectedDataWillBecomeUnavailable(_ application: Application) { note("dataLocked", application) }
    func applicationProtectedDataDidBecomeAvailable(_ application: Application) { note("dataUnlocked", application) }
}

extension String {
    /// A notification's name without what all of them have.
    fileprivate var withoutCommonParts: String {
        var name = self
        for prefix in ["UIApplication", "UIDevice"] where name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
        if name.hasSuffix("Notification") { name.removeLast("Notification".count) }
        return name
    }
}
