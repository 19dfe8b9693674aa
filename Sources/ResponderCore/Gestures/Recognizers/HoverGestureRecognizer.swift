/// A recogniser of a pointer that hovers over its view.
///
/// This is a continuous gesture without touches: it begins when the pointer comes over the view, changes when the
/// pointer moves, and ends when the pointer leaves.
///
/// The pointer is over the view while it hits the view or a view inside it. So the recognisers of a view and of its
/// superview follow the pointer together, and neither prevents the other. When the pointer goes from one view to
/// another, first the recognisers of views that it leaves end, from the innermost view on. Then recognisers of views
/// that it enters begin, and other ones change, from the hit view on. ``GestureRecognizer/location(in:)`` is the
/// pointer's place, outside of the view when the gesture ends.
///
/// A recogniser follows one pointer at a time, the first that came. The recogniser gets no touches, and neither cancels
/// nor delays touches of views (rule G53): ``GestureRecognizer/cancelsTouchesInView`` and similar properties have no
/// effect. A pointer that a delegate refuses is not offered again before it has left the view. Moves that wait for the
/// same turn of the loop are one change.
///
/// The gesture is cancelled when the recogniser is disabled or its view leaves the window, and when the application
/// becomes inactive, ignores touches or turns its interface. The gesture begins again when the pointer moves over the
/// view afterwards. It is also cancelled when the pointer's source is gone. If the view moves away from under a still
/// pointer, or is hidden, the gesture ends with the pointer's next move.
///
/// Pointers come from a source that sends contacts that hover: `TouchContact.hovering(_:_:at:kind:)`.
/// (`UIHoverGestureRecognizer`)
open class HoverGestureRecognizer: GestureRecognizer {
    /// A recogniser in no view.
    ///
    /// - Complexity: O(1); allocates the object and its state.
    public override init() {
        super.init()
        record.pointee.flags.insert(.isHover)
        ProcessState.shared.pointee.usesHover = true
    }
}
