/// A recogniser of a pointer that hovers over its view: a continuous gesture without touches, which begins when the
/// pointer comes over the view, changes when it moves, and ends when it leaves.
///
/// The pointer is over the view while it hits the view or a view inside it. So a recogniser of a view and one of its
/// superview follow the pointer together, and neither stands against the other. When the pointer goes from one view to
/// another, the recognisers that it leaves end first, the innermost view's first; then those that it enters begin and
/// the others change, the hit view's first. ``GestureRecognizer/location(in:)`` is the pointer's place, outside of the
/// view when the gesture ends.
///
/// A recogniser follows one pointer at a time, the first that came. It gets no touches, takes none from their views and
/// delays none (rule G53): ``GestureRecognizer/cancelsTouchesInView`` and its like have no effect. A pointer that a
/// delegate refuses is not offered again before it has left the view. Moves that wait for the same turn of the loop are
/// one change.
///
/// The gesture is cancelled when the recogniser is disabled or its view leaves the window, and when the application
/// becomes inactive, ignores touches or turns its interface. It begins again when the pointer moves over the view
/// afterwards. It is also cancelled when the pointer's source is gone. A view that moves away from under a still
/// pointer, or is hidden, is left with the pointer's next move.
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
