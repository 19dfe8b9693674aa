import ResponderEventLoop

extension GrowthCurve {
    /// An operation on one timer, with N others armed.
    static let timers: [GrowthCurve] = [
        curve("timers-rearm", "a timer of N is pushed back", per: "timer") { timers in { timers.rearms($0) } },
        curve("timers-add", "beside N timers one is added, and cancelled", per: "timer") { timers in
            { timers.addsAndCancels($0) }
        },
        curve("timers-fire", "beside N timers one is added that is due, and fires in a turn of its own", per: "timer") {
            timers in { timers.fires($0) }
        },
    ]

    private static func curve(
        _ name: String,
        _ summary: String,
        per unit: String,
        job: @escaping @MainActor (ManyTimers) -> Job
    ) -> GrowthCurve {
        GrowthCurve(
            name,
            summary,
            per: unit,
            sizes: (1...5).map { 1 << (4 * $0) },
            counted: GuardedSizes(64, 1_024, 16_384)
        ) { job(try ManyTimers($0)) }
    }
}

/// A loop on a clock that stands still, with timers that are due in an hour or two.
@MainActor
private final class ManyTimers {
    private static let hour: Int64 = 3_600_000_000_000

    private let loop: MainRunLoop
    private var timers: [MainRunLoop.Timer] = []
    private var random = Shuffler(seed: 1)
    private let chosen: [Int]
    /// Random deadlines, made before the measurement.
    private var deadlines: [MainRunLoop.Instant] = []
    private var latest = 3 * ManyTimers.hour
    private var next = 0
    nonisolated(unsafe) private let fired = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init(_ count: Int) throws {
        fired.initialize(to: 0)
        loop = try MainRunLoop(clock: VirtualClock(startingAt: MainRunLoop.Instant(nanoseconds: Self.hour)))
        var random = Shuffler(seed: 2)
        chosen = (0..<1024).map { _ in Int(random.next(upperBound: UInt64(count))) }
        for _ in 0..<count { timers.append(loop.addTimer(at: later()) { _ in }) }
        for _ in 0..<1024 { deadlines.append(later()) }
    }

    deinit { fired.deallocate() }

    func rearms(_ count: Int) -> Int {
        var rearmed = 0
        for _ in 0..<count {
            next = (next + 1) & 1023
            latest += 1
            let timer = timers[chosen[next]]
            timer.fireTime = MainRunLoop.Instant(nanoseconds: latest)
            if timer.fireTime.nanoseconds == latest { rearmed += 1 }
        }
        return rearmed
    }

    func addsAndCancels(_ count: Int) -> Int {
        var cancelled = 0
        for _ in 0..<count {
            next = (next + 1) & 1023
            let timer = loop.addTimer(at: deadlines[next]) { _ in }
            timer.cancel()
            if !timer.isValid { cancelled += 1 }
        }
        return cancelled
    }

    func fires(_ count: Int) -> Int {
        fired.pointee = 0
        for _ in 0..<count {
            loop.addTimer(at: .zero) { [fired] _ in fired.pointee &+= 1 }
            loop.run(until: .zero)
        }
        return fired.pointee
    }

    private func later() -> MainRunLoop.Instant {
        MainRunLoop.Instant(nanoseconds: 2 * Self.hour + Int64(random.next(upperBound: UInt64(Self.hour))))
    }
}
