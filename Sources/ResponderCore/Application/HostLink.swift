/// The requests of an application to its host: the device, or the program that the application runs in.
///
/// All requirements have defaults, for a host without these services.
@MainActor
public protocol ApplicationHost: AnyObject {
    /// Whether the host sends the user's touches, so that a reader of touch panels beside it would send each one twice.
    var bringsTouches: Bool { get }

    /// Whether the host shows the application on a screen, and tells when a picture has been shown: it calls
    /// ``Application/didPresentFrame()``.
    var tellsPresentedFrames: Bool { get }

    /// The application asks to have a URL opened by an app with the URL's scheme.
    ///
    /// - Returns: Whether there is such an app.
    func application(_ application: Application, open url: AppURL) -> Bool

    /// Whether there is an app that opens the URL.
    func application(_ application: Application, canOpen url: AppURL) -> Bool

    /// ``Application/isIdleTimerDisabled`` was set, perhaps to the value that it had already.
    func applicationDidSetIdleTimerDisabled(_ application: Application)

    /// ``Application/scheduledLocalNotifications`` was set or changed.
    func applicationDidChangeScheduledNotifications(_ application: Application)
}

extension ApplicationHost {
    /// False.
    ///
    /// - Complexity: O(1); no allocation.
    public var bringsTouches: Bool { false }

    /// False.
    ///
    /// - Complexity: O(1); no allocation.
    public var tellsPresentedFrames: Bool { false }

    /// Opens nothing and returns false.
    ///
    /// - Complexity: O(1); no allocation.
    public func application(_ application: Application, open url: AppURL) -> Bool { false }

    /// Returns false.
    ///
    /// - Complexity: O(1); no allocation.
    public func application(_ application: Application, canOpen url: AppURL) -> Bool { false }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func applicationDidSetIdleTimerDisabled(_ application: Application) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func applicationDidChangeScheduledNotifications(_ application: Application) {}
}

/// An application's host, and the state that the two share.
@MainActor
final class HostLink {
    weak var host: (any ApplicationHost)?
    var hasPresentedFrame = false
    var onFirstFrame: (@MainActor () -> Void)?
    var manifest = Manifest()
    var isMultitaskingSupported = true
    var isIdleTimerDisabled = false
    var scheduled: [LocalNotification] = []
    /// Makes the watch over the panels as soon as these are there.
    var makePanelWatch: (@MainActor (TouchPanels) -> PanelWatch)?
    var panelWatch: PanelWatch?
}

// MARK: - For the host

extension Application {
    /// The host that runs the application, and offers the services that an app cannot provide itself.
    ///
    /// A weak reference; nil at first.
    public final var host: (any ApplicationHost)? {
        get { hostLink.host }
        set { hostLink.host = newValue }
    }

    /// Tells that a picture of the application has been shown on the screen; only the first call has an effect.
    ///
    /// For a host that says so (``ApplicationHost/tellsPresentedFrames``). A service that shows something counts as
    /// started from then on, and not before.
    public final func didPresentFrame() {
        guard !hostLink.hasPresentedFrame else { return }
        hostLink.hasPresentedFrame = true
        let perform = hostLink.onFirstFrame
        hostLink.onFirstFrame = nil
        perform?()
    }

    /// Performs `body` once what is shown can be seen: at once where the host tells of no pictures or has told of one,
    /// otherwise with the first one.
    package final func whenPresented(_ body: @escaping @MainActor () -> Void) {
        if host?.tellsPresentedFrames != true || hostLink.hasPresentedFrame { return body() }
        hostLink.onFirstFrame = body
    }

    /// The app's manifest, which the host sets before the launch.
    public final var manifest: Manifest {
        get { hostLink.manifest }
        set { hostLink.manifest = newValue }
    }

    /// Whether the device runs several apps at a time (rule S31); true unless the host sets false.
    ///
    /// Without multitasking an app ends instead of entering the background.
    public final var isMultitaskingSupported: Bool {
        get { hostLink.isMultitaskingSupported }
        set {
            keep(.multitaskingSupport) { $0.append(newValue) }
            hostLink.isMultitaskingSupported = newValue
        }
    }

    /// Whether the application ends instead of entering the background: by its manifest, or for lack of multitasking.
    public final var exitsOnSuspend: Bool { manifest.exitsOnSuspend || !isMultitaskingSupported }

    /// Where the application goes when it leaves the foreground; without multitasking there is no background, whatever
    /// the manifest says (sequence 14).
    final var leaving: Transition.Leaving {
        guard isMultitaskingSupported else { return .endsAtOnce }
        guard manifest.exitsOnSuspend else { return .goesOn }
        return manifest.entersBackgroundBeforeExit ? .endsInBackground : .endsAtOnce
    }

    /// The device's state as last reported to the application.
    ///
    /// The host sets this property before the launch, and later sends ``HostMessage/change(_:)``.
    public final var deviceEnvironment: DeviceEnvironment {
        get { lifecycle.environment }
        set {
            keep(.environment) { $0.append(newValue) }
            lifecycle.environment = newValue
        }
    }
}

// MARK: - For the app

extension Application {
    /// Whether the device stays awake, undimmed and unlocked while the application is in front and nobody touches the
    /// screen.
    ///
    /// False at first; setting false starts the idle time anew (rule A38).
    public final var isIdleTimerDisabled: Bool {
        get { hostLink.isIdleTimerDisabled }
        set {
            hostLink.isIdleTimerDisabled = newValue
            host?.applicationDidSetIdleTimerDisabled(self)
        }
    }

    /// Asks the host to open a URL in an app with the URL's scheme, which may be this app.
    ///
    /// - Returns: Whether there is such an app; false without a host, and after the application's end.
    /// - Complexity: That of the host's method; no allocation of its own.
    @discardableResult
    public final func open(_ url: AppURL) -> Bool {
        lifecycle.hasEnded ? false : answer { host?.application(self, open: url) ?? false }
    }

    /// Whether there is an app that opens the URL; false without a host.
    ///
    /// - Complexity: That of the host's method; no allocation of its own.
    public final func canOpenURL(_ url: AppURL) -> Bool {
        answer { host?.application(self, canOpen: url) ?? false }
    }

    /// Whether protected files can be read, according to the last change that was reported to the application.
    public final var isProtectedDataAvailable: Bool { lifecycle.environment.isProtectedDataAvailable }

    /// The greatest number of local notifications that an app may have scheduled (rule A41).
    public static var scheduledNotificationLimit: Int { 64 }

    /// The scheduled local notifications, in the order in which they are due; notifications due at the same time are in
    /// the order of scheduling.
    ///
    /// When a notification is due, the host shows it to the user or delivers it to the app, and removes it from the
    /// list. The host keeps the list while the app does not run.
    ///
    /// Setting the list applies the limits of ``scheduleLocalNotification(_:)``.
    ///
    /// - Complexity: Reading is O(1); setting is O(n log n), besides the work of the host, and allocates the new list.
    public final var scheduledLocalNotifications: [LocalNotification] {
        get { hostLink.scheduled }
        set { schedule(newValue) }
    }

    /// Schedules a notification, which replaces a scheduled one with the same identifier.
    ///
    /// If there are more than ``scheduledNotificationLimit`` notifications, the application keeps those that are due
    /// first. A repeat interval below ``LocalNotification/minimumRepeatInterval`` becomes that minimum.
    ///
    /// - Complexity: O(n log n) in the scheduled notifications, besides the work of the host; allocates the new list.
    public final func scheduleLocalNotification(_ notification: LocalNotification) {
        schedule(hostLink.scheduled.filter { $0.identifier != notification.identifier } + [notification])
    }

    /// Removes the notification with that identifier from the list, if there is one.
    ///
    /// - Complexity: O(n log n) in the scheduled notifications, besides the work of the host; allocates the new list.
    public final func cancelLocalNotification(withIdentifier identifier: String) {
        schedule(hostLink.scheduled.filter { $0.identifier != identifier })
    }

    /// Removes all notifications from the list.
    ///
    /// - Complexity: That of the host's method; frees the list, and allocates nothing.
    public final func cancelAllLocalNotifications() { schedule([]) }

    /// Takes over the host's list of scheduled notifications, which is sorted and within the limits already.
    package final func takeScheduledLocalNotifications(_ notifications: [LocalNotification]) {
        guard !lifecycle.hasEnded else { return }
        hostLink.scheduled = notifications
    }

    private func schedule(_ notifications: [LocalNotification]) {
        guard !lifecycle.hasEnded else { return }
        // Of several notifications with one identifier, the last counts; the sort is stable.
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
