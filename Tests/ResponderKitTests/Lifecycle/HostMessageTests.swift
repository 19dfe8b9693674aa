import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import Testing

@MainActor
@Suite("Messages of the host")
struct HostMessageTests {
    private typealias Trace = LifecycleTrace
    let trace = LifecycleTrace()

    /// In which states each message is accepted: by the rules, not by the table.
    private static let accepted: [(HostMessage, Set<LifecycleState>)] = [
        (.launch(), [.notRunning]), (.launchInBackground(), [.notRunning]),
        (.activate, [.inactive]), (.resignActive, [.active]),
        (.enterBackground, [.active, .inactive]), (.enterForeground(), [.background, .suspended]),
        (.suspend, [.background]), (.resume, [.suspended]),
        (.terminate, [.active, .inactive, .background, .suspended]),
        (.kill, [.active, .inactive, .background, .suspended]),
        (.deliver(.remoteNotification(RemoteNotification())), [.active, .inactive, .background]),
        (.deliver(.localNotification(LocalNotification(identifier: "a"))), [.active, .inactive]),
        (.deliver(.backgroundFetch), [.background]), (.memoryWarning, [.active, .inactive, .background]),
        (.change(.significantTime), [.active, .inactive, .background, .suspended]),
    ]

    // Rules: A3.
    @Test(
        "A message that is out of place is refused, calls nobody and changes nothing",
        arguments: LifecycleState.allCases
    )
    func refusals(state: LifecycleState) throws {
        for (message, states) in Self.accepted {
            let application = try trace.makeApplication(state)
            do {
                try application.receive(message)
                #expect(states.contains(state), "\(message) in \(state)")
            } catch {
                #expect(!states.contains(state), "\(message) in \(state)")
                #expect(error.state == state && error.message == message)
                #expect("\(error)".hasPrefix("\"\(message)\" is refused while the application is \(state): "))
                #expect(trace.log.lines == [] && application.lifecycleState == state)
            }
            trace.log.clear()
        }
    }

    @Test("A message's refusal says what the message is for")
    func reasons() throws {
        let application = try trace.makeApplication(.active)
        func text(_ message: HostMessage) -> String {
            do {
                try application.receive(message)
                return "accepted"
            } catch {
                return "\(error)"
            }
        }
        let head = "is refused while the application is active:"
        #expect(text(.resume) == "\"resume\" \(head) the application must be suspended")
        #expect(
            text(.enterForeground()) == "\"enter foreground\" \(head) the application must be suspended or background"
        )
        #expect(text(.launch()) == "\"launch\" \(head) an application is launched once; make a new one")
        application.isMultitaskingSupported = false
        #expect(text(.suspend).contains("the application must be background"))
        let fresh = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        fresh.manifest.exitsOnSuspend = true
        #expect(throws: HostMessage.Refusal.self) { try fresh.receive(.launchInBackground()) }
        #expect(throws: HostMessage.Refusal.self) { try fresh.receive(.memoryWarning) }
    }

    /// What is sent inside of a callback, and what comes of it when the transition is over.
    nonisolated private static let sent: [(HostMessage, [String])] = [
        (.resignActive, Trace.resign), (.enterBackground, Trace.resign + Trace.background), (.terminate, Trace.end),
        (
            .memoryWarning,
            ["D memoryWarning [active]", "N UIApplicationDidReceiveMemoryWarningNotification [active]"]
        ),
        (.suspend, []),
    ]

    // Rules: A47, A43.
    @Test("A message sent inside a launch callback waits until the transition's last call", arguments: Trace.launch)
    func insideLaunch(line: String) throws {
        for (message, result) in Self.sent {
            let application = try trace.makeApplication()
            trace.afterNoting = { noted, application in
                if noted == line { #expect((try? application.receive(message)) == .waiting) }
            }
            application.launch()
            #expect(trace.take() == Trace.launch + result, "\(message)")
            trace.afterNoting = nil
        }
    }

    /// Each way there and back, with the callbacks on it.
    nonisolated private static let ways: [(LifecycleState, HostMessage, [String])] = [
        (.active, .resignActive, Trace.resign), (.inactive, .activate, Trace.become),
        (.active, .enterBackground, Trace.resign + Trace.background),
        (.suspended, .enterForeground(), Trace.foreground + Trace.become),
    ]

    // Rules: A47.
    @Test(
        "Messages sent inside any other callback wait until the transition's last call, and keep their order",
        arguments: ways.indices
    )
    func insideOthers(way: Int) throws {
        let (state, message, calls) = Self.ways[way]
        for line in calls {
            let application = try trace.makeApplication(state)
            trace.afterNoting = { noted, application in
                guard noted == line else { return }
                let count = trace.log.lines.count
                for message in [.memoryWarning, .change(.significantTime)] as [HostMessage] {
                    #expect((try? application.receive(message)) == .waiting)
                }
                #expect(trace.log.lines.count == count, "nothing is called inside the call")
            }
            try application.receive(message)
            let visible = application.applicationState
            #expect(
                trace.take() == calls + [
                    "D memoryWarning [\(visible)]", "N UIApplicationDidReceiveMemoryWarningNotification [\(visible)]",
                    "N UIApplicationSignificantTimeChangeNotification [\(visible)]",
                    "D significantTimeChange [\(visible)]",
                ]
            )
            trace.afterNoting = nil
        }
    }

    // Rules: A47.
    @Test("A message that is out of place when its turn comes is dropped, and a listener is told")
    func refusedLater() throws {
        let application = try trace.makeApplication(.active)
        var refused: [String] = []
        application.onLifecycleEvent = { event in
            if case .refused(let refusal) = event.kind { refused.append("\(refusal.message) \(refusal.state)") }
        }
        trace.afterNoting = { line, application in
            if line.hasPrefix("D willResign") {
                _ = try? application.receive(.activate)
                _ = try? application.receive(.resume)
            }
        }
        try application.receive(.resignActive)
        #expect(trace.log.lines == Trace.resign + Trace.become)
        #expect(refused == ["resume active"])
    }

    // Rules: A47.
    @Test(
        "A message that still waits when the application ends is dropped, and a listener is told",
        arguments: [true, false]
    )
    func refusedAtEnd(isKilled: Bool) throws {
        let application = try trace.makeApplication(.active)
        var heard: [String] = []
        application.onLifecycleEvent = { event in
            switch event.kind {
            case .refused(let refusal): heard.append("\(refusal.message) \(refusal.state)")
            case .ended: heard.append("ended")
            default: break
            }
        }
        trace.afterNoting = { line, application in
            guard line.hasPrefix("D willTerminate") else { return }
            #expect((try? application.receive(.memoryWarning)) == .waiting)
            #expect((try? application.receive(.activate)) == .waiting)
            if isKilled { _ = try? application.receive(.kill) }
        }
        try application.receive(.terminate)
        #expect(heard == ["ended", "memory warning not running", "activate not running"])
    }

    // Rules: T33, T25, A3.
    @Test("A message sent inside a touch handler waits for the loop's next turn, with what was sent after it")
    func insideHandler() throws {
        let device = SimulatedDevice()
        let view = RecordingView("view", log: trace.log, frame: Rect(0, 0, 100, 100))
        let application = try device.launch(Application.self) { application in
            trace.attach(to: application)
            let window = Window(frame: Rect(0, 0, 100, 100), application: application)
            window.addSubview(view)
            window.makeKeyAndVisible()
        }
        trace.log.clear()
        view.handler = { [unowned application] phase, _, _ in
            guard phase == .began else { return }
            #expect((try? application.receive(.enterBackground)) == .waiting)
            #expect((try? application.receive(.memoryWarning)) == .waiting)
            #expect(application.lifecycleState == .active)
        }
        device.touch([TouchContact(1, .began, at: Point(10, 10))])
        application.runLoop.run(until: device.clock.now)
        #expect(
            trace.log.lines == ["view.began(10, 10)"] + Trace.resign + ["view.cancelled(10, 10)"] + Trace.background + [
                "D memoryWarning [background]", "N UIApplicationDidReceiveMemoryWarningNotification [background]",
            ]
        )
    }

    // Rules: A48, A9.
    @Test("Each life cycle event is told to a listener before it happens, with its state")
    func events() throws {
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        var lines: [String] = []
        application.onLifecycleEvent = { lines.append("\($0)") }
        application.launch()
        try application.receive(.kill)
        #expect(
            lines == [
                "0.000000 s  state: inactive", "0.000000 s  D willFinishLaunching [inactive]",
                "0.000000 s  D didFinishLaunching [inactive]",
                "0.000000 s  N UIApplicationDidFinishLaunchingNotification [inactive]", "0.000000 s  state: active",
                "0.000000 s  D didBecomeActive [active]",
                "0.000000 s  N UIApplicationDidBecomeActiveNotification [active]",
                "0.000000 s  state: not running", "0.000000 s  ended: killed",
            ]
        )
    }

    @Test("A text that is no URL is refused with what is wrong in it")
    func urls() throws {
        #expect(try AppURL("Web+App.2:x?y=%20").scheme == "web+app.2")
        let wrong = [
            "nothing": "it has no scheme", ":rest": "nothing before its colon", "1a:rest": "must begin with a letter",
            "a b:rest": "character 2 is not allowed in a scheme",
            "a:b c": "byte 4 is a space", "a:b\n": "byte 4 is a space",
            "é:b": "must begin with a letter",
        ]
        for (text, problem) in wrong {
            do {
                _ = try AppURL(text)
                Issue.record("\(text) was taken for a URL")
            } catch {
                let shown = text == "a:b\n" ? "a:b\\n" : text
                #expect("\(error)".contains(problem) && "\(error)".hasPrefix("\"\(shown)\" is no URL: "))
            }
        }
    }
}
