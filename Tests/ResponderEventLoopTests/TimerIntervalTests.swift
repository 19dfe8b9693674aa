import ResponderEventLoop
import TestSupport
import Testing

@Suite("A timer's interval is changed")
@MainActor
struct TimerIntervalTests {
    /// A loop, and a timer that logs the milliseconds at which it fires.
    private func make(
        every interval: Duration?,
        tolerance: Duration? = nil,
        _ body: @escaping @MainActor (MainRunLoop.Timer) -> Void = { _ in }
    ) throws -> (loop: MainRunLoop, log: Log, timer: MainRunLoop.Timer) {
        let (loop, log) = (try makeLoop(), Log())
        let timer = loop.addTimer(at: .ms(10), every: interval, tolerance: tolerance) { [unowned loop] timer in
            log.write("\(loop.now.nanoseconds / 1_000_000)")
            body(timer)
        }
        return (loop, log, timer)
    }

    @Test(
        "The next deadline stays, and the new interval counts from there",
        arguments: [nil, Duration.milliseconds(1)]
    )
    func scheduled(tolerance: Duration?) throws {
        // Rules: L46.
        let (loop, log, timer) = try make(every: .milliseconds(10), tolerance: tolerance)
        loop.runNow(until: .ms(15))
        timer.tolerance = .zero
        timer.interval = .milliseconds(3)
        #expect(timer.interval == .milliseconds(3))
        #expect(timer.fireTime == .ms(20))
        loop.runNow(until: .ms(27))
        #expect(log.take().suffix(3) == ["20", "23", "26"])
        timer.cancel()
    }

    @Test("An earlier first firing is set by the deadline")
    func withDeadline() throws {
        // Rules: L46.
        let (loop, log, timer) = try make(every: .seconds(3600))
        timer.interval = .milliseconds(2)
        timer.fireTime = .ms(1)
        loop.runNow(until: .ms(6))
        #expect(log.take() == ["1", "3", "5"])
        timer.cancel()
    }

    @Test("Inside the timer's own callback the new interval counts from the deadline that has come")
    func inside() throws {
        // Rules: L46, L25.
        let (loop, log, timer) = try make(every: .milliseconds(10)) { $0.interval = .milliseconds(25) }
        loop.runNow(until: .ms(61))
        #expect(log.take() == ["10", "35", "60"])
        timer.cancel()
    }

    @Test("Ticks of the new interval that were missed are dropped, and the phase is kept")
    func missed() throws {
        // Rules: L46, L25.
        let clock = VirtualClock()
        let (loop, log) = (try MainRunLoop(clock: clock), Log())
        let timer = loop.addTimer(at: .ms(10), every: .milliseconds(100)) { [unowned loop] timer in
            log.write("\(loop.now.nanoseconds / 1_000_000)")
            if timer.interval == .milliseconds(100) {
                timer.interval = .milliseconds(4)
                clock.spend(milliseconds: 9)
            }
        }
        loop.runNow(until: .ms(27))
        #expect(log.take() == ["10", "22", "26"])
        timer.cancel()
    }

    @Test("With no interval a timer fires the next time and ends, or ends with the callback under way")
    func toOnce() throws {
        // Rules: L46, L28.
        let (loop, log, timer) = try make(every: .milliseconds(10))
        loop.runNow(until: .ms(12))
        timer.interval = nil
        #expect(timer.interval == nil)
        #expect(loop.runNow() == .finished)
        #expect(log.take() == ["10", "20"])
        #expect(!timer.isValid)
        let (other, second, _) = try make(every: .milliseconds(10)) { $0.interval = nil }
        #expect(other.runNow() == .finished)
        #expect(second.take() == ["10"])
    }

    @Test("A timer that fires once repeats once it has an interval, also when its callback gives it one")
    func toRepeating() throws {
        // Rules: L46.
        for isInside in [false, true] {
            let (loop, log, timer) = try make(every: nil) { if isInside { $0.interval = .milliseconds(5) } }
            if !isInside { timer.interval = .milliseconds(5) }
            loop.runNow(until: .ms(21))
            #expect(log.take() == ["10", "15", "20"])
            #expect(timer.isValid)
            timer.cancel()
        }
    }

    @Test("A timer that `fire()` calls may change its interval: one that repeats from then on keeps its deadline")
    func byFire() throws {
        // Rules: L46, L31.
        let (loop, log, timer) = try make(every: nil) { $0.interval = .milliseconds(4) }
        timer.fire()
        #expect(timer.isValid)
        loop.runNow(until: .ms(15))
        #expect(log.take() == ["0", "10", "14"])
        timer.cancel()
        #expect(!timer.isValid)
    }

    @Test("A tolerance of more than half of the new interval becomes that half, and a longer interval leaves it")
    func tolerance() throws {
        // Rules: L46, L29.
        let (loop, _, timer) = try make(every: .milliseconds(10), tolerance: .milliseconds(4))
        timer.interval = .milliseconds(2)
        #expect(timer.tolerance == .milliseconds(1))
        timer.interval = .milliseconds(20)
        #expect(timer.tolerance == .milliseconds(1))
        timer.interval = nil
        #expect(timer.tolerance == .milliseconds(1))
        #expect(loop.runNow() == .finished)
        #expect(loop.now == .ms(11))
    }

    @Test("An interval that is not positive counts as a tenth of a millisecond, and one of an ended timer does nothing")
    func bounds() throws {
        // Rules: L46, L30.
        let (loop, _, timer) = try make(every: .milliseconds(10))
        timer.interval = .zero
        #expect(timer.interval == .microseconds(100))
        timer.cancel()
        timer.interval = .seconds(1)
        #expect(timer.interval == nil)
        #expect(loop.runNow() == .finished)
    }

    @Test("On the system's clock the new interval counts as well")
    func systemClock() async throws {
        // Rules: L46.
        let loop = try MainRunLoop()
        let start = loop.now
        var fired = 0
        let timer = loop.addTimer(at: start, every: .seconds(86_400)) { timer in
            fired += 1
            timer.interval = .milliseconds(1)
            if fired == 3 { loop.stop() }
        }
        #expect(await loop.run() == .stopped)
        #expect(start.duration(to: loop.now) >= .milliseconds(2))
        timer.cancel()
    }
}
