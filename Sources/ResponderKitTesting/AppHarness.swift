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
/// Nothing sleeps and nothing depends on the machine's speed: time passes only when the harness is told to advance. Then it
/// passes for all apps of the device.
@MainActor
public final class AppHarness {
    /// The device the application runs on, for what else is done to one: `try harness.device.perform(.home)`.
    public let device: SimulatedDevice
    /// The application, active.
    public let application: Application
    /// A window as large as the screen, shown, and the key window.
    public let window: Window
    private let screen: FingerScreen
    private var nextFinger = 1

    /// Launches an application on a new device, with a window that fills the screen.
    ///
    /// - Parameters:
    ///   - applicationClass: The class of the application.
    ///   - delegate: Its delegate; nil for none.
    ///   - screenSize: The screen's extent in points.
    /// - Throws: `MainRunLoop.Error` when the system has no descriptors left for the loop.
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

    /// The application's loop, on the device's clock.
    public var loop: MainRunLoop { application.runLoop }

    /// The present instant.
    public var now: MainRunLoop.Instant { device.clock.now }

    /// Adds a view to the window, in front, and returns it.
    @discardableResult
    public func add<Added: View>(_ view: Added) -> Added {
        window.addSubview(view)
        return view
    }

    /// A finger that is not down yet, with an identifier of its own.
    public func finger() -> Finger {
        defer { nextFinger += 1 }
        return Finger(nextFinger, on: screen)
    }

    /// Has several fingers act in one frame: what they do inside `body` reaches the application as one event.
    public func together(_ body: () -> Void) {
        screen.inOneFrame(body)
    }

    /// Lets the application serve what is there now, without letting time pass.
    ///
    /// Main-actor jobs do not run meanwhile: use `await settle()` where they are wanted.
    @available(*, noasync, message: "use `await settle()`, which lets main-actor jobs run")
    public func settle() {
        device.settle()
    }

    /// Lets the application and the main actor's jobs do what there is to do now, without letting time pass.
    public func settle() async {
        await device.settle()
    }

    /// Lets time pass: every timer due on the way fires at its instant.
    ///
    /// Main-actor jobs do not run meanwhile, in a test as in an app, since the main actor is taken: use
    /// `await advance(by:)` where they are wanted.
    @available(*, noasync, message: "use `await advance(by:)`, which lets main-actor jobs run")
    public func advance(by duration: Duration) {
        device.advance(by: duration)
    }

    /// Lets time pass: every timer due on the way fires at its instant, and main-actor jobs that follow settle before
    /// time moves on, in chains of up to `MainRunLoop.settlingBarriers` jobs.
    public func advance(by duration: Duration) async {
        await device.advance(by: duration)
    }
}
