public import ResponderTouchInput

/// A rectangle in a window that can be touched, and that holds other views.
///
/// A view draws nothing; it has a place in the tree, a frame, and a say in which touches it gets. A subview that comes
/// later in ``subviews`` lies in front.
open class View: Responder {
    /// What ``subviews`` was when it was read last, as far as it is kept up.
    final var subviewArray = SubviewArray()
    weak var superviewReference: View?
    weak var controllerReference: ViewController?

    /// A view with that frame in its superview's coordinates, in points.
    public init(frame: Rect) {
        super.init()
        record.pointee.flags = .view
        record.pointee.position = frame.origin
        record.pointee.bounds = Rect(origin: .zero, size: frame.size)
    }

    deinit {
        // The record keeps them still: none goes with the array.
        subviewArray = SubviewArray()
        if record.pointee.placeCount > 0 { SubtreeRelease.release(record.takeChildren()) }
    }

    /// A view without extent, at its superview's origin.
    public convenience override init() {
        self.init(frame: .zero)
    }

    /// The view controller whose root view this is, otherwise the superview (rule R2).
    open override var next: Responder? { computeNext(controllerReference ?? superviewReference) }

    /// The view that a touch at `point` belongs to: the frontmost descendant that contains it, or this one.
    ///
    /// Nil when the view is hidden, takes no interaction, has an alpha below 0.01, or does not contain the point; its
    /// subviews are not looked at then (rule H8). May be called any number of times for one touch.
    ///
    /// - Parameters:
    ///   - point: A position in this view's own coordinates.
    ///   - event: The event the touch came with; nil when an app asks for itself.
    open func hitTest(_ point: Point, with event: Event?) -> View? { defaultHitTest(point, event) }

    /// Whether the position, in this view's own coordinates, belongs to the view: by default, whether the bounds contain
    /// it, least edges included, greatest not (rule H12).
    open func point(inside point: Point, with event: Event?) -> Bool { defaultPointInside(point) }
}
