import ResponderEventLoop
import TestSupport
import Testing

// Under virtual time a callback that advances the clock spends the time.
@Suite("The bounds of a step")
@MainActor
struct StepBudgetTests {
    @Test("A step makes a bounded number of callbacks; the rest keeps its place, and the next turn does not wait")
    func count() throws {
        // Rules: L9, L13.
        let (loop, log) = (try makeLoop(), Log())
        let most = MainRunLoop.mostCallbacksOfStep
        let next = Box(0)
        _ = loop.addUpdateHandler { log.write("\(next.value)") }
        loop.addObserver(of: .beforeWaiting) { log.write($0.word) }
        loop.addObserver(of: .beforeTimers) { [unowned loop] _ in loop.setNeedsUpdate() }
        for number in 0..<(2 * most + 5) {
            loop.post {
                #expect(next.value == number)
                next.value = number + 1
            }
        }
        loop.runNow()
        #expect(log.take() == ["\(most)", "\(2 * most)", "\(2 * most + 5)"])
    }

    @Test("Posts that take their time leave a timer, input and the update pass their turns, and keep their order")
    func slowPosts() throws {
        // Rules: L8, L9, L13.
        let clock = VirtualClock()
        let (loop, log) = (try MainRunLoop(clock: clock), Log())
        let input = StubInput()
        input.onServe = { log.write("port") }
        loop.addInput(input)
        _ = loop.addUpdateHandler { log.write("update") }
        loop.addTimer(at: .ms(1)) { _ in log.write("timer") }
        for number in 0..<50 {
            loop.post {
                clock.spend(milliseconds: 5)
                if number == 0 {
                    input.pending = 1
                    loop.setNeedsUpdate()
                }
                log.write("\(number)")
            }
        }
        loop.runPresent()
        let found = log.take()
        #expect(found.filter { Int($0) != nil } == (0..<50).map { "\($0)" })
        for other in ["port", "timer", "update"] {
            // At most twice the longest step.
            #expect(try #require(found.firstIndex(of: other)) <= 7, "\(found)")
        }
    }

    @Test("A post that posts itself for ever, and takes its time, starves nothing")
    func repost() throws {
        // Rules: L8, L9.
        let clock = VirtualClock()
        let (loop, log, sockets) = (try MainRunLoop(clock: clock), Log(), SocketPair())
        let isOver = Box(false)
        func again() {
            guard !isOver.value else { return }
            clock.spend(milliseconds: 20)
            log.write("post")
            loop.setNeedsUpdate()
            loop.post { again() }
        }
        again()
        let input = StubInput()
        input.onServe = { log.write("port") }
        input.pending = 1
        loop.addInput(input)
        _ = loop.addUpdateHandler { log.write("update") }
        loop.addTimer(at: .ms(30)) { _ in log.write("timer") }
        sockets.send()
        let descriptor = try loop.addDescriptorSource(sockets.near, for: .read) { _ in
            sockets.receive()
            log.write("descriptor")
        }
        loop.addTimer(at: .ms(70)) { [unowned loop] _ in loop.stop() }
        #expect(loop.runNow() == .stopped)
        #expect(
            log.take() == [
                "post", "post", "port", "timer", "descriptor", "update", "post", "update", "post", "update",
            ]
        )
        isOver.value = true
        loop.runPresent()
        descriptor.cancel()
    }

    @Test("Sources that take their time leave each priority and the timers their share of every turn")
    func slowSources() throws {
        // Rules: L8, L9.
        let clock = VirtualClock()
        let (loop, log) = (try MainRunLoop(clock: clock), Log())
        var sources: [MainRunLoop.UserSource] = []
        for priority in MainRunLoop.Priority.allCases {
            for _ in 0..<20 {
                let own = Box<MainRunLoop.UserSource?>(nil)
                own.value = loop.addUserSource(priority: priority) {
                    clock.spend(milliseconds: 9)
                    log.write("\(priority)")
                    own.value?.signal()
                }
                own.value?.signal()
                own.value.map { sources.append($0) }
            }
        }
        loop.addTimer(at: .ms(9), every: .milliseconds(1)) { _ in log.write("timer") }
        loop.addTimer(at: .ms(150)) { [unowned loop] _ in loop.stop() }
        _ = loop.addUpdateHandler { log.write("update") }
        loop.addObserver(of: .beforeTimers) { [unowned loop] _ in loop.setNeedsUpdate() }
        loop.runNow()
        let turns = log.take().split(separator: "update").map { Set($0) }
        #expect(turns.count >= 2)
        for turn in turns { #expect(turn == ["input", "timer", "default", "idle"]) }
        for source in sources { source.cancel() }
    }

    @Test("Signalled sources beyond the bound are performed in the next turn, in their order")
    func manySources() throws {
        // Rules: L9, L11.
        let (loop, log) = (try makeLoop(), Log())
        let (most, next) = (MainRunLoop.mostCallbacksOfStep, Box(0))
        for number in 0..<(most + 3) {
            loop.addUserSource {
                #expect(next.value == number)
                next.value = number + 1
            }
            .signal()
        }
        _ = loop.addUpdateHandler { log.write("\(next.value)") }
        loop.addObserver(of: .beforeTimers) { [unowned loop] _ in loop.setNeedsUpdate() }
        loop.runPresent()
        #expect(log.take() == ["\(most)", "\(most + 3)"])
    }

    @Test("Sources that stay signalled do not starve a descriptor of the same priority, nor does it starve them")
    func signalledAndRecorded() throws {
        // Rules: L8, L9.
        let clock = VirtualClock()
        let loop = try MainRunLoop(clock: clock)
        let counts = Box([0, 0, 0, 0])
        var sources: [MainRunLoop.UserSource] = []
        var descriptors: [MainRunLoop.DescriptorSource] = []
        for index in 0..<2 {
            let own = Box<MainRunLoop.UserSource?>(nil)
            own.value = loop.addUserSource {
                clock.spend(milliseconds: 9)
                counts.value[index] += 1
                own.value?.signal()
            }
            own.value?.signal()
            own.value.map { sources.append($0) }
            // The descriptor stays readable.
            let sockets = SocketPair()
            sockets.send()
            descriptors.append(
                try loop.addDescriptorSource(sockets.near, for: .read) { _ in
                    withExtendedLifetime(sockets) {}
                    clock.spend(milliseconds: 9)
                    counts.value[2 + index] += 1
                }
            )
        }
        loop.addTimer(at: .ms(1000)) { [unowned loop] _ in loop.stop() }
        loop.runNow()
        // 1 s is some 111 callbacks; a fair share of them is 27.
        for count in counts.value { #expect(count >= 20, "\(counts.value)") }
        for source in sources { source.cancel() }
        for descriptor in descriptors { descriptor.cancel() }
    }

    @Test("A source that a bounded step left over performs before sources of lower order signalled later")
    func leftOver() throws {
        // Rules: L9, L11.
        let clock = VirtualClock()
        let (loop, log) = (try MainRunLoop(clock: clock), Log())
        var sources: [MainRunLoop.UserSource] = []
        for name in ["a", "b", "c"] {
            let own = Box<MainRunLoop.UserSource?>(nil)
            own.value = loop.addUserSource(order: -1) {
                clock.spend(milliseconds: 9)
                log.write(name)
                own.value?.signal()
            }
            own.value?.signal()
            own.value.map { sources.append($0) }
        }
        let last = loop.addUserSource(order: 5) { log.write("last") }
        last.signal()
        loop.addTimer(at: .ms(90)) { [unowned loop] _ in loop.stop() }
        loop.runNow()
        let found = log.take()
        #expect(try #require(found.firstIndex(of: "last")) <= 4, "\(found)")
        for source in sources { source.cancel() }
    }

    @Test("Ready descriptors that take their time are served in turn, each as often as the other descriptors")
    func slowDescriptors() throws {
        // Rules: L9.
        let clock = VirtualClock()
        let loop = try MainRunLoop(clock: clock)
        let counts = Box([Int](repeating: 0, count: 20))
        let sources = try (0..<20).map { index in
            let sockets = SocketPair()
            sockets.send()
            return try loop.addDescriptorSource(sockets.near, for: .read) { _ in
                withExtendedLifetime(sockets) {}
                clock.spend(milliseconds: 9)
                counts.value[index] += 1
            }
        }
        loop.addTimer(at: .ms(3600)) { [unowned loop] _ in loop.stop() }
        loop.runNow()
        #expect(try #require(counts.value.min()) >= 18, "\(counts.value)")
        #expect(try #require(counts.value.max()) <= 22, "\(counts.value)")
        for source in sources { source.cancel() }
    }
}
