import ResponderEventLoop
import TestSupport
import Testing

@Suite("Tracking")
@MainActor
struct TrackingTests {
    typealias Mode = MainRunLoop.Mode

    /// What drives a loop under virtual time.
    enum Driver: CaseIterable {
        case run, awaitedRun, host, advancing, awaitedAdvancing

        /// Has the loop do what it does in the time.
        @MainActor
        func drive(_ loop: MainRunLoop, _ clock: VirtualClock, milliseconds: Int64 = 0) async {
            let limit = clock.now.advanced(by: .milliseconds(milliseconds))
            switch self {
            case .run: loop.runNow(until: limit)
            case .awaitedRun: await loop.run(until: limit)
            case .advancing: advanceNow(loop, by: .milliseconds(milliseconds))
            case .awaitedAdvancing: await loop.advance(by: .milliseconds(milliseconds))
            case .host:
                while true {
                    if loop.turn() == .hasMore { continue }
                    guard let next = loop.nextDeadline, next <= limit else { break }
                    clock.advance(to: next)
                }
            }
            clock.advance(to: limit)
        }

        @MainActor
        private func advanceNow(_ loop: MainRunLoop, by duration: Duration) { loop.advance(by: duration) }
    }

    @Test(
        "Work of the default mode alone waits while tracking, and is served once and in its order at the end",
        arguments: Driver.allCases
    )
    func waits(driver: Driver) async throws {
        // Rules: L22.
        let (clock, log, sockets) = (VirtualClock(), Log(), SocketPair())
        let loop = try MainRunLoop(clock: clock)
        let modes: [(String, MainRunLoop.ModeSet)] = [
            ("default", .default), ("tracking", .tracking), ("common", .common), ("active", .whileActive),
        ]
        for (name, mode) in modes {
            for number in 1...2 { loop.post(in: mode) { log.write("post \(number) \(name)") } }
            let input = StubInput()
            input.pending = 1
            input.onServe = { log.write("port \(name)") }
            loop.addInput(input, in: mode)
            loop.addUserSource(in: mode) { log.write("source \(name)") }.signal()
            loop.addTimer(after: .zero, in: mode) { _ in log.write("timer \(name)") }
            let descriptor = Box<MainRunLoop.DescriptorSource?>(nil)
            descriptor.value = try loop.addDescriptorSource(sockets.near, for: .read, in: mode) { _ in
                log.write("descriptor \(name)")
                descriptor.value?.cancel()
            }
        }
        sockets.send()
        loop.setNeedsUpdate()
        loop.addUpdateHandler { log.write("update") }
        loop.beginTracking()
        await driver.drive(loop, clock)
        let served = Set(log.take())
        let kinds = ["post 1", "post 2", "port", "source", "timer", "descriptor"]
        var expected: Set = ["update"]
        for name in ["tracking", "common", "active"] {
            for kind in kinds { expected.insert("\(kind) \(name)") }
        }
        #expect(served == expected)
        loop.endTracking()
        await driver.drive(loop, clock)
        #expect(log.take() == ["post 1", "post 2", "port", "timer", "source", "descriptor"].map { "\($0) default" })
    }

    @Test(
        "A repeating timer of the default mode keeps its phase while tracking, and a one-shot timer fires once",
        arguments: Driver.allCases
    )
    func phase(driver: Driver) async throws {
        // Rules: L22, L25.
        let (clock, log) = (VirtualClock(), Log())
        let loop = try MainRunLoop(clock: clock)
        loop.addTimer(after: .milliseconds(10), every: .milliseconds(10), in: .default) { [unowned loop] _ in
            log.write("repeats \(loop.now.nanoseconds / 1_000_000)")
        }
        loop.addTimer(after: .milliseconds(15), in: .default) { [unowned loop] _ in
            log.write("once \(loop.now.nanoseconds / 1_000_000)")
        }
        loop.addTimer(at: .ms(12)) { [unowned loop] _ in loop.beginTracking() }
        loop.addTimer(at: .ms(47)) { [unowned loop] _ in loop.endTracking() }
        await driver.drive(loop, clock, milliseconds: 60)
        #expect(log.take() == ["repeats 10", "once 47", "repeats 47", "repeats 50", "repeats 60"])
        #expect(clock.now == .ms(60))
    }

    @Test("Tracking begins and ends with the next step of the turn; a step that has begun serves what it took out")
    func nextStep() throws {
        // Rules: L19, L22.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let descriptor = try loop.addDescriptorSource(sockets.near, for: .read, in: .default) { _ in
            sockets.receive()
            log.write("descriptor")
        }
        let later = loop.addUserSource(priority: .idle, in: .default) { log.write("idle source") }
        let source = loop.addUserSource { [unowned loop] in
            loop.beginTracking()
            log.write("begins")
        }
        let end = loop.addUserSource(priority: .idle, in: .tracking) { [unowned loop] in
            loop.endTracking()
            log.write("ends")
        }
        sockets.send()
        // Finds the descriptor ready, which its own mode then serves.
        loop.runPresent(mode: .tracking)
        for source in [source, later, end] { source.signal() }
        loop.runPresent()
        #expect(log.take() == ["begins", "descriptor", "ends", "idle source"])
        // The same for posts and timers.
        loop.post(in: .default) { [unowned loop] in
            loop.beginTracking()
            loop.addTimer(after: .zero) { [unowned loop] _ in
                loop.endTracking()
                log.write("ends")
            }
        }
        loop.post(in: .default) { log.write("post") }
        loop.addTimer(after: .zero, in: .default) { _ in log.write("timer") }
        later.signal()
        loop.runPresent()
        #expect(log.take() == ["post", "ends", "idle source", "timer"])
        descriptor.cancel()
    }

    @Test("A nested run of the default mode serves tracking too, and a run of another mode serves that mode")
    func nested() throws {
        // Rules: L18, L22.
        let (loop, log, own) = (try makeLoop(), Log(), Mode("own while tracking"))
        loop.post { [unowned loop] in
            loop.beginTracking()
            for (name, modes): (String, MainRunLoop.ModeSet) in [
                ("default", .default), ("tracking", .tracking), ("own", [own]),
            ] {
                loop.post(in: modes) { log.write(name) }
            }
            loop.runPresent()
            log.write("nested run of default ends")
            loop.runPresent(mode: own)
            log.write("nested run of its own ends")
            loop.post { [unowned loop] in
                loop.endTracking()
                log.write("ends")
            }
        }
        loop.runPresent()
        #expect(
            log.take() == [
                "tracking", "nested run of default ends", "own", "nested run of its own ends", "ends", "default",
            ]
        )
        // Tracking that begins inside a run of another mode is on when the run around it goes on.
        loop.post { [unowned loop] in
            loop.post(in: [own]) { [unowned loop] in
                loop.beginTracking()
                loop.post(in: [own]) { log.write("own") }
            }
            loop.post(in: .default) { log.write("default") }
            loop.runPresent(mode: own)
        }
        loop.runPresent()
        #expect(log.take() == ["own"])
        loop.endTracking()
    }

    @Test("Tracking nests by a count, outlasts runs, and is not ended by cancelling everything")
    func counts() throws {
        // Rules: L22.
        let (loop, log) = (try makeLoop(), Log())
        #expect(!loop.isTracking)
        loop.beginTracking()
        loop.beginTracking()
        loop.cancelAll()
        loop.post(in: .default) { log.write("post") }
        loop.endTracking()
        #expect(loop.isTracking)
        loop.runPresent()
        #expect(log.take() == [])
        loop.endTracking()
        #expect(!loop.isTracking)
        loop.runPresent()
        #expect(log.take() == ["post"])
    }

    @Test("Tracking that ends more often than it has begun ends the process with a message that says so")
    func unbalanced() async {
        // Rules: L22.
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                guard let loop = try? MainRunLoop(clock: VirtualClock()) else { return }
                loop.beginTracking()
                loop.endTracking()
                loop.endTracking()
            }
        }
        .expectMessage("endTracking() was called more often than beginTracking()")
    }

    @Test("Work that waits for the end of tracking makes no turns")
    func makesNoTurns() async throws {
        // Rules: L22.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        loop.addTimer(after: .zero, every: .milliseconds(1), in: .default) { _ in log.write("timer") }
        loop.addTimer(after: .milliseconds(5), tolerance: .milliseconds(1), in: .default) { _ in log.write("timer") }
        loop.post(in: .default) { log.write("post") }
        loop.addUserSource(in: .default) { log.write("source") }.signal()
        let descriptor = try loop.addDescriptorSource(sockets.near, for: .read, in: .default) { _ in }
        sockets.send()
        loop.addObserver(of: .beforeTimers) { _ in log.write("turn") }
        loop.addObserver(of: [.beforeTimers, .beforeWaiting], in: .default) { _ in log.write("turn of default") }
        loop.beginTracking()
        #expect(loop.runNow(until: .ms(1000)) == .timedOut)
        #expect(log.take() == ["turn"])
        #expect(await loop.run(until: .ms(2000)) == .timedOut)
        #expect(log.take() == ["turn"])
        #expect(loop.turn() == .idle)
        #expect(loop.nextDeadline == nil)
        descriptor.cancel()
    }

    @Test("A run with waiting work of the default mode does not end as empty, but ends if nothing else can come")
    func emptiness() throws {
        // Rules: L2, L22.
        let (loop, log) = (try makeLoop(), Log())
        let timer = loop.addTimer(after: .milliseconds(1), in: .default) { _ in log.write("timer") }
        loop.beginTracking()
        #expect(loop.runNow(until: .ms(3)) == .timedOut)
        #expect(loop.now == .ms(3))
        // Nothing can happen any more, since nobody could end the tracking.
        #expect(loop.runNow() == .finished)
        timer.cancel()
        loop.post(in: .default) { log.write("post") }
        #expect(loop.runNow(until: .ms(4)) == .timedOut)
        #expect(loop.runNow(mode: .tracking, until: .ms(5)) == .finished)
        loop.endTracking()
        loop.runPresent()
        loop.beginTracking()
        #expect(loop.runNow(until: .ms(9)) == .finished)
        #expect(log.take() == ["post"])
        loop.endTracking()
    }

    @Test(
        "A run tells the observers of one mode of its entry and its exit, whenever tracking begins",
        arguments: [true, false]
    )
    func entryAndExit(tracksFirst: Bool) throws {
        // Rules: L4, L22.
        let (loop, log) = (try makeLoop(), Log())
        loop.addObserver(of: [.entry, .exit], in: .default) { log.write("default \($0.word)") }
        loop.addObserver(of: [.entry, .exit], in: .tracking) { log.write("tracking \($0.word)") }
        if tracksFirst { loop.beginTracking() }
        loop.post { [unowned loop] in tracksFirst ? loop.endTracking() : loop.beginTracking() }
        loop.runPresent()
        let mode = tracksFirst ? "tracking" : "default"
        #expect(log.take() == ["\(mode) entry", "\(mode) exit"])
    }

    @Test("While tracking, work that pauses with the application pauses, and what is suspended stays suspended")
    func presence() throws {
        // Rules: L22, A29.
        let (loop, log) = (try makeLoop(), Log())
        func post() {
            for (name, modes): (String, MainRunLoop.ModeSet) in [
                ("default", .default), ("common", .common), ("active", .whileActive),
                ("foreground", .whileInForeground), ("suspended", .evenWhileSuspended),
            ] {
                loop.post(in: modes) { log.write(name) }
            }
        }
        loop.beginTracking()
        post()
        loop.setPresence(isActive: false, isInForeground: true, isSuspended: false)
        loop.runPresent()
        #expect(log.take() == ["common", "foreground", "suspended"])
        loop.setPresence(isActive: false, isInForeground: false, isSuspended: true)
        loop.post { log.write("common") }
        loop.post(in: .evenWhileSuspended) { log.write("suspended") }
        loop.runPresent()
        #expect(log.take() == ["suspended"])
        loop.endTracking()
        loop.beginTracking()
        loop.setPresence(isActive: true, isInForeground: true, isSuspended: false)
        loop.runPresent()
        #expect(log.take() == ["active", "common"])
        loop.endTracking()
        loop.runPresent()
        #expect(log.take() == ["default"])
    }

    @Test("Main-actor jobs go on while tracking, and one of them may end the tracking")
    func jobs() async throws {
        // Rules: L22.
        let (loop, log) = (try makeLoop(), Log())
        loop.beginTracking()
        loop.post(in: .default) { log.write("post") }
        loop.addTimer(at: .ms(5)) { _ in
            Task { @MainActor in
                log.write("job")
                loop.endTracking()
            }
        }
        await loop.run(until: .ms(6))
        #expect(log.take() == ["job", "post"])
    }

    @Test("Queries about the modes, and a move to the next deadline, go by what is served while tracking")
    func queries() throws {
        // Rules: L22.
        let loop = try makeLoop()
        loop.addTimer(at: .ms(1), every: .milliseconds(1), in: .default) { _ in }
        loop.addTimer(at: .ms(7), in: .tracking) { _ in }
        loop.beginTracking()
        #expect(!loop.serves(.default))
        #expect(loop.serves(.tracking))
        #expect(loop.serves(.common))
        #expect(loop.nextDeadline == .ms(7))
        #expect(toNextDeadline(loop) == .ms(7))
        loop.post { [unowned loop] in
            #expect(loop.isRunningWithout(.default))
            #expect(!loop.isRunningWithout(.tracking))
        }
        loop.runPresent()
        loop.endTracking()
        #expect(loop.serves(.default))
        #expect(loop.nextDeadline == .ms(1))
    }

    private func toNextDeadline(_ loop: MainRunLoop) -> MainRunLoop.Instant? { loop.advanceToNextDeadline() }
}
