internal import ResponderKit

/// An app on the device, and its application while it runs.
@MainActor
final class InstalledApp {
    let identifier: String
    var manifest: Manifest
    let prepare: @MainActor (Application) -> Void
    /// Whether it is on the device for one launch only.
    let isTemporary: Bool

    /// The application of the launch that was last; it may have ended.
    var application: Application?
    var screen: TouchPort.Sender?
    /// How many bytes it takes while it runs.
    var footprint: Int
    /// Whether it may be used: one that may not is launched to the background (rule A45).
    var isAllowed = true
    /// Whether the user has ended it, and not started it since (rule A36).
    var wasForceQuit = false
    /// What it does in the background until it is told to stop (rule A40).
    var activities: Set<BackgroundMode> = []
    /// When its time for what it was woken for is over; nil while it was not.
    var wakeDeadline: MainRunLoop.Instant?
    /// What it has scheduled, also while it does not run.
    var scheduled: [LocalNotification] = []
    /// What is shown to the user and not opened yet, the oldest first.
    var shown: [HostEvent] = []
    var processor = ProcessorMeter()

    init(
        _ identifier: String,
        _ manifest: Manifest,
        footprint: Int = 0,
        isTemporary: Bool = false,
        prepare: @escaping @MainActor (Application) -> Void = { _ in }
    ) {
        self.identifier = identifier
        self.manifest = manifest
        self.footprint = footprint
        self.isTemporary = isTemporary
        self.prepare = prepare
    }

    var state: LifecycleState { application?.lifecycleState ?? .notRunning }

    /// The application, unless it has ended.
    var runningApplication: Application? {
        guard let application, application.lifecycleState != .notRunning else { return nil }
        return application
    }

    /// Whether its loop gets turns.
    var runsCode: Bool {
        let state = state
        return state != .notRunning && state != .suspended
    }

    /// Whether it has a background.
    var hasBackground: Bool { application.map { !$0.exitsOnSuspend } ?? !manifest.exitsOnSuspend }

    /// Its life is over: what belongs to one life goes.
    func forgetLife() {
        let ended = application
        application = nil
        screen = nil
        activities = []
        wakeDeadline = nil
        processor = ProcessorMeter()
        // Its loop gets no turn any more, and what waits there may keep the application. Last, since what goes with it may run
        // code that launches the app again.
        ended?.runLoop.cancelAll()
    }
}
