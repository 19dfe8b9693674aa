import CBenchFloors
import ResponderKit

extension Workload {
    /// A recogniser on the root view gets the touches before the hit view does, and takes them when it succeeds.
    ///
    /// As in an application, a frame is a turn of the loop; and, as the rows `dispatch/…`, in batches with coalescing
    /// off.
    static let gestures: [Workload] = Gesture.allCases.map { turns($0) } + Gesture.allCases.map { batches($0) }

    private static func turns(_ gesture: Gesture) -> Workload {
        Workload(
            name: "gestures/\(gesture.rawValue)",
            summary: "\(gesture.summary); each frame is sent and served in a turn, coalescing on"
        ) { effort in
            let batches = effort.count(40)
            return [
                try GestureTurnsContender(gesture, batches: batches, loop: try MainRunLoop()),
                try FloorGestureTurnsContender(gesture, .cFloor, batches: batches),
                try FloorGestureTurnsContender(gesture, .libevent, batches: batches),
            ]
        }
    }

    private static func batches(_ gesture: Gesture) -> Workload {
        Workload(
            name: "gestures/batch-\(gesture.rawValue)",
            summary: "\(gesture.summary); batches, coalescing off"
        ) { effort in
            let batches = effort.count(40)
            return [
                try GestureContender(gesture, batches: batches),
                FloorGestureContender(gesture, batches: batches),
            ]
        }
    }
}

/// The gestures that are measured.
enum Gesture: String, CaseIterable {
    case tap, pan, pinch

    fileprivate var summary: String {
        switch self {
        case .tap: "a finger taps; a tap recogniser on the root view"
        case .pan: "a finger moves twenty times; a pan recogniser on the root view"
        case .pinch: "two fingers spread in twenty frames; a pinch recogniser on the root view"
        }
    }

    var fingers: Int { self == .pinch ? 2 : 1 }

    /// The frames of the gesture, from the began to the ended.
    var frames: [TouchFrame] {
        let moves = self == .tap ? 0 : 20
        return (0...moves + 1).map { step in
            let phase: TouchContact.Phase = step == 0 ? .began : step > moves ? .ended : .moved
            let moving = TouchContact(1, phase, at: Point(2 + 4 * Double(min(step, moves)), 2))
            let resting = TouchContact(2, phase, at: Point(1, 2))
            return TouchFrame(time: .zero, contacts: fingers == 1 ? [moving] : [moving, resting])
        }
    }

    /// How many gestures are made in a run of the loop: some 220 frames, so that the run's own begin and end hardly
    /// count.
    var gesturesInRun: Int { max(1, 220 / frames.count) }

    /// As many gestures as a port's ring holds.
    var batch: [TouchFrame] {
        let gestures = max(1, (TouchPort.defaultCapacity - 1) / ((frames.count + 1) * fingers))
        return Array(repeatElement(frames, count: gestures).joined())
    }

    /// How many calls of the action, and touches in calls of the hit view, the frames of a gesture make.
    private var expected: (actions: Int, touches: Int) {
        switch self {
        // Began and cancelled.
        case .tap: (1, 2)
        // The finger has gone 8 points with the second move: began, a move, and cancelled.
        case .pan: (20, 3)
        // The span has changed by 16 points with the fourth move: began, three moves, and cancelled.
        case .pinch: (18, 10)
        }
    }

    /// Fails unless the actions and the hit view were called as often as that many gestures must have them called.
    func check(_ counts: (actions: Int, touches: Int), gestures: Int, _ subject: Subject) throws {
        for (fed, handled) in [
            (gestures * expected.actions, counts.actions), (gestures * expected.touches, counts.touches),
        ] where fed != handled {
            throw BenchError.miscounted(subject: subject, fed: fed, handled: handled)
        }
    }

    fileprivate var floorGesture: Int {
        switch self {
        case .tap: FLOOR_TAP
        case .pan: FLOOR_PAN
        case .pinch: FLOOR_PINCH
        }
    }
}

/// A tree whose root view has a recogniser; its action counts, and reads the gesture's value.
@MainActor
final class GestureTree {
    private let tree: BenchTree
    nonisolated(unsafe) private let results: UnsafeMutablePointer<GestureResults>

    /// - Parameter loop: Where frames have turns, with coalescing on; nil stands for virtual time without coalescing.
    init(_ gesture: Gesture, loop: MainRunLoop? = nil) throws {
        let results = UnsafeMutablePointer<GestureResults>.allocate(capacity: 1)
        self.results = results
        tree = BenchTree(loop: try loop ?? MainRunLoop(clock: VirtualClock()), coalescing: loop != nil) {
            GestureView(frame: $0, results)
        }
        results.initialize(to: GestureResults(gesture.frames, tree.sender, tree.application.runLoop))
        switch gesture {
        case .tap:
            let tap = TapGestureRecognizer()
            tap.addAction { GestureResults.add($0.location(in: nil).x, to: results) }
            tree.addGestureRecognizer(tap)
        case .pan:
            let pan = PanGestureRecognizer()
            pan.addAction { GestureResults.add($0.translation(in: nil).x, to: results) }
            tree.addGestureRecognizer(pan)
        case .pinch:
            let pinch = PinchGestureRecognizer()
            pinch.addAction { GestureResults.add($0.scale, to: results) }
            tree.addGestureRecognizer(pinch)
        }
    }

    deinit { results.deinitialize(count: 1).deallocate() }

    func send(_ frames: [TouchFrame]) { tree.send(frames) }

    func receive() { tree.receive() }

    var counts: (actions: Int, touches: Int) { (results.pointee.actions, results.pointee.touches) }

    /// Makes the gesture `count` times, in one run that never sleeps: the handler of a frame sends the next one.
    func takeTurns(gestures count: Int) {
        results.pointee.toSend = count * results.pointee.frameCount
        GestureResults.sendNext(results)
        tree.application.runLoop.run()
    }
}

/// What the handlers read and write, in raw memory behind a pointer, as in the C programs.
struct GestureResults {
    fileprivate(set) var actions = 0
    fileprivate(set) var touches = 0
    private var sum = 0.0
    /// How many frames the handlers must still send, one at each call; nil where all are sent beforehand.
    fileprivate var toSend: Int?
    private let frames: [TouchFrame]
    private let sender: Unmanaged<TouchPort.Sender>
    private let loop: Unmanaged<MainRunLoop>

    fileprivate var frameCount: Int { frames.count }

    init(_ frames: [TouchFrame], _ sender: TouchPort.Sender, _ loop: MainRunLoop) {
        (self.frames, self.sender, self.loop) = (frames, .passUnretained(sender), .passUnretained(loop))
    }

    static func add(_ value: Double, to results: UnsafeMutablePointer<GestureResults>) {
        results.pointee.actions += 1
        results.pointee.sum += value
        if results.pointee.toSend != nil { sendNext(results) }
    }

    /// Sends a frame, or ends the run when all were sent.
    ///
    /// Not isolated to the main actor, since its closures would then check the executor that they run on.
    fileprivate static func sendNext(_ results: UnsafeMutablePointer<GestureResults>) {
        guard let left = results.pointee.toSend else { return }
        guard left > 0 else {
            results.pointee.toSend = nil
            return results.pointee.loop._withUnsafeGuaranteedRef { $0.stop() }
        }
        results.pointee.toSend = left - 1
        let count = results.pointee.frames.count
        results.pointee.sender._withUnsafeGuaranteedRef {
            $0.send(results.pointee.frames[(count - left % count) % count])
        }
    }
}

/// A view that takes any number of fingers, counts the touches that it is called with, and has the next frame sent.
private final class GestureView: View {
    nonisolated(unsafe) private let results: UnsafeMutablePointer<GestureResults>

    init(frame: Rect, _ results: UnsafeMutablePointer<GestureResults>) {
        self.results = results
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        results.pointee.touches &+= touches.count
        GestureResults.sendNext(results)
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        results.pointee.touches &+= touches.count
        GestureResults.sendNext(results)
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        results.pointee.touches &+= touches.count
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        results.pointee.touches &+= touches.count
    }
}

/// ResponderKit, a frame a turn.
private struct GestureTurnsContender: Contender {
    let subject = Subject.responderKit
    private let gesture: Gesture
    private let tree: GestureTree
    private let batches: Int

    init(_ gesture: Gesture, batches: Int, loop: MainRunLoop) throws {
        (self.gesture, self.batches) = (gesture, batches)
        tree = try GestureTree(gesture, loop: loop)
    }

    func run() throws -> [Measurement] {
        let before = tree.counts
        let time = medianOfBatches(batches) { nanoseconds { tree.takeTurns(gestures: gesture.gesturesInRun) } }
        let after = tree.counts
        let counts = (after.actions - before.actions, after.touches - before.touches)
        try gesture.check(counts, gestures: batches * gesture.gesturesInRun, subject)
        return [Measurement("time", "ns/frame", time / Double(gesture.gesturesInRun * gesture.frames.count))]
    }
}

/// The C program, a frame a turn of the loop of its subject.
@MainActor
private final class FloorGestureTurnsContender: Contender {
    let subject: Subject
    private let gesture: Gesture
    private let app: FloorApp
    nonisolated(unsafe) private let frames: OpaquePointer
    private let samples: [floor_sample]
    private let batches: Int

    init(_ gesture: Gesture, _ subject: Subject, batches: Int) throws {
        (self.gesture, self.subject, self.batches) = (gesture, subject, batches)
        app = FloorApp(gesture: gesture.floorGesture)
        let contacts = gesture.frames.flatMap(\.contacts)
        samples = Sequence.floorSamples(
            Array(repeatElement(contacts, count: gesture.gesturesInRun).joined())
        )
        let loop = subject == .libevent ? BENCH_LIBEVENT : BENCH_EPOLL
        guard let frames = bench_frames_create(Int32(loop), app.pointer, 0) else {
            throw BenchError.failed(subject: subject, what: "the C program failed")
        }
        self.frames = frames
    }

    deinit { bench_frames_destroy(frames) }

    func run() throws -> [Measurement] {
        let before = (app.actions, app.handled)
        let fingers = gesture.fingers
        let time = medianOfBatches(batches) {
            nanoseconds { bench_frames_replay(frames, samples, samples.count, fingers) }
        }
        let gestures = batches * gesture.gesturesInRun
        try gesture.check((app.actions - before.0, app.handled - before.1), gestures: gestures, subject)
        return [Measurement("time", "ns/frame", time * Double(fingers) / Double(samples.count))]
    }
}

/// ResponderKit, in batches.
private struct GestureContender: Contender {
    let subject = Subject.responderKit
    private let gesture: Gesture
    private let tree: GestureTree
    private let frames: [TouchFrame]
    private let batches: Int

    init(_ gesture: Gesture, batches: Int) throws {
        (self.gesture, self.batches) = (gesture, batches)
        tree = try GestureTree(gesture)
        frames = gesture.batch
    }

    func run() throws -> [Measurement] {
        let before = tree.counts
        let time = medianOfBatches(batches) {
            tree.send(frames)
            return nanoseconds { tree.receive() }
        }
        let after = tree.counts
        let counts = (after.actions - before.actions, after.touches - before.touches)
        try gesture.check(counts, gestures: batches * frames.count / gesture.frames.count, subject)
        return [Measurement("time", "ns/frame", time / Double(frames.count))]
    }
}

/// The C program, in batches.
private struct FloorGestureContender: Contender {
    let subject = Subject.cFloor
    private let gesture: Gesture
    private let app: FloorApp
    private let samples: [floor_sample]
    private let batches: Int

    init(_ gesture: Gesture, batches: Int) {
        (self.gesture, self.batches) = (gesture, batches)
        app = FloorApp(gesture: gesture.floorGesture)
        samples = Sequence.floorSamples(gesture.batch.flatMap(\.contacts))
    }

    func run() throws -> [Measurement] {
        let before = (app.actions, app.handled)
        let inbox = UnsafeMutableBufferPointer<floor_sample>.allocate(capacity: samples.count)
        _ = inbox.initialize(from: samples)
        defer { inbox.deallocate() }
        let fingers = gesture.fingers
        let time = medianOfBatches(batches) {
            _ = inbox.update(from: samples)
            return nanoseconds { floor_app_receive_frames(app.pointer, inbox.baseAddress, samples.count, fingers) }
        }
        let gestures = batches * samples.count / (fingers * gesture.frames.count)
        try gesture.check((app.actions - before.0, app.handled - before.1), gestures: gestures, subject)
        return [Measurement("time", "ns/frame", time * Double(fingers) / Double(samples.count))]
    }
}
