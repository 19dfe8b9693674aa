import CBenchFloors
import Glibc
import ResponderKit

extension Workload {
    /// The path of ordinary applications, coalescing on: a frame of moves is one turn of the loop, one event, and one
    /// call of the hit view's handler.
    static let touches: [Workload] = [1, 2, 10].map(frame) + [1, 2, 10].map(turn) + [recorded]

    private static func frame(fingers: Int) -> Workload {
        Workload(
            name: "touch/frame-\(fingers)",
            summary: "a frame of \(fingers) is sent while the loop sleeps, until it sleeps again; coalescing on"
        ) { effort in
            let count = effort.count(60)
            return [
                SleepingContender(try TouchApp(fingers: fingers), count: count),
                FloorSleepingContender(try FloorFrames(.cFloor, fingers: fingers), count: count),
                FloorSleepingContender(try FloorFrames(.libevent, fingers: fingers), count: count),
            ]
        }
    }

    private static let recorded = Workload(
        name: "touch/turn-recorded",
        summary: "a frame of 1 is sent and served in a turn, while the application is recorded in a file; coalescing on"
    ) { effort in
        let batches = effort.count(40)
        return [
            FrameTurnsContender(
                try TouchApp(fingers: 1, recording: "/tmp/responder-bench-\(getpid()).rec"),
                batches: batches
            ),
            FrameTurnsContender(try TouchApp(fingers: 1), batches: batches),
        ]
    }

    private static func turn(fingers: Int) -> Workload {
        Workload(
            name: "touch/turn-\(fingers)",
            summary: "a frame of \(fingers) is sent and served in a turn on the same thread; coalescing on"
        ) { effort in
            let batches = effort.count(40)
            return [
                FrameTurnsContender(try TouchApp(fingers: fingers), batches: batches),
                FrameTurnsContender(try FloorFrames(.cFloor, fingers: fingers), batches: batches),
                FrameTurnsContender(try FloorFrames(.libevent, fingers: fingers), batches: batches),
            ]
        }
    }
}

/// A program with fingers on its hit view, which move together in frames.
@MainActor
protocol FramesProgram {
    var subject: Subject { get }
    var fingers: Int { get }
    /// How many touches the handler was called with.
    var moved: Int { get }
    /// Sends `count` frames on this thread, and gives each frame a turn.
    func takeTurns(_ count: Int)
}

extension FramesProgram {
    /// Fails unless the handler gets each finger of `frames` frames during `body`.
    func check(_ frames: Int, _ body: () throws -> Void) throws {
        let before = moved
        try body()
        let (fed, handled) = (frames * fingers, moved - before)
        guard handled == fed else { throw BenchError.miscounted(subject: subject, fed: fed, handled: handled) }
    }
}

/// The C program, with the loop of its subject: epoll, or libevent.
@MainActor
final class FloorFrames: FramesProgram {
    let subject: Subject
    let fingers: Int
    private let app = FloorApp(handler: FLOOR_HIT_VIEW_FINGERS)
    nonisolated(unsafe) private let frames: OpaquePointer

    var moved: Int { app.handled }

    init(_ subject: Subject, fingers: Int) throws {
        (self.subject, self.fingers) = (subject, fingers)
        let loop = subject == .libevent ? BENCH_LIBEVENT : BENCH_EPOLL
        guard let frames = bench_frames_create(Int32(loop), app.pointer, Int32(fingers)) else {
            throw BenchError.failed(subject: subject, what: "the C program failed")
        }
        self.frames = frames
    }

    deinit { bench_frames_destroy(frames) }

    func takeTurns(_ count: Int) { bench_frames_turns(frames, count) }

    /// Takes frames that another thread sends while this thread sleeps, as many as there are `times` to fill in.
    ///
    /// Returns the nanoseconds that this thread ran, negative on a failure.
    func takeSleeping(_ times: inout [Int64]) -> Int64 { bench_frames_sleeping(frames, &times, times.count) }

    /// Takes frames that a thread on another processor sends, each `pause` nanoseconds after the last one was handled,
    /// as many as there are `latencies` to fill in; looks for them for `looking` nanoseconds before this thread sleeps.
    ///
    /// Returns the nanoseconds that this thread ran, negative on a failure.
    func takeSpaced(_ pause: Int64, looking: Int64, _ latencies: inout [Int64]) -> Int64 {
        bench_frames_latency(frames, pause, looking, &latencies, latencies.count)
    }
}

struct FrameTurnsContender: Contender {
    private static let batch = 100
    private let program: any FramesProgram
    private let batches: Int

    var subject: Subject { program.subject }

    init(_ program: any FramesProgram, batches: Int) {
        (self.program, self.batches) = (program, batches)
    }

    func run() throws -> [Measurement] {
        var time = 0.0
        try program.check(batches * Self.batch) {
            time = medianOfBatches(batches) { nanoseconds { program.takeTurns(Self.batch) } }
        }
        return [Measurement("time", "ns/frame", time / Double(Self.batch))]
    }
}
