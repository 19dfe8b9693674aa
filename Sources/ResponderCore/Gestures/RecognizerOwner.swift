internal import ResponderTouchInput

/// Decisions of containers and scroll views of this package about their recognisers, besides those of the view and the
/// delegate.
///
/// Outside of the core, a recogniser cannot override methods that are not open.
@MainActor
package protocol RecognizerOwner: AnyObject {
    /// Whether the gesture may begin, or be recognised (rule G38).
    func allowsBegin(of recognizer: GestureRecognizer) -> Bool

    /// Whether a drag begins when the fingers have gone far enough, along a path in the window's coordinates.
    func startOfDrag(_ recognizer: PanGestureRecognizer, after path: Point) -> DragStart

    /// The recogniser was added to a view, or removed from one.
    func viewDidChange(of recognizer: GestureRecognizer)
}

/// The result of asking an owner whether a drag begins.
package enum DragStart {
    /// The drag begins.
    case begins
    /// The drag does not begin yet: the owner is asked again when the fingers have moved on.
    case waits
    /// The drag's recogniser fails.
    case fails
}

extension RecognizerOwner {
    package func allowsBegin(of recognizer: GestureRecognizer) -> Bool { true }
    package func startOfDrag(_ recognizer: PanGestureRecognizer, after path: Point) -> DragStart { .begins }
    package func viewDidChange(of recognizer: GestureRecognizer) {}
}
