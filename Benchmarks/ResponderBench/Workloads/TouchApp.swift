import ResponderKit

/// An ordinary application with coalescing, and with fingers on its hit view that move together in frames.
@MainActor
final class TouchApp: FramesProgram {
    let subject: Subject
    let fingers: Int
    let loop: MainRunLoop
    let sender: TouchPort.Sender
    private let tree: BenchTree
    nonisolated(unsafe) private let state: UnsafeMutablePointer<FramesState>

    var moved: Int { state.pointee.moved }

    /// An application on the system's clock.
    convenience init(fingers: Int) throws {
        self.init(fingers: fingers, loop: try MainRunLoop())
    }

    /// An application that is recorded in this file.
    convenience init(fingers: Int, recording: String) throws {
        self.init(fingers: fingers, loop: try MainRunLoop(holdsTimeDuringTurns: true), recording: recording)
    }

    init(fingers: Int, loop: MainRunLoop, recording: String? = nil) {
        subject = recording == nil ? .responderKit : .recorded
        let state = UnsafeMutablePointer<FramesState>.allocate(capacity: 1)
        (self.fingers, self.loop, self.state) = (fingers, loop, state)
        tree = BenchTree(loop: loop, coalescing: true, recording: recording) { FrameView(frame: $0, state) }
        sender = tree.sender
        state.initialize(to: FramesState(fingers: fingers, sender, loop))
        sender.send(TouchFrame(.began, of: fingers, x: 2))
        // Serves the began, and the rest of the launch.
        loop.run(until: .zero)
    }

    deinit { state.deinitialize(count: 1).deallocate() }

    /// Takes the turns in one run that never sleeps: the handler of a frame sends the next frame.
    func takeTurns(_ count: Int) {
        state.pointee.toSend = count
        FramesState.sendNext(state)
        loop.run()
    }
}

/// The handler's data, in raw memory behind a pointer, as in the C programs.
private struct FramesState {
    var moved = 0
    /// How many frames the handler must still send, one at each call; nil where another thread sends them.
    var toSend: Int?
    private let there: TouchFrame
    private let back: TouchFrame
    private let sender: Unmanaged<TouchPort.Sender>
    private let loop: Unmanaged<MainRunLoop>

    init(fingers: Int, _ sender: TouchPort.Sender, _ loop: MainRunLoop) {
        there = TouchFrame(.moved, of: fingers, x: 3)
        back = TouchFrame(.moved, of: fingers, x: 2)
        (self.sender, self.loop) = (.passUnretained(sender), .passUnretained(loop))
    }

    /// Sends a frame, or ends the run when all were sent.
    ///
    /// Not isolated to the main actor, since its closures would then check the executor that they run on.
    static func sendNext(_ state: UnsafeMutablePointer<FramesState>) {
        guard let left = state.pointee.toSend else { return }
        guard left > 0 else {
            state.pointee.toSend = nil
            return state.pointee.loop._withUnsafeGuaranteedRef { $0.stop() }
        }
        state.pointee.toSend = left - 1
        state.pointee.sender._withUnsafeGuaranteedRef {
            if left & 1 == 0 { $0.send(state.pointee.there) } else { $0.send(state.pointee.back) }
        }
    }
}

/// A view that takes any number of fingers, and counts the touches that move.
private final class FrameView: View {
    nonisolated(unsafe) private let state: UnsafeMutablePointer<FramesState>

    init(frame: Rect, _ state: UnsafeMutablePointer<FramesState>) {
        self.state = state
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        state.pointee.moved &+= touches.count
        FramesState.sendNext(state)
    }
}

extension TouchFrame {
    /// A frame of `fingers` fingers inside the hit view, one below the other.
    init(_ phase: TouchContact.Phase, of fingers: Int, x: Double) {
        self.init(
            time: .zero,
            contacts: (1...fingers).map { TouchContact($0, phase, at: Point(x, Double($0) / 16)) }
        )
    }
}
