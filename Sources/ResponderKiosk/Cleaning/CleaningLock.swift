public import ResponderCore
public import ResponderEventLoop
internal import ResponderNotifications
internal import ResponderTouchInput
internal import ResponderWidgets

/// Locks all input for some seconds, so that the screen can be wiped.
///
///     let lock = CleaningLock(over: window)
///     cleanButton.addAction(for: .primaryActionTriggered) { _ in lock.lock(for: .seconds(30)) }
///
/// While the lock is on, all input is withheld whole, the touches that are down at its beginning are cancelled, and a
/// window in front of all others counts the seconds down (rule K11). The lock ends by itself; by ``unlock()``; when the
/// application goes to the background; or when one finger, and no other, stays for 3 s in a ``Corner`` of the screen
/// (rule K12).
///
/// While the lock is on, the loop keeps the object.
///
/// - Complexity: Each member is O(1), besides the work of the closures and what showing a window costs.
@MainActor
public final class CleaningLock {
    private weak var application: Application?
    private let frame: Rect
    private let show: (@MainActor (Duration?) -> Void)?
    private weak var reference: Window?
    private var cleaningWindow: CleaningWindow?
    /// When the lock ends; nil while it is off.
    public private(set) var end: MainRunLoop.Instant?
    private var timer: MainRunLoop.Timer?
    private var ticks: MainRunLoop.Timer?
    private var exit: CornerHold?
    private var token: ObservationToken?
    private var listener: Int?
    private var withholds = false
    /// Called when the lock has ended, however it did; nil at first.
    public var onUnlock: (@MainActor () -> Void)?

    /// A lock that is off, of the window's application.
    ///
    /// - Parameters:
    ///   - window: A window that covers the screen; the corners are its own.
    ///   - countdown: Called with the time that is left, at the beginning and each second, and with nil at the end, in
    ///     place of the window with the countdown; nil for that window.
    public init(over window: Window, countdown: (@MainActor (Duration?) -> Void)? = nil) {
        application = window.application
        reference = window
        frame = window.frame
        show = countdown
    }

    /// Whether the lock is on.
    public var isLocked: Bool { end != nil }

    /// Locks all input; a lock that is on already ends at the later of both ends.
    ///
    /// - Parameter duration: How long, unless it is ended before. Nothing happens if this is not positive, or in the
    ///   background.
    public func lock(for duration: Duration) {
        guard let application, duration > .zero, application.applicationState != .background else { return }
        let wanted = application.runLoop.now.advanced(by: duration)
        let isLocked = isLocked
        if let end, wanted <= end { return }
        end = wanted
        timer?.cancel()
        timer = application.runLoop.addTimer(at: wanted, name: "cleaning lock") { [self] _ in unlock() }
        if !isLocked { begin(application) }
        tell()
    }

    /// Ends the lock; input that was withheld stays so until its end (rule K5).
    public func unlock() {
        guard end != nil else { return }
        end = nil
        timer?.cancel()
        ticks?.cancel()
        exit?.cancel()
        (timer, ticks, exit, token) = (nil, nil, nil, nil)
        if let listener { application?.activityMonitor.removeListener(listener) }
        listener = nil
        if withholds { application?.endWithholdingInput() }
        withholds = false
        cleaningWindow?.isHidden = true
        cleaningWindow = nil
        show?(nil)
        onUnlock?()
    }

    private func begin(_ application: Application) {
        // The screen may have been turned since.
        let frame = reference?.frame ?? frame
        let exit = CornerHold(frame, application.runLoop) { [weak self] in self?.unlock() }
        self.exit = exit
        listener = application.activityMonitor.addWithheldListener { exit.take($0) }
        token = application.notificationCenter.observe(Application.DidEnterBackground.self) { [weak self] _ in
            self?.unlock()
        }
        ticks = application.runLoop.addTimer(after: .seconds(1), every: .seconds(1), name: "cleaning countdown") {
            [weak self] _ in self?.tell()
        }
        // All is set up before the first touch is cancelled: its handler may end the lock.
        withholds = true
        application.beginWithholdingInput()
        guard show == nil, isLocked, cleaningWindow == nil else { return }
        let window = CleaningWindow(frame: frame, application: application)
        window.controlAppearance = reference?.controlAppearance
        cleaningWindow = window
        window.isHidden = false
    }

    private func tell() {
        guard let end, let application else { return }
        let left = application.runLoop.now.duration(to: end)
        show?(left)
        cleaningWindow?.show(left)
    }
}
