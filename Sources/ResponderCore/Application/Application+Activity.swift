public import ResponderEventLoop
public import ResponderNotifications
internal import ResponderTouchInput

// When the user did something last.
extension Application {
    /// Posted after the first input that follows a pause of a second or more (rule K3).
    ///
    /// The input has been delivered, or withheld, already.
    public struct ActivityDidResume: TypedNotification {
        /// The name of the notification.
        public static let name = "ActivityDidResume"
        /// The application.
        public let subject: AnyObject?
        /// How long the user had done nothing.
        public let pause: Duration
    }

    /// When the application took the newest input of any kind, on the loop's clock (rule K2).
    ///
    /// Touches count, also those that no window wants or that the application refuses; so do the wheel, hovering, keys,
    /// even those that nobody takes or that a command takes, the scans that ``onScan`` gets, and texts of an input
    /// method. A finger that lies still sends nothing, and a source that goes away is no activity.
    ///
    /// The application notes its activity from the first read on, which answers the present instant. From then on
    /// ``ActivityDidResume`` is posted too. Before, nothing is noted, which costs nothing.
    ///
    /// - Complexity: O(1); the first read allocates.
    public final var lastActivity: MainRunLoop.Instant { activityMonitor.last }

    /// Notes that the user does something now that comes by no way that the application sees, such as a card reader of
    /// the app's own.
    ///
    /// - Complexity: O(1), besides what those do who are told; no allocation.
    public final func noteActivity() {
        guard dispatcherState.pointee.activity != nil else { return }
        keep(.activity) { _ in }
        noteInput()
    }

    /// Notes input, which a recording has kept, and tells of it.
    final func noteInput() {
        guard let monitor = dispatcherState.pointee.activity else { return }
        monitor.note(at: runLoop.now)
        tellOfActivity()
    }

    /// Tells of what was noted.
    final func tellOfActivity() {
        dispatcherState.pointee.activity?.tell { pause in
            notificationCenter.post(ActivityDidResume(subject: self, pause: pause))
        }
    }

    /// What notes the activity, made by the first call.
    package final var activityMonitor: ActivityMonitor {
        if let monitor = dispatcherState.pointee.activity { return monitor }
        let monitor = ActivityMonitor(at: runLoop.now)
        dispatcherState.pointee.activity = monitor
        dispatcherState.pointee.acceptance.isWatched = true
        portReceiver.watch()
        return monitor
    }
}
