public import ResponderEventLoop
public import ResponderTouchInput

/// One step of a touch from the hit-test to the end, as reported to the listener ``Application/onTouchTrace``.
///
/// A touch that is hit, accepted and handled gives these events, in this order: one ``Kind/hit(_:in:steps:)``, one
/// ``Kind/delivered(_:)`` for each call of a touch method of a responder, and one ``Kind/ended``. In between come the
/// steps of the gesture recognisers that get the touch. A kept event keeps the views and recognisers that it names
/// alive; its ``description`` keeps nothing alive.
public struct TouchTraceEvent {
    /// The kinds of events, with their data.
    public enum Kind {
        /// The touch began on the view in the window, and is bound to the view from now on.
        ///
        /// The steps are those of the hit-test when ``Application/tracesHitTests`` is true; otherwise there are none.
        case hit(View, in: Window, steps: [TouchExplanation.Step])
        /// The touch hit no view, and is dropped until its contact ends.
        case missed(TouchMiss, steps: [TouchExplanation.Step])
        /// The touch is refused, and dropped until its contact ends: before it is bound to a view, when
        /// ``TouchTraceEvent/touches`` is empty, or by the hit view.
        case refused(TouchRefusal)
        /// A touch method is about to be called, as for ``Application/onTouchDelivery``.
        case delivered(TouchDelivery)
        /// The touch is about to be cancelled: at once, or when the outermost callback has returned (rule T33), unless
        /// the touch ends first.
        ///
        /// With the reason ``TouchCancelReason/claimed(by:)`` the touch is cancelled for its view alone; also with
        /// ``TouchCancelReason/leftWindow``, as long as recognisers of other views go on with the touch.
        case willCancel(TouchCancelReason)
        /// A recogniser got touches, or its gesture was decided, by itself or by others.
        ///
        /// The touches are those of its attempt that are not over; there are none when it decides between the touches
        /// of a gesture.
        case recognizer(GestureRecognizer, GestureStep)
        /// The message is not delivered to the view as long as one of the recognisers may succeed (rules G23, G24).
        case withheld(Touch.Phase, from: View, by: [GestureRecognizer])
        /// The message that was withheld is about to be delivered to the view, if the view accepts the touch.
        case givenBack(Touch.Phase, to: View)
        /// The view, which has got nothing of the touch, gets no message of it.
        case kept(from: View, TouchCancelReason)
        /// The touch is over, and no more events of it follow: its sample's phase tells whether it ended or was
        /// cancelled.
        case ended
    }

    /// A touch, and its values at that moment.
    public struct TracedTouch {
        /// The touch itself, whose values continue to change.
        public let touch: Touch
        /// A number that identifies the touch: 1 for the first touch since the listener was set, and so on; no number
        /// is given twice.
        public internal(set) var number: Int
        /// The touch's values at that moment.
        public let sample: Touch.Sample
    }

    /// The kind of the event.
    public let kind: Kind
    /// The touches of the event: several only in a delivery and in a step of a recogniser, none when a contact was
    /// dropped before it hit a view, and when a recogniser has no touch at present.
    public internal(set) var touches: [TracedTouch]
    /// The location of the first touch in its window's coordinates; on the screen when there is no window.
    ///
    /// For a recogniser without touches, where its last ones were.
    public internal(set) var location: Point
    /// When the sample that caused the event was taken, or a recogniser's timer fired, on the clock of the
    /// application's loop.
    public let time: MainRunLoop.Instant
    /// The names, at that moment, of the responders in `kind`.
    let names: [ResponderName]
    /// The names, at that moment, of the recognisers in `kind`.
    var recognizers: [RecognizerName] = []

    /// Whether a move is delivered, which a recording's trace has in another form.
    var isMove: Bool {
        if case .delivered(let delivery) = kind { delivery.phase == .moved } else { false }
    }
}

/// Why the application cancels a touch.
public enum TouchCancelReason: Hashable, Sendable {
    /// The touch's view is no longer in its window (rule T26).
    case leftWindow
    /// The application is no longer active (rule T25).
    case applicationInactive
    /// The interface rotates (``Application/interfaceOrientation``).
    case interfaceRotated
    /// ``Application/beginIgnoringInteractionEvents()`` was called (rule T28).
    case ignoringInteraction
    /// ``Application/beginWithholdingInput()`` was called (rule K4).
    case withheld
    /// The responder got the began by default forwarding and is no longer on the touch's chain (rule T20): the touch is
    /// cancelled for this responder alone.
    case leftChain(Responder)
    /// An override of `sendEvent` did not pass the end on (rule T20).
    case endNotSent
    /// The touch's source cancelled the touch, or is gone.
    case source
    /// A recogniser has succeeded with the touch, and takes it from the view (rule G20).
    case claimed(by: GestureRecognizer)
}

extension Application {
    /// The listener of all steps of all touches, from the hit-test to the end, with reasons.
    ///
    /// Called on the main actor, in order: each event comes before the next call of a responder's touch method or of a
    /// recogniser's action for anything but a change, and at the latest when the batch of frames with the touch's
    /// sample has been dispatched. A listener may change trees, as a handler
    /// may. But a listener must not run the loop or send events: the call that an event announces has not happened yet,
    /// and newer samples would overtake it. A new listener also gets the further events of touches that are already
    /// down.
    ///
    /// The application keeps the closure, so a closure must refer to the application weakly. Nil at first; without a
    /// listener there is no cost. See also ``onTouchDelivery``, which reports the calls alone, and
    /// ``explainTouch(at:)``, which explains a touch that has not happened.
    public final var onTouchTrace: (@MainActor (TouchTraceEvent) -> Void)? {
        get { dispatcherState.pointee.listeners.tracer?.listener }
        set { dispatcher.setTraceListener(newValue) }
    }

    /// An object that stands for the listener in ``onTouchTrace``: another one for each listener that is set.
    package final var touchTraceListener: AnyObject? { dispatcherState.pointee.listeners.tracer }

    /// Whether ``onTouchTrace`` reports each step of the hit-tests of touches that begin.
    ///
    /// False at first. While the property is true and a listener is set, a hit-test tries each subview, even in views
    /// with very many, and records its steps: this allocates, and takes longer.
    public final var tracesHitTests: Bool {
        get { dispatcherState.pointee.listeners.tracesHitTests }
        set { dispatcherState.pointee.listeners.tracesHitTests = newValue }
    }
}

// MARK: - As text

extension TouchTraceEvent: CustomStringConvertible {
    /// The event as a line of text, such as `touch 1 at (12, 7.5): began goes to Button (0, 0, 100 x 40)`; more lines
    /// when the event has steps of a hit-test.
    public var description: String {
        let steps: [TouchExplanation.Step] =
            switch kind {
            case .hit(_, _, let steps), .missed(_, let steps): steps
            default: []
            }
        return (["\(summary)"] + TouchExplanation.lines(steps)).joined(separator: "\n")
    }

    /// The event without the steps of its hit-test, for those who keep it: it keeps nothing alive.
    package var summary: TouchTraceSummary { TouchTraceSummary(self) }
}

extension TouchCancelReason: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .leftWindow: "its view is no longer in its window"
        case .applicationInactive: "the application is no longer active"
        case .interfaceRotated: "the interface rotates to another orientation"
        case .ignoringInteraction: "the application ignores interaction: beginIgnoringInteractionEvents() was called"
        case .withheld: "the application withholds input: beginWithholdingInput() was called"
        case .leftChain(let responder): "\(type(of: responder)) has lost its place on its chain"
        case .endNotSent: "an override of sendEvent did not pass on its end"
        case .source: "its source cancelled it, or is gone"
        case .claimed(let recognizer): "claimed by \(type(of: recognizer))"
        }
    }
}

/// One call of a touch method, as reported to the listener ``Application/onTouchDelivery`` just before the call.
@MainActor
public struct TouchDelivery {
    /// Which of the four touch methods is called.
    public let phase: Touch.Phase
    /// The touches that the method is called with.
    public let touches: TouchSet
    /// The event of the touches.
    public let event: Event
    /// The view that was hit when the touches began.
    public let view: View
    /// The responder whose method is called: the view, or the first responder up its chain that handles the message.
    public let responder: Responder
}

/// A closure that is called before each call of a touch method.
typealias DeliveryTrace = @MainActor (TouchDelivery) -> Void
