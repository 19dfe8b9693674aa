/// What an application asks of its host: the device, or the program that it runs in.
///
/// All methods have defaults, for a host that has nothing of the kind.
@MainActor
public protocol ApplicationHost: AnyObject {
    /// The application asks to have a URL opened by the app whose scheme it is. Returns whether there is one.
    func application(_ application: Application, open url: AppURL) -> Bool

    /// Whether there is an app that opens the URL.
    func application(_ application: Application, canOpen url: AppURL) -> Bool

    /// ``Application/isIdleTimerDisabled`` was set, also to what it was.
    func applicationDidSetIdleTimerDisabled(_ application: Application)

    /// ``Application/scheduledLocalNotifications`` is another list now.
    func applicationDidChangeScheduledNotifications(_ application: Application)
}

extension ApplicationHost {
    /// Opens nothing and returns false.
    public func application(_ application: Application, open url: AppURL) -> Bool { false }

    /// Returns false.
    public func application(_ application: Application, canOpen url: AppURL) -> Bool { false }

    /// Does nothing.
    public func applicationDidSetIdleTimerDisabled(_ application: Application) {}

    /// Does nothing.
    public func applicationDidChangeScheduledNotifications(_ application: Application) {}
}

/// What an application and its host know of one another.
@MainActor
final class HostLink {
    weak var host: (any ApplicationHost)?
    var manifest = Manifest()
    var isMultitaskingSupported = true
    var isIdleTimerDisabled = false
    var scheduled: [LocalNotification] = []
}

// MARK: - For the host

extension Application {
    /// Who runs the application, and is asked for what it cannot do itself.
    ///
    /// Not kept. Nil at first.
    public final var host: (any ApplicationHost)? {
        get { hostLink.host }
        set { hostLink.host = newValue }
    }

    /// What the app is, as its host read it before the launch.
    public final var manifest: Manifest {
        get { hostLink.manifest }
        set { hostLink.manifest = newValue }
    }

    /// Whether the device runs several apps at a time (rule S31); true unless the host says otherwise.
    ///
    /// Where it does not, an app ends instead of entering the background.
    public final var isMultitaskingSupported: Bool {
        get { hostLink.isMultitaskingSupported }
        set { hostLink.isMultitaskingSupported = newValue }
    }

    /// Whether the application ends where others enter the background: by its manifest, or for lack of multitasking.
    public final var exitsOnSuspend: Bool { manifest.exitsOnSuspend || !isMultitaskingSupported }

    /// What the application was told of its device; the host sets it before the launch, and then sends
    /// ``HostMessage/change(_:)``.
    public final var deviceEnvironment: DeviceEnvironment {
        get { lifecycle.environment }
        set { lifecycle.environment = newValue }
    }
}

// MARK: - For the app

extension Application {
    /// Whether the device stays awake, undimmed and unlocked, while the application is in front and nobody touches it.
    ///
    /// False at first; setting it false begins the idle time anew (rule A38).
    public final var isIdleTimerDisabled: Bool {
        get { hostLink.isIdleTimerDisabled }
        set {
            hostLink.isIdleTimerDisabled = newValue
            host?.applicationDidSetIdleTimerDisabled(self)
        }
    }

    /// Has a URL opened by the app whose scheme it is, which may be this one.
    ///
    /// - Returns: Whether there is such an app; false without a host that has others.
    @discardableResult
    public final func open(_ url: AppURL) -> Bool {
        lifecycle.hasEnded ? false : host?.application(self, open: url) ?? false
    }

    /// Whether there is an app that opens the URL.
    public final func canOpenURL(_ url: AppURL) -> Bool { host?.application(self, canOpen: url) ?? false }

    /// Whether protected files can be read, as the application was told last.
    public final var isProtectedDataAvailable: Bool { lifecycle.environment.isProtectedDataAvailable }

    /// How many local notifications an app may have scheduled (rule A41).
    public static var scheduledNotificationLimit: Int { 64 }

    /// The local notifications that are scheduled, in the order in which they are due; equal ones in that of scheduling.
    ///
    /// The host shows them when their time has come, or tells the app, and takes them out; it keeps them while the app does
    /// not run.
    public final var scheduledLocalNotifications: [LocalNotification] {
        get { hostLink.scheduled }
        set { schedule(newValue) }
    }

    /// Schedules a notification, in place of the one with its identifier, if there is one.
    ///
    /// Of more than ``scheduledNotificationLimit`` those are kept that are due first. One that repeats does so every
    /// ``LocalNotification/minimumRepeatInterval`` at the most often.
    public final func scheduleLocalNotification(_ notification: LocalNotification) {
        schedule(hostLink.scheduled.filter { $0.identifier != notification.identifier } + [notification])
    }

    /// Takes the notification with that identifier out; does nothing where there is none.
    public final func cancelLocalNotification(withIdentifier identifier: String) {
        schedule(hostLink.scheduled.filter { $0.identifier != identifier })
    }

    /// Takes all notifications out.
    public final func cancelAllLocalNotifications() { schedule([]) }

    /// Takes the host's list of what is scheduled, which has everything in its place already and which the host knows.
    package final func takeScheduledLocalNotifications(_ notifications: [LocalNotification]) {
        guard !lifecycle.hasEnded else { return }
        hostLink.scheduled = notifications
    }

    private func schedule(_ notifications: [LocalNotification]) {
        guard !lifecycle.hasEnded else { return }
        // Of those with one identifier the last; the sort is stable.
        var known: Set<String> = []
        let distinct = notifications.reversed().filter { known.insert($0.identifier).inserted }.reversed()
        let sorted = distinct.sorted { ($0.fireDate ?? .zero) < ($1.fireDate ?? .zero) }
        hostLink.scheduled = sorted.prefix(Self.scheduledNotificationLimit).map { notification in
            var notification = notification
            notification.repeatInterval = notification.repeatInterval.map {
                max($0, LocalNotification.minimumRepeatInterval)
            }
            return notification
        }
        host?.applicationDidChangeScheduledNotifications(self)
    }
}
