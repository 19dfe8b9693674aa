public import ResponderKit
public import ResponderSimulator

/// An application with a window, under virtual time, for tests of responders.
///
///     let harness = try AppHarness()
///     let view = harness.add(RecordingView("button", frame: Rect(0, 0, 100, 40)))
///     harness.finger().down(at: Point(10, 10)).up()
///     await harness.advance(by: .seconds(1))
///     #expect(view.log.lines == ["button.began(10, 10)", "button.ended(10, 10)"])
///
/// Whole gestures take their own time: `await harness.doubleTap(at: Point(10, 10))`.
///
/// Nothing sleeps and nothing depends on the machine's speed: time passes only when the harness is told to advance, and
/// then for all apps of the device.
@MainActor
public final class AppHarness {
    /// The device that the application runs on, for other actions: `try harness.device.perform(.home)`.
    public let device: SimulatedDevice
    /// The application, active when the harness has been made.
    public let application: Application
    /// A shown window, as large as the screen: the key window, unless the delegate makes another window key, which then
    /// stands in front of this one.
    public let window: Window
    let screen: FingerScreen
    private var nextFinger = 1
    /// When the last tap of an element ended; nil before the first.
    var lastTap: MainRunLoop.Instant?
    /// The keyboard of the device; no key is down at first.
    public private(set) lazy var keyboard = Keyboard(of: device, screen)

    /// Launches an application on a new device, with a window that fills the screen.
    ///
    /// The app's name in actions is its application's class: `try harness.device.perform(.choose("Application"))`.
    ///
    /// - Parameters:
    ///   - applicationClass: The class of the application.
    ///   - delegate: The application's delegate; nil for none.
    ///   - screenSize: The screen's extent in points.
    /// - Throws: `MainRunLoop.Error` when the system has no descriptors left for the loop.
    /// - Complexity: O(1) plus the launch, with the delegate's code; allocates the device, the application with its
    ///   loop, and the window.
    public init(
        _ applicationClass: Application.Type = Application.self,
        delegate: (any ApplicationDelegate)? = nil,
        screenSize: Size = Size(1000, 1000)
    ) throws {
        let device = SimulatedDevice(screenSize: screenSize)
        var window: Window?
        application = try device.launch(applicationClass) { application in
            application.delegate = delegate
            let shown = Window(frame: Rect(origin: .zero, size: screenSize), application: application)
            shown.makeKeyAndVisible()
            window = shown
        }
        self.device = device
        screen = FingerScreen(of: device)
        self.window = window ?? Window(frame: .zero, application: application)
    }

    /// A harness for an app that runs on a device: fingers, keys and queries of elements for this app.
    ///
    /// The ``window`` is the app's key window, or else its frontmost one. Where the app shows none, it is a window that
    /// is not shown.
    ///
    /// - Parameters:
    ///   - application: An application that the device has launched, such as `device.app("editor")?.application`.
    ///   - device: The device.
    /// - Complexity: O(1); allocates the harness.
    public init(of application: Application, on device: SimulatedDevice) {
        self.application = application
        self.device = device
        screen = FingerScreen(of: device)
        window =
            application.keyWindow ?? application.windows.last ?? Window(frame: .zero, application: application)
    }

    /// The application's loop, on the device's clock.
    public var loop: MainRunLoop { application.runLoop }

    /// The present instant.
    public var now: MainRunLoop.Instant { device.clock.now }

    /// Adds a view to the window, in front, and returns the view.
    ///
    /// - Complexity: That of `View.addSubview(_:)`.
    @discardableResult
    public func add<Added: View>(_ view: Added) -> Added {
        window.addSubview(view)
        return view
    }

    /// A finger that is not down yet, with an identifier of its own: no finger of this harness has had the identifier,
    /// and no finger that the device has on its screen now.
    ///
    /// - Complexity: O(1), plus O(1) for each finger on the screen; allocates the finger.
    public func finger() -> Finger { Finger(takeIdentifier(), on: screen) }

    /// Returns an identifier for a finger or a pointer.
    func takeIdentifier() -> Int {
        while device.isFingerDown(nextFinger) { nextFinger += 1 }
        defer { nextFinger += 1 }
        return nextFinger
    }

    /// Sends what several fingers do inside `body` as one frame, which reaches the application as one event.
    ///
    /// A call inside another one adds to the frame of the outer call.
    ///
    /// - Complexity: O(number of contacts) plus `body`; allocates the frame's array of contacts.
    public func together(_ body: () -> Void) {
        screen.inOneFrame(body)
    }

    /// Lets the application do what is due now, without letting time pass.
    ///
    /// Main-actor jobs do not run meanwhile: use `await settle()` where they are wanted.
    ///
    /// - Complexity: That of `SimulatedDevice.settle()`.
    @available(*, noasync, message: "use `await settle()`, which lets main-actor jobs run")
    public func settle() {
        device.settle()
    }

    /// Lets the application and the main actor's jobs do what is due now, without letting time pass.
    ///
    /// - Precondition: No other task lets time pass on the device meanwhile.
    /// - Complexity: That of `SimulatedDevice.settle()`.
    public func settle() async {
        await device.settle()
    }

    /// Lets time pass: every timer due on the way fires at its instant.
    ///
    /// Main-actor jobs do not run meanwhile, since the caller occupies the main actor: use `await advance(by:)` where
    /// they are wanted.
    ///
    /// - Complexity: That of `SimulatedDevice.advance(by:)`.
    @available(*, noasync, message: "use `await advance(by:)`, which lets main-actor jobs run")
    public func advance(by duration: Duration) {
        device.advance(by: duration)
    }

    /// Lets time pass: every timer due on the way fires at its instant, and main-actor jobs that follow settle before
    /// time moves on, in chains of up to `MainRunLoop.settlingBarriers` jobs.
    ///
    /// - Precondition: No other task lets time pass on the device meanwhile.
    /// - Complexity: That of `SimulatedDevice.advance(by:)`.
    public func advance(by duration: Duration) async {
        await device.advance(by: duration)
    }
}
