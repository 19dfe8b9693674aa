#if Wayland
internal import Logging
public import ResponderCairo
public import ResponderKit

/// Shows an application in a window of a Wayland compositor, and gives the application the compositor's input: touches,
/// the mouse, keys, text and the clipboard.
///
///     @main
///     final class Kiosk: Responder, EntryPointDelegate {
///         static func main() { Application.main(delegateClass: Kiosk.self, host: WaylandHost.entryPoint()) }
///     }
///
/// The window is as large as the compositor says, and the application's `Application.screen` follows
/// it. All happens on the thread of the application's loop; while nothing happens, the process makes no system call.
///
/// The window's state becomes the life cycle's: a window that loses the focus makes the application inactive, one that
/// is not seen takes it to the background, and one that is closed ends it. Touches under way when the compositor takes
/// them, or goes, are cancelled.
///
/// - Complexity: Each member is O(1) without allocation, if it does not say otherwise.
@MainActor
public final class WaylandHost: ApplicationHost {
    /// The exit status of an application whose compositor has gone, or was not there: 69 (`EX_UNAVAILABLE`).
    public nonisolated static let unavailableStatus: Int32 = 69

    /// The application.
    public let application: Application
    /// What the window was to be like.
    public let configuration: WaylandConfiguration
    /// Told when the compositor has gone, and when a window cannot be shown any longer; at first the log is.
    public var onError: (@MainActor (WaylandError) -> Void) = {
        log.error("\($0)")
    }

    private nonisolated static let log = Logger(label: "responderkit.ResponderWayland")

    private let presentation: Presentation
    private var session: Session?
    private var retry: MainRunLoop.Timer?
    private var wasActivated = false
    private var isSuspended = false
    private var isEnded = false

    /// How often a compositor that has gone is looked for.
    private static let retryTime = Duration.milliseconds(500)

    /// Opens a window, and waits until the compositor has said how large it is: at most five seconds.
    ///
    /// Sets the application's screen and, unless it has Pango's already, its text measurer; so make the host before the
    /// application is launched.
    ///
    /// - Parameters:
    ///   - application: The application, whose `onPresentScreen`, `onScrollScreen` and frame clock belong to the host
    ///     from now on.
    ///   - configuration: What the window is to be like.
    ///   - pictures: Finds the pictures of images with names; nil for the application's `imageProvider`, if it is one
    ///     of folders.
    /// - Throws: `WaylandError` where there is no compositor, or one that lacks what a window needs.
    /// - Complexity: Linear in the window's pixels; allocates them three times.
    public init(
        _ application: Application,
        configuration: WaylandConfiguration = WaylandConfiguration(),
        pictures: PictureFolders? = nil
    ) throws(WaylandError) {
        (self.application, self.configuration) = (application, configuration)
        let session = try Session(application, configuration, limit: configuration.answerLimit)
        guard session.connection.wait(until: { session.window.state != nil }) else {
            let failure = session.connection.hasFailed ? session.connection.failure() : WaylandError(.noConfigure)
            session.close()
            throw failure
        }
        if !(application.textMeasurer is PangoTextMeasurer) { application.textMeasurer = PangoTextMeasurer.shared }
        presentation = Presentation(
            application,
            application.textMeasurer as? PangoTextMeasurer ?? .shared,
            pictures ?? application.imageProvider as? PictureFolders ?? .empty,
            background: configuration.background
        )
        application.host = self
        do throws(WaylandError) {
            try start(session)
        } catch {
            end()
            throw error
        }
    }

    isolated deinit { end() }

    /// What `Application.main(host:)` makes the window with.
    ///
    /// - Parameter configuration: What the window is to be like.
    /// - Complexity: O(1); allocates the closure.
    public nonisolated static func entryPoint(
        _ configuration: WaylandConfiguration = WaylandConfiguration()
    ) -> @MainActor (Application) throws -> any ApplicationHost {
        { application in try WaylandHost(application, configuration: configuration) }
    }

    /// Touches come from the compositor.
    public var bringsTouches: Bool { true }

    /// The compositor tells when it has shown a picture.
    public var tellsPresentedFrames: Bool { true }

    /// Whether there is a compositor that shows the window.
    public var isConnected: Bool { session != nil }

    /// How many pictures the compositor has got.
    public var commitCount: Int { presentation.commitCount }

    /// Closes the window and the connection, and cancels all touches; does nothing when this has been done.
    ///
    /// The host's release does the same.
    public func end() {
        guard !isEnded else { return }
        isEnded = true
        retry?.cancel()
        // Its objects end before their connection.
        presentation.end()
        session?.close()
        session = nil
    }

    // MARK: The compositor

    private func start(_ session: Session) throws(WaylandError) {
        self.session = session
        session.window.onChange = { [weak self] in self?.followOrLose() }
        session.window.onClose = { [weak self] in self?.application.terminate() }
        session.connection.onLoss = { [weak self] in self?.lose($0) }
        try session.start()
        try follow()
    }

    private func followOrLose() {
        do throws(WaylandError) {
            try follow()
        } catch {
            lose(error)
        }
    }

    /// An extent of the configuration as a window can have it.
    private static func sound(_ extent: Double) -> Double {
        extent >= 1 ? min(extent.rounded(), 16_384) : 1
    }

    /// Follows the window's size, scale and state.
    private func follow() throws(WaylandError) {
        guard let session, let state = session.window.state else { return }
        let size = Size(
            state.width > 0 ? Double(state.width) : Self.sound(configuration.size.width),
            state.height > 0 ? Double(state.height) : Self.sound(configuration.size.height)
        )
        var screen = application.screen
        screen.size = size
        screen.scale = session.window.scale
        screen.alignsScrollingToPixels = true
        if let rate = session.outputs.framesPerSecond { screen.framesPerSecond = rate }
        // The app's code for a new size may ask for frames, before there is a picture of that size.
        presentation.beginChange()
        application.setScreen(screen)
        try presentation.show(in: session.window, of: session.connection, session.shm, size: size)
        follow(isActivated: state.isActivated, isSuspended: state.isSuspended)
    }

    private func follow(isActivated: Bool, isSuspended: Bool) {
        let isActive = application.lifecycleState == .active
        if isSuspended != self.isSuspended || isActivated != isActive {
            // Touches and keys that came before count before.
            _ = application.touchPort.serve(limit: 1024)
        }
        if isSuspended != self.isSuspended {
            self.isSuspended = isSuspended
            if isSuspended { goToBackground() } else { tell(.enterForeground()) }
        }
        // A compositor without a keyboard may never activate a window: until it does, the window counts as active.
        if isActivated {
            wasActivated = true
            if application.lifecycleState == .inactive { tell(.activate) }
        } else if wasActivated, application.lifecycleState == .active {
            tell(.resignActive)
        }
    }

    private func goToBackground() {
        if application.lifecycleState == .active { tell(.resignActive) }
        tell(.enterBackground)
    }

    /// A message that does not fit the application's state, as one before the launch, is dropped.
    private func tell(_ message: HostMessage) { _ = try? application.receive(message) }

    private func lose(_ error: WaylandError) {
        presentation.hide()
        session?.close()
        session = nil
        wasActivated = false
        onError(error)
        guard !isEnded else { return }
        guard configuration.waitsForCompositor else { return application.terminate(status: Self.unavailableStatus) }
        if retry != nil { return }
        Self.log.notice("waiting for the Wayland compositor to come back")
        goToBackground()
        let loop = application.runLoop
        retry = loop.addTimer(
            at: loop.now.advanced(by: Self.retryTime),
            every: Self.retryTime,
            name: "wait for the compositor"
        ) { [weak self] _ in self?.reconnect() }
    }

    /// Tries once more; a compositor that gives no answer holds the loop up for a moment alone.
    private func reconnect() {
        guard session == nil, !isEnded, application.isRunning else { return stopRetrying() }
        do throws(WaylandError) {
            let session = try Session(application, configuration, limit: .milliseconds(100))
            stopRetrying()
            (wasActivated, isSuspended) = (false, false)
            try start(session)
            Self.log.notice("the Wayland compositor is back")
            tell(.enterForeground())
        } catch {
            // Before there is a session the timer tries again.
            if session != nil { lose(error) }
        }
    }

    private func stopRetrying() {
        retry?.cancel()
        retry = nil
    }
}
#endif
