import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import Testing

/// What a host sends from elsewhere, by the notification port.
@MainActor
@Suite("The host's port")
struct HostPortTests {
    private typealias Trace = LifecycleTrace
    let trace = LifecycleTrace()
    let device = SimulatedDevice()
    let application: Application
    let sender: TouchPort.Sender
    let host: NotificationPort.Sender

    init() throws {
        let trace = trace
        application = try device.launch(Application.self) { application in
            trace.attach(to: application)
            let window = Window(frame: Rect(0, 0, 100, 100), application: application)
            window.addSubview(RecordingView("view", log: trace.log, frame: Rect(0, 0, 100, 100)))
            window.makeKeyAndVisible()
        }
        trace.log.clear()
        device.clock.advance(to: .zero.advanced(by: .seconds(1)))
        sender = application.touchPort.makeSender()
        host = application.notificationPort.makeSender()
    }

    private func touch(_ phase: TouchContact.Phase, _ contact: Int = 1, at milliseconds: Int) {
        sender.send(TouchContact(contact, phase, at: Point(10, 10)), at: instant(milliseconds))
    }

    private func send(_ message: HostMessage, at milliseconds: Int) { host.send(message, at: instant(milliseconds)) }

    private func instant(_ milliseconds: Int) -> MainRunLoop.Instant { .zero.advanced(by: .milliseconds(milliseconds)) }

    private func settle() { application.runLoop.run(until: device.clock.now) }

    // Rules: L35, T25.
    @Test("A tap that ended before the phone rang is a tap, and one that had not ended is cancelled")
    func merged() {
        send(.resignActive, at: 30)
        touch(.began, 1, at: 10)
        touch(.ended, 1, at: 20)
        touch(.began, 2, at: 25)
        touch(.ended, 2, at: 40)
        settle()
        #expect(
            trace.log.lines == ["view.began(10, 10)", "view.ended(10, 10)", "view.began(10, 10)"] + Trace.resign
                + ["view.cancelled(10, 10)"]
        )
    }

    // Rules: L35, T34, T35.
    @Test("Only those touches in the port are dropped that came before the application was active")
    func mergedActivation() {
        send(.resignActive, at: 10)
        send(.activate, at: 30)
        touch(.began, 1, at: 20)
        touch(.ended, 1, at: 40)
        touch(.began, 2, at: 50)
        settle()
        #expect(trace.log.lines == Trace.resign + Trace.become + ["view.began(10, 10)"])
        #expect(application.touchStatistics.refusedWhileInactive == 1)
    }

    // Rules: L35, T33.
    @Test("A touch handler's order goes before a message of the port, and both before the touches after that")
    func mergedAfterHandler() throws {
        let view = try #require(application.windows.first?.subviews.first as? RecordingView)
        var isFirst = true
        view.handler = { [unowned application] phase, _, _ in
            guard isFirst else { return }
            isFirst = false
            #expect((try? application.receive(.resignActive)) == .waiting)
        }
        touch(.began, 1, at: 10)
        touch(.ended, 1, at: 20)
        send(.activate, at: 30)
        touch(.began, 2, at: 40)
        touch(.ended, 2, at: 50)
        settle()
        let tap = ["view.began(10, 10)", "view.ended(10, 10)"]
        #expect(trace.take() == tap + Trace.resign + Trace.become + tap)
        #expect(application.touchStatistics.refusedWhileInactive == 0)
    }

    // Rules: L35, T34, A47.
    @Test("A host's order inside a callback of a merged message counts as of that moment, not as merged")
    func orderedInsideMerged() throws {
        trace.afterNoting = { [unowned application] line, _ in
            guard line == Trace.resign.last else { return }
            #expect((try? application.receive(.activate)) == .waiting)
        }
        send(.resignActive, at: 10)
        touch(.began, 1, at: 20)
        touch(.ended, 1, at: 40)
        settle()
        #expect(trace.take() == Trace.resign + Trace.become)
        #expect(application.touchStatistics.refusedWhileInactive == 1)
        trace.afterNoting = nil
    }

    // Rules: L35, T33.
    @Test("A message that waits for the next turn drops no touches that came after it")
    func touchesAfterPosted() throws {
        let view = try #require(application.windows.first?.subviews.first as? RecordingView)
        view.handler = { [unowned application] phase, _, _ in
            guard phase == .began, application.runLoop.now == .zero.advanced(by: .seconds(1)) else { return }
            #expect((try? application.receive(.resignActive)) == .waiting)
            #expect((try? application.receive(.activate)) == .waiting)
        }
        touch(.began, 1, at: 10)
        touch(.ended, 1, at: 20)
        _ = application.runLoop.run(until: device.clock.now, returnAfterSource: true)
        #expect(trace.take() == ["view.began(10, 10)", "view.ended(10, 10)"])
        // Before the two are carried out; the first of these fingers came down before the messages did.
        device.clock.advance(to: instant(2000))
        touch(.began, 2, at: 900)
        touch(.ended, 2, at: 950)
        touch(.began, 3, at: 1100)
        touch(.ended, 3, at: 1200)
        settle()
        #expect(trace.take() == Trace.resign + Trace.become + ["view.began(10, 10)", "view.ended(10, 10)"])
        #expect(application.touchStatistics.refusedWhileInactive == 1)
    }

    @Test("A message of the port that is out of place is dropped, and a listener is told")
    func refused() {
        var refused: [String] = []
        application.onLifecycleEvent = { event in
            if case .refused(let refusal) = event.kind { refused.append("\(refusal)") }
        }
        var errors: [String] = []
        application.notificationPort.onError = { errors.append("\($0)") }
        send(.resume, at: 10)
        send(.memoryWarning, at: 20)
        settle()
        #expect(refused == ["\"resume\" is refused while the application is active: the application must be suspended"])
        #expect(errors.count == 1)
        #expect(errors.first?.hasPrefix("a message of type HostMessage was refused: \"resume\"") == true)
        #expect(trace.log.lines.first == "D memoryWarning [active]")
    }

    @Test("A message comes as bytes of another process, by its name")
    func bytes() throws {
        var errors: [String] = []
        application.notificationPort.onError = { errors.append("\($0)") }
        for text in ["enter background", "enter foreground for clock:alarm", "dance", "deliver 1"] {
            let frame = try NotificationFrame(name: "HostMessage", payload: Array(text.utf8))
            host.send(frame, arrivedAt: device.clock.now)
        }
        settle()
        #expect(
            trace.log.lines == Trace.resign + Trace.background + Trace.foreground
                + ["D open clock:alarm from nobody [inactive]"] + Trace.become
        )
        #expect(errors.count == 2)
        #expect(
            errors.first?.contains("\"dance\" is no message of a host: there are launch, launch in background") == true
        )
        #expect(errors.last?.contains("\"1\" is no URL: it has no scheme") == true)
    }

    @Test("The text of each host message is read as that message")
    func texts() throws {
        for message in [.launch(), .resignActive, .suspend, .kill, .memoryWarning, .enterForeground()] as [HostMessage]
        {
            #expect(try HostMessage(parsing: message.description) == message)
        }
        let event = HostEvent.url(try AppURL("a:b"))
        #expect(try HostMessage(parsing: "launch for a:b") == .launch(LaunchOptions(for: event)))
        #expect(try HostMessage(parsing: "deliver a:b") == .deliver(event))
    }

    // Rules: A16, SEQ17, A3.
    @Test("After a silent end inside a post no later observer is called, also not by posts of the dead code")
    func silentEndInPost() throws {
        var heard: [String] = []
        let center = application.notificationCenter
        let tokens = [
            center.observe(Application.WillResignActive.self) { [application] _ in
                heard.append("first")
                _ = try? application.receive(.kill)
                application.notificationCenter.post(Own())
            },
            center.observe(Application.WillResignActive.self) { _ in heard.append("second") },
            center.observe(Own.self) { _ in heard.append("third") },
        ]
        try application.receive(.resignActive)
        #expect(heard == ["first"])
        #expect(application.endReason == .killed)
        withExtendedLifetime(tokens) {}
    }

    // Rules: A16, SEQ17, A3.
    @Test("An observer that comes after the end is never called and not kept", arguments: [true, false])
    func observersOfDeadCode(isSilent: Bool) throws {
        var heard: [String] = []
        weak var kept: LifecycleTrace?
        var tokens: [ObservationToken] = []
        trace.afterNoting = { _, application in
            guard isSilent, application.endReason == nil else { return }
            _ = try? application.receive(.kill)
            observe(application)
        }
        func observe(_ application: Application) {
            let (captured, center) = (LifecycleTrace(), application.notificationCenter)
            kept = captured
            tokens.append(center.observe(Own.self) { _ in heard.append("\(captured)") })
            tokens.append(center.observeAny { _ in heard.append("\(captured)") })
            center.observe(Own.self, ownedBy: trace) { _, _ in heard.append("\(captured)") }
            center.post(Own())
            application.notificationQueue.enqueue(Own(), postingStyle: .now)
        }
        try application.receive(isSilent ? .resignActive : .terminate)
        if !isSilent { observe(application) }
        #expect(application.endReason == (isSilent ? .killed : .terminated))
        #expect(heard == [] && kept == nil)
        #expect(tokens.count == 2 && tokens.allSatisfy { $0.isCancelled })
        trace.afterNoting = nil
    }
}

/// What an app tells its own observers.
private struct Own: TypedNotification {
    static let name = "Own"
}
