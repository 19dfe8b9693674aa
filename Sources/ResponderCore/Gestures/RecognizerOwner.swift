internal import ResponderTouchInput

/// What a recogniser of this package's containers and scroll views decides, besides its view and its delegate: outside
/// of the core a recogniser cannot override what is not open.
@MainActor
package protocol RecognizerOwner: AnyObject {
    /// Whether the gesture may begin, or be recognised (rule G38).
    func allowsBegin(of recognizer: GestureRecognizer) -> Bool

    /// Whether a drag begins when the fingers have gone far enough, along a path in the window's coordinates.
    func startOfDrag(_ recognizer: PanGestureRecognizer, after path: Point) -> DragStart

    /// The recogniser was added to a view, or removed from one.
    func viewDidChange(of recognizer: GestureRecognizer)
}

/// What becomes of a drag when its fingers have gone far enough.
package enum DragStart {
    /// It begins.
    case begins
    /// It does not yet begin: its owner is asked again when the fingers have moved on.
    case waits
    /// It fails.
    case fails
}

extension RecognizerOwner {
    package func allowsBegin(of recognizer: GestureRecognizer) -> Bool { true }
    package func startOfDrag(_ recognizer: PanGestureRecognizer, after path: Point) -> DragStart { .begins }
    package func viewDidChange(of recognizer: GestureRecognizer) {}
}
