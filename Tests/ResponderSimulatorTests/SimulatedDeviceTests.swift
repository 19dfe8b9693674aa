import ResponderKit
import ResponderSimulator
import Testing

@MainActor
@Suite("A simulated device")
struct SimulatedDeviceTests {
    let device = SimulatedDevice(screenSize: Size(320, 480))

    private func settle(_ application: Application) {
        application.runLoop.run(until: device.clock.now)
    }

    @Test("A device launches an app on its clock, with the options, prepared before")
    func launch() throws {
        let delegate = Delegate()
        var stateInPreparation: ApplicationState?
        let application = try device.launch(
            PlainApplication.self,
            options: LaunchOptions(arguments: ["app", "url"])
        ) { (application: PlainApplication) in
            application.delegate = delegate
            stateInPreparation = application.applicationState
            #expect(device.frontmost == nil)
            #expect(delegate.log.isEmpty)
        }
        #expect(stateInPreparation == .inactive)
        #expect(device.frontmost === application)
        #expect(application.applicationState == .active)
        #expect(delegate.log == ["willFinish [\"app\", \"url\"]", "didFinish", "active"])
        device.clock.advance(to: .zero.advanced(by: .seconds(5)))
        #expect(application.runLoop.now == .zero.advanced(by: .seconds(5)))
        #expect(device.screenSize == Size(320, 480))
    }

    @Test("A device ends the app in front once, and has none in front then")
    func terminate() throws {
        let delegate = Delegate()
        try device.launch(Application.self) { $0.delegate = delegate }
        delegate.log = []
        device.terminate()
        #expect(device.frontmost == nil)
        device.terminate()
        #expect(delegate.log == ["resign", "background", "terminate"])
    }

    @Test("Launching another app ends the one in front first")
    func another() throws {
        let (first, second) = (Delegate(), Delegate())
        let former = try device.launch(Application.self) { $0.delegate = first }
        first.log = []
        let next = try device.launch(Application.self) { application in
            #expect(first.log == ["resign", "background", "terminate"])
            application.delegate = second
        }
        #expect(device.frontmost === next)
        #expect(former.applicationState == .background)
        #expect(second.log.last == "active")
    }

    @Test("Touches go to the app in front, and to none where there is none")
    func touches() throws {
        device.touch([TouchContact(1, .began, at: Point(10, 10))])
        let first = try device.launch(Application.self) { show(CountingView(), in: $0) }
        device.touch([TouchContact(2, .began, at: Point(10, 10))])
        settle(first)
        #expect(counts(of: first) == [1, 0, 0])

        let second = try device.launch(Application.self) { show(CountingView(), in: $0) }
        #expect(counts(of: first) == [1, 0, 1])
        // A finger that the former app saw come down is none of the next one's.
        device.touch([TouchContact(2, .ended, at: Point(10, 10))])
        device.touch([TouchContact(3, .began, at: Point(10, 10)), TouchContact(3, .ended, at: Point(10, 10))])
        settle(first)
        settle(second)
        #expect(counts(of: first) == [1, 0, 1])
        #expect(counts(of: second) == [1, 1, 0])

        device.terminate()
        device.touch([TouchContact(4, .began, at: Point(10, 10))])
        settle(second)
        #expect(counts(of: second) == [1, 1, 0])
        #expect(second.touchStatistics.refusedWhileInactive == 0)
    }

    @Test("An app that ends itself is not in front any more, and gets no touches")
    func endsItself() throws {
        let application = try device.launch(Application.self)
        application.runLoop.addTimer(after: .seconds(1)) { _ in application.terminate() }
        #expect(application.runLoop.run() == .stopped)
        #expect(device.frontmost == nil)
        device.touch([TouchContact(1, .began, at: Point(10, 10))])
        settle(application)
        #expect(application.touchPort.statistics.samples == 0)
    }

    @Test("An app that ends itself in its launch is returned, ended")
    func endsInLaunch() throws {
        let delegate = Delegate()
        delegate.endsInLaunch = true
        let application = try device.launch(Application.self) { $0.delegate = delegate }
        #expect(application.applicationState == .background)
        #expect(device.frontmost == nil)
        #expect(delegate.log.last == "terminate")
    }

    @Test("A preparation that fails leaves no app in front")
    func failingPreparation() throws {
        struct Failure: Error {}
        try device.launch(Application.self)
        #expect(throws: Failure.self) { try device.launch(Application.self) { _ in throw Failure() } }
        #expect(device.frontmost == nil)
    }

    @Test("A device lets go of an app that it has ended")
    func release() throws {
        weak let application = try device.launch(Application.self) { show(CountingView(), in: $0) }
        #expect(application != nil)
        device.terminate()
        #expect(application == nil)
    }

    private func show(_ view: CountingView, in application: Application) {
        let window = Window(frame: Rect(0, 0, 320, 480), application: application)
        view.frame = window.bounds
        window.addSubview(view)
        window.makeKeyAndVisible()
    }

    private func counts(of application: Application) -> [Int]? {
        (application.windows.first?.subviews.first as? CountingView)?.counts
    }
}

private final class PlainApplication: Application {}

@MainActor
private final class Delegate: EntryPointDelegate {
    var log: [String] = []
    var endsInLaunch = false

    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        log.append("willFinish \(options.arguments)")
        return true
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        log.append("didFinish")
        if endsInLaunch { application.terminate() }
        return true
    }

    func applicationDidBecomeActive(_ application: Application) { log.append("active") }
    func applicationWillResignActive(_ application: Application) { log.append("resign") }
    func applicationDidEnterBackground(_ application: Application) { log.append("background") }
    func applicationWillTerminate(_ application: Application) { log.append("terminate") }
}

/// Counts begans, ends and cancels.
private final class CountingView: View {
    var counts = [0, 0, 0]

    override func touchesBegan(_ touches: TouchSet, with event: Event) { counts[0] += 1 }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) { counts[1] += 1 }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { counts[2] += 1 }
}
