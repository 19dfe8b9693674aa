import ResponderKit
import ResponderKitTesting
import Testing

/// The sequences of the life cycle, each compared whole: every delegate's method, every notification, and the state
/// that each of them reads.
@MainActor
@Suite("Sequences of the life cycle")
struct SequenceTests {
    private typealias Trace = LifecycleTrace
    let trace = LifecycleTrace()

    private func url(_ string: String = "clock:alarm") throws -> AppURL { try AppURL(string) }

    /// What a launch calls before the application becomes active.
    private static func launching(_ state: String) -> [String] {
        [
            "D willFinishLaunching [\(state)]", "D didFinishLaunching [\(state)]",
            "N UIApplicationDidFinishLaunchingNotification [\(state)]",
        ]
    }

    // Rules: SEQ2, A10, A45.
    @Test("An application launched in the background is never inactive nor active, and shows no window")
    func backgroundLaunch() throws {
        let application = try trace.makeApplication()
        let window = Window(frame: Rect(0, 0, 100, 100), application: application)
        trace.afterNoting = { line, _ in if line.hasPrefix("D didFinish") { window.makeKeyAndVisible() } }
        try application.receive(.launchInBackground())
        #expect(trace.log.lines == Self.launching("background") + Trace.background)
        #expect(application.lifecycleState == .background && !window.isVisible)
        try application.receive(.suspend)
        #expect(application.lifecycleState == .suspended && application.applicationState == .background)
        try application.receive(.enterForeground())
        #expect(window.isVisible)
    }

    // Rules: SEQ3, A11.
    @Test(
        "A URL that the application is launched for is opened before it is active",
        arguments: [true, false],
        [true, false]
    )
    func coldURL(willFinish: Bool, didFinish: Bool) throws {
        let application = try trace.makeApplication()
        trace.answers = (willFinish, didFinish)
        let event = HostEvent.url(try url(), OpenURLOptions(sourceApplication: "org.example.mail"))
        try application.receive(.launch(LaunchOptions(for: event)))
        let opening = willFinish && didFinish ? ["D open clock:alarm from org.example.mail [inactive]"] : []
        #expect(trace.log.lines == Self.launching("inactive") + opening + Trace.become)
        #expect(trace.options.allSatisfy { $0.url?.string == "clock:alarm" } && trace.options.count == 3)
    }

    // Rules: SEQ3.
    @Test(
        "A launch method that is missing counts as true, and one that is there alone counts by itself",
        arguments: [true, false]
    )
    func coldURLWithoutMethods(answer: Bool) throws {
        for delegate in [OnlyWillFinish(), OnlyDidFinish(), OnlyOpen()] as [any SparseDelegate] {
            let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
            delegate.notes.answer = answer
            application.delegate = delegate
            try application.receive(.launch(LaunchOptions(for: .url(try url()))))
            #expect(delegate.notes.opened == (answer || delegate is OnlyOpen ? ["clock:alarm"] : []))
        }
    }

    // Rules: A8.
    @Test("The older form of did finish launching is called only where the newer one is missing")
    func olderForm() throws {
        for (delegate, count) in [(OnlyOpen(), 1), (OnlyDidFinish(), 0)] as [(any SparseDelegate, Int)] {
            let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
            application.delegate = delegate
            application.launch()
            #expect(delegate.notes.olderCalls == count)
        }
    }

    // Rules: SEQ4, A11, A48.
    @Test(
        "A URL brings the application to the front, and is opened before it is active",
        arguments: [.background, .suspended] as [LifecycleState]
    )
    func warmURL(state: LifecycleState) throws {
        let application = try trace.makeApplication(state)
        try application.receive(.enterForeground(for: .url(try url())))
        #expect(
            trace.log.lines == Trace.foreground + ["D open clock:alarm from nobody [inactive]"] + Trace.become
        )
    }

    @Test("A URL is opened though an earlier URL, of the launch, was not wanted")
    func urlAfterRefusedURL() throws {
        let application = try trace.makeApplication()
        trace.answers = (false, true)
        try application.receive(.launch(LaunchOptions(for: .url(try url()))))
        trace.log.clear()
        try application.receive(.deliver(.url(try url("clock:timer"))))
        #expect(trace.log.lines == ["D open clock:timer from nobody [active]"])
    }

    // Rules: SEQ5, SEQ9, A11.
    @Test("Home and lock lead to the background by way of inactive, and the suspension is not told")
    func home() throws {
        let application = try trace.makeApplication(.active)
        try application.receive(.enterBackground)
        #expect(trace.take() == Trace.resign + Trace.background)
        #expect(try application.receive(.suspend) == .performed)
        #expect(trace.take() == [])
        #expect(application.lifecycleState == .suspended)
    }

    // Rules: SEQ6, A4, A11.
    @Test(
        "An application returns to the front by way of background and inactive",
        arguments: [.background, .suspended] as [LifecycleState]
    )
    func comeBack(state: LifecycleState) throws {
        let application = try trace.makeApplication(state)
        var states: [LifecycleState] = []
        application.onLifecycleEvent = { if $0.kind == .entered { states.append($0.state) } }
        try application.receive(.enterForeground())
        #expect(trace.log.lines == Trace.foreground + Trace.become)
        #expect(states == (state == .suspended ? [.background] : []) + [.inactive, .active])
    }

    // Rules: A4, A9.
    @Test("An application resumed in the background is not told of that, nor of the next suspension")
    func resume() throws {
        let application = try trace.makeApplication(.suspended)
        try application.receive(.resume)
        try application.receive(.suspend)
        #expect(trace.log.lines == [])
    }

    // Rules: SEQ7, SEQ10.
    @Test("An ignored interruption and a look at the app switcher never lead to the background")
    func interruption() throws {
        let application = try trace.makeApplication(.active)
        try application.receive(.resignActive)
        #expect(trace.take() == Trace.resign)
        #expect(application.applicationState == .inactive)
        try application.receive(.activate)
        #expect(trace.take() == Trace.become)
    }

    // Rules: SEQ8, SEQ10.
    @Test("An accepted interruption leads to the background without a second will resign active")
    func acceptedInterruption() throws {
        let application = try trace.makeApplication(.inactive)
        try application.receive(.enterBackground)
        #expect(trace.log.lines == Trace.background)
    }

    // Rules: SEQ8, SEQ14, S31.
    @Test("An accepted interruption ends the application where there is no multitasking")
    func acceptedInterruptionWithoutMultitasking() throws {
        let application = try trace.makeApplication()
        application.isMultitaskingSupported = false
        application.launch()
        try application.receive(.resignActive)
        trace.log.clear()
        try application.receive(.enterBackground)
        #expect(
            trace.log.lines == [
                "D willTerminate [inactive]", "N UIApplicationWillTerminateNotification [inactive]",
            ]
        )
        #expect(application.endReason == .terminated)
    }

    // Rules: SEQ11, SEQ12.
    @Test("An application ended while suspended is not told", arguments: [.terminate, .kill] as [HostMessage])
    func endWhileSuspended(message: HostMessage) throws {
        let application = try trace.makeApplication(.suspended)
        try application.receive(message)
        #expect(trace.log.lines == [])
        #expect(application.lifecycleState == .notRunning)
        // What is told nothing was killed, whatever the host has ordered.
        #expect(application.endReason == .killed)
    }

    // Rules: SEQ11, SEQ13, A12.
    @Test("An application ended in the background is told, and can get no more time")
    func endInBackground() throws {
        let application = try trace.makeApplication(.background)
        var tasks: [BackgroundTaskIdentifier] = []
        trace.afterNoting = { _, application in tasks.append(application.beginBackgroundTask()) }
        try application.receive(.terminate)
        #expect(trace.log.lines == Trace.terminate)
        #expect(tasks == [.invalid, .invalid])
        #expect(application.endReason == .terminated)
    }

    // Rules: SEQ11, A3.
    @Test("An application that ends in front of the app switcher goes by way of the background")
    func endInSwitcher() throws {
        let application = try trace.makeApplication(.inactive)
        try application.receive(.terminate)
        #expect(trace.log.lines == Trace.background + Trace.terminate)
    }

    // Rules: SEQ14, A12, S31.
    @Test(
        "An app that exits on suspend, or has no multitasking, ends where others enter the background",
        arguments: [true, false]
    )
    func exitsOnSuspend(byManifest: Bool) throws {
        let application = try trace.makeApplication()
        #expect(application.isMultitaskingSupported)
        if byManifest {
            application.manifest.exitsOnSuspend = true
        } else {
            application.isMultitaskingSupported = false
        }
        application.launch()
        trace.log.clear()
        try application.receive(.enterBackground)
        #expect(
            trace.log.lines == Trace.resign + [
                "D willTerminate [inactive]", "N UIApplicationWillTerminateNotification [inactive]",
            ]
        )
        #expect(application.lifecycleState == .notRunning && application.applicationState == .inactive)
    }

    // Rules: SEQ14, A12, A18.
    @Test("An app whose manifest says so passes the background before it exits, and can begin no task there")
    func exitsInBackground() throws {
        var tasks: [BackgroundTaskIdentifier] = []
        for message in [HostMessage.enterBackground, .terminate] {
            let application = try trace.makeApplication()
            application.manifest.exitsOnSuspend = true
            application.manifest.entersBackgroundBeforeExit = true
            application.launch()
            trace.log.clear()
            trace.afterNoting = { line, application in
                if line.hasPrefix("D didEnter") { tasks.append(application.beginBackgroundTask()) }
            }
            try application.receive(message)
            #expect(trace.log.lines == Trace.resign + Trace.background + Trace.terminate)
            #expect(application.lifecycleState == .notRunning && application.endReason == .terminated)
        }
        #expect(tasks == [.invalid, .invalid])
    }

    // Rules: SEQ14, S31.
    @Test("There is no background without multitasking, whatever the manifest says")
    func noBackgroundWithoutMultitasking() throws {
        let application = try trace.makeApplication()
        application.manifest.exitsOnSuspend = true
        application.manifest.entersBackgroundBeforeExit = true
        application.isMultitaskingSupported = false
        application.launch()
        trace.log.clear()
        try application.receive(.enterBackground)
        #expect(!trace.log.lines.contains { $0.contains("EnterBackground") })
    }

    // Rules: A3, SEQ14.
    @Test("An app that exits on suspend is ended by the host without a background")
    func terminateWithoutBackground() throws {
        let application = try trace.makeApplication()
        application.manifest.exitsOnSuspend = true
        application.launch()
        trace.log.clear()
        application.terminate()
        #expect(!trace.log.lines.contains { $0.contains("EnterBackground") })
        #expect(trace.log.lines.last == "N UIApplicationWillTerminateNotification [inactive]")
    }

    // Rules: SEQ15, A10, A11.
    @Test("A tapped push is told between launch and active, and between foreground and active")
    func push() throws {
        let push = HostEvent.remoteNotification(RemoteNotification(userInfo: ["alert": "hello"]))
        let cold = try trace.makeApplication()
        try cold.receive(.launch(LaunchOptions(for: push)))
        #expect(trace.options.first?.remoteNotification?.userInfo == ["alert": "hello"])
        #expect(
            trace.take() == Self.launching("inactive") + ["D didReceiveRemote hello [inactive]"] + Trace.become
        )
        try cold.receive(.deliver(push))
        #expect(trace.take() == ["D didReceiveRemote hello [active]"])
        let warm = try trace.makeApplication(.suspended)
        try warm.receive(.enterForeground(for: push))
        #expect(trace.take() == Trace.foreground + ["D didReceiveRemote hello [inactive]"] + Trace.become)
        // One that wakes it in the background.
        let woken = try trace.makeApplication(.suspended)
        try woken.receive(.resume)
        try woken.receive(.deliver(push))
        #expect(trace.take() == ["D didReceiveRemote hello [background]"])
    }

    // Rules: SEQ16.
    @Test("A local notification is told while active, and, where it was opened, at the same point as a push")
    func localNotification() throws {
        let event = HostEvent.localNotification(LocalNotification(identifier: "tea"))
        let cold = try trace.makeApplication()
        try cold.receive(.launch(LaunchOptions(for: event)))
        #expect(trace.options.first?.localNotification?.identifier == "tea")
        #expect(trace.take() == Self.launching("inactive") + ["D didReceiveLocal tea [inactive]"] + Trace.become)
        try cold.receive(.deliver(event))
        #expect(trace.take() == ["D didReceiveLocal tea [active]"])
        let warm = try trace.makeApplication(.background)
        try warm.receive(.enterForeground(for: event))
        #expect(trace.take() == Trace.foreground + ["D didReceiveLocal tea [inactive]"] + Trace.become)
    }

    // Rules: SEQ17, SEQ12.
    @Test(
        "A killed application is not told",
        arguments: [.active, .inactive, .background, .suspended] as [LifecycleState]
    )
    func kill(state: LifecycleState) throws {
        let application = try trace.makeApplication(state)
        try application.receive(.kill)
        #expect(trace.log.lines == [])
        #expect(application.lifecycleState == .notRunning && application.endReason == .killed)
    }

    // Rules: A33.
    @Test("Windows come back as they were, also one above the others with an alert in it")
    func windows() throws {
        let application = try trace.makeApplication(.active)
        let alert = Window(frame: Rect(0, 0, 100, 100), application: application)
        alert.windowLevel = .alert
        let window = Window(frame: Rect(0, 0, 100, 100), application: application)
        alert.isHidden = false
        window.makeKeyAndVisible()
        try application.receive(.enterBackground)
        try application.receive(.suspend)
        #expect(!alert.isVisible && !window.isVisible)
        try application.receive(.enterForeground())
        #expect(application.windows == [window, alert] && alert.isVisible && application.keyWindow === window)
    }
}

/// What the delegates below note: each has another set of methods.
@MainActor
private final class Notes {
    var answer = true
    var opened: [String] = []
    var olderCalls = 0
}

private protocol SparseDelegate: ApplicationDelegate {
    var notes: Notes { get }
}

private final class OnlyOpen: SparseDelegate {
    let notes = Notes()
    func application(_ application: Application, open url: AppURL, options: OpenURLOptions) -> Bool {
        notes.opened.append(url.string)
        return true
    }
    func applicationDidFinishLaunching(_ application: Application) { notes.olderCalls += 1 }
}

private final class OnlyWillFinish: SparseDelegate {
    let notes = Notes()
    func application(_ application: Application, open url: AppURL, options: OpenURLOptions) -> Bool {
        notes.opened.append(url.string)
        return true
    }
    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        notes.answer
    }
}

private final class OnlyDidFinish: SparseDelegate {
    let notes = Notes()
    func application(_ application: Application, open url: AppURL, options: OpenURLOptions) -> Bool {
        notes.opened.append(url.string)
        return true
    }
    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        notes.answer
    }
    func applicationDidFinishLaunching(_ application: Application) { notes.olderCalls += 1 }
}
