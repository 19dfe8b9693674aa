import ResponderEventLoop
import TestSupport
import Testing

@Suite("Posts and modes")
@MainActor
struct PostModeTests {
    @Test("Posts run in the order posted among those whose modes match, and other posts keep their places")
    func otherModesKeepTheirPlaces() throws {
        // Rules: L13, L18.
        let (loop, log) = (try makeLoop(), Log())
        let modes: [MainRunLoop.ModeSet] = [.default, .common, .tracking, .default, .common]
        for (number, mode) in modes.enumerated() { loop.post(in: mode) { log.write("\(number)") } }
        loop.runPresent(mode: .tracking)
        #expect(log.take() == ["1", "2", "4"])
        for (number, mode) in modes.enumerated() { loop.post(in: mode) { log.write("\(5 + number)") } }
        loop.runPresent()
        #expect(log.take() == ["0", "3", "5", "6", "8", "9"])
        loop.runPresent(mode: .tracking)
        #expect(log.take() == ["7"])
    }

    @Test("What a bounded step puts back keeps its place before posts that a nested run has looked at")
    func putBack() throws {
        // Rules: L9, L13, L18.
        let clock = VirtualClock()
        let (loop, log) = (try MainRunLoop(clock: clock), Log())
        loop.post { [unowned loop] in
            log.write("first")
            loop.post(in: .default) { log.write("last") }
            loop.post { log.write("nested") }
            loop.runPresent(mode: .tracking)
        }
        for number in 0..<9 {
            loop.post {
                clock.spend(milliseconds: 9)
                log.write("\(number)")
            }
        }
        loop.runPresent()
        #expect(log.take() == ["first", "nested"] + (0..<9).map { "\($0)" } + ["last"])
    }

    @Test("What a bounded step puts back keeps its place among posts of other modes")
    func putBackAmongOthers() throws {
        // Rules: L9, L13.
        let clock = VirtualClock()
        let (loop, log) = (try MainRunLoop(clock: clock), Log())
        for number in 0..<12 {
            loop.post(in: number % 3 == 0 ? .tracking : .common) {
                clock.spend(milliseconds: 9)
                log.write("\(number)")
            }
        }
        // One turn: it has time for some.
        loop.addObserver(of: .beforeWaiting) { _ in log.write("waits") }
        loop.post { [unowned loop] in loop.stop() }
        loop.addTimer(at: .zero) { [unowned loop] _ in loop.stop() }
        #expect(loop.runNow() == .stopped)
        let early = log.take()
        #expect(early.count < 8)
        loop.runPresent(mode: .tracking)
        let late = log.take()
        #expect(early == [1, 2, 4, 5, 7, 8, 10, 11].prefix(early.count).map { "\($0)" })
        let rest = (0..<12).map { "\($0)" }.filter { !early.contains($0) }
        #expect(late == rest)
    }

    @Test("What a post's closure holds goes when it has run, also where a bounded step had put it back")
    func release() throws {
        let (loop, log) = (try makeLoop(), Log())
        for _ in 0..<(MainRunLoop.mostCallbacksOfStep + 1) { loop.post {} }
        do {
            let canary = OnRelease { log.write("released") }
            loop.post {
                log.write("performed")
                withExtendedLifetime(canary) {}
            }
        }
        loop.post { log.write("next") }
        loop.runPresent()
        #expect(log.take() == ["performed", "released", "next"])
    }

    @Test("A post of another mode does not keep the loop from waiting")
    func doesNotSpin() throws {
        // Rules: L13.
        let (loop, turns) = (try makeLoop(), Box(0))
        loop.addObserver(of: .beforeTimers) { _ in turns.value += 1 }
        loop.addUserSource(in: .common) {}.signal()
        loop.post(in: .default) {}
        loop.runNow(mode: .tracking, until: .ms(9))
        #expect(turns.value <= 3)
        #expect(loop.now == .ms(9))
    }
}
