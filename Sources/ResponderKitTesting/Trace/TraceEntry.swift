internal import ResponderCore
internal import ResponderKit
internal import ResponderSupport

/// An event of a trace as it is kept: without its text, and without anything that would keep views alive.
struct TraceEntry {
    enum Event {
        case touch(TouchTraceSummary, Step)
        case gesture(TouchTraceSummary, recognizer: Int, Step)
        case press(PressDelivery.Message, [PressedKey], ResponderName)
        case lifecycle(LifecycleEvent)
        case focus(ResponderName?)
    }

    /// What an event means for the touch, or for the attempt of the recogniser, that it belongs to.
    enum Step {
        /// It begins.
        case begins
        /// It goes on.
        case goesOn
        /// It goes on, and a touch that moved is delivered.
        case moves
        /// It is over.
        case ends
        /// Nothing: it need not have begun.
        case none
    }

    /// A key, and the number of its press.
    struct PressedKey {
        let press: UInt64
        let key: Key
    }

    /// Nanoseconds since the start of the trace.
    let time: Int64
    let event: Event
}

extension TraceEntry.Step {
    @MainActor
    init(_ kind: TouchTraceEvent.Kind) {
        self =
            switch kind {
            case .hit: .begins
            case .ended: .ends
            case .missed, .refused: .none
            case .delivered(let delivery) where delivery.phase == .moved: .moves
            case .delivered, .willCancel, .recognizer, .withheld, .givenBack, .kept: .goesOn
            }
    }

    init(_ step: GestureStep) {
        self =
            switch step {
            case .given: .begins
            case .reset: .ends
            case .refused: .none
            case .ignored, .waits, .began, .recognized, .ended, .cancelled, .failed: .goesOn
            }
    }
}

extension TraceEntry {
    var isMove: Bool {
        if case .touch(_, .moves) = event { true } else { false }
    }

    /// Whether the event is one of several touches on their way to a view.
    var isOfSeveralTouches: Bool {
        if case .touch(let summary, _) = event { summary.touches.count > 1 } else { false }
    }

    /// What happened, in one line.
    var text: String { words.inOneLine() }

    private var words: String {
        switch event {
        case .touch(let summary, _):
            summary.touches.isEmpty
                ? summary.text : "\(summary.touches.map(String.init).joined(separator: ", ")) \(summary.text)"
        case .gesture(let summary, _, _): "\(summary)"
        case .press(let message, let presses, let responder):
            "\(presses.map(\.key.name).joined(separator: ", ")): \(message) goes to \(responder)"
        case .lifecycle(let event): event.text
        case .focus(let responder): responder.map { "goes to \($0)" } ?? "goes to no responder"
        }
    }
}
