import ResponderKit
import ResponderKitTesting
import Testing

/// Weak references to the parts of an application that a test lets go of.
@MainActor
private struct Parts {
    weak var application: Application?
    weak var delegate: AnyObject?
    weak var window: Window?
    weak var view: View?
    weak var port: TouchPort?

    var all: [AnyObject?] { [application, delegate, window, view] }

    init(of application: Application, view: View) {
        self.application = application
        delegate = application.delegate
        window = view.window
        self.view = view
        port = application.touchPort
    }
}

@MainActor
@Suite("An application that is released")
struct ApplicationReleaseTests {
    let clock = VirtualClock()

    private func makeApplication(on loop: MainRunLoop, delegate: any ApplicationDelegate) -> (Application, View) {
        let application = Application(runLoop: loop)
        application.delegate = delegate
        let window = Window(frame: Rect(0, 0, 100, 100), application: application)
        let view = RecordingView("view", frame: window.bounds)
        window.addSubview(view)
        window.makeKeyAndVisible()
        application.launch()
        return (application, view)
    }

    @Test(
        "An application keeps its delegate and its shown windows until it is released, and lets them go then",
        arguments: [false, true]
    )
    func release(afterItsEnd ended: Bool) throws {
        let loop = try MainRunLoop(clock: clock)
        var (application, view): (Application?, View?) = makeApplication(on: loop, delegate: LifecycleTrace())
        let parts = try Parts(of: #require(application), view: #require(view))
        view = nil
        loop.run(until: clock.now)
        #expect(parts.all.allSatisfy { $0 != nil })
        if ended { application?.terminate() }
        #expect(parts.all.allSatisfy { $0 != nil })
        application = nil
        #expect(parts.all.allSatisfy { $0 == nil })
    }

    @Test("An application released with fingers down lets its views go, and its port leaves the running loop")
    func fingersDown() throws {
        let loop = try MainRunLoop(clock: clock)
        var (application, view): (Application?, View?) = makeApplication(on: loop, delegate: LifecycleTrace())
        let parts = try Parts(of: #require(application), view: #require(view))
        let sender = try #require(application?.touchPort.makeSender())
        sender.send(TouchContact(1, .began, at: Point(10, 10)), at: clock.now)
        loop.run(until: clock.now)
        #expect((view as? RecordingView)?.log.lines == ["view.began(10, 10)"])
        view = nil
        application = nil
        #expect(parts.all.allSatisfy { $0 == nil })

        sender.send(TouchContact(1, .moved, at: Point(20, 10)), at: clock.now)
        var fired = false
        loop.addTimer(after: .seconds(1)) { _ in fired = true }
        // Nothing is left in it then.
        #expect(loop.run(until: clock.now.advanced(by: .seconds(2))) == .finished)
        #expect(fired)
        #expect(parts.port == nil)
    }

    @Test("A delegate that is a responder, and one that is replaced, are let go")
    func delegates() throws {
        let application = Application(runLoop: try MainRunLoop(clock: clock))
        application.delegate = ResponderDelegate()
        weak let first = application.delegate
        #expect(first != nil)
        #expect(application.next === first)
        application.delegate = LifecycleTrace()
        #expect(first == nil)
        #expect(application.next == nil)
        application.delegate = nil
        #expect(application.delegate == nil)
    }

    // Rules: A5.
    @Test("An application that is its own delegate does not keep itself")
    func ownDelegate() throws {
        var application: OwnDelegate? = OwnDelegate(runLoop: try MainRunLoop(clock: clock))
        application?.delegate = application
        weak let kept = application
        application?.launch()
        #expect(application?.calls == ["didFinish", "didBecomeActive"])
        #expect(application?.next == nil)
        application = nil
        #expect(kept == nil)
    }

    @Test("An application released inside its own callback finishes the transition")
    func releasedInCallback() throws {
        let trace = LifecycleTrace()
        var application: Application? = try trace.makeApplication(clock: clock)
        weak let kept = application
        // Only the call in progress keeps both.
        application?.launch()
        trace.afterNoting = { line, _ in
            if line.hasPrefix("D willResign") { application = nil }
        }
        application?.terminate()
        #expect(trace.log.lines == LifecycleTrace.launch + LifecycleTrace.end)
        #expect(kept == nil)
    }

    // Rules: A7.
    @Test("Many applications run side by side, each with its own loop, windows and centre")
    func many() throws {
        let traces = (0..<10).map { _ in LifecycleTrace() }
        let applications = try traces.map { try $0.makeApplication(clock: clock) }
        for application in applications { application.launch() }
        #expect(traces.allSatisfy { $0.log.lines == LifecycleTrace.launch })
        applications[3].terminate()
        #expect(applications.count { $0.applicationState == .active } == 9)
        #expect(traces[3].log.lines.count == 11)
        #expect(traces[4].log.lines.count == 5)
    }

    // Rules: A7.
    @Test("No application is shared without an entry point, and reading it ends the process with a message")
    func noShared() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = Application.shared }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("Application.shared was read, but no entry point made an application"))
    }
}

private final class ResponderDelegate: Responder, ApplicationDelegate {}

private final class OwnDelegate: Application, ApplicationDelegate {
    var calls: [String] = []

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        calls.append("didFinish")
        return true
    }

    func applicationDidBecomeActive(_ application: Application) { calls.append("didBecomeActive") }
}
