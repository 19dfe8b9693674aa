public import ResponderTouchInput

/// A rectangle in a window that can be touched, and that holds other views.
///
/// A view has a place in the tree, a frame, and methods that decide which touches it gets. It draws into a ``Canvas``
/// of the embedder, or not at all. A subview that comes later in ``subviews`` lies in front of earlier ones.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
open class View: Responder {
    /// The array that ``subviews`` returns.
    final var subviewArray = SubviewArray()
    weak var superviewReference: View?
    weak var controllerReference: ViewController?
    /// The window that the view is in, shown or hidden.
    weak var windowReference: Window?
    /// How often the view has moved to another window, and to another superview: a hook may move it again.
    final var windowMoves: UInt32 = 0
    final var superviewMoves: UInt32 = 0
    /// The number of superviews up to the window, as an update pass counted it.
    final var depth = CountedDepth()
    /// See ``autoresizingMask`` and ``autoresizesSubviews``.
    final var autoresizing = Autoresizing()
    /// See ``tag``.
    final var tagValue = 0
    /// See ``gestureRecognizers``.
    final var recognizers = PlacedList<RecognizerPlace>()
    /// The view's drawing, how it is composed with others, and its name; nil while all of this has its initial values.
    final var layer: Layer?
    /// The number of the presentation for which the view's change was noted.
    final var notedIn: UInt64 = 0
    /// The hidden view that was found around this one.
    final var foundHiddenView = FoundHiddenView()

    /// A view with that frame in its superview's coordinates, in points.
    ///
    /// - Precondition: The frame is finite, here and wherever a place or an extent of a view is set.
    /// - Complexity: O(1), except for the first object of a class; allocates the object.
    public init(frame: Rect) {
        super.init()
        record.pointee.flags = [.view, .needsLayout, .needsDisplay]
        record.pointee.position = frame.origin
        record.pointee.bounds = Rect(origin: .zero, size: frame.size)
        checkFinite(frame, "frame")
    }

    deinit {
        // The record still retains the subviews, so the array's release frees none of them.
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
    /// Nil when the view is hidden, takes no interaction, has an alpha below 0.01, or does not contain the point; then
    /// the subviews are not searched (rule H8). May be called any number of times for one touch.
    ///
    /// - Parameters:
    ///   - point: A position in this view's own coordinates.
    ///   - event: The event of the touch; nil when the app itself calls this method.
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

    /// Whether one of the view's own recognisers may succeed now, before its delegate is asked; true by default.
    ///
    /// When the answer is false, the recogniser fails (rule G38).
    ///
    /// - Complexity: By default O(1); no allocation.
    open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

    /// Whether keys can bring the focus to the view; false by default.
    ///
    /// The view with the focus is its window's first responder. If no responder takes the key, the tab key and the
    /// arrows move the focus in reading order among views for which this is true.
    ///
    /// - Complexity: By default O(1); no allocation.
    open var canBecomeFocused: Bool { false }

    /// Sets the frames of the subviews; by default does nothing.
    ///
    /// Override this method to lay out subviews. The update pass calls the method once for a marked view, however often
    /// the view was marked (rule V1), for superviews before their subviews. Do not call the method: use
    /// ``setNeedsLayout()`` or ``layoutIfNeeded()``.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func layoutSubviews() {}

    /// Draws the view's contents into `canvas`; by default draws nothing.
    ///
    /// Override this method in a view that is seen. The update pass calls the method once for a view that was marked
    /// with ``setNeedsDisplay()``, after all layout (rules V3, V7). It does not while the view or a superview is
    /// hidden, or the view has no extent or is in no shown window (rule V8). The drawing is kept and used until the
    /// view draws anew; parts outside the bounds are not seen. Do not call this method.
    ///
    /// - Parameters:
    ///   - rect: The part of the bounds to draw, in the view's own coordinates: all of the bounds when the view has not
    ///     drawn before, has a new size, or when the kept drawing has too many parts. Drawing outside of this part is
    ///     not seen.
    ///   - canvas: The canvas to draw into until this method returns; its coordinates are the view's own.
    /// - Complexity: By default O(1); no allocation.
    open func draw(_ rect: Rect, in canvas: any Canvas) {}

    // MARK: Accessibility

    /// Whether a person sees the view as a thing of its own, so that the ``ElementTree`` lists it; false at first for a
    /// view of the app's own. (`UIAccessibility`)
    ///
    /// A view with an identifier is listed in any case, and one with a label unless the app has set this to false.
    ///
    /// - Complexity: By default O(1); allocates when it is first set.
    open var isAccessibilityElement: Bool {
        get { describedIsElement }
        set { describe { $0.isElement = newValue } }
    }

    /// A name by which tests find the view, and which a person never sees; nil, as at first, for none.
    ///
    /// - Complexity: By default O(1); allocates when it is first set.
    open var accessibilityIdentifier: String? {
        get { describedIdentifier }
        set { describe { $0.identifier = newValue } }
    }

    /// What the view is called; at first the title of a button, the text of a label, and so on, and nil for a view of
    /// the app's own.
    ///
    /// Setting nil brings back what it was at first, here and for the value and the parts.
    ///
    /// - Complexity: By default that of making the text; allocates when it is first set.
    open var accessibilityLabel: String? {
        get { describedLabel }
        set { describe { $0.label = newValue } }
    }

    /// What the view shows, if that changes; at first the text of a field, the number of a slider, and so on.
    ///
    /// - Complexity: By default that of making the text; allocates when it is first set.
    open var accessibilityValue: String? {
        get { describedValue }
        set { describe { $0.value = newValue } }
    }

    /// What the view is and does; none at first for a view of the app's own.
    ///
    /// A label, a picture or a control is in the tree what the traits of the app say: a label with
    /// ``AccessibilityTraits/header`` is a header.
    ///
    /// - Complexity: By default O(1); allocates when it is first set.
    open var accessibilityTraits: AccessibilityTraits {
        get { describedTraits }
        set { describe { $0.traits = newValue } }
    }

    /// The parts of the view that a person sees as things of their own, though they are no views, in reading order.
    ///
    /// Nil, as at first for a view of the app's own, for none.
    ///
    /// - Complexity: By default O(1); allocates when it is first set.
    open var accessibilityElements: [AccessibilityElement]? {
        get { describedElements }
        set { describe { $0.elements = newValue } }
    }

    /// Writes the view's state, when the application saves its state and the view has a ``restorationIdentifier``.
    ///
    /// By default writes nothing. An override calls super.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func encodeRestorableState(with coder: StateCoder) {}

    /// Reads what ``encodeRestorableState(with:)`` wrote in an earlier life of the application.
    ///
    /// Called when the view's controller has read its own state. By default does nothing. An override calls super.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func decodeRestorableState(with coder: StateCoder) {}

    /// The size that suits the view best within `size`; by default the view's present size.
    ///
    /// Override this method in a view that knows its size, such as a label. See ``sizeToFit()``.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func sizeThatFits(_ size: Size) -> Size { bounds.size }

    /// The view is about to move into `superview`, or out of its present one if `superview` is nil; by default does
    /// nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func willMove(toSuperview superview: View?) {}

    /// The view has a new ``superview``, or none; by default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func didMoveToSuperview() {}

    /// The view, with its superviews or alone, is about to move into `window`, or out of its present one if `window` is
    /// nil; by default does nothing.
    ///
    /// Called for a view before the views inside it. A window that is shown or hidden moves no view.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func willMove(toWindow window: Window?) {}

    /// The view has a new ``window``, or none; by default does nothing.
    ///
    /// Called for a view before the views inside it.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func didMoveToWindow() {}

    /// The view has a new subview; by default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func didAddSubview(_ subview: View) {}

    /// A subview is about to be removed, or moved into another view; by default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func willRemoveSubview(_ subview: View) {}
}
