import ResponderEventLoop

/// A loop, with the jobs that the guard counts.
@MainActor
final class GuardLoop {
    private static let hour: Int64 = 3_600_000_000_000

    private let loop: MainRunLoop
    private var timers: [MainRunLoop.Timer] = []
    private var random = Shuffler(seed: 1)
    private var performed = 0
    private var fired = 0

    /// A loop on the system's clock, for turns as an application takes them.
    init() throws {
        loop = try MainRunLoop()
    }

    /// A loop with `count` timers that fire in an hour or later, on a clock that stands still.
    ///
    /// On the system's clock, a turn that callgrind or a busy machine holds up would leave some timers to the next
    /// turn, on another code path: the counts would differ from run to run.
    ///
    /// callgrind also counts calls outside of the measured function where the same chain of calls occurs inside it. The
    /// timers are few, so that the calls that make them hardly count.
    init(timers count: Int) throws {
        loop = try MainRunLoop(clock: VirtualClock(startingAt: MainRunLoop.Instant(nanoseconds: Self.hour)))
        for _ in 0..<count { timers.append(loop.addTimer(at: later()) { [unowned(unsafe) self] _ in fired += 1 }) }
    }

    /// Takes `count` turns in one run.
    func turns(_ count: Int) -> GuardWorkload.Counts {
        let turns = TurnSource(on: loop)
        // The first turns make everything that is made only once.
        turns.run(100)
        guardMeasured { turns.run(count) }
        return (count, turns.performed)
    }

    /// Posts closures, and runs a hundred of them in each turn.
    func posts(_ count: Int) -> GuardWorkload.Counts {
        let batch = 100
        post(batch)
        performed = 0
        let batches = max(1, count / batch)
        guardMeasured {
            for _ in 0..<batches { post(batch) }
        }
        return (batches * batch, performed)
    }

    private func post(_ count: Int) {
        for _ in 0..<count { loop.post { [self, count] in performed += count > 0 ? 1 : 0 } }
        loop.run(until: .zero)
    }

    /// Gives random timers a deadline later than all others.
    func rearms(_ count: Int) -> GuardWorkload.Counts {
        for index in 0..<100 {
            timers.swapAt(index, index + Int(random.next(upperBound: UInt64(timers.count - index))))
        }
        let chosen = timers.prefix(100)
        var latest = loop.now.nanoseconds + 2 * Self.hour
        let batches = max(1, count / chosen.count)
        guardMeasured {
            for _ in 0..<batches {
                for timer in chosen {
                    latest += 1
                    timer.fireTime = MainRunLoop.Instant(nanoseconds: latest)
                }
            }
        }
        // The timers are right if each chosen timer fires, and no other.
        return (batches * chosen.count, fire(chosen) == chosen.count ? batches * chosen.count : fired)
    }

    /// Adds a timer and cancels it again.
    func addsAndCancels(_ count: Int) -> GuardWorkload.Counts {
        let deadlines = (0..<1000).map { _ in later() }
        let perform: @MainActor (MainRunLoop.Timer) -> Void = { [unowned(unsafe) self] _ in fired += 1 }
        let batches = max(1, count / deadlines.count)
        // Once before the measurement, so that memory for the timer is allocated.
        loop.addTimer(at: deadlines[0], perform: perform).cancel()
        guardMeasured {
            for _ in 0..<batches {
                for deadline in deadlines { loop.addTimer(at: deadline, perform: perform).cancel() }
            }
        }
        return (batches * deadlines.count, fire(timers[...]) == timers.count ? batches * deadlines.count : fired)
    }

    /// Fires timers, a hundred in each turn.
    func fires(_ count: Int) -> GuardWorkload.Counts {
        let batch = 100
        let batches = max(1, count / batch)
        addDue(batch)
        loop.run(until: .zero)
        fired = 0
        for _ in 0..<batches {
            addDue(batch)
            guardMeasured { loop.run(until: .zero) }
        }
        return (batches * batch, fired)
    }

    private func addDue(_ count: Int) {
        let perform: @MainActor (MainRunLoop.Timer) -> Void = { [unowned(unsafe) self] _ in fired += 1 }
        for _ in 0..<count {
            loop.addTimer(
                at: MainRunLoop.Instant(nanoseconds: 1 + Int64(random.next() % 1_000_000_000)),
                perform: perform
            )
        }
    }

    /// Makes the timers `due`, and returns how many timers fire.
    private func fire(_ due: ArraySlice<MainRunLoop.Timer>) -> Int {
        let before = fired
        for timer in due { timer.fireTime = .zero }
        loop.run(until: .zero)
        return fired - before
    }

    private func later() -> MainRunLoop.Instant {
        MainRunLoop.Instant(
            nanoseconds: loop.now.nanoseconds + Self.hour + Int64(random.next(upperBound: UInt64(Self.hour)))
        )
    }
}
