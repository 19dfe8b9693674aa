public import ResponderKit

/// A device that exists in virtual time only: a touch screen, a clock, and an app in front.
///
/// It is a host: it launches an app, hands it what its screen feels, and ends it. It has no multitasking: launching an
/// app ends the one in front. Nothing happens and no time passes but by its methods and by runs of the app's loop.
@MainActor
public final class SimulatedDevice {
    /// The screen's extent in points.
    public let screenSize: Size
    /// The device's clock, on which its apps' loops run.
    public let clock: VirtualClock
    /// The app launched last, which may have ended by itself since.
    private var launched: Application?
    private var screen: TouchPort.Sender?

    /// A device that was just switched on, with that screen.
    public init(screenSize: Size = Size(1024, 768)) {
        self.screenSize = screenSize
        clock = VirtualClock()
    }

    /// The app in front, or nil.
    public var frontmost: Application? { launched?.isRunning == true ? launched : nil }

    /// Launches an app to the front, and ends the one that is there.
    ///
    /// - Parameters:
    ///   - applicationClass: The class of the application.
    ///   - options: What the app is launched with.
    ///   - prepare: Called with the application before its launch, to give it a delegate and windows.
    /// - Returns: The application, active unless it ended itself.
    /// - Throws: `MainRunLoop.Error` when the system has no descriptors left for its loop.
    @discardableResult
    public func launch<App: Application>(
        _ applicationClass: App.Type,
        options: LaunchOptions = LaunchOptions(),
        prepare: (App) throws -> Void = { _ in }
    ) throws -> App {
        let application = applicationClass.init(runLoop: try MainRunLoop(clock: clock))
        terminate()
        try prepare(application)
        launched = application
        screen = application.touchPort.makeSender()
        application.launch(options: options)
        return application
    }

    /// Ends the app in front as a host does: told to resign, its touches cancelled, told that it is in the background,
    /// told that it ends.
    ///
    /// Does nothing when there is none.
    public func terminate() {
        launched?.terminate()
        launched = nil
        screen = nil
    }

    /// What the screen feels: contacts that changed at this instant, in points of the screen.
    ///
    /// The app in front gets them with the next turn of its loop; with none in front they are nobody's.
    public func touch(_ contacts: [TouchContact]) {
        guard frontmost != nil else { return }
        screen?.send(TouchFrame(time: clock.now, contacts: contacts))
    }
}
