import TestSupport
import Testing

@testable import ResponderEventLoop

@Suite("Timers with a tolerance")
@MainActor
struct TimerToleranceTests {
    @Test("The loop wakes as late as the tolerances allow, once for all timers due by then, in order of deadlines")
    func coalescing() throws {
        // Rules: L29, L24.
        let (loop, log) = (try makeLoop(), Log())
        for (deadline, tolerance) in [(10, 10), (12, 5), (14, 100), (18, 2)] {
            loop.addTimer(at: .ms(Int64(deadline)), tolerance: .milliseconds(tolerance)) { _ in
                log.write("\(deadline) at \(loop.now.nanoseconds / 1_000_000)")
            }
        }
        loop.runNow()
        #expect(log.take() == ["10 at 17", "12 at 17", "14 at 17", "18 at 20"])
    }

    @Test("A timer fires with whatever else wakes the loop once its deadline has come, and never before")
    func withOthers() throws {
        // Rules: L29.
        let (loop, log) = (try makeLoop(), Log())
        loop.addTimer(at: .ms(10), tolerance: .milliseconds(10)) { _ in log.write("\(loop.now)") }
        loop.addTimer(at: .ms(9)) { _ in log.write("before") }
        loop.addTimer(at: .ms(13)) { _ in log.write("wakes") }
        loop.runNow()
        #expect(log.take() == ["before", "0.013000 s", "wakes"])
    }

    @Test("A run to an instant fires what is due by then, though its tolerance reaches further")
    func limit() throws {
        // Rules: L29, L16.
        let (loop, log) = (try makeLoop(), Log())
        loop.addTimer(at: .ms(10), tolerance: .seconds(10)) { _ in log.write("\(loop.now)") }
        loop.runNow(until: .ms(9))
        #expect(log.take() == [])
        loop.runNow(until: .ms(10))
        #expect(log.take() == ["0.010000 s"])
    }

    @Test("A timer's schedule is computed without the tolerance")
    func phase() throws {
        // Rules: L29, L25.
        let (loop, log) = (try makeLoop(), Log())
        let timer = loop.addTimer(at: .ms(10), every: .milliseconds(10), tolerance: .milliseconds(3)) { timer in
            log.write("\(loop.now.nanoseconds / 1_000_000)")
        }
        loop.runNow(until: .ms(39))
        #expect(log.take() == ["13", "23", "33"])
        #expect(timer.fireTime == .ms(40))
        timer.cancel()
    }

    @Test("A tolerance is at most half the interval, and never negative; without an interval it is as given")
    func bounds() throws {
        // Rules: L29.
        let loop = try makeLoop()
        let repeating = loop.addTimer(at: .ms(1), every: .milliseconds(10), tolerance: .seconds(1)) { _ in }
        #expect(repeating.tolerance == .milliseconds(5))
        repeating.tolerance = .milliseconds(2)
        #expect(repeating.tolerance == .milliseconds(2))
        repeating.tolerance = .seconds(-1)
        #expect(repeating.tolerance == .zero)
        let once = loop.addTimer(at: .ms(1), tolerance: .seconds(60)) { _ in }
        #expect(once.tolerance == .seconds(60))
        #expect(loop.addTimer(at: .ms(1), tolerance: .seconds(-60)) { _ in }.tolerance == .zero)
        // Deadline and tolerance together are beyond the range: the end of time.
        once.fireTime = .init(nanoseconds: .max - 1)
        repeating.cancel()
        #expect(loop.timers.latestWakeUp() == 1_000_000)
        loop.runPresent()
        loop.runNow(until: .ms(5))
        #expect(loop.timers.latestWakeUp() == .max)
        once.cancel()
    }

    @Test("A tolerance may be given and changed later; the timer keeps its place among equal deadlines")
    func changing() throws {
        // Rules: L29, L24.
        let (loop, log) = (try makeLoop(), Log())
        let timers = (0..<4).map { number in loop.addTimer(at: .ms(5)) { _ in log.write("\(number) at \(loop.now)") } }
        for timer in timers { timer.tolerance = .milliseconds(4) }
        timers[2].tolerance = .milliseconds(2)
        loop.runNow()
        #expect(log.take() == (0..<4).map { "\($0) at 0.007000 s" })
        let timer = loop.addTimer(at: .ms(10), tolerance: .milliseconds(4)) { _ in log.write("\(loop.now)") }
        timer.tolerance = .zero
        loop.runNow()
        #expect(log.take() == ["0.010000 s"])
    }

    @Test("A timer with a tolerance that is pushed back holds the loop's sleep no longer")
    func pushedBack() throws {
        // Rules: L29.
        let (loop, log) = (try makeLoop(), Log())
        let timer = loop.addTimer(at: .ms(10), tolerance: .milliseconds(5)) { _ in log.write("\(loop.now)") }
        #expect(loop.timers.latestWakeUp() == 15_000_000)
        timer.fireTime = .ms(100)
        #expect(loop.timers.latestWakeUp() == 105_000_000)
        timer.fireTime = .ms(20)
        #expect(loop.timers.latestWakeUp() == 25_000_000)
        loop.runNow()
        #expect(log.take() == ["0.025000 s"])
    }

    @Test("A timer that is called by hand, and comes due meanwhile, does not keep the loop from sleeping")
    func calledByHand() throws {
        // Rules: L27, L29, L31.
        let (loop, log) = (try makeLoop(), Log())
        let turns = Box(0)
        let timer = loop.addTimer(at: .ms(10), every: .milliseconds(10), tolerance: .milliseconds(2)) { timer in
            log.write("\(loop.now)")
            guard loop.now == .ms(5) else { return }
            turns.value = 0
            loop.runNow(until: .ms(50))
            log.write("\(turns.value < 5)")
        }
        loop.addTimer(at: .ms(100), tolerance: .milliseconds(1)) { _ in }
        loop.addTimer(at: .ms(5)) { _ in timer.fire() }
        loop.addObserver(of: .beforeTimers) { [unowned loop] _ in
            turns.value += 1
            if turns.value > 1000 { loop.stop() }
        }
        loop.runNow(until: .ms(58))
        #expect(log.take() == ["0.005000 s", "true", "0.050000 s"])
        timer.cancel()
    }
}
