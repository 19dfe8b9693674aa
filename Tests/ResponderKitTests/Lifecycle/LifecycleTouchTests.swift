import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import Testing

@MainActor
@Suite("Touches and the life cycle")
struct LifecycleTouchTests {
    let trace = LifecycleTrace()
    let device = SimulatedDevice()

    /// Launches an application whose views, `left` and `right`, note in the trace's log.
    private func launch(prepare: (Application) -> Void = { _ in }) throws -> Application {
        try device.launch(Application.self) { application in
            trace.attach(to: application)
            let window = Window(frame: Rect(0, 0, 1000, 500), application: application)
            window.addSubview(RecordingView("left", log: trace.log, frame: Rect(0, 0, 500, 500)))
            window.addSubview(RecordingView("right", log: trace.log, frame: Rect(500, 0, 500, 500)))
            window.makeKeyAndVisible()
            prepare(application)
        }
    }

    private func settle(_ application: Application) {
        application.runLoop.run(until: device.clock.now)
    }

    // Rules: A3, T25, T20.
    @Test("The end cancels touches that are down, after will resign active and before the background")
    func cancelAtEnd() throws {
        let application = try launch()
        device.touch([TouchContact(1, .began, at: Point(10, 10)), TouchContact(2, .began, at: Point(600, 10))])
        settle(application)
        trace.log.clear()
        application.terminate()
        #expect(
            trace.log.lines == LifecycleTrace.end[..<2] + ["left.cancelled(10, 10)", "right.cancelled(600, 10)"]
                + LifecycleTrace.end[2...]
        )
    }

    // Rules: T33, A3, T20.
    @Test("An end asked for by a touch handler comes when it has returned, with the cancels in their place")
    func endInHandler() throws {
        let application = try launch()
        device.touch([TouchContact(1, .began, at: Point(10, 10))])
        settle(application)
        trace.log.clear()
        let right = application.windows.first?.subviews.last as? RecordingView
        right?.handler = { [trace, unowned application] phase, _, _ in
            guard phase == .ended else { return }
            application.terminate()
            trace.log.note("handler returns")
        }
        device.touch([TouchContact(2, .began, at: Point(600, 10))])
        device.touch([TouchContact(2, .ended, at: Point(600, 10))])
        settle(application)
        var expected = ["right.began(600, 10)", "right.ended(600, 10)", "handler returns"]
        expected += LifecycleTrace.end[..<2]
        expected.append("left.cancelled(10, 10)")
        expected += LifecycleTrace.end[2...]
        #expect(trace.log.lines == expected)
    }

    // Rules: L17, T20.
    @Test("An end asked for in a run nested inside a touch handler ends that run too")
    func endInNestedRun() throws {
        let application = try launch()
        let left = application.windows.first?.subviews.first as? RecordingView
        left?.handler = { [trace, unowned application] phase, _, _ in
            guard phase == .began else { return }
            application.runLoop.addTimer(after: .seconds(1)) { _ in application.terminate() }
            #expect(application.runLoop.run() == .stopped)
            trace.log.note("handler returns")
        }
        trace.log.clear()
        device.touch([TouchContact(1, .began, at: Point(10, 10))])
        #expect(application.runLoop.run(until: .zero.advanced(by: .seconds(100))) == .stopped)
        #expect(
            trace.log.lines == ["left.began(10, 10)"] + LifecycleTrace.end
                + ["handler returns", "left.cancelled(10, 10)"]
        )
    }

    // Rules: A4, L17.
    @Test(
        "An application suspended in a run nested inside a touch handler can be resumed and ended",
        arguments: [true, false]
    )
    func suspendedInNestedRun(resumes: Bool) throws {
        let application = try launch()
        let loop = application.runLoop
        let host = application.notificationPort.makeSender()
        let left = application.windows.first?.subviews.first as? RecordingView
        left?.handler = { [unowned application] phase, _, _ in
            guard phase == .began else { return }
            host.send(HostMessage.enterBackground, at: loop.now)
            host.send(HostMessage.suspend, at: loop.now)
            loop.run(until: loop.now.advanced(by: .seconds(1)))
            #expect(application.lifecycleState == .suspended)
            host.send(resumes ? HostMessage.enterForeground() : .terminate, at: loop.now)
            loop.run(until: loop.now.advanced(by: .seconds(1)))
            #expect(application.lifecycleState == (resumes ? .active : .notRunning))
        }
        device.touch([TouchContact(1, .began, at: Point(10, 10))])
        loop.run(until: .zero.advanced(by: .seconds(10)))
        #expect(application.lifecycleState == (resumes ? .active : .notRunning))
    }

    // Rules: T34.
    @Test("A touch sent before the application is active is dropped, for the contact's life")
    func beforeActive() throws {
        var sender: TouchPort.Sender?
        let application = try launch { application in
            sender = application.touchPort.makeSender()
            sender?.send(TouchContact(1, .began, at: Point(10, 10)), at: device.clock.now)
            trace.afterNoting = { [device] line, _ in
                guard line.hasPrefix("D didFinish") else { return }
                sender?.send(TouchContact(2, .began, at: Point(20, 20)), at: device.clock.now)
            }
        }
        for (contact, place) in [(1, 10.0), (2, 20.0)] {
            sender?.send(TouchContact(contact, .moved, at: Point(place, 5)), at: device.clock.now)
            sender?.send(TouchContact(contact, .ended, at: Point(place, 5)), at: device.clock.now)
        }
        settle(application)
        #expect(trace.log.lines == LifecycleTrace.launch)
        #expect(application.touchStatistics.refusedWhileInactive == 2)
        #expect(application.touchStatistics.events == 0)
    }

    @Test("A touch sent in did become active comes after the launch")
    func inDidBecomeActive() throws {
        trace.afterNoting = { [device] line, _ in
            if line.hasPrefix("D didBecomeActive") { device.touch([TouchContact(1, .began, at: Point(10, 10))]) }
        }
        let application = try launch()
        #expect(trace.log.lines == LifecycleTrace.launch)
        settle(application)
        #expect(trace.log.lines == LifecycleTrace.launch + ["left.began(10, 10)"])
    }

    // Rules: T34, A47.
    @Test("What is explained inside a life cycle callback is what becomes of a touch that is sent there")
    func explained() throws {
        var refusals: [String: TouchRefusal?] = [:]
        var taken: [String: Bool] = [:]
        var sent: [(call: String, x: Double)] = []
        var sender: TouchPort.Sender?
        let application = try launch { [device] application in
            application.onLifecycleEvent = { [unowned application] event in
                guard case .call(let call) = event.kind else { return }
                let x = Double(sent.count)
                sent.append(("\(call)", x))
                refusals["\(call)"] = application.explainTouch(at: Point(x, 10)).refusal
                sender = sender ?? application.touchPort.makeSender()
                sender?.send(TouchContact(1, .began, at: Point(x, 10)), at: device.now)
                sender?.send(TouchContact(1, .ended, at: Point(x, 10)), at: device.now)
            }
        }
        settle(application)
        try device.perform(.home)
        settle(application)
        for (call, x) in sent { taken[call] = trace.log.lines.contains("left.began(\(Int(x)), 10)") }
        #expect(Set(taken.keys).isSuperset(of: ["didFinishLaunching", "didBecomeActive", "willResignActive"]))
        #expect(taken["didBecomeActive"] == true)
        for (call, isTaken) in taken {
            #expect(refusals[call] == (isTaken ? .some(nil) : .applicationInactive), "\(call)")
        }
    }

    // Rules: T34, T35, T32.
    @Test("After the application's end nothing is delivered, neither of a held finger nor of a new one")
    func afterEnd() throws {
        let application = try launch()
        let sender = application.touchPort.makeSender()
        sender.send(TouchContact(1, .began, at: Point(10, 10)), at: device.clock.now)
        settle(application)
        application.terminate()
        trace.log.clear()
        sender.send(TouchContact(1, .moved, at: Point(20, 10)), at: device.clock.now)
        sender.send(TouchContact(1, .ended, at: Point(20, 10)), at: device.clock.now)
        sender.send(TouchContact(2, .began, at: Point(20, 10)), at: device.clock.now)
        settle(application)
        #expect(trace.log.lines.isEmpty)
        #expect(application.touchStatistics.refusedWhileInactive == 1)
    }

    // Rules: T33, A47.
    @Test("A cancel's handler that asks for the end once more changes nothing")
    func terminateInCancel() throws {
        let application = try launch()
        let left = application.windows.first?.subviews.first as? RecordingView
        left?.handler = { [unowned application] phase, _, _ in
            if phase == .cancelled { application.terminate() }
        }
        device.touch([TouchContact(1, .began, at: Point(10, 10))])
        settle(application)
        trace.log.clear()
        application.terminate()
        settle(application)
        #expect(
            trace.log.lines == LifecycleTrace.end[..<2] + ["left.cancelled(10, 10)"] + LifecycleTrace.end[2...]
        )
    }
}
