internal import ResponderEnvironment
internal import ResponderKit

/// An app on the device, and its application while it runs.
@MainActor
final class InstalledApp {
    let identifier: String
    var manifest: Manifest
    let prepare: @MainActor (Application) -> Void
    /// Whether the app is on the device for one launch only.
    let isTemporary: Bool

    /// The device; nil until the app is on it.
    weak var device: SimulatedDevice?
    /// A number that is higher the later the app was installed.
    var order = 0

    /// The application of the last launch; it may have ended.
    var application: Application? {
        didSet {
            application?.onStateChange = { [weak self] in self?.stateDidChange() }
            stateDidChange()
        }
    }
    var screen: TouchPort.Sender?
    /// How many bytes the app takes while it is in memory.
    var footprint: Int
    /// A number that is lower the longer the app has been in its state, compared with other apps of the device.
    var stateNumber = 0
    /// Whether the app may be used; a forbidden app is launched to the background (rule A45).
    var isAllowed = true
    /// Whether the user has ended the app, and has not started it since (rule A36).
    var wasForceQuit = false
    /// The modes of the activities that keep the app running in the background (rule A40).
    var activities: Set<BackgroundMode> = []
    /// The background tasks that actions began and are to end, by their names, the newest last.
    var tasks: [String: [BackgroundTaskIdentifier]] = [:]
    /// The end of the time that the app was given when it was woken; nil for none.
    var wakeDeadline: MainRunLoop.Instant? { didSet { device?.noteSchedule(of: self) } }
    /// The local notifications that the app has scheduled, kept while the app does not run.
    var scheduled: [LocalNotification] = [] { didSet { device?.noteSchedule(of: self) } }
    /// The notifications that are shown to the user and not opened yet, the oldest first.
    var shown: [HostEvent] = []
    var processor = ProcessorMeter()
    /// The app's directories on the device's storage; nil where the device has none.
    var home: AppHome?
    /// The files that actions opened and are to close, by their paths.
    var openFiles: [String: ProtectedFile] = [:]
    /// The paths of files that the app has closed, and opens again when it becomes active (rule S12).
    var closedFiles: [String] = []
    /// The state that the app has saved, which outlives each run of the app.
    let stateStore: any StateStore
    /// Whether the app saves its state even if its manifest does not say so: a test has given the store.
    let hasOwnStore: Bool
    /// Makes the main interface; nil for the loader of the delegate's class.
    let interfaceLoader: (any InterfaceLoader)?
    /// What the app's windows showed when it last went to the background, until the user removes the app.
    var snapshots: [ViewSnapshot] = []

    init(
        _ identifier: String,
        _ manifest: Manifest,
        footprint: Int = 0,
        isTemporary: Bool = false,
        stateStore: (any StateStore)? = nil,
        interfaceLoader: (any InterfaceLoader)? = nil,
        prepare: @escaping @MainActor (Application) -> Void = { _ in }
    ) {
        self.identifier = identifier
        self.manifest = manifest
        self.footprint = footprint
        self.isTemporary = isTemporary
        self.stateStore = stateStore ?? MemoryStateStore()
        hasOwnStore = stateStore != nil
        self.interfaceLoader = interfaceLoader
        self.prepare = prepare
    }

    private func stateDidChange() { device?.noteState(of: self) }

    var state: LifecycleState { application?.lifecycleState ?? .notRunning }

    /// The application, unless it has ended.
    var runningApplication: Application? {
        guard let application, application.lifecycleState != .notRunning else { return nil }
        return application
    }

    /// Whether the app's loop gets turns.
    var runsCode: Bool {
        let state = state
        return state != .notRunning && state != .suspended
    }

    /// Whether the app can go to the background.
    var hasBackground: Bool { application.map { !$0.exitsOnSuspend } ?? !manifest.exitsOnSuspend }

    /// Discards the application, which has ended, and the state that belongs to it.
    func forgetLife() {
        let ended = application
        application = nil
        screen = nil
        activities = []
        tasks = [:]
        openFiles = [:]
        closedFiles = []
        wakeDeadline = nil
        processor = ProcessorMeter()
        // The loop gets no more turns, but the work that waits there may keep the application alive. Cancelling the
        // work comes last, since it may run code that launches the app again.
        ended?.runLoop.cancelAll()
    }
}
