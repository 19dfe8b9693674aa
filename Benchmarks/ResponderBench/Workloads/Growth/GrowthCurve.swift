/// A job whose cost may grow with the number of something: the job is made with several such numbers.
struct GrowthCurve: Sendable {
    /// Does the job that many times, and returns how many times it was seen to be done.
    typealias Job = @MainActor (_ count: Int) throws -> Int

    /// The row's name without its group.
    let name: String
    /// The row's whole name.
    var rowName: String { "growth/\(name)" }
    let summary: String
    /// What the time is for.
    let unit: String
    /// What grows, from few to many.
    let sizes: [Int]
    /// The sizes at which the guard counts.
    let counted: GuardedSizes
    /// Makes the job with so many of what grows.
    let make: @MainActor (_ size: Int) throws -> Job

    init(
        _ name: String,
        _ summary: String,
        per unit: String,
        sizes: [Int],
        counted: GuardedSizes,
        make: @escaping @MainActor (_ size: Int) throws -> Job
    ) {
        (self.name, self.summary, self.unit, self.make) = (name, summary, unit, make)
        (self.sizes, self.counted) = (sizes, counted)
    }

    /// Three sizes, far from one another but small enough for callgrind, which makes a program fifty times slower.
    struct GuardedSizes: Sendable {
        let all: [Int]
        /// How often the job is done at each.
        let events: Int
        /// How far the exponent may be from the kept one; more where chance has a part, as the places in a hash table.
        let slack: Double

        init(_ few: Int, _ some: Int, _ many: Int, events: Int = 100, slack: Double = 0.05) {
            (all, self.events, self.slack) = ([few, some, many], events, slack)
        }
    }

    /// Every curve, in the order of the rows.
    static let all: [GrowthCurve] =
        depth + siblings + fingers + gestures + targets + timers + sources + notifications + lists + text + undo
        + apps

    /// Does the job, and fails unless it was done so many times.
    @MainActor
    static func perform(_ job: Job, _ count: Int) throws {
        let done = try job(count)
        guard done == count else {
            throw BenchError.miscounted(subject: .responderKit, fed: count, handled: done)
        }
    }
}

extension Workload {
    /// How the cost of an event grows with what an application has much of.
    ///
    /// No peer is measured: a curve is compared with itself.
    static let growth: [Workload] = GrowthCurve.all.map { curve in
        Workload(name: curve.rowName, summary: curve.summary, rounds: 41, references: []) {
            [try GrowthContender(curve, nanosecondsInBatch: $0 == .quick ? 20_000 : 100_000)]
        }
    }
}

/// Does a curve's job at each size in turn.
private struct GrowthContender: Contender {
    let subject = Subject.responderKit
    private let unit: String
    private let points: [Point]

    private struct Point {
        let size: Int
        let job: GrowthCurve.Job
        /// How often a batch does the job.
        let count: Int
        /// How many batches a run times; one of a job that takes long by itself.
        let batches: Int
    }

    /// - Parameter nanosecondsInBatch: How long a batch takes, at least: so a cheap job is done often, and a dear one
    ///   once.
    init(_ curve: GrowthCurve, nanosecondsInBatch: Double) throws {
        unit = "ns/\(curve.unit)"
        points = try curve.sizes.map { size in
            let job = try curve.make(size)
            var count = 1
            // The first times are slow: they make what is made only once.
            for _ in 0..<20 { try GrowthCurve.perform(job, 1) }
            var time = 0.0
            while true {
                time = try nanoseconds { try GrowthCurve.perform(job, count) }
                if time >= nanosecondsInBatch { break }
                count *= 2
            }
            return Point(size: size, job: job, count: count, batches: time < 1_000_000 ? 5 : 1)
        }
    }

    func run() throws -> [Measurement] {
        try points.map { point in
            var times: [Double] = []
            for _ in 0..<point.batches {
                times.append(try nanoseconds { try GrowthCurve.perform(point.job, point.count) })
            }
            let time = Distribution(times).median / Double(point.count)
            return Measurement("time", unit, time, size: point.size)
        }
    }
}
