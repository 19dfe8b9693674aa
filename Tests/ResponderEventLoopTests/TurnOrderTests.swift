import ResponderEventLoop
import TestSupport
import Testing

// The diagram at the top of Turn.swift, line by line. Its observers' lines are in ObserverTests.
@Suite("The lines of the turn's diagram")
@MainActor
struct TurnOrderTests {
    /// The callbacks that mark the steps of a turn.
    enum Step: String, CaseIterable {
        case post, inputSource, port, timer, source, idleSource, asap, update
    }

    /// Makes something ready for each step after `step`, and logs when it is served.
    @MainActor
    final class Bench {
        let loop: MainRunLoop
        let log = Log()
        private let port = StubInput()
        private var sources: [Step: MainRunLoop.UserSource] = [:]

        init() throws {
            loop = try makeLoop()
            let log = log
            for (step, priority) in [
                (Step.idleSource, MainRunLoop.Priority.idle), (.source, .default), (.inputSource, .input),
            ] {
                sources[step] = loop.addUserSource(priority: priority) { log.write(step.rawValue) }
            }
            port.onServe = { log.write(Step.port.rawValue) }
            loop.addInput(port)
            _ = loop.addUpdateHandler { log.write(Step.update.rawValue) }
            loop.addObserver(of: .beforeTimers) { _ in log.write("turn") }
        }

        func ready(_ step: Step) {
            let log = log
            switch step {
            case .post: loop.post { log.write(Step.post.rawValue) }
            case .port: port.pending = 1
            case .timer: loop.addTimer(at: .zero) { _ in log.write(Step.timer.rawValue) }
            case .asap: loop.addDeferred(StubWork { log.write(Step.asap.rawValue) }, to: .asap, in: .common)
            case .update: loop.setNeedsUpdate()
            default: sources[step]?.signal()
            }
        }
    }

    @Test("One turn serves all: posts, input sources, ports, timers, default, idle, asap, update pass")
    func order() throws {
        // Rules: L6, L9, L35.
        let bench = try Bench()
        for step in Step.allCases.reversed() { bench.ready(step) }
        bench.loop.runPresent()
        #expect(bench.log.take() == ["turn"] + Step.allCases.map(\.rawValue))
    }

    @Test(
        "What a step makes ready of a later step is served in the same turn",
        arguments: zip(Step.allCases, Step.allCases.dropFirst())
    )
    func sameTurn(step: Step, next: Step) throws {
        // Rules: L6, L19.
        let bench = try Bench()
        let (loop, log) = (bench.loop, bench.log)
        let act: @MainActor () -> Void = { [unowned bench] in bench.ready(next) }
        Self.add(step, to: loop, act)
        loop.runPresent()
        #expect(log.take() == ["turn", next.rawValue])
    }

    @Test(
        "What a step makes ready of an earlier step waits for the next turn",
        arguments: zip(Step.allCases.dropFirst(), Step.allCases)
    )
    func nextTurn(step: Step, former: Step) throws {
        // Rules: L6, L19.
        let bench = try Bench()
        let (loop, log) = (bench.loop, bench.log)
        let act: @MainActor () -> Void = { [unowned bench] in bench.ready(former) }
        Self.add(step, to: loop, act)
        loop.runPresent()
        #expect(log.take().suffix(2) == ["turn", former.rawValue])
    }

    /// Makes something ready for a step, once.
    static func add(_ step: Step, to loop: MainRunLoop, _ act: @escaping @MainActor () -> Void) {
        switch step {
        case .post: loop.post(act)
        case .port:
            let port = StubInput()
            port.onServe = act
            port.pending = 1
            loop.addInput(port)
        case .inputSource: loop.addUserSource(priority: .input, perform: act).signal()
        case .timer: loop.addTimer(at: .zero) { _ in act() }
        case .source: loop.addUserSource(perform: act).signal()
        case .idleSource: loop.addUserSource(priority: .idle, perform: act).signal()
        case .asap: loop.addDeferred(StubWork(act), to: .asap, in: .common)
        case .update:
            _ = loop.addUpdateHandler(order: -1, perform: act)
            loop.setNeedsUpdate()
        }
    }

    @Test("The update pass comes only in turns in which something was marked, once for any number of marks")
    func updateOnlyWhenMarked() throws {
        // Rules: L6.
        let bench = try Bench()
        bench.loop.post { bench.loop.post {} }
        bench.loop.runPresent()
        #expect(bench.log.take() == ["turn", "turn"])
        for _ in 0..<3 { bench.loop.setNeedsUpdate() }
        bench.loop.runPresent()
        #expect(bench.log.take() == ["turn", "update"])
    }

    @Test("Descriptors of a priority come after the signalled sources of that priority, in its step")
    func descriptors() throws {
        // Rules: L6, L11.
        let (loop, log) = (try makeLoop(), Log())
        var descriptors: [MainRunLoop.DescriptorSource] = []
        let names: [(String, MainRunLoop.Priority)] = [("idle", .idle), ("default", .default), ("input", .input)]
        for (name, priority) in names {
            let sockets = SocketPair()
            sockets.send()
            descriptors.append(
                try loop.addDescriptorSource(sockets.near, for: .read, priority: priority) { _ in
                    sockets.receive()
                    log.write("descriptor \(name)")
                }
            )
        }
        // This turn polls; the next one serves what the poll finds.
        loop.addObserver(of: .afterWaiting, repeats: false) { [unowned loop] _ in
            for (name, priority) in names { loop.addUserSource(priority: priority) { log.write(name) }.signal() }
            loop.addTimer(at: .zero) { _ in log.write("timer") }
        }
        loop.runPresent()
        loop.runNow(until: .ms(1))
        let expected = ["input", "timer", "default", "idle"]
        let found = log.take()
        #expect(
            found.filter { $0.hasPrefix("descriptor") } == [
                "descriptor input", "descriptor default", "descriptor idle",
            ]
        )
        #expect(found.filter { !$0.hasPrefix("descriptor") } == expected)
        for descriptor in descriptors { descriptor.cancel() }
    }

    @Test(
        "Readiness is polled after a turn that does not wait: endless work keeps no descriptor waiting"
    )
    func polledWithoutWaiting() throws {
        // Rules: L6, L8, L9.
        let (loop, sockets) = (try makeLoop(), SocketPair())
        let turns = Box(0)
        let own = Box<MainRunLoop.UserSource?>(nil)
        // A source that signals itself (E10), and a post that posts itself.
        own.value = loop.addUserSource { if turns.value < 50 { own.value?.signal() } }
        func again() {
            turns.value += 1
            if turns.value < 50 { loop.post { again() } }
        }
        let served = Box(0)
        let descriptor = try loop.addDescriptorSource(sockets.near, for: .read) { _ in
            sockets.receive()
            served.value = turns.value
        }
        own.value?.signal()
        loop.post {
            again()
            sockets.send()
        }
        loop.runPresent()
        #expect(turns.value == 50)
        #expect(served.value == 2)
        own.value?.cancel()
        descriptor.cancel()
    }

    /// The reasons that end a run, in the order in which they are checked.
    @Test(
        "The reasons for a run's end are asked in order: a handled source, the limit, a stop, an empty mode",
        arguments: 0..<4
    )
    func leaving(first: Int) throws {
        // Rules: L1, L6, L12.
        let loop = try makeLoop()
        let results: [MainRunLoop.RunResult] = [.handledSource, .timedOut, .stopped, .finished]
        let own = Box<MainRunLoop.UserSource?>(nil)
        own.value = loop.addUserSource { [unowned loop] in
            own.value?.cancel()
            if first <= 2 { loop.stop() }
        }
        own.value?.signal()
        let result = loop.runNow(until: first <= 1 ? .zero : .ms(5), returnAfterSource: first == 0)
        #expect(result == results[first])
        #expect(loop.now == .zero)
    }
}
