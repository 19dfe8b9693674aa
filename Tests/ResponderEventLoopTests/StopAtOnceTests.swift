import ResponderEventLoop
import TestSupport
import Testing

@Suite("A run that stops at once")
@MainActor
struct StopAtOnceTests {
    typealias Step = TurnOrderTests.Step

    @Test("The rest of the turn stays pending, in its order, for the next run", arguments: Step.allCases)
    func rest(step: Step) throws {
        // Rules: L47, L19.
        let bench = try TurnOrderTests.Bench()
        let (loop, log) = (bench.loop, bench.log)
        let isOver = Box(false)
        TurnOrderTests.add(step, to: loop) { [unowned loop] in
            // An update handler stays.
            guard !isOver.value else { return }
            isOver.value = true
            log.write("stop")
            loop.stopAtOnce()
        }
        for other in Step.allCases.reversed() { bench.ready(other) }
        #expect(loop.runNow() == .stopped)
        let place = try #require(Step.allCases.firstIndex(of: step))
        let names = Step.allCases.map(\.rawValue)
        // The bench's own source of the step may be signalled, and its port added, before the one that stops.
        let before = log.take()
        #expect(before.first == "turn" && before.last == "stop")
        #expect(before.dropFirst().dropLast().starts(with: names[..<place]))
        loop.runPresent()
        let after = log.take()
        #expect(after.first == "turn")
        #expect(before.dropFirst().dropLast() + after.dropFirst() == names)
    }

    @Test("Of one step's callbacks the later ones stay pending", arguments: [Step.post, .timer, .source, .asap])
    func withinStep(step: Step) throws {
        // Rules: L47.
        let (loop, log) = (try makeLoop(), Log())
        for number in 1...5 {
            TurnOrderTests.add(step, to: loop) { [unowned loop] in
                log.write("\(number)")
                if number == 2 { loop.stopAtOnce() }
            }
        }
        #expect(loop.runNow() == .stopped)
        #expect(log.take() == ["1", "2"])
        loop.runPresent()
        #expect(log.take() == ["3", "4", "5"])
    }

    @Test("Descriptors that were found ready stay so")
    func descriptors() throws {
        // Rules: L47.
        let (loop, log) = (try makeLoop(), Log())
        let pairs = (0..<3).map { _ in SocketPair() }
        let sources = try pairs.map { pair in
            try loop.addDescriptorSource(pair.near, for: .read) { [unowned loop] _ in
                pair.receive()
                log.write("served")
                loop.stopAtOnce()
            }
        }
        for pair in pairs { pair.send() }
        for _ in pairs {
            #expect(loop.runNow() == .stopped)
            #expect(log.take() == ["served"])
        }
        for source in sources { source.cancel() }
    }

    @Test("In a nested run it ends that run alone: the turn around it goes on")
    func nested() throws {
        // Rules: L47, L18.
        let (loop, log) = (try makeLoop(), Log())
        for number in 1...3 {
            loop.addTimer(at: .zero) { [unowned loop] _ in
                log.write("timer \(number)")
                guard number == 1 else { return }
                for post in 1...3 {
                    loop.post {
                        log.write("post \(post)")
                        if post == 2 { loop.stopAtOnce() }
                    }
                }
                #expect(loop.runNow() == .stopped)
                log.write("nested run ended")
            }
        }
        loop.runPresent()
        #expect(log.take() == ["timer 1", "post 1", "post 2", "nested run ended", "timer 2", "timer 3", "post 3"])
    }

    @Test("A run that a callback begins after it has stopped its own at once does not let the outer turn go on")
    func nestedAfterwards() throws {
        // Rules: L47.
        let (loop, log) = (try makeLoop(), Log())
        for number in 1...2 {
            loop.addTimer(at: .zero) { [unowned loop] _ in
                log.write("timer \(number)")
                guard number == 1 else { return }
                loop.stopAtOnce()
                loop.post { log.write("post") }
                loop.runPresent()
                loop.turn()
            }
        }
        #expect(loop.runNow() == .stopped)
        #expect(log.take() == ["timer 1", "post"])
        loop.runPresent()
        #expect(log.take() == ["timer 2"])
    }

    @Test("Exit observers are called, and no others of the turn")
    func observers() throws {
        // Rules: L47, L4.
        let (loop, log) = (try makeLoop(), Log())
        loop.addObserver(of: .all) { log.write($0.word) }
        loop.addObserver(of: .beforeTimers) { [unowned loop] _ in loop.stopAtOnce() }
        loop.addObserver(of: .beforeTimers) { _ in log.write("skipped") }
        loop.addTimer(at: .zero) { _ in log.write("timer") }
        #expect(loop.runNow() == .stopped)
        #expect(log.take() == ["entry", "timers?", "exit"])
    }

    @Test("Without a run it is ignored, and a later run is whole")
    func withoutRun() throws {
        // Rules: L47, L15.
        let (loop, log) = (try makeLoop(), Log())
        loop.post { log.write("post") }
        loop.stopAtOnce()
        #expect(loop.runNow() == .finished)
        #expect(log.take() == ["post"])
    }

    @Test("A host's turn returns at once, and the next turn serves the rest")
    func host() throws {
        // Rules: L47.
        let (loop, log) = (try makeLoop(), Log())
        for number in 1...3 {
            loop.addTimer(at: .zero) { [unowned loop] _ in
                log.write("\(number)")
                if number == 1 { loop.stopAtOnce() }
            }
        }
        #expect(loop.turn() == .stopped)
        #expect(log.take() == ["1"])
        #expect(loop.turn() == .idle)
        #expect(log.take() == ["2", "3"])
    }

    @Test("In a host's turn inside a run it stops the run around the turn at once")
    func nestedTurn() throws {
        // Rules: L47.
        let (loop, log) = (try makeLoop(), Log())
        for number in 1...2 {
            loop.addTimer(at: .zero) { [unowned loop] _ in
                log.write("timer \(number)")
                guard number == 1 else { return }
                for post in 1...2 {
                    loop.post {
                        log.write("post \(post)")
                        loop.stopAtOnce()
                    }
                }
                loop.turn()
            }
        }
        #expect(loop.runNow() == .stopped)
        #expect(log.take() == ["timer 1", "post 1"])
        #expect(loop.runNow() == .stopped)
        #expect(log.take() == ["post 2"])
        loop.runPresent()
        #expect(log.take() == ["timer 2"])
    }

    @Test("An awaited run ends at once, too, and one that a task stops between two turns ends")
    func awaited() async throws {
        // Rules: L47.
        let (loop, log) = (try MainRunLoop(), Log())
        for number in 1...2 {
            loop.post {
                log.write("\(number)")
                loop.stopAtOnce()
            }
        }
        #expect(await loop.run() == .stopped)
        #expect(log.take() == ["1"])
        #expect(await loop.run() == .stopped)
        #expect(log.take() == ["2"])
        Task { @MainActor in loop.stopAtOnce() }
        #expect(await loop.run() == .stopped)
    }
}
