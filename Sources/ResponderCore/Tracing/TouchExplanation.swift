public import ResponderTouchInput

/// Why a touch at a point would go to one responder, or to none: the result of ``Application/explainTouch(at:)``.
///
/// To read an explanation, print it.
///
/// An explanation is a value: nothing in it changes later. It keeps every view and responder that it names alive for
/// as long as the explanation is kept, including the views that were passed over. To keep nothing alive, keep its
/// ``description`` instead.
public struct TouchExplanation: Sendable {
    /// The point of the touch, in points of the screen.
    public let point: Point
    /// The steps of the hit-test in their order: window by window from the frontmost on, and in each window
    /// downwards.
    ///
    /// The hit-test did not try any other view: the others are inside a view that was passed over, or behind the hit
    /// view.
    public let steps: [Step]
    /// The hit view; nil when the touch misses.
    public let view: View?
    /// The window of the hit view; nil when the touch misses.
    public let window: Window?
    /// Why the touch misses; nil when a view is hit.
    public let miss: TouchMiss?
    /// Why the touch would be refused at this moment, whatever it hits; nil when it would be accepted.
    public let refusal: TouchRefusal?
    /// The responders from the hit view up to ``handler``, or up to the end of the chain when there is no handler.
    ///
    /// All but the handler pass a began on, since their classes do not override ``Responder/touchesBegan(_:with:)``.
    public let chain: [Responder]
    /// The responder that handles a began on the view; nil when there is none, and when the touch misses.
    ///
    /// It is the first responder up the chain whose class overrides ``Responder/touchesBegan(_:with:)``.
    public let handler: Responder?
    /// The recognisers of the hit view and of its superviews, in the order in which they would get the touch, before
    /// the view (rules G13, G14); includes those that would not get it.
    ///
    /// A recogniser gets a touch that only the hit view refuses, for ``TouchRefusal/singleTouch`` or
    /// ``TouchRefusal/exclusiveTouch(of:heldBy:)``.
    public let recognizers: [Recognizer]

    /// Why nothing follows when the ``handler`` gets the touch; nil where something may follow.
    public let idleness: Idleness?

    /// The responder that would get the touch now: the ``handler``, unless the touch is refused.
    public var responder: Responder? { refusal == nil ? handler : nil }

    /// The names of the chain's responders and of the window, from when the explanation was made.
    let chainNames: [ResponderName]
    let windowName: ResponderName?
}

extension TouchExplanation {
    /// Why a responder that gets a touch does nothing with it.
    public enum Idleness: Hashable, Sendable {
        /// The control is disabled (`Control.isEnabled`): it keeps the touch to itself (rule H22).
        case disabled
        /// The button has no action for any event.
        case noAction
    }

    /// One step of the hit-test: a view that it tried.
    public struct Step: Hashable, Sendable {
        /// The view that the search came to.
        public let view: View
        /// The view's frame at that moment, in its superview's coordinates: it distinguishes views of one class.
        public let frame: Rect
        /// The depth of the search: 0 for a window, and one more for each view that was entered and for each override
        /// of ``View/hitTest(_:with:)`` that called super.
        public let depth: Int
        /// The point in the view's own coordinates; nil when the view's transform cannot be inverted, so that there
        /// is no such point.
        public let point: Point?
        /// The result of the step.
        public internal(set) var outcome: Outcome
    }

    /// The result of trying a view.
    public enum Outcome: Hashable, Sendable {
        /// Neither the view nor any view in it was hit, and the search went on behind it.
        case passedOver(Reason)
        /// The view contains the point, and the search went on inside it: another view was hit there, or returned by an
        /// override there.
        case entered
        /// The view contains the point, and no subview does: the view is hit.
        case hit
        /// The view's override of ``View/hitTest(_:with:)`` returned this view; the steps that the override itself
        /// made by calling super follow, one level deeper.
        case answered(View?)
    }

    /// Why a view was passed over.
    public enum Reason: Hashable, Sendable {
        /// The view is hidden.
        case hidden
        /// The view's ``View/isUserInteractionEnabled`` is false.
        case interactionDisabled
        /// The view's alpha is below 0.01 (rule H9).
        case transparent(alpha: Double)
        /// The view's transform cannot be inverted (rule H23).
        case notInvertible
        /// The point lies outside the view's bounds.
        case outside(bounds: Rect)
        /// The view's override of ``View/point(inside:with:)`` returned false.
        case pointInside(bounds: Rect)
    }
}

/// A view that may do nothing with a touch that it gets.
@MainActor
package protocol TouchAnswering: View {
    /// Why nothing follows when the view gets a touch now; nil where something may follow.
    var idleness: TouchExplanation.Idleness? { get }
    /// The state of a control, of whatever class.
    var controlState: (isEnabled: Bool, isSelected: Bool) { get }
}

/// Why a touch hits no view; such a touch is dropped until its contact ends (rule H6).
public enum TouchMiss: Hashable, Sendable {
    /// The application shows no window.
    case noWindow
    /// No window's hit-test returned a view.
    case unwanted
    /// The hit-test returned a view that is in no window that the application shows.
    case notShown(View)
}

/// Why a touch is refused; such a touch is dropped until its contact ends.
public enum TouchRefusal: Hashable, Sendable {
    /// The point is no location: a coordinate is infinite or not a number.
    ///
    /// The touch port drops such contacts.
    case invalidLocation
    /// The application is not active (rule T34).
    case applicationInactive
    /// The application was told to ignore interaction (rule T28).
    case ignoringInteraction
    /// The application withholds all input (rule K4).
    case withheld
    /// The hit view is part of a new screen: of this controller, or of this view if it has no controller
    /// (``Application/newScreenDelay``).
    case newScreen(of: Responder)
    /// 64 touches are down already (rule T41).
    case tooManyTouches
    /// The view `of` has exclusive touch, and the view `heldBy`, the same view or another view of the window, holds a
    /// touch (rule T18).
    case exclusiveTouch(of: View, heldBy: View)
    /// The hit view holds a touch already, and has no multi-touch (rule T15).
    case singleTouch
    /// An override of `sendEvent` did not pass the began on.
    ///
    /// Only a trace gives this reason; an explanation cannot know it.
    case notSent
}
