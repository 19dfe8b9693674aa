import CBenchFloors
import Histogram
import Synchronization

/// Frames that a thread sends at instants fixed in advance, whatever the application is doing.
final class FrameSchedule: Sendable {
    let count: Int
    /// The nanoseconds between two frames.
    let interval: Int64
    private let firstInstant = Atomic<Int64>(0)
    private let isDone = Atomic<Bool>(true)

    init(framesPerSecond: Int, count: Int) {
        (interval, self.count) = (1_000_000_000 / Int64(framesPerSecond), count)
    }

    /// The first frame is due so long after the start: by then the loop runs.
    private static let delay: Int64 = 20_000_000

    /// The instant at which a frame is due, in nanoseconds of the monotonic clock.
    func instant(of frame: Int) -> Int64 { firstInstant.load(ordering: .acquiring) + Int64(frame) * interval }

    /// Has a thread of its own call `send` with the number of each frame, when the frame is due.
    func start(_ send: @escaping @Sendable (_ frame: Int) -> Void) throws {
        firstInstant.store(bench_now() + Self.delay, ordering: .releasing)
        isDone.store(false, ordering: .releasing)
        try startThread { [self] in
            for frame in 0..<count {
                bench_wait_until(instant(of: frame))
                send(frame)
            }
            isDone.store(true, ordering: .releasing)
        }
    }

    /// Waits for the thread's end.
    func join() {
        while !isDone.load(ordering: .acquiring) { bench_pause() }
    }
}

/// How long scheduled frames took until they reached a stage, such as the handler.
///
/// A frame's time begins at the instant at which the frame was due to be sent, not when it was sent. So a frame that
/// has to wait because an earlier one takes long counts with all of its waiting, and no frame is left out: this avoids
/// the coordinated omission of a sender that waits for the answer before it sends again.
struct StageLatencies {
    private var histogram = Histogram<UInt64>(
        highestTrackableValue: 60_000_000_000,
        numberOfSignificantValueDigits: .three
    )
    /// How many frames have reached the stage.
    private(set) var count = 0

    /// Notes that all frames before the one of this number have reached the stage, those among them that had not
    /// before at this instant.
    mutating func note(before frame: Int, at instant: Int64, of schedule: FrameSchedule) {
        while count < frame {
            record(instant - schedule.instant(of: count))
            count += 1
        }
    }

    private mutating func record(_ nanoseconds: Int64) {
        histogram.record(min(UInt64(clamping: nanoseconds), 60_000_000_000))
    }

    /// The percentiles of the stage.
    ///
    /// - Throws: ``BenchError`` unless each frame of the schedule has reached the stage.
    func measurements(
        _ stage: String,
        of schedule: FrameSchedule,
        by subject: Subject = .responderKit
    ) throws -> [Measurement] {
        guard count == schedule.count else {
            throw BenchError.miscounted(subject: subject, fed: schedule.count, handled: count)
        }
        return [("p50", 50.0), ("p99", 99), ("p99.9", 99.9)].map { name, percentile in
            Measurement("\(stage) \(name)", "us", Double(histogram.valueAtPercentile(percentile)) / 1000)
        }
    }

    /// The latencies of a program that has collected them itself.
    init(_ latencies: [Int64]) {
        for latency in latencies { record(latency) }
        count = latencies.count
    }

    init() {}
}
