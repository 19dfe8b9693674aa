import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite("Launch")
struct LaunchTests {
    let trace = LifecycleTrace()

    // Rules: SEQ1, A10, A9.
    @Test("A launch calls the delegate and posts in the documented order, with the documented states")
    func sequence() throws {
        let application = try trace.makeApplication()
        #expect(trace.log.lines.isEmpty)
        application.launch()
        #expect(trace.log.lines == LifecycleTrace.launch)
        #expect(application.applicationState == .active)
    }

    // Rules: A9.
    @Test("A launch hands the options to both launch methods and to the notification")
    func options() throws {
        let application = try trace.makeApplication()
        let options = LaunchOptions(arguments: ["app", "--fast"])
        application.launch(options: options)
        #expect(trace.options == [options, options, options])
    }

    // Rules: A2.
    @Test("An application that has not launched reads inactive")
    func before() throws {
        let application = try trace.makeApplication()
        #expect(application.applicationState == .inactive)
        #expect(ApplicationState.allCases == [.active, .inactive, .background])
    }

    @Test(
        "A launch happens once: a second one does nothing, whenever it is asked for",
        arguments: LifecycleTrace.launch
    )
    func twice(inside line: String) throws {
        let application = try trace.makeApplication()
        let options = LaunchOptions(arguments: ["first"])
        trace.afterNoting = { noted, application in
            if noted == line { application.launch(options: LaunchOptions(arguments: ["second"])) }
        }
        application.launch(options: options)
        application.launch(options: LaunchOptions(arguments: ["third"]))
        #expect(trace.log.lines == LifecycleTrace.launch)
        #expect(trace.options == [options, options, options])
    }

    @Test("An application that has ended is not launched again", arguments: LifecycleTrace.end)
    func afterTheEnd(inside line: String) throws {
        let application = try trace.makeApplication()
        trace.afterNoting = { noted, application in
            if noted == line { application.launch() }
        }
        application.launch()
        application.terminate()
        application.launch()
        #expect(trace.log.lines == LifecycleTrace.launch + LifecycleTrace.end)
        #expect(application.applicationState == .background)
    }

    // Rules: A43.
    @Test("An observer that was there before hears of the launch while the callback's state lasts")
    func observers() throws {
        let application = try trace.makeApplication()
        var heard: [String] = []
        let tokens = [
            application.notificationCenter.observe(Application.DidFinishLaunching.self, of: application) {
                [unowned application] finished in
                heard.append("finished \(application.applicationState) \(finished.options.arguments)")
            },
            application.notificationCenter.observe(Application.DidBecomeActive.self, of: application) {
                [unowned application] _ in
                heard.append("active \(application.applicationState)")
            },
        ]
        application.launch(options: LaunchOptions(arguments: ["app"]))
        #expect(heard == ["finished inactive [\"app\"]", "active active"])
        withExtendedLifetime(tokens) {}
    }

    // Rules: A48.
    @Test("A launch without a delegate posts all the same")
    func withoutDelegate() throws {
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        var names: [String] = []
        let token = application.notificationCenter.observeAny { names.append(type(of: $0).name) }
        application.launch()
        application.terminate()
        #expect(
            names == [
                "UIApplicationDidFinishLaunchingNotification", "UIApplicationDidBecomeActiveNotification",
                "UIApplicationWillResignActiveNotification", "UIApplicationDidEnterBackgroundNotification",
                "UIApplicationWillTerminateNotification",
            ]
        )
        withExtendedLifetime(token) {}
    }

    @Test("An application whose delegate implements nothing is launched and ended")
    func defaults() throws {
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        let delegate = EmptyDelegate()
        #expect(delegate.application(application, willFinishLaunchingWithOptions: LaunchOptions()))
        #expect(delegate.application(application, didFinishLaunchingWithOptions: LaunchOptions()))
        application.delegate = delegate
        application.launch()
        #expect(application.applicationState == .active)
        application.terminate()
        #expect(application.applicationState == .background)
    }
}

private final class EmptyDelegate: ApplicationDelegate {}
