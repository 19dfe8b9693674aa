import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite("The application's end")
struct TerminationTests {
    let trace = LifecycleTrace()

    // Rules: A3, A11, A12.
    @Test("An application that ends resigns, enters the background and terminates, in that order")
    func sequence() throws {
        let application = try trace.makeApplication()
        application.launch()
        trace.log.clear()
        application.terminate()
        #expect(trace.log.lines == LifecycleTrace.end)
    }

    @Test("The application's end comes once, and never before the launch")
    func once() throws {
        let application = try trace.makeApplication()
        application.terminate()
        #expect(trace.log.lines.isEmpty)
        application.launch()
        application.terminate()
        application.terminate()
        #expect(trace.log.lines == LifecycleTrace.launch + LifecycleTrace.end)
    }

    // Rules: A16, L32.
    @Test(
        "Nothing more is called in the turn of an end or a suspension; what is left waits for the resume",
        arguments: [HostMessage.terminate, .kill, .suspend]
    )
    func restOfTurn(message: HostMessage) throws {
        let application = try trace.makeApplication(.background)
        let loop = application.runLoop
        var called: [String] = []
        loop.addTimer(at: loop.now) { _ in
            called.append("timer")
            #expect(throws: Never.self) { try application.receive(message) }
        }
        loop.addTimer(at: loop.now) { _ in called.append("later timer") }
        let source = loop.addUserSource { called.append("source") }
        source.signal()
        let token = application.notificationCenter.observe(Told.self) { _ in called.append("asap notification") }
        application.notificationQueue.enqueue(Told(), postingStyle: .asap)
        loop.runUntilIdle()
        #expect(called == ["timer"])
        guard message == .suspend else { return }
        try application.receive(.resume)
        loop.runUntilIdle()
        #expect(called == ["timer", "later timer", "source", "asap notification"])
        withExtendedLifetime(token) {}
    }

    // Rules: A47.
    @Test(
        "An end asked for inside a callback waits until the last call of the transition in progress",
        arguments: LifecycleTrace.launch + LifecycleTrace.end
    )
    func insideCallback(_ line: String) throws {
        let application = try trace.makeApplication()
        trace.afterNoting = { [unowned trace] noted, application in
            guard noted == line else { return }
            let count = trace.log.lines.count
            application.terminate()
            application.terminate()
            #expect(trace.log.lines.count == count, "nothing is called inside the call")
        }
        application.launch()
        application.terminate()
        #expect(trace.log.lines == LifecycleTrace.launch + LifecycleTrace.end)
    }

    // Rules: L17.
    @Test("The application's end stops the run that it is in")
    func stopsRun() throws {
        let application = try trace.makeApplication()
        application.launch()
        application.runLoop.addTimer(after: .seconds(1)) { _ in application.terminate() }
        let late = application.runLoop.addTimer(after: .seconds(2)) { _ in Issue.record("the loop ran on") }
        #expect(application.runLoop.run() == .stopped)
        #expect(application.runLoop.now == .zero.advanced(by: .seconds(1)))
        late.cancel()
    }

    // Rules: L17.
    @Test("The application's end stops nested runs, and those around them", arguments: 1...4)
    func stopsNestedRuns(depth: Int) throws {
        let application = try trace.makeApplication()
        let loop = application.runLoop
        application.launch()
        var results: [MainRunLoop.RunResult] = []
        func nest(_ depth: Int) {
            if depth == 0 { return application.terminate() }
            loop.addTimer(after: .seconds(1)) { _ in nest(depth - 1) }
            results.append(loop.run())
        }
        let late = loop.addTimer(after: .seconds(100)) { _ in Issue.record("a run went on") }
        nest(depth)
        #expect(results == Array(repeating: .stopped, count: depth))
        late.cancel()
        // What asks for the loop after that gets runs as ever.
        #expect(loop.run(until: loop.now.advanced(by: .seconds(1))) == .timedOut)
    }

    // Rules: A3, A16.
    @Test("The status of the process says whether the end was a success")
    func exitStatus() throws {
        func status(of end: (Application) throws -> Void) throws -> Int32? {
            let application = try trace.makeApplication(.background)
            #expect(application.exitStatus == nil)
            try end(application)
            return application.exitStatus
        }
        #expect(try status { $0.terminate() } == 0)
        #expect(try status { try $0.receive(.terminate) } == 0)
        #expect(try status { try $0.receive(.kill) } == 137)
        #expect(try status { $0.willUseGraphics() } == 77)
        #expect(try status { $0.terminate(status: 256) } == 255)
        #expect(
            try status {
                try $0.receive(.suspend)
                $0.terminate()
            } == 0
        )
        // What is said too late does not count, nor does a second order.
        #expect(
            try status {
                try $0.receive(.kill)
                $0.terminate(status: 3)
            } == 137
        )
        #expect(
            try status {
                trace.afterNoting = { [unowned trace] _, application in
                    trace.afterNoting = nil
                    application.terminate(status: 3)
                    application.terminate(status: 4)
                }
                try $0.receive(.enterForeground())
            } == 3
        )
    }

    // Rules: A13, A16.
    @Test("An overrun that ends the application has the status of a failure of software")
    func exitStatusOfOverrun() throws {
        let clock = VirtualClock()
        let application = try trace.makeApplication(clock: clock)
        trace.afterNoting = { _, _ in clock.advance(to: clock.now.advanced(by: .seconds(60))) }
        application.launch()
        #expect(application.endReason == .overLimit(.launch))
        #expect(application.exitStatus == 70)
        trace.afterNoting = nil
    }

    @Test("An end outside a run does not stop the next run")
    func outsideRun() throws {
        let application = try trace.makeApplication()
        application.launch()
        application.terminate()
        #expect(application.runLoop.run(until: .zero.advanced(by: .seconds(1))) == .timedOut)
    }
}

private struct Told: TypedNotification {
    static let name = "Told"
    var subject: AnyObject? { nil }
}
