import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Background tasks")
struct BackgroundTaskTests {
    let trace = LifecycleTrace()
    let clock = VirtualClock()

    private func makeApplication() throws -> Application { try trace.makeApplication(.active, clock: clock) }

    /// Home, as a device orders it.
    private func goHome(_ application: Application) throws {
        try application.receive(.enterBackground)
        try application.receive(.suspend)
        trace.log.clear()
    }

    private func run(_ application: Application, to seconds: Int) {
        application.runLoop.run(until: .zero.advanced(by: .seconds(seconds)))
    }

    // Rules: A18, A19, A20.
    @Test("An application is not suspended as long as a background task is open, but after the last end")
    func holdsSuspension() throws {
        let application = try makeApplication()
        let (first, second) = (application.beginBackgroundTask(name: "a"), application.beginBackgroundTask(name: "b"))
        #expect(first != second && first != .invalid && second != .invalid)
        try application.receive(.enterBackground)
        #expect(try application.receive(.suspend) == .waiting)
        #expect(application.lifecycleState == .background)
        application.endBackgroundTask(first)
        application.endBackgroundTask(first)
        application.endBackgroundTask(.invalid)
        run(application, to: 1)
        #expect(application.lifecycleState == .background)
        application.endBackgroundTask(second)
        run(application, to: 1)
        #expect(application.lifecycleState == .suspended)
    }

    // Rules: A18.
    @Test("Very many background tasks end, the oldest first, in time that does not grow with the square")
    func manyTasks() throws {
        let application = try makeApplication()
        let tooFast = try growingTooFast(
            from: 3_000,
            [
                (
                    "ending",
                    { count in
                        let tasks = (0..<count).map { _ in application.beginBackgroundTask {} }
                        return processorTime { for task in tasks { application.endBackgroundTask(task) } }
                    }
                )
            ]
        )
        #expect(tooFast == [])
    }

    // Rules: A18.
    @Test("No background task begins before the launch, while suspended, or where there is no background")
    func invalid() throws {
        let application = try trace.makeApplication(clock: clock)
        #expect(application.beginBackgroundTask() == .invalid)
        application.launch()
        try goHome(application)
        #expect(application.lifecycleState == .suspended)
        #expect(application.beginBackgroundTask() == .invalid)
        try application.receive(.resume)
        #expect(application.beginBackgroundTask() != .invalid)
        let optOut = try trace.makeApplication(clock: clock)
        optOut.manifest.exitsOnSuspend = true
        optOut.launch()
        #expect(optOut.beginBackgroundTask() == .invalid)
    }

    // Rules: A21, A23.
    @Test("The background time left is huge in the foreground, and runs down from the order to suspend")
    func remaining() throws {
        let application = try makeApplication()
        #expect(application.backgroundTimeRemaining > .seconds(1_000_000_000))
        _ = application.beginBackgroundTask()
        try application.receive(.enterBackground)
        #expect(application.backgroundTimeRemaining == .seconds(30))
        try application.receive(.suspend)
        run(application, to: 10)
        #expect(application.backgroundTimeRemaining == .seconds(20))
        // A further one, and another order, renew nothing.
        _ = application.beginBackgroundTask()
        try application.receive(.suspend)
        #expect(application.backgroundTimeRemaining == .seconds(20))
        try application.receive(.enterForeground())
        #expect(application.backgroundTimeRemaining > .seconds(1_000_000_000))
        // A return does.
        try application.receive(.enterBackground)
        try application.receive(.suspend)
        #expect(application.backgroundTimeRemaining == .seconds(30))
    }

    // Rules: A22, A20.
    @Test(
        "All expiration handlers are called shortly before the end, in order; an app that ends its task is suspended"
    )
    func expiration() throws {
        let application = try makeApplication()
        let log = trace.log
        let tasks = Box<[BackgroundTaskIdentifier]>([])
        for name in ["a", "b", "c"] {
            let place = tasks.value.count
            tasks.value.append(
                application.beginBackgroundTask(name: name) { [clock] in
                    log.note("\(name) expires at \(clock.now) [\(application.lifecycleState)]")
                    application.endBackgroundTask(tasks.value[place])
                }
            )
        }
        application.endBackgroundTask(tasks.value[1])
        try goHome(application)
        run(application, to: 24)
        #expect(trace.log.lines.isEmpty)
        run(application, to: 25)
        #expect(
            trace.log.lines == ["a expires at 25.000000 s [background]", "c expires at 25.000000 s [background]"]
        )
        #expect(application.lifecycleState == .suspended)
        run(application, to: 100)
        #expect(application.lifecycleState == .suspended && trace.log.lines.count == 2)
    }

    // Rules: A22.
    @Test("A background task that is never ended ends the application, without a call")
    func neverEnded() throws {
        let application = try makeApplication()
        let expired = Box(0)
        _ = application.beginBackgroundTask(name: "upload") { expired.value += 1 }
        try goHome(application)
        run(application, to: 29)
        #expect(application.lifecycleState == .background && expired.value == 1)
        run(application, to: 31)
        #expect(application.lifecycleState == .notRunning)
        #expect(application.endReason == .backgroundTaskOpen("upload"))
        #expect(trace.log.lines == [] && expired.value == 1)
        #expect(clock.now == .zero.advanced(by: .seconds(30)), "the run ended with the application")
    }

    // Rules: A22, A18.
    @Test("Another background task cannot begin while tasks expire")
    func beginInExpiration() throws {
        let application = try makeApplication()
        let task = Box(BackgroundTaskIdentifier.invalid)
        let another = Box<BackgroundTaskIdentifier?>(nil)
        task.value = application.beginBackgroundTask {
            another.value = application.beginBackgroundTask()
            application.endBackgroundTask(task.value)
        }
        try goHome(application)
        run(application, to: 25)
        #expect(another.value == .invalid)
        #expect(application.lifecycleState == .suspended)
    }

    // Rules: A22.
    @Test("A background task that is ended a moment after the expiration handlers is in time")
    func endedAfterHandlers() throws {
        let application = try makeApplication()
        let task = Box(BackgroundTaskIdentifier.invalid)
        task.value = application.beginBackgroundTask {
            application.runLoop.addTimer(after: .seconds(4)) { _ in application.endBackgroundTask(task.value) }
        }
        try goHome(application)
        run(application, to: 100)
        #expect(application.lifecycleState == .suspended)
    }

    // Rules: A22, A16.
    @Test("An expiration handler that takes all the time left ends the application, and no other is called")
    func slowHandler() throws {
        let application = try makeApplication()
        let log = trace.log
        let task = Box(BackgroundTaskIdentifier.invalid)
        task.value = application.beginBackgroundTask(name: "slow") { [clock] in
            log.note("slow")
            application.endBackgroundTask(task.value)
            application.spendTime(.seconds(6), on: clock)
        }
        _ = application.beginBackgroundTask(name: "next") { log.note("next") }
        try goHome(application)
        run(application, to: 40)
        #expect(trace.log.lines == ["slow"])
        #expect(application.lifecycleState == .notRunning)
        #expect(clock.now == .zero.advanced(by: .seconds(30)))
    }

    // Rules: A47, A22.
    @Test("A message inside an expiration handler waits until the last has returned, and may save the application")
    func messageInHandler() throws {
        let application = try makeApplication()
        let log = trace.log
        _ = application.beginBackgroundTask {
            _ = try? application.receive(.enterForeground())
            log.note("first returns")
        }
        _ = application.beginBackgroundTask { log.note("second returns") }
        try goHome(application)
        run(application, to: 100)
        #expect(
            trace.log.lines == ["first returns", "second returns"] + LifecycleTrace.foreground + LifecycleTrace.become
        )
        #expect(application.lifecycleState == .active)
    }

    // Rules: A23.
    @Test("An app can set the time of its background tasks and of their expiration warning")
    func budget() throws {
        let application = try makeApplication()
        application.timeLimits.backgroundTasks = .seconds(600)
        application.timeLimits.expirationWarning = .seconds(1)
        let expired = Box<MainRunLoop.Instant?>(nil)
        _ = application.beginBackgroundTask { [clock] in expired.value = clock.now }
        try goHome(application)
        run(application, to: 599)
        #expect(expired.value == .zero.advanced(by: .seconds(599)))
        run(application, to: 601)
        #expect(application.lifecycleState == .notRunning)
    }

    // Rules: A40, A17.
    @Test("A background fetch holds up the suspension until the delegate says that it is done, and has its limit")
    func fetch() throws {
        let application = try trace.makeApplication(.suspended, clock: clock)
        try application.receive(.resume)
        try application.receive(.deliver(.backgroundFetch))
        #expect(trace.take() == ["D performFetch [background]"])
        #expect(try application.receive(.suspend) == .waiting)
        run(application, to: 10)
        #expect(application.lifecycleState == .background)
        trace.fetchCompletion?(.newData)
        run(application, to: 10)
        #expect(application.lifecycleState == .suspended)
        // Who says nothing about fetching has nothing new.
        let plain = Application(runLoop: try MainRunLoop(clock: clock))
        let delegate = PlainDelegate()
        plain.delegate = delegate
        try plain.receive(.launchInBackground(LaunchOptions(for: .backgroundFetch)))
        try plain.receive(.suspend)
        plain.runLoop.runUntilIdle()
        #expect(plain.lifecycleState == .suspended)
    }

    // Rules: A31.
    @Test("Sockets that were given up are shut down at the suspension, and no others")
    func sockets() throws {
        let application = try makeApplication()
        let (given, kept) = (SocketPair(), SocketPair())
        application.shutDownAtSuspension(given.near)
        application.shutDownAtSuspension(kept.near)
        application.keepAtSuspension(kept.near)
        #expect(given.isOpen && kept.isOpen)
        try application.receive(.enterBackground)
        #expect(given.isOpen)
        try application.receive(.suspend)
        #expect(!given.isOpen && kept.isOpen)
    }

    // Rules: A32.
    @Test("An application that is suspended with a shared resource, or draws in the background, is ended at once")
    func heldResource() throws {
        let application = try makeApplication()
        application.beginHoldingSharedResource("address book")
        application.beginHoldingSharedResource("calendar")
        application.endHoldingSharedResource("address book")
        try goHome(application)
        #expect(application.endReason == .heldResource("calendar"))
        let careful = try makeApplication()
        careful.beginHoldingSharedResource("address book")
        careful.endHoldingSharedResource("address book")
        careful.willUseGraphics()
        try careful.receive(.enterBackground)
        #expect(careful.endReason == nil)
        trace.log.clear()
        careful.willUseGraphics()
        #expect(careful.endReason == .drewInBackground && trace.log.lines == [])
    }

    // Rules: A18, A20.
    @Test("A task begun on another thread holds up the suspension or is refused, and is never open while suspended")
    func beginAgainstSuspension() {
        let tasks = BackgroundTasks()
        tasks.admits = true
        let first = tasks.begin(name: "first", handler: nil)
        #expect(!tasks.closeUnlessOpen())
        #expect(tasks.end(first))
        // Nothing may begin between the look and the suspension.
        #expect(tasks.closeUnlessOpen())
        #expect(tasks.begin(name: "second", handler: nil) == .invalid)
    }

    // Rules: A20, A23.
    @Test("A suspension that was taken back does not come with the tasks' end; the next has its whole time")
    func withdrawn() throws {
        let application = try makeApplication()
        let task = application.beginBackgroundTask(name: "save")
        try goHome(application)
        run(application, to: 20)
        application.withdrawSuspension()
        run(application, to: 40)
        #expect(application.lifecycleState == .background)
        #expect(application.beginBackgroundTask() != .invalid)
        try application.receive(.suspend)
        #expect(application.backgroundTimeRemaining == .seconds(30))
        application.endBackgroundTask(task)
    }
}

private final class PlainDelegate: ApplicationDelegate {}

/// What a handler and its test share.
@MainActor
private final class Box<Value> {
    var value: Value

    init(_ value: Value) { self.value = value }
}
