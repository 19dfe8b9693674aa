import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("Apps in the background of a device")
struct BackgroundTests {
    private let log = DeviceLog()
    private var device: SimulatedDevice { log.device }

    // Rules: A40.
    @Test(
        "A mode that goes on keeps an app running until the mode is over",
        arguments: [.audio, .location, .voip] as [BackgroundMode]
    )
    func activity(mode: BackgroundMode) throws {
        try log.install("app", modes: [mode])
        _ = try log.perform(.launch("app"), .beginActivity("app", mode), .home)
        device.advance(by: .seconds(3600))
        #expect(try log.states("app") == [.background])
        #expect(try log.perform(.endActivity("app", mode)) == [])
        #expect(try log.states("app") == [.suspended])
        #expect(throws: DeviceError.notRunning("app", .suspended)) { try device.perform(.beginActivity("app", mode)) }
        try log.install("other")
        try device.perform(.launch("other"))
        #expect(throws: DeviceError.noBackgroundMode("other", mode)) {
            try device.perform(.beginActivity("other", mode))
        }
        #expect(throws: DeviceError.wrongMode(.fetch)) { try device.perform(.beginActivity("app", .fetch)) }
    }

    // Rules: A40.
    @Test(
        "The end of an activity that an app has not begun is refused, with the app's name and the mode",
        arguments: [true, false]
    )
    func endOfNothing(isRunning: Bool) throws {
        try log.install("app", modes: [.audio, .location])
        if isRunning { _ = try log.perform(.launch("app"), .beginActivity("app", .location)) }
        let error = #expect(throws: DeviceError.self) { try device.perform(.endActivity("app", .audio)) }
        #expect(error?.description == "\"app\" has begun no activity of the background mode audio; begin it first")
        #expect(device.history.entries.last?.text == "refused: \(error?.description ?? "")")
        // What it has begun ends once, also where it was begun twice.
        guard isRunning else { return }
        _ = try log.perform(.beginActivity("app", .location), .endActivity("app", .location))
        #expect(throws: DeviceError.self) { try device.perform(.endActivity("app", .location)) }
    }

    // Rules: A17, A40.
    @Test(
        "An app that is woken is suspended when the time for such events is over",
        arguments: [(.location, 30), (.newsstandContent, 30), (.bluetoothCentral, 10), (.externalAccessory, 10)]
            as [(BackgroundMode, Int)]
    )
    func wakeUps(mode: BackgroundMode, seconds: Int) throws {
        try log.install("app", modes: [mode])
        #expect(try log.perform(.wake("app", mode)).count == 5)
        for _ in 0..<2 {
            device.advance(by: .seconds(seconds) - .milliseconds(1))
            #expect(try log.states("app") == [.background])
            device.advance(by: .milliseconds(1))
            #expect(try log.states("app") == [.suspended])
            #expect(try log.perform(.wake("app", mode)) == [])
        }
        // One more event begins the time anew.
        device.advance(by: .seconds(seconds - 1))
        try device.perform(.wake("app", mode))
        device.advance(by: .seconds(seconds - 1))
        #expect(try log.states("app") == [.background])
        #expect(throws: DeviceError.noBackgroundMode("app", .fetch)) { try device.perform(.wake("app", .fetch)) }
        #expect(throws: DeviceError.wrongMode(.audio)) { try device.perform(.wake("app", .audio)) }
    }

    // Rules: A20, A22.
    @Test("Background tasks hold up the suspension, and one that is never ended ends its app alone")
    func tasks() throws {
        for name in ["app", "other"] { try log.install(name) }
        log.afterNoting = { line, application in
            if line.hasPrefix("other D didEnter") { _ = application.beginBackgroundTask(name: "hang") }
            if line.hasPrefix("app D didFinish") {
                let task = application.beginBackgroundTask(name: "save")
                application.runLoop.addTimer(after: .seconds(7)) { [weak application] _ in
                    application?.endBackgroundTask(task)
                }
            }
        }
        _ = try log.perform(.launch("other"), .launch("app"), .home)
        device.advance(by: .milliseconds(6999))
        #expect(try log.states("app", "other") == [.background, .background])
        device.advance(by: .milliseconds(1))
        #expect(try log.states("app", "other") == [.suspended, .background])
        device.advance(by: .seconds(23))
        #expect(try log.states("app", "other") == [.suspended, .notRunning])
        #expect(device.history.entries.last?.kind == .ended(.backgroundTaskOpen("hang")))
    }

    // Rules: A30.
    @Test("Accessories count as disconnected in the background, and as connected after it")
    func accessories() throws {
        try log.install("app")
        try device.perform(.change(.accessories(["keyboard"])))
        _ = try log.perform(.launch("app"))
        let left = try log.perform(.home)
        #expect(left.count == 5 && left.last == "app N EAAccessoryDidDisconnect [background]")
        let back = try log.perform(.launch("app"))
        #expect(back.count == 5 && back.first == "app N EAAccessoryDidConnect [background]")
    }

    // Rules: A30, SEQ2.
    @Test("An app that is launched in the background sees no accessories until it is in front")
    func accessoriesOfBackgroundLaunch() throws {
        try log.install("app", modes: [.location])
        try device.perform(.change(.accessories(["keyboard"])))
        #expect(
            try log.perform(.wake("app", .location), .change(.accessories([])), .change(.accessories(["scale"])))
                == Sequence.launching("app", "background") + Sequence.background("app")
        )
        #expect(
            try log.perform(.launch("app")) == ["app N EAAccessoryDidConnect [background]"] + Sequence.comeBack("app")
        )
    }

    // Rules: A32.
    @Test("An app that holds something shared is ended at the suspension, one that draws in the background at once")
    func heldResource() throws {
        try log.install("app", modes: [.audio])
        _ = try log.perform(.launch("app"))
        device.application("app")?.beginHoldingSharedResource("addresses")
        #expect(try log.perform(.home) == Sequence.leave("app"))
        #expect(device.history.entries.last?.kind == .ended(.heldResource("addresses")))
        _ = try log.perform(.launch("app"), .beginActivity("app", .audio), .home)
        device.application("app")?.willUseGraphics()
        #expect(try log.states("app") == [.notRunning])
        #expect(device.history.entries.last?.kind == .ended(.drewInBackground))
        // What has ended by itself is not in anybody's way.
        #expect(try log.perform(.launch("app")) == Sequence.launch("app"))
    }

    @Test("An app is installed under a name of its own, on a device that has what the app requires")
    func installing() throws {
        let device = SimulatedDevice(capabilities: ["gps"])
        try device.install(Manifest(identifier: "maps", requiredCapabilities: ["gps": true, "telephony": false]))
        #expect(throws: DeviceError.installedAlready("maps")) { try device.install(Manifest(identifier: "maps")) }
        #expect(throws: DeviceError.badIdentifier("")) { try device.install(Manifest()) }
        #expect(throws: DeviceError.badIdentifier("a b")) { try device.install(Manifest(identifier: "a b")) }
        #expect(throws: DeviceError.unmetCapabilities("phone", ["gps", "telephony"])) {
            try device.install(Manifest(identifier: "phone", requiredCapabilities: ["telephony": true, "gps": false]))
        }
        #expect(device.installedApps == ["maps"])
        #expect(throws: DeviceError.unknownApp("mail", known: ["maps"])) { try device.perform(.launch("mail")) }
        #expect(throws: DeviceError.unknownApp("mail", known: ["maps"])) { try device.state(of: "mail") }
    }

    @Test("An app that is launched by itself shares the device with those that are installed")
    func launchedByItself() throws {
        try log.install("mail")
        _ = try log.perform(.launch("mail"))
        let application = try device.launch(Application.self)
        #expect(log.log.take() == Sequence.leave("mail"))
        #expect(device.frontmost === application && device.installedApps == ["mail"])
        #expect(try log.perform(.launch("mail")) == Sequence.comeBack("mail"))
        #expect(application.lifecycleState == .suspended)
        // The next one takes its place.
        try device.launch(Application.self)
        #expect(application.lifecycleState == .notRunning)
        try device.perform(.lock)
        #expect(throws: DeviceError.locked) { try device.launch(Application.self) }
    }

    // Rules: A20, A40.
    @Test(
        "An app that is given work while it waits for its tasks keeps running after them",
        arguments: [true, false]
    )
    func busyWhileWaiting(isWoken: Bool) throws {
        try log.install("app", modes: [.location])
        log.afterNoting = { line, application in
            guard line.hasPrefix("app D didEnter") else { return }
            let task = application.beginBackgroundTask(name: "save")
            application.runLoop.addTimer(after: .seconds(7)) { [weak application] _ in
                application?.endBackgroundTask(task)
            }
        }
        _ = try log.perform(.launch("app"), .home)
        device.advance(by: .seconds(1))
        try device.perform(isWoken ? .wake("app", .location) : .beginActivity("app", .location))
        device.advance(by: .milliseconds(29_999))
        #expect(try log.states("app") == [.background])
        if !isWoken { try device.perform(.endActivity("app", .location)) }
        device.advance(by: .milliseconds(1))
        #expect(try log.states("app") == [.suspended])
    }

    // Rules: A45.
    @Test("An app that may not be used is not chosen, and does not come back after the lock")
    func forbiddenMeanwhile() throws {
        try log.install("app")
        _ = try log.perform(.launch("app"), .lock, .setAllowed("app", false), .unlock)
        #expect(try log.states("app") == [.suspended] && device.frontmost == nil)
        try device.perform(.openSwitcher)
        #expect(throws: DeviceError.notAllowed("app")) { try device.perform(.choose("app")) }
    }
}
