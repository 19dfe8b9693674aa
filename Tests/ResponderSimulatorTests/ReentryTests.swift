import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

/// What is done to a device, or to its apps, at moments when nobody would expect it.
@MainActor
@Suite("A device that is led from elsewhere too")
struct ReentryTests {
    private let log = DeviceLog()
    private var device: SimulatedDevice { log.device }

    // Rules: SEQ1, SEQ12.
    @Test(
        "A device launches an app again whose application was ended without the device, in front or behind",
        arguments: [true, false]
    )
    func endedElsewhere(isInFront: Bool) throws {
        try log.install("mail", modes: [.audio])
        try device.perform(.launch("mail"))
        try device.perform(.beginActivity("mail", .audio))
        if !isInFront { try device.perform(.home) }
        device.application("mail")?.terminate()
        #expect(try log.states("mail") == [.notRunning])
        #expect(try log.perform(.launch("mail")) == Sequence.launch("mail"))
        #expect(try log.states("mail") == [.active])
        // What the one before had begun is over.
        try device.perform(.home)
        #expect(try log.states("mail") == [.suspended])
    }

    @Test("A device performs the actions of a preparation that failed, and keeps nothing of its application")
    func failedPreparation() throws {
        struct Failure: Error {}
        try log.install("mail")
        weak var prepared: Application?
        #expect(throws: Failure.self) {
            try device.launch(Application.self) { application in
                prepared = application
                application.runLoop.addTimer(after: .seconds(1)) { _ in _ = application.runLoop }
                #expect(try device.perform(.launch("mail")) == .waiting)
                throw Failure()
            }
        }
        #expect(prepared == nil)
        #expect(log.log.take() == Sequence.launch("mail"))
        #expect(try log.states("mail") == [.active])
    }

    @Test("An app that is launched again by what its end lets go of runs on")
    func launchedByItsEnd() throws {
        try log.install("mail")
        try device.perform(.launch("mail"))
        let last = LastWord { [unowned device] in _ = try? device.perform(.launch("mail")) }
        device.application("mail")?.runLoop.addTimer(after: .seconds(100)) { [last] _ in withExtendedLifetime(last) {} }
        _ = consume last
        #expect(try log.perform(.crash("mail")) == Sequence.launch("mail"))
        #expect(try log.states("mail") == [.active])
        #expect(device.frontmost != nil)
    }

    // Rules: T20.
    @Test("A tap is of a finger of its own, whatever fingers are down")
    func tapBesideFinger() throws {
        try log.install("mail")
        let touches = Log()
        try device.perform(.launch("mail"))
        let application = try #require(device.application("mail"))
        let window = Window(frame: Rect(0, 0, 1024, 768), application: application)
        let view = RecordingView("view", frame: window.bounds)
        view.isMultipleTouchEnabled = true
        window.addSubview(view)
        window.makeKeyAndVisible()
        application.onTouchDelivery = { touches.write("\($0.phase)") }
        try device.perform(.fingerDown(.min, at: Point(1, 1)))
        try device.perform(.tap(Point(9, 9)))
        device.settle()
        #expect(touches.take() == ["began", "began", "ended"])
        try device.perform(.fingerUp(.min))
        device.settle()
        #expect(touches.take() == ["ended"])
    }

    @Test("Actions that bring one another about for ever stop the process with a message", arguments: [true, false])
    func endlessActions(isByApp: Bool) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isByApp] in
            await MainActor.run {
                let device = SimulatedDevice()
                device.recordsHistory = false
                if isByApp {
                    try? device.install(Manifest(identifier: "mail")) { application in
                        application.onLifecycleEvent = { [unowned device] event in
                            if event.kind == .entered { _ = try? device.perform(.showBanner("")) }
                            if event.kind == .call(.didBecomeActive) { _ = try? device.perform(.home) }
                            if event.state == .suspended { _ = try? device.perform(.launch("mail")) }
                        }
                    }
                } else {
                    device.onHistoryEntry = { [unowned device] _ in _ = try? device.perform(.showBanner("")) }
                }
                _ = try? device.perform(isByApp ? .launch("mail") : .home)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("virtual time stands still: a device has carried out"), "\(text)")
    }

    @Test("Many actions from one callback are no chain, and all are carried out in their order")
    func manyActions() throws {
        try log.install("mail")
        log.afterNoting = { [device] line, _ in
            guard line == "mail D didBecomeActive [active]" else { return }
            for number in 0..<20_000 { _ = try? device.perform(.showBanner("\(number)")) }
        }
        try device.perform(.launch("mail"))
        log.afterNoting = nil
        let banners = device.history.entries.compactMap { entry in
            if case .action(.showBanner(let text)) = entry.kind { text } else { nil }
        }
        #expect(banners == (0..<20_000).map { "\($0)" })
    }
}

/// Does something when it goes.
private final class LastWord: Sendable {
    private let action: @MainActor @Sendable () -> Void

    init(_ action: @escaping @MainActor @Sendable () -> Void) {
        self.action = action
    }

    deinit {
        let action = action
        MainActor.assumeIsolated { action() }
    }
}
