import TestSupport
import Testing

@testable import ResponderEventLoop

@Suite("Timers as handles")
@MainActor
struct TimerHandleTests {
    @Test("A timer's slot is one cache line, and a handle two words")
    func sizes() {
        #expect(MemoryLayout<TimerSlot>.stride == 64)
        #expect(MemoryLayout<NumberedSlot>.stride == 16)
        #expect(MemoryLayout<TimerEntry>.stride == 16)
        #expect(MemoryLayout<MainRunLoop.Timer>.size == 16)
    }

    @Test("A waiting closure and an input of the loop have the sizes that were measured")
    func otherSizes() {
        #expect(MemoryLayout<WaitingPosts.Entry>.stride == 40)
        #expect(MemoryLayout<DeferredList.Entry>.stride == 32)
        #expect(MemoryLayout<InputList.Entry>.stride == 40)
    }

    @Test("Copies of a timer are one timer; another timer never equals it, also not one that reuses its slot")
    func identity() throws {
        let loop = try makeLoop()
        let timer = loop.addTimer(at: .ms(1)) { _ in }
        let copy = timer
        #expect(timer == copy && Set([timer, copy]).count == 1)
        timer.cancel()
        #expect(!copy.isValid && timer == copy)
        loop.timers.pointee.removeEnded()
        let next = loop.addTimer(at: .ms(1)) { _ in }
        #expect(next.slot == timer.slot)
        #expect(next != timer && next.isValid && !timer.isValid)
        timer.cancel()
        timer.fireTime = .ms(9)
        timer.tolerance = .seconds(1)
        timer.fire()
        #expect(next.isValid && next.fireTime == .ms(1) && next.tolerance == .zero)
        next.cancel()
    }

    @Test(
        "A timer handle that is no longer valid says so, and has no interval, tolerance or deadline but the latest"
    )
    func stale() throws {
        let loop = try makeLoop()
        let timer = loop.addTimer(at: .ms(1), every: .milliseconds(2), tolerance: .microseconds(5)) { _ in }
        #expect(timer.interval == .milliseconds(2) && timer.tolerance == .microseconds(5) && timer.fireTime == .ms(1))
        timer.cancel()
        #expect(timer.interval == nil && timer.tolerance == .zero)
        #expect(timer.fireTime == .init(nanoseconds: .max))
    }

    @Test("Timers of a loop that is gone are not valid, whichever heap they were in")
    func loopIsGone() throws {
        weak var held: Log?
        var timers: [MainRunLoop.Timer] = []
        do {
            let (loop, log) = (try makeLoop(), Log())
            held = log
            timers.append(loop.addTimer(at: .ms(1)) { _ in log.write("plain") })
            timers.append(loop.addTimer(at: .ms(1), tolerance: .milliseconds(1)) { _ in log.write("tolerant") })
            timers.append(loop.addTimer(at: .ms(1), in: []) { _ in log.write("in no mode") })
            // Pauses the last.
            loop.runPresent()
            timers.append(loop.addTimer(at: .ms(2)) { _ in log.write("cancelled") })
            timers[3].cancel()
        }
        #expect(held == nil)
        for timer in timers {
            #expect(!timer.isValid)
            timer.fireTime = .ms(3)
            timer.cancel()
            timer.fire()
        }
    }

    @Test("A loop may go while a timer of it is being called by hand, and the timer is over then")
    func loopGoesInside() throws {
        let log = Log()
        let box = Box<MainRunLoop?>(try makeLoop())
        let timer = box.value?.addTimer(at: .ms(1), every: .milliseconds(1)) { timer in
            box.value = nil
            log.write("\(timer.isValid)")
        }
        let other = box.value?.addTimer(at: .ms(1)) { _ in }
        timer?.fire()
        #expect(log.take() == ["false"])
        #expect(timer?.isValid == false && other?.isValid == false)
    }

    @Test("A loop may go with the closure of a timer that fires once and is called by hand", arguments: [true, false])
    func loopGoesWithClosure(isPlain: Bool) throws {
        // Rules: L31.
        weak var held: MainRunLoop?
        let timer: MainRunLoop.Timer
        do {
            let loop = try makeLoop()
            held = loop
            timer = loop.addTimer(at: .ms(1), in: isPlain ? .common : .default) { _ in withExtendedLifetime(loop) {} }
        }
        #expect(held != nil)
        timer.fire()
        #expect(held == nil && !timer.isValid)
    }

    @Test("Adding, re-arming, firing and cancelling timers use the same slots again and again")
    func slotsAreUsedAgain() throws {
        let loop = try makeLoop()
        func round() {
            let timers = (0..<100).map { number in
                loop.addTimer(at: .ms(Int64(number)), tolerance: .milliseconds(number % 2)) { _ in }
            }
            for (number, timer) in timers.enumerated() where number % 3 == 0 { timer.fireTime = .ms(200) }
            for (number, timer) in timers.enumerated() where number % 3 == 1 { timer.fireTime = .ms(-200) }
            for (number, timer) in timers.enumerated() where number % 3 == 2 { timer.cancel() }
            loop.runPresent()
            for timer in timers { timer.cancel() }
        }
        round()
        let (used, capacity) = (TimerPool.shared.pointee.usedCount, TimerPool.shared.pointee.capacity)
        for _ in 0..<200 { round() }
        #expect(TimerPool.shared.pointee.usedCount == used && TimerPool.shared.pointee.capacity == capacity)
        // Entries of cancelled timers do not stay either, except for the last few.
        #expect(loop.timers.pointee.count == 0)
        #expect(loop.timers.pointee.plain.count <= TimerQueue.mostEnded && loop.timers.pointee.special.count == 0)
    }

    @Test("Thousands of cancelled timers do not stay, though their deadlines are far", arguments: [0, 5])
    func cancelledOnesGo(tolerance: Int) throws {
        let loop = try makeLoop()
        var random = SeededGenerator(seed: 7)
        var timers = (0..<20_000).map { _ in
            loop.addTimer(
                at: .ms(.random(in: 1_000_000..<2_000_000, using: &random)),
                tolerance: .milliseconds(tolerance)
            ) { _ in }
        }
        timers.shuffle(using: &random)
        for timer in timers.dropLast(1000) { timer.cancel() }
        #expect(loop.timers.pointee.count == 1000)
        #expect(loop.timers.pointee.plain.count + loop.timers.pointee.special.count <= 1000 + TimerQueue.mostEnded)
        #expect(loop.timers.disorder == nil)
        // A timer that is moved to an earlier deadline again and again keeps one entry.
        for step in 0..<20_000 { timers[19_999].fireTime = .ms(Int64(900_000 - step)) }
        #expect(loop.timers.pointee.plain.count + loop.timers.pointee.special.count <= 1000 + TimerQueue.mostEnded)
        #expect(loop.timers.earliest() == MainRunLoop.Instant.ms(880_001).nanoseconds)
        #expect(loop.timers.disorder == nil)
        for timer in timers { timer.cancel() }
        #expect(loop.timers.pointee.count == 0)
        #expect(loop.timers.earliest() == nil)
        #expect(loop.timers.pointee.plain.count + loop.timers.pointee.special.count == 0)
    }

    @Test("`fire()` calls the closure at once and leaves the schedule alone; a timer that fires once is over then")
    func fireByHand() throws {
        // Rules: L31.
        let (loop, log) = (try makeLoop(), Log())
        let once = loop.addTimer(at: .ms(5)) { _ in log.write("once") }
        let twice = loop.addTimer(at: .ms(10), every: .milliseconds(10)) { _ in log.write("\(loop.now)") }
        once.fire()
        twice.fire()
        #expect(!once.isValid && twice.fireTime == .ms(10))
        once.fire()
        loop.runNow(until: .ms(20))
        #expect(log.take() == ["once", "0.000000 s", "0.010000 s", "0.020000 s"])
        twice.cancel()
    }

    @Test("`fire()` keeps the timer's place among equal deadlines, and a timer that is due fires all the same")
    func fireByHandKeepsPlace() throws {
        // Rules: L31, L24.
        let (loop, log) = (try makeLoop(), Log())
        let other = Box<MainRunLoop.Timer?>(nil)
        loop.addTimer(at: .ms(1)) { _ in
            log.write("first")
            other.value?.fire()
        }
        other.value = loop.addTimer(at: .ms(1), every: .seconds(1)) { _ in log.write("other") }
        loop.addTimer(at: .ms(1)) { _ in log.write("last") }
        other.value?.fire()
        loop.runNow(until: .ms(1))
        #expect(log.take() == ["other", "first", "other", "other", "last"])
    }

    @Test(
        "`fire()` inside the timer's own callout does nothing, and a timer called by hand fires in no nested run"
    )
    func fireByHandIsNotReentrant() throws {
        // Rules: L27, L31.
        for tolerance in [0, 1] {
            let (loop, log) = (try makeLoop(), Log())
            let timer = loop.addTimer(at: .ms(10), every: .milliseconds(10), tolerance: .milliseconds(tolerance)) {
                timer in
                log.write("in")
                timer.fire()
                if loop.now == .zero { loop.runNow(until: .ms(35)) }
                log.write("out")
            }
            timer.fire()
            #expect(log.take() == ["in", "out"])
            #expect(timer.fireTime == .ms(10) && loop.now == .ms(35))
            loop.runPresent()
            // The timer came due meanwhile: it fires once, and then in its phase.
            #expect(log.take() == ["in", "out"])
            #expect(timer.fireTime == .ms(40))
            timer.cancel()
        }
    }

    @Test("A deadline set while the timer is called by hand counts as it is", arguments: [5, 10, 25])
    func setInsideFireByHand(deadline: Int64) throws {
        // Rules: L31, L26.
        let (loop, log) = (try makeLoop(), Log())
        let timer = loop.addTimer(at: .ms(10), every: .seconds(1)) { timer in
            if loop.now == .zero { timer.fireTime = .ms(deadline) } else { log.write("\(loop.now)") }
        }
        timer.fire()
        loop.runNow(until: .ms(100))
        #expect(log.take() == ["\(MainRunLoop.Instant.ms(deadline))"])
        timer.cancel()
    }

    @Test("The last deadline set while a timer is called by hand counts, whatever else was set before it")
    func setAgainInsideFireByHand() throws {
        // Rules: L31, L26.
        let (loop, log) = (try makeLoop(), Log())
        let timer = loop.addTimer(at: .ms(10), every: .seconds(1)) { [unowned loop] timer in
            guard loop.now == .zero else { return log.write("\(loop.now)") }
            timer.fireTime = .ms(20)
            timer.tolerance = .milliseconds(1)
            timer.fireTime = .ms(12)
        }
        loop.addTimer(at: .ms(15), tolerance: .zero) { [unowned loop] _ in log.write("\(loop.now)") }
        timer.fire()
        loop.runNow(until: .ms(100))
        #expect(log.take() == ["\(MainRunLoop.Instant.ms(13))", "\(MainRunLoop.Instant.ms(15))"])
        timer.cancel()
    }

    @Test("A deadline set while the timer is called by hand wakes no nested run, in which the timer cannot fire")
    func setInsideFireByHandInNestedRun() throws {
        // Rules: L31, L27, L29.
        let (loop, log) = (try makeLoop(), Log())
        loop.runNow(until: .ms(2))
        // A run that does not sleep would go on for ever.
        let turns = Box(0)
        let observer = loop.addObserver(of: .beforeTimers) { [unowned loop] _ in
            turns.value += 1
            if turns.value > 20 { loop.stop() }
        }
        loop.addTimer(at: .ms(8), tolerance: .milliseconds(5)) { [unowned loop] _ in log.write("\(loop.now)") }
        let timer = loop.addTimer(at: .ms(10), every: .seconds(1), tolerance: .milliseconds(1)) {
            [unowned loop] timer in
            timer.fireTime = .ms(1)
            loop.runNow(until: .ms(20))
        }
        timer.fire()
        #expect(log.take() == ["\(MainRunLoop.Instant.ms(13))"])
        #expect(turns.value < 10 && loop.now == .ms(20))
        #expect(loop.timers.latestWakeUp() == MainRunLoop.Instant.ms(2).nanoseconds)
        timer.cancel()
        observer.cancel()
    }

    @Test("A timer that is cancelled while it is called by hand is over, and its closure goes when it returns")
    func cancelInsideFireByHand() throws {
        // Rules: L28, L31.
        let loop = try makeLoop()
        weak var held: Log?
        let timer = {
            let log = Log()
            held = log
            return loop.addTimer(at: .ms(10), every: .seconds(1)) { timer in
                timer.cancel()
                log.write("still there")
            }
        }()
        timer.fire()
        #expect(held == nil && !timer.isValid)
        #expect(loop.runNow() == .finished)
    }
}
