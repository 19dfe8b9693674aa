public import ResponderEventLoop
public import ResponderTouchInput

/// One thing that happened to a touch on its way, as a listener of ``Application/onTouchTrace`` is told of it.
///
/// Of a touch that is hit, taken and handled these come, in this order: one ``Kind/hit(_:in:steps:)``, one
/// ``Kind/delivered(_:)`` for each call of a touch method, and one ``Kind/ended``. It keeps the views it names alive for as
/// long as it is kept; its ``description`` keeps nothing.
public struct TouchTraceEvent {
    /// What happened.
    public enum Kind {
        /// The touch began on that view of that window, to which it is bound from now on.
        ///
        /// The steps are those of the hit-test, where ``Application/tracesHitTests`` asks for them, otherwise none.
        case hit(View, in: Window, steps: [TouchExplanation.Step])
        /// The touch hit nothing, and is dropped for its contact's life.
        case missed(TouchMiss, steps: [TouchExplanation.Step])
        /// The touch is not taken, and dropped for its contact's life: before it was hit-tested, where it is not named
        /// among the touches, or by the view that was hit.
        case refused(TouchRefusal)
        /// A touch method is about to be called, as for ``Application/onTouchDelivery``.
        case delivered(TouchDelivery)
        /// The touch is about to be cancelled: at once, or when the outermost callback has returned (rule T33), unless
        /// it ends before.
        case willCancel(TouchCancelReason)
        /// The touch is over, and nothing more is heard of it: ended, or cancelled, as its sample's phase says.
        case ended
    }

    /// A touch, and what it was at that moment.
    public struct TracedTouch {
        /// The touch.
        public let touch: Touch
        /// A number to call it by: 1 for the first since the listener was set, and so on, none of them twice.
        public let number: Int
        /// What it was then.
        public let sample: Touch.Sample
    }

    /// What happened.
    public let kind: Kind
    /// The touches it happened to: several only in a delivery, none where a contact was dropped before it hit a view.
    public let touches: [TracedTouch]
    /// Where: in the coordinates of the window of the first touch; of the screen, where there is none.
    public let location: Point
    /// When the sample was taken that brought it about, on the clock of the application's loop.
    public let time: MainRunLoop.Instant
    /// Whom the kind names, as they were to be named at that moment.
    let names: [ResponderName]
}

/// Why the application cancels a touch.
public enum TouchCancelReason: Hashable, Sendable {
    /// The touch's view is in its window no more (rule T26).
    case leftWindow
    /// The application is not active any more (rule T25).
    case applicationInactive
    /// ``Application/beginIgnoringInteractionEvents()`` was called (rule T28).
    case ignoringInteraction
    /// That responder got the began by default forwarding and is on the touch's chain no more (rule T20): the touch is
    /// cancelled for it alone.
    case leftChain(Responder)
    /// An override of `sendEvent` kept the end to itself (rule T20).
    case endNotSent
    /// Its source cancelled it, or is gone.
    case source
}

extension Application {
    /// Called for all that happens to each touch, from its hit-test to its end, with the reason where there is one.
    ///
    /// On the main actor, in order: what happens to a touch is told before the next call of a touch method, and at the latest
    /// when the batch of frames it came in has been dispatched. A listener may change trees, as a handler may; but it
    /// runs no loop and sends no event: what is told of has not been called yet, and newer samples would overtake the
    /// call. Touches that are down when it is set are told of from then on.
    ///
    /// The application keeps the closure: one that names the application must name it weakly. Nil at first, and free then.
    /// See also ``onTouchDelivery``, which tells of the calls alone, and
    /// ``explainTouch(at:)`` for a touch that has not come.
    public final var onTouchTrace: (@MainActor (TouchTraceEvent) -> Void)? {
        get { dispatcherState.pointee.listeners.tracer?.listener }
        set {
            dispatcherState.pointee.listeners.tracer = newValue.map { TouchTracer($0) }
            dispatcher.updateListeners()
        }
    }

    /// Whether the hit-tests of touches that begin are told of step by step, for ``onTouchTrace``.
    ///
    /// False at first. Where it is true and somebody listens, a hit-test asks views with very many subviews about each, and
    /// notes what it does: it allocates, and takes longer.
    public final var tracesHitTests: Bool {
        get { dispatcherState.pointee.listeners.tracesHitTests }
        set { dispatcherState.pointee.listeners.tracesHitTests = newValue }
    }
}

// MARK: - As text

extension TouchTraceEvent: CustomStringConvertible {
    /// The event as a line of text, as `touch 1 at (12, 7.5): began goes to Button (0, 0, 100 x 40)`; more than one
    /// where the steps of a hit-test are told.
    public var description: String {
        let who =
            switch touches.count {
            case 0: "a touch"
            case 1: "touch \(touches[0].number)"
            default: "touches " + touches.map { "\($0.number)" }.joined(separator: ", ")
            }
        return "\(who) at \(text(location)): \(what)"
    }

    private var what: String {
        switch kind {
        case .hit(_, _, let steps): "hits \(names[0]) in \(names[1])" + lines(steps)
        case .missed(let miss, let steps): "misses: \(miss)" + lines(steps)
        case .refused(let refusal): "refused: \(refusal)"
        case .delivered(let delivery) where names.count == 1: "\(delivery.phase) goes to \(names[0])"
        case .delivered(let delivery): "\(delivery.phase) goes to \(names[1]), passed on from \(names[0])"
        case .willCancel(.leftChain): "will be cancelled for \(names[0]), which is not on its chain any more"
        case .willCancel(let reason): "will be cancelled: \(reason)"
        case .ended: touches.first?.sample.phase == .cancelled ? "is over, cancelled" : "is over"
        }
    }

    private func lines(_ steps: [TouchExplanation.Step]) -> String {
        TouchExplanation.lines(steps).map { "\n" + $0 }.joined()
    }
}

extension TouchCancelReason: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .leftWindow: "its view is in its window no more"
        case .applicationInactive: "the application is not active any more"
        case .ignoringInteraction: "the application ignores interaction: beginIgnoringInteractionEvents() was called"
        case .leftChain(let responder): "\(type(of: responder)) is not on its chain any more"
        case .endNotSent: "an override of sendEvent kept its end to itself"
        case .source: "its source cancelled it, or is gone"
        }
    }
}
