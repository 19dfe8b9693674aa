import CBenchFloors
import Glibc
import ResponderKit

extension Workload {
    /// A touch panel, from the bytes that the kernel writes to the hit view's handler, coalescing on.
    static let panels: [Workload] = [2, 10].map(panelTurn) + [panelQueue]

    private static func panelTurn(fingers: Int) -> Workload {
        Workload(
            name: "panel/turn-\(fingers)",
            summary: "a frame of \(fingers) is written by a panel, read, decoded and served in a turn; coalescing on"
        ) { effort in
            let batches = effort.count(40)
            return [
                FrameTurnsContender(try PanelApp(fingers: fingers), batches: batches),
                FrameTurnsContender(try FloorPanel(fingers: fingers), batches: batches),
            ]
        }
    }

    private static let panelQueue = Workload(
        name: "panel/queue",
        summary: "299 frames of two fingers lie in the pipe, and are read and served in few turns"
    ) { effort in
        let rounds = effort.count(20)
        return [
            QueueContender(try PanelApp(fingers: 2), rounds: rounds),
            QueueContender(try FloorPanel(fingers: 2), rounds: rounds),
        ]
    }
}

/// A program that reads a panel, whose frames may pile up unread.
@MainActor
protocol PanelProgram: FramesProgram {
    var pipe: PanelPipe { get }
    /// Takes turns until nothing is left to read.
    func takeAll()
}

/// The frames of a panel with some fingers down on it, as bytes of a pipe.
final class PanelPipe: Sendable {
    let (reading, writing): (Int32, Int32)
    private let began: [UInt8]
    /// A frame that moves the fingers, and a frame that moves them back.
    let moves: [[UInt8]]
    let fingers: Int

    /// A unit of the panel is a hundredth of a point.
    static let scale = 0.01

    init(fingers: Int) throws {
        self.fingers = fingers
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 else {
            throw BenchError.failed(subject: .responderKit, what: "no pipe is to be had")
        }
        (reading, writing) = (ends[0], ends[1])
        began = Self.frame(fingers, x: 200, isNew: true)
        moves = [Self.frame(fingers, x: 300), Self.frame(fingers, x: 200)]
    }

    deinit {
        close(reading)
        close(writing)
    }

    func begin() { send(began, from: 0) }

    func send(move number: Int) { send(moves[number & 1], from: 0) }

    private func send(_ bytes: [UInt8], from start: Int) {
        _ = bytes.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
    }

    private static func frame(_ fingers: Int, x: Int32, isNew: Bool = false) -> [UInt8] {
        var bytes: [UInt8] = []
        func append(_ code: UInt16, _ value: Int32, type: UInt16 = EvdevCodes.absolute) {
            bytes += EvdevEvent(time: .zero, type: type, code: code, value: value).bytes
        }
        for finger in 0..<fingers {
            append(EvdevCodes.slot, Int32(finger))
            if isNew { append(EvdevCodes.trackingID, Int32(finger)) }
            append(EvdevCodes.positionX, x)
            append(EvdevCodes.positionY, 10 * Int32(finger + 1) + x / 100)
        }
        append(EvdevCodes.report, 0, type: EvdevCodes.synchronization)
        return bytes
    }
}

/// An ordinary application, with a panel.
@MainActor
final class PanelApp: PanelProgram {
    let subject = Subject.responderKit
    let pipe: PanelPipe
    private let tree: BenchTree
    private let loop: MainRunLoop
    nonisolated(unsafe) private let state: UnsafeMutablePointer<PanelState>

    var fingers: Int { pipe.fingers }
    var moved: Int { state.pointee.moved }

    init(fingers: Int) throws {
        let (loop, pipe) = (try MainRunLoop(), try PanelPipe(fingers: fingers))
        let state = UnsafeMutablePointer<PanelState>.allocate(capacity: 1)
        state.initialize(to: PanelState(pipe, loop))
        (self.loop, self.pipe, self.state) = (loop, pipe, state)
        tree = BenchTree(loop: loop, coalescing: true) { PanelView(frame: $0, state) }
        let axis = EvdevAxis(minimum: 0, maximum: 99_999)
        let description = InputDeviceDescription(axes: [
            EvdevCodes.slot: EvdevAxis(minimum: 0, maximum: 9), EvdevCodes.positionX: axis, EvdevCodes.positionY: axis,
            EvdevCodes.trackingID: EvdevAxis(minimum: 0, maximum: 65_535),
        ])
        let extent = 100_000 * PanelPipe.scale
        try TouchPanel(
            descriptor: pipe.reading,
            port: tree.application.touchPort,
            mapping: PanelMapping(size: Size(extent, extent)),
            options: TouchPanel.Options(description: description)
        )
        pipe.begin()
        takeAll()
    }

    deinit { state.deinitialize(count: 1).deallocate() }

    /// Takes the turns in one run that never sleeps: the handler of a frame writes the next frame.
    func takeTurns(_ count: Int) {
        state.pointee.toSend = count
        PanelState.sendNext(state)
        loop.run()
    }

    func takeAll() {
        while loop.turn() == .hasMore {}
    }
}

/// The handler's data, in raw memory behind a pointer, as in the C programs.
private struct PanelState {
    var moved = 0
    /// How many frames the handler must still write, one at each call; nil where the frames are in the pipe already.
    var toSend: Int?
    /// How many frames the handler has written, by which they alternate: after two equal frames no handler is called.
    private var sent = 0
    private let pipe: Unmanaged<PanelPipe>
    private let loop: Unmanaged<MainRunLoop>

    init(_ pipe: PanelPipe, _ loop: MainRunLoop) {
        (self.pipe, self.loop) = (.passUnretained(pipe), .passUnretained(loop))
    }

    /// Writes a frame, or ends the run when all were written.
    ///
    /// Not isolated to the main actor, since its closures would then check the executor that they run on.
    static func sendNext(_ state: UnsafeMutablePointer<PanelState>) {
        guard let left = state.pointee.toSend else { return }
        guard left > 0 else {
            state.pointee.toSend = nil
            return state.pointee.loop._withUnsafeGuaranteedRef { $0.stop() }
        }
        let number = state.pointee.sent
        state.pointee.toSend = left - 1
        state.pointee.sent = number + 1
        state.pointee.pipe._withUnsafeGuaranteedRef { $0.send(move: number) }
    }
}

/// A view that takes any number of fingers, and counts the touches that move.
private final class PanelView: View {
    nonisolated(unsafe) private let state: UnsafeMutablePointer<PanelState>

    init(frame: Rect, _ state: UnsafeMutablePointer<PanelState>) {
        self.state = state
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {}

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        state.pointee.moved &+= touches.count
        PanelState.sendNext(state)
    }
}

/// The C program: epoll, read, slots, and the dispatch of the other floors.
@MainActor
final class FloorPanel: PanelProgram {
    let subject = Subject.cFloor
    let pipe: PanelPipe
    private let app = FloorApp(handler: FLOOR_HIT_VIEW_FINGERS)
    nonisolated(unsafe) private let panel: OpaquePointer

    var fingers: Int { pipe.fingers }
    var moved: Int { app.handled }

    init(fingers: Int) throws {
        pipe = try PanelPipe(fingers: fingers)
        guard let panel = bench_panel_create(app.pointer, pipe.reading, PanelPipe.scale) else {
            throw BenchError.failed(subject: .cFloor, what: "the C program failed")
        }
        self.panel = panel
        pipe.begin()
        takeAll()
    }

    deinit { bench_panel_destroy(panel) }

    func takeTurns(_ count: Int) {
        for number in 0..<count {
            pipe.send(move: number)
            _ = bench_panel_turn(panel)
        }
    }

    func takeAll() {
        while bench_panel_turn(panel) {}
    }
}

private struct QueueContender: Contender {
    /// An odd number, so that the fingers end at another place than they began.
    private static let frames = 299
    private let program: any PanelProgram
    private let rounds: Int

    var subject: Subject { program.subject }

    init(_ program: any PanelProgram, rounds: Int) {
        (self.program, self.rounds) = (program, rounds)
    }

    func run() throws -> [Measurement] {
        var times: [Double] = []
        for round in 0..<rounds {
            for number in 0..<Self.frames { program.pipe.send(move: round + number) }
            let before = program.moved
            times.append(nanoseconds { program.takeAll() })
            // Of the moves of one turn only the last is delivered.
            guard program.moved > before else {
                throw BenchError.miscounted(subject: subject, fed: Self.frames, handled: 0)
            }
        }
        let events = Self.frames * program.pipe.moves[0].count / 24
        return [Measurement("time", "ns/event", times.sorted()[times.count / 2] / Double(events))]
    }
}
