import ResponderKit
import ResponderKitTesting

/// A view with recognisers of each kind, and what their actions were.
@MainActor
final class RecognizerBench: GestureRecognizerDelegate {
    static let screen = Size(1920, 1080)

    let harness: AppHarness
    let view: View
    let tap = TapGestureRecognizer()
    let press = LongPressGestureRecognizer()
    let swipe = SwipeGestureRecognizer()
    let pan = PanGestureRecognizer()
    let pinch = PinchGestureRecognizer()
    let rotation = RotationGestureRecognizer()
    private(set) var notes: [GestureNote] = []
    /// The frame that is being sent, or awaited.
    private var frame = 0

    init() throws {
        harness = try AppHarness(screenSize: Self.screen)
        // Each frame is an event of its own.
        harness.application.isTouchCoalescingEnabled = false
        view = harness.add(View(frame: Rect(origin: .zero, size: Self.screen)))
        view.isMultipleTouchEnabled = true
        swipe.direction = [.left, .right, .up, .down]
        for (kind, recognizer) in zip(GestureKind.allCases, recognizers) {
            recognizer.delegate = self
            recognizer.addAction { [unowned self] in
                var note = GestureNote(frame: frame, kind: kind, state: $0.state, values: values(of: kind))
                if kind == .pan { note.velocity = pan.velocity(in: nil) }
                notes.append(note)
            }
            view.addGestureRecognizer(recognizer)
        }
    }

    var recognizers: [GestureRecognizer] { [tap, press, swipe, pan, pinch, rotation] }

    /// Whether no recogniser is at work.
    var isAtRest: Bool { recognizers.allSatisfy { $0.state == .possible && $0.numberOfTouches == 0 } }

    /// Plays the frames in virtual time, each at its instant, and a second more.
    ///
    /// - Parameter observe: Called after each frame.
    func play(_ frames: [TouchFrame], observe: (TouchFrame) -> Void = { _ in }) {
        guard let start = frames.first?.time else { return }
        let sender = harness.application.touchPort.makeSender()
        let (first, device) = (harness.now, harness.device)
        for (index, next) in frames.enumerated() {
            frame = index
            let due = first.advanced(by: start.duration(to: next.time))
            device.advance(by: harness.now.duration(to: due))
            sender.send(TouchFrame(time: due, contacts: next.contacts))
            device.settle()
            observe(next)
        }
        frame = frames.count
        device.advance(by: .seconds(1))
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool {
        guard let kind = kind(of: recognizer), let otherKind = self.kind(of: other) else { return true }
        return !kind.excludes(otherKind)
    }

    private func kind(of recognizer: GestureRecognizer) -> GestureKind? {
        recognizers.firstIndex { $0 === recognizer }.flatMap(GestureKind.init(rawValue:))
    }

    private func values(of kind: GestureKind) -> [Double] {
        let translation = pan.translation(in: nil)
        switch kind {
        case .tap, .press, .swipe: return []
        case .pan: return [translation.x, translation.y]
        case .pinch: return [pinch.scale]
        case .rotation: return [rotation.rotation]
        }
    }
}
