public import ResponderTouchInput

/// A rectangle in a window that can be touched, and that holds other views.
///
/// A view draws nothing: it has a place in the tree, a frame, and methods that decide which touches it gets. A subview
/// that comes later in ``subviews`` lies in front of earlier ones.
open class View: Responder {
    /// The array that ``subviews`` returns.
    final var subviewArray = SubviewArray()
    weak var superviewReference: View?
    weak var controllerReference: ViewController?

    /// A view with that frame in its superview's coordinates, in points.
    ///
    /// - Complexity: O(1), except for the first object of a class; allocates the object.
    public init(frame: Rect) {
        super.init()
        record.pointee.flags = .view
        record.pointee.position = frame.origin
        record.pointee.bounds = Rect(origin: .zero, size: frame.size)
    }

    deinit {
        // The record still keeps the subviews, so the array's release frees none of them.
        subviewArray = SubviewArray()
        if record.pointee.placeCount > 0 { SubtreeRelease.release(record.takeChildren()) }
    }

    /// A view without extent, at its superview's origin.
    ///
    /// - Complexity: That of ``init(frame:)``.
    public convenience override init() {
        self.init(frame: .zero)
    }

    /// The view controller, if this is its root view; otherwise the superview (rule R2).
    open override var next: Responder? { computeNext(controllerReference ?? superviewReference) }

    /// The view that a touch at `point` belongs to: the frontmost descendant that contains the point, or this view.
    ///
    /// Nil when the view is hidden, takes no interaction, has an alpha below 0.01, or does not contain the point; its
    /// subviews are not searched then (rule H8). May be called any number of times for one touch.
    ///
    /// - Parameters:
    ///   - point: A position in this view's own coordinates.
    ///   - event: The event of the touch; nil when the app calls this method for itself.
    /// - Complexity: By default at most linear in the subviews of each view on the way down; less for a view with many
    ///   subviews, which an index finds by place. Allocates nothing, except for the index, which is made after repeated
    ///   searches.
    open func hitTest(_ point: Point, with event: Event?) -> View? { defaultHitTest(point, event) }

    /// Whether the position, in this view's own coordinates, belongs to the view: by default, whether the bounds
    /// contain it.
    ///
    /// The bounds contain their edges with the least coordinates, but not their edges with the greatest (rule H12).
    ///
    /// - Complexity: By default O(1); no allocation.
    open func point(inside point: Point, with event: Event?) -> Bool { defaultPointInside(point) }
}
