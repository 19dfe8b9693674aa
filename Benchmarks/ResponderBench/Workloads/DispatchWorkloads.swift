import CBenchFloors
import ResponderKit

extension Workload {
    /// From the port's receive side to the handler, in batches with coalescing off, as when a recording is replayed: as
    /// many frames as the ring holds are sent untimed, and then served.
    static let dispatch: [Workload] = [
        sequence("hit", "batches, coalescing off: began, 20 moved, ended; the hit view handles", FLOOR_HIT_VIEW) {
            CountingView(frame: $0)
        },
        sequence(
            "hit-overridden",
            "the same; application and window override sendEvent and call super",
            FLOOR_HIT_VIEW,
            overriding: true
        ) { CountingView(frame: $0) },
        sequence(
            "hit-reading",
            "the same; the handler reads location in itself and timestamp",
            FLOOR_HIT_VIEW_READING
        ) { ReadingView(frame: $0) },
        sequence("chain-12", "the same; the twelfth responder up the chain handles", FLOOR_APPLICATION) {
            PlainView(frame: $0)
        },
        sequence(
            "chain-128",
            "the same; the 128th responder up the chain handles",
            FLOOR_APPLICATION,
            wrappers: 116
        ) { PlainView(frame: $0) },
        fingers(2), fingers(5), fingers(10),
    ]

    /// Several fingers move on one view at once: ResponderKit gets a frame for all fingers; the floor, which has no
    /// frames, gets an event for each finger.
    private static func fingers(_ count: Int) -> Workload {
        Workload(
            name: "dispatch/fingers-\(count)",
            summary: "the same with \(count) fingers on one view, which move at once; time for one finger"
        ) { effort in
            let batches = effort.count(40)
            return [
                FingersContender(try BenchTree { FingersView(frame: $0) }, fingers: count, batches: batches),
                FloorDispatchContender(
                    FloorApp(handler: FLOOR_HIT_VIEW, wrappers: 0),
                    samples: Sequence.usual.frames(fingers: count).flatMap(\.contacts),
                    unit: "ns/touch",
                    batches: batches
                ),
            ]
        }
    }

    private static func sequence(
        _ name: String,
        _ summary: String,
        _ floorHandler: Int,
        wrappers: Int = 0,
        overriding: Bool = false,
        leaf: @escaping @MainActor (Rect) -> View
    ) -> Workload {
        Workload(name: "dispatch/sequence-\(name)", summary: summary) { effort in
            let batches = effort.count(40)
            return [
                DispatchContender(
                    try BenchTree(wrappers: wrappers, overriding: overriding, leaf: leaf),
                    batches: batches
                ),
                FloorDispatchContender(FloorApp(handler: floorHandler, wrappers: wrappers), batches: batches),
            ]
        }
    }
}

/// ResponderKit dispatching sequences.
struct DispatchContender: Contender {
    let subject: Subject
    private let tree: BenchTree
    private let batch = Sequence.usual.batch
    private let batches: Int

    init(_ tree: BenchTree, _ subject: Subject = .responderKit, batches: Int) {
        self.subject = subject
        self.tree = tree
        self.batches = batches
    }

    func run() throws -> [Measurement] {
        let before = tree.handled
        let time = medianOfBatches(batches) {
            tree.send(batch)
            return nanoseconds { tree.receive() }
        }
        let (fed, handled) = (batches * batch.count, tree.handled - before)
        guard handled == fed else { throw BenchError.miscounted(subject: subject, fed: fed, handled: handled) }
        return [Measurement("time", "ns/event", time / Double(batch.count))]
    }
}

/// ResponderKit dispatching frames of several fingers.
struct FingersContender: Contender {
    let subject = Subject.responderKit
    private let tree: BenchTree
    private let frames: [TouchFrame]
    private let samples: Int
    private let batches: Int

    init(_ tree: BenchTree, fingers: Int, batches: Int) {
        self.tree = tree
        self.batches = batches
        frames = Sequence.usual.frames(fingers: fingers)
        samples = frames.count * fingers
    }

    func run() throws -> [Measurement] {
        let before = tree.handled
        let time = medianOfBatches(batches) {
            tree.send(frames)
            return nanoseconds { tree.receive() }
        }
        let (fed, handled) = (batches * samples, tree.handled - before)
        guard handled == fed else { throw BenchError.miscounted(subject: subject, fed: fed, handled: handled) }
        return [Measurement("time", "ns/touch", time / Double(samples))]
    }
}

/// The C floor doing the same: it reads the same samples from an array and dispatches each.
struct FloorDispatchContender: Contender {
    let subject = Subject.cFloor
    private let app: FloorApp
    private let samples: [floor_sample]
    private let unit: String
    private let batches: Int

    init(
        _ app: FloorApp,
        samples: [TouchContact] = Sequence.usual.batch,
        unit: String = "ns/event",
        batches: Int
    ) {
        self.app = app
        self.samples = Sequence.floorSamples(samples)
        self.unit = unit
        self.batches = batches
    }

    func run() throws -> [Measurement] {
        let before = app.handled
        let inbox = UnsafeMutableBufferPointer<floor_sample>.allocate(capacity: samples.count)
        _ = inbox.initialize(from: samples)
        defer { inbox.deallocate() }
        let time = medianOfBatches(batches) {
            // Written anew, untimed, as the port's samples are, so that both subjects read from the same level of
            // cache.
            _ = inbox.update(from: samples)
            return nanoseconds { floor_app_receive(app.pointer, inbox.baseAddress, samples.count) }
        }
        let (fed, handled) = (batches * samples.count, app.handled - before)
        guard handled == fed else { throw BenchError.miscounted(subject: subject, fed: fed, handled: handled) }
        return [Measurement("time", unit, time / Double(samples.count))]
    }
}
