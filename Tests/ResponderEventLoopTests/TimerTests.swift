import ResponderEventLoop
import TestSupport
import Testing

@Suite("Timers")
@MainActor
struct TimerTests {
    @Test("Equal deadlines fire in the order of scheduling, and re-arming schedules a timer anew")
    func equalDeadlines() throws {
        // Rules: L24.
        let (loop, log) = (try makeLoop(), Log())
        let timers = (0..<6).map { number in loop.addTimer(at: .ms(5)) { _ in log.write("\(number)") } }
        timers[1].fireTime = .ms(5)
        timers[4].fireTime = .ms(4)
        timers[0].fireTime = .ms(6)
        loop.runNow(until: .ms(9))
        #expect(log.take() == ["4", "2", "3", "5", "1", "0"])
    }

    @Test("Eight timers with one deadline fire in the order of adding, alone and among others", arguments: [0, 3, 100])
    func equalDeadlinesAmongOthers(others: Int) throws {
        // Rules: L24, L34.
        // libevent's heap has them a h g f e d c b (E6), and Foundation's timers convert their dates one by one.
        let (loop, log) = (try makeLoop(), Log())
        for number in 0..<others { loop.addTimer(at: .ms(Int64(number % 5))) { _ in } }
        for name in ["a", "b", "c", "d", "e", "f", "g", "h"] { loop.addTimer(at: .ms(5)) { _ in log.write(name) } }
        for number in 0..<others { loop.addTimer(at: .ms(Int64(6 + number % 5))) { _ in } }
        loop.runNow()
        #expect(log.take() == ["a", "b", "c", "d", "e", "f", "g", "h"])
    }

    @Test("A timer added after work in a callout is counted from the end of the work")
    func addedAfterWork() throws {
        // Rules: L24.
        // libevent counts from the time of its last wait (E7).
        let clock = VirtualClock()
        let (loop, log) = (try MainRunLoop(clock: clock), Log())
        loop.addTimer(after: .milliseconds(10)) { _ in
            clock.advance(to: .ms(110))
            loop.addTimer(after: .milliseconds(50)) { _ in log.write("\(loop.now)") }
        }
        loop.runNow()
        #expect(log.take() == ["0.160000 s"])
    }

    @Test("Work of more than an interval in a callout does not move a repeating timer's phase")
    func phaseAfterWork() throws {
        // Rules: L25.
        // libevent's next deadline would be an interval after the work (E8).
        let clock = VirtualClock()
        let (loop, log) = (try MainRunLoop(clock: clock), Log())
        let timer = loop.addTimer(after: .milliseconds(10), every: .milliseconds(10)) { _ in
            log.write("\(loop.now.nanoseconds / 1_000_000)")
            if loop.now == .ms(20) { clock.advance(to: .ms(44)) }
        }
        loop.runNow(until: .ms(65))
        #expect(log.take() == ["10", "20", "50", "60"])
        timer.cancel()
    }

    @Test("A timer with an interval does not fire at once, but after its first delay")
    func notAtOnce() throws {
        // Rules: L34.
        let (loop, log) = (try makeLoop(), Log())
        let timer = loop.addTimer(after: .milliseconds(100), every: .milliseconds(100)) { _ in log.write("\(loop.now)")
        }
        timer.tolerance = .milliseconds(7)
        #expect(timer.tolerance == .milliseconds(7))
        timer.tolerance = .zero
        loop.runPresent()
        #expect(log.take() == [])
        loop.runNow(until: .ms(100))
        #expect(log.take() == ["0.100000 s"])
        timer.cancel()
    }

    @Test(
        "A timer with a negative delay fires in the next turn, once",
        arguments: [Duration.seconds(-5), .seconds(Int64.min)]
    )
    func negativeDelay(delay: Duration) throws {
        // Rules: L30.
        let (loop, log) = (try makeLoop(), Log())
        loop.addTimer(after: delay) { _ in log.write("\(loop.now)") }
        loop.runNow()
        #expect(log.take() == ["0.000000 s"])
    }

    @Test("Timers fire as a sorted list would have them", arguments: [UInt64(1), 2, 3, 4, 5])
    func model(seed: UInt64) throws {
        // Rules: L24.
        let (loop, log) = (try makeLoop(), Log())
        var random = SeededGenerator(seed: seed)
        var timers: [MainRunLoop.Timer] = []
        var model: [(deadline: Int64, order: Int, number: Int)] = []
        for order in 0..<1000 {
            let deadline = Int64.random(in: 0..<100, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where !model.isEmpty:
                let victim = model.remove(at: Int.random(in: 0..<model.count, using: &random))
                timers[victim.number].cancel()
            case 1 where !model.isEmpty:
                let index = Int.random(in: 0..<model.count, using: &random)
                model[index].deadline = deadline
                model[index].order = order
                timers[model[index].number].fireTime = .ms(deadline)
            default:
                let number = timers.count
                timers.append(loop.addTimer(at: .ms(deadline)) { _ in log.write("\(number) at \(loop.now)") })
                model.append((deadline, order, number))
            }
        }
        loop.runNow(until: .ms(100))
        let expected = model.sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
            .map { "\($0.number) at \(MainRunLoop.Instant.ms($0.deadline))" }
        #expect(log.take() == expected, "seed \(seed)")
        #expect(timers.allSatisfy { !$0.isValid }, "seed \(seed)")
    }

    @Test("A repeating timer keeps its phase and drops the ticks that it missed")
    func phase() throws {
        // Rules: L25.
        let clock = VirtualClock()
        let (loop, log) = (try MainRunLoop(clock: clock), Log())
        loop.addTimer(at: .ms(30), every: .milliseconds(30)) { timer in
            log.write("\(loop.now)")
            // A stall: time passes inside the callback.
            if loop.now == .ms(60) { clock.advance(to: .ms(180)) }
            if loop.now == .ms(210) { clock.advance(to: .ms(245)) }
            if loop.now > .ms(290) { timer.cancel() }
        }
        loop.runNow()
        #expect(log.take() == [30, 60, 210, 270, 300].map { "\(MainRunLoop.Instant.ms(Int64($0)))" })
    }

    @Test("A repeating timer whose deadline lies ages ago fires once and then in its phase")
    func longPast() throws {
        // Rules: L25, L30.
        let (loop, log) = (try makeLoop(), Log())
        loop.addTimer(at: .init(nanoseconds: .min), every: .nanoseconds(1 << 40)) { [unowned loop] _ in
            log.write("\(loop.now.nanoseconds)")
        }
        loop.runNow(until: .init(nanoseconds: 1 << 41))
        #expect(log.take() == ["0", "\(1 << 40)", "\(1 << 41)"])
    }

    @Test("A deadline set inside the callout counts only if it is later than the one just used")
    func fireTimeInside() throws {
        // Rules: L26.
        let (loop, log) = (try makeLoop(), Log())
        let settings: [Int64: Int64] = [10: 10, 20: 3, 30: 31, 31: 77]
        loop.addTimer(at: .ms(10), every: .milliseconds(10)) { [unowned loop] timer in
            log.write("\(loop.now)")
            if let later = settings[loop.now.nanoseconds / 1_000_000] { timer.fireTime = .ms(later) }
        }
        loop.runNow(until: .ms(90))
        #expect(log.take() == [10, 20, 30, 31, 77, 87].map { "\(MainRunLoop.Instant.ms(Int64($0)))" })
    }

    @Test("A one-shot timer is over after its callout, whatever deadline was set inside")
    func oneShot() throws {
        // Rules: L28, L26.
        let (loop, log) = (try makeLoop(), Log())
        let timer = loop.addTimer(at: .ms(1)) { timer in
            log.write("\(timer.isValid)")
            timer.fireTime = .ms(2)
        }
        #expect(timer.isValid)
        loop.runNow(until: .ms(9))
        #expect(!timer.isValid)
        timer.fireTime = .ms(20)
        timer.cancel()
        #expect(loop.runNow() == .finished)
        #expect(log.take() == ["true"])
    }

    @Test("A cancelled timer drops what its closure holds")
    func closureIsDropped() throws {
        // Rules: L28.
        let loop = try makeLoop()
        weak var held: Log?
        let timers: [MainRunLoop.Timer] = {
            let log = Log()
            held = log
            return [loop.addTimer(at: .ms(1)) { _ in log.write("fired") }]
        }()
        #expect(held != nil)
        timers[0].cancel()
        #expect(held == nil)
        #expect(loop.runNow() == .finished)
    }

    @Test("A timer that is firing does not fire in a nested run")
    func notReentrant() throws {
        // Rules: L27.
        let (loop, log) = (try makeLoop(), Log())
        loop.addTimer(at: .ms(10), every: .milliseconds(10)) { timer in
            log.write("in \(loop.now)")
            loop.runNow(until: loop.now.advanced(by: .milliseconds(25)))
            log.write("out \(loop.now)")
            if loop.now > .ms(60) { timer.cancel() }
        }
        loop.runNow()
        let times: [(String, Int64)] = [("in", 10), ("out", 35), ("in", 40), ("out", 65)]
        #expect(log.take() == times.map { "\($0.0) \(MainRunLoop.Instant.ms($0.1))" })
    }

    @Test("A callout may cancel its own timer, and a sibling due at the same instant, which then does not fire")
    func cancelInside() throws {
        // Rules: L19, L24.
        let (loop, log) = (try makeLoop(), Log())
        let sibling = Box<MainRunLoop.Timer?>(nil)
        loop.addTimer(at: .ms(1), every: .milliseconds(1)) { timer in
            log.write("own")
            timer.cancel()
            timer.cancel()
            sibling.value?.cancel()
            // Takes the slots that the two have left.
            for name in ["x", "y", "z"] { loop.addTimer(at: .ms(1)) { _ in log.write(name) } }
            loop.post { log.write("turn") }
        }
        sibling.value = loop.addTimer(at: .ms(1)) { _ in log.write("sibling") }
        loop.runNow(until: .ms(9))
        #expect(log.take() == ["own", "turn", "x", "y", "z"])
    }

    @Test("A sibling due at the same instant that is moved later is skipped, and fires then")
    func moveSibling() throws {
        // Rules: L24.
        let (loop, log) = (try makeLoop(), Log())
        let sibling = Box<MainRunLoop.Timer?>(nil)
        loop.addTimer(at: .ms(1)) { _ in sibling.value?.fireTime = .ms(4) }
        sibling.value = loop.addTimer(at: .ms(1)) { _ in log.write("\(loop.now)") }
        loop.runNow(until: .ms(9))
        #expect(log.take() == ["0.004000 s"])
    }

    @Test("A timer that becomes due during the callouts waits for the next turn")
    func dueMeanwhile() throws {
        // Rules: L24, L19.
        let clock = VirtualClock()
        let (loop, log) = (try MainRunLoop(clock: clock), Log())
        loop.addTimer(at: .ms(1)) { _ in
            clock.advance(to: .ms(5))
            loop.addTimer(at: .zero) { _ in log.write("past") }
            loop.post { log.write("turn") }
        }
        loop.addTimer(at: .ms(3)) { _ in log.write("due meanwhile") }
        loop.runNow(until: .ms(9))
        #expect(log.take() == ["turn", "past", "due meanwhile"])
    }

    @Test(
        "A timer's interval that is not positive is a tenth of a millisecond",
        arguments: [Duration.zero, .seconds(-1)]
    )
    func badInterval(interval: Duration) throws {
        // Rules: L30.
        let (loop, count) = (try makeLoop(), Box(0))
        let timer = loop.addTimer(at: .ms(1), every: interval) { _ in count.value += 1 }
        loop.runNow(until: .ms(2))
        #expect(count.value == 11)
        timer.cancel()
    }

    @Test("A repeating timer of which no further multiple is in the clock's range is over")
    func endOfTime() throws {
        // Rules: L25.
        let (loop, log) = (try makeLoop(), Log())
        let timer = loop.addTimer(at: .zero, every: .seconds(Int64.max)) { _ in log.write("\(loop.now.nanoseconds)") }
        let turns = Box(0)
        loop.addObserver(of: .beforeTimers) { [unowned loop] _ in
            turns.value += 1
            if turns.value > 100 { loop.stop() }
        }
        #expect(loop.runNow() == .finished)
        #expect(log.take() == ["0", "\(Int64.max)"])
        #expect(!timer.isValid)
    }

    @Test("Deadlines at the ends of the range neither overflow nor fire too early")
    func extremes() throws {
        let (loop, log) = (try makeLoop(), Log())
        loop.addTimer(at: .init(nanoseconds: .max)) { _ in log.write("end of time") }
        loop.addTimer(after: .seconds(Int64.max)) { _ in log.write("end of time too") }
        loop.addTimer(at: .zero, every: .seconds(Int64.max)) { _ in log.write("now") }
        loop.runNow(until: .ms(1))
        #expect(log.take() == ["now"])
    }
}
