public import ResponderTouchInput

/// Why a touch at a point would go where it would: what ``Application/explainTouch(at:)`` finds.
///
/// Print it: ``description`` is for reading.
///
/// It is a value of what was found at that moment, and nothing in it changes later. It keeps every view and responder that it
/// names alive for as long as it is kept, those that were passed over too; keep its `description` instead, which keeps
/// nothing.
public struct TouchExplanation: Sendable {
    /// The point that was asked about, in points of the screen.
    public let point: Point
    /// What the hit-test did, in its order: window by window from the frontmost on, and in each from the window down.
    ///
    /// Views that are not among them were not looked at: they are inside one that was passed over, or behind one that
    /// was hit.
    public let steps: [Step]
    /// The view that is hit; nil where the touch misses.
    public let view: View?
    /// The window that the view is in; nil where the touch misses.
    public let window: Window?
    /// Why the touch misses; nil where a view is hit.
    public let miss: TouchMiss?
    /// Why the touch would not be taken at this moment, whatever it hits; nil where it would be.
    public let refusal: TouchRefusal?
    /// The responders from the hit view up to ``handler``; where that is nil, up to the end of the chain.
    ///
    /// All but the handler pass a began on, since their classes do not override
    /// ``Responder/touchesBegan(_:with:)``.
    public let chain: [Responder]
    /// Who handles a began on the view: the first responder up the chain whose class overrides
    /// ``Responder/touchesBegan(_:with:)``; nil where none does, and where the touch misses.
    public let handler: Responder?

    /// Who would get the touch now: the ``handler``, unless the touch is refused.
    public var responder: Responder? { refusal == nil ? handler : nil }

    /// How the responders were to be named at that moment: those of the chain, and the window.
    let chainNames: [ResponderName]
    let windowName: ResponderName?
}

extension TouchExplanation {
    /// What the hit-test did with one view.
    public struct Step: Hashable, Sendable {
        /// The view.
        public let view: View
        /// The view's frame then, in its superview's coordinates: what tells views of one class apart.
        public let frame: Rect
        /// How far down the search was: 0 for a window, one more for each view that it had entered, and for each override of
        /// ``View/hitTest(_:with:)`` that had begun it by calling super.
        public let depth: Int
        /// The point in the view's own coordinates; nil where its transform cannot be inverted, so that there is none.
        public let point: Point?
        /// What came of it.
        public internal(set) var outcome: Outcome
    }

    /// What comes of trying a view.
    public enum Outcome: Hashable, Sendable {
        /// It is not hit, nor is anything in it, and the search went on behind it.
        case passedOver(Reason)
        /// It contains the point, and the search went on inside it, where something else was hit or said so.
        case entered
        /// It contains the point, and nothing inside it does: its search ended here.
        case hit
        /// Its override of ``View/hitTest(_:with:)`` answered this; what it had done itself by calling super comes after it,
        /// one deeper.
        case answered(View?)
    }

    /// Why a view was passed over.
    public enum Reason: Hashable, Sendable {
        /// It is hidden.
        case hidden
        /// Its ``View/isUserInteractionEnabled`` is false.
        case interactionDisabled
        /// Its alpha is below 0.01 (rule H9).
        case transparent(alpha: Double)
        /// Its transform cannot be inverted (rule H23).
        case notInvertible
        /// The point lies outside of its bounds.
        case outside(bounds: Rect)
        /// Its override of ``View/point(inside:with:)`` said that the point does not belong to it.
        case pointInside(bounds: Rect)
    }
}

/// Why a touch hits no view: it is dropped for its contact's life then (rule H6).
public enum TouchMiss: Hashable, Sendable {
    /// The application shows no window.
    case noWindow
    /// No window wants the touch.
    case unwanted
    /// The hit-test answered a view that is in no window that the application shows.
    case notShown(View)
}

/// Why a touch is not taken: it is dropped for its contact's life then.
public enum TouchRefusal: Hashable, Sendable {
    /// The point is no place: one of its coordinates is not a number, or infinite. The touch port drops it.
    case invalidLocation
    /// The application is not active (rule T34).
    case applicationInactive
    /// The application was told to ignore interaction (rule T28).
    case ignoringInteraction
    /// 64 touches are down (rule T41).
    case tooManyTouches
    /// One of the two views has exclusive touch, and the other one, in the same window, holds a touch (rule T18).
    case exclusiveTouch(of: View, heldBy: View)
    /// The hit view holds a touch already, and has no multi-touch (rule T15).
    case singleTouch
    /// An override of `sendEvent` kept the began to itself. Known in a trace only, not beforehand.
    case notSent
}
