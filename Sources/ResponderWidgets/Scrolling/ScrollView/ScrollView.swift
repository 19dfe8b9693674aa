public import ResponderCore
internal import ResponderEventLoop
public import ResponderTouchInput

/// A view whose content may be larger than the view: fingers drag the content, which moves on when they let it go.
///
/// The content's views are subviews. Their frames are in the coordinates of the content, whose origin is at
/// ``contentOffset`` zero. Scrolling moves the view's bounds, whose origin is ``contentOffset``.
///
/// While a finger drags, and until the content rests afterwards, the loop's run serves
/// ``/ResponderEventLoop/MainRunLoop/Mode/tracking`` (rule L22).
///
/// A subclass that overrides methods of ``View`` calls super. (`UIScrollView`)
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
open class ScrollView: View {
    /// The object that is told what the scroll view does; not retained.
    public final weak var delegate: (any ScrollViewDelegate)? { didSet { delegateDidChange() } }

    final var storedContentSize = Size.zero
    final var storedContentInset = EdgeInsets.zero
    /// How much of the lower edge is covered: see ``avoidsInputViews``.
    final var coveredHeight = 0.0
    /// The view's size at the last layout, or when the app has last moved the content since.
    final var laidOutSize = Size.zero
    /// Whether the app has set an offset before there is content: the offset stays until there is.
    final var awaitsContent = false
    /// The offset of a saved state, until the content has reached it, or was moved.
    final var restoredOffset: Point?
    /// Whether an offset that is not finite was logged, which is done once, since each frame may bring another.
    final var hasWarnedOfOffset = false
    /// The last offset that was asked for, before it was put on whole pixels.
    final var unalignedOffset = Point.zero

    /// Whether the content can be scrolled above the keyboard and other input views, where these cover a part of the
    /// view; false at first.
    ///
    /// If true, the covered height is added to the ``contentInset`` at the bottom (``adjustedContentInset``), and the
    /// window's first responder, if it is in this view, is scrolled into the part that is left; of a high
    /// ``TextInput``, only the caret. This happens when the covered part changes, and when another responder becomes
    /// first responder.
    ///
    /// Even if this property is false, a caret that moves is scrolled into sight above the covered part, as far as the
    /// limits allow.
    public final var avoidsInputViews = false { didSet { avoidanceDidChange() } }

    /// Whether fingers and wheels scroll; true at first.
    ///
    /// When the value becomes false, a drag and the motion after a drag end: the content comes back within its limits,
    /// or to the nearest page.
    public final var isScrollEnabled: Bool {
        get { pan.isEnabled }
        set { setScrollEnabled(newValue) }
    }
    /// Whether a drag that begins along one axis stays on that axis; false at first.
    ///
    /// A drag that begins at more than 30 degrees from both axes moves the content in both directions.
    public final var isDirectionalLockEnabled = false
    /// Whether the content comes to rest only at multiples of the view's size; false at first.
    ///
    /// A drag goes one page further at most.
    public final var isPagingEnabled = false
    /// Whether the content follows a finger a little beyond its edges, from where it comes back; true at first.
    public final var bounces = true
    /// Whether the content can be dragged to the left and right though it is no wider than the view; false at first.
    ///
    /// Has no effect while ``bounces`` is false.
    public final var alwaysBounceHorizontal = false
    /// Whether the content can be dragged up and down though it is no higher than the view; false at first.
    ///
    /// Has no effect while ``bounces`` is false.
    public final var alwaysBounceVertical = false
    /// How fast the content becomes slower after a drag; ``DecelerationRate/normal`` at first.
    public final var decelerationRate = DecelerationRate.normal

    /// Whether a touch reaches a view of the content only after ``contentTouchDelay`` without a drag; true at first.
    ///
    /// If the finger is lifted before, the view gets the began at once.
    public final var delaysContentTouches = true
    /// How long a touch is withheld from the content; 150 milliseconds at first, as in UIKit.
    ///
    /// - Precondition: The time is not negative.
    public final var contentTouchDelay = Duration.milliseconds(150) {
        didSet { contentTouchDelayDidChange() }
    }
    /// Whether a drag takes a touch away from a view of the content that has got it; true at first.
    public final var canCancelContentTouches = true

    /// Whether an indicator shows the horizontal place while the content moves; true at first.
    public final var showsHorizontalScrollIndicator: Bool {
        get { indicators.horizontal.isEnabled }
        set { setIndicator(.horizontal, isEnabled: newValue) }
    }
    /// Whether an indicator shows the vertical place while the content moves; true at first.
    public final var showsVerticalScrollIndicator: Bool {
        get { indicators.vertical.isEnabled }
        set { setIndicator(.vertical, isEnabled: newValue) }
    }
    final var indicators = ScrollIndicators()

    /// Whether fingers drag the content now.
    public final var isDragging: Bool { drag.isUnderWay }
    /// Whether the content moves on after a drag.
    public final var isDecelerating: Bool { motion.kind == .deceleration }
    /// Whether a finger is down that may drag, or drags.
    public final var isTracking: Bool { !pan.touches.isEmpty }

    /// The recogniser of drags.
    ///
    /// The app may set the recogniser's delegate. The recogniser begins only where the content can move.
    public final var panGestureRecognizer: PanGestureRecognizer { pan }
    final let pan = ScrollPanRecognizer()
    final let contentTouches = ContentTouchRecognizer()
    /// Stops motions for a pan that the app has given to another view; nil while the pan is this view's.
    final var catcher: ContentTouchRecognizer?
    final var drag = ScrollDrag()
    final var motion = ScrollMotion()
    /// Calls a step of the motion for each frame; nil while nothing moves.
    final var link: DisplayLink?
    /// The loop that serves the tracking mode for this view; nil while no drag is under way.
    final var trackedLoop: MainRunLoop?

    /// The recogniser of pinches; nil unless ``maximumZoomScale`` is more than ``minimumZoomScale``.
    public final var pinchGestureRecognizer: PinchGestureRecognizer? { zoom.pinch }
    final var zoom = ScrollZoom()

    /// A scroll view with that frame in its superview's coordinates, in points, and without content.
    ///
    /// - Complexity: That of ``View/init(frame:)``; allocates two recognisers as well.
    public override init(frame: Rect) {
        super.init(frame: frame)
        clipsToBounds = true
        pan.scrollView = self
        contentTouches.scrollView = self
        pan.addAction { $0.scrollView?.panDidChange() }
        // The pan must come first, since the other recogniser asks whether the pan has got a touch.
        addGestureRecognizer(pan)
        addGestureRecognizer(contentTouches)
    }

    deinit {
        // Needed if an override of `didMoveToWindow` has not called super.
        if let loop = trackedLoop { Task.immediateDetached { @MainActor in loop.endTracking() } }
    }

    /// Whether a view of the content may get touches that have just begun; by default true.
    ///
    /// Asked for each touch before the touch is withheld. When the answer is false, the view never hears of the touch.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func touchesShouldBegin(_ touches: TouchSet, with event: Event, in view: View) -> Bool { true }

    /// Whether a drag may take a touch from `view`, which has got it; by default true.
    ///
    /// Asked only while ``canCancelContentTouches`` is true. When the answer is false, no drag begins.
    /// (A `UIScrollView` leaves controls their touches.)
    ///
    /// - Complexity: By default O(1); no allocation.
    open func touchesShouldCancel(in view: View) -> Bool { true }

    /// False for a drag if the content has a touch that must not be taken away, and for a pinch if no view is zoomed.
    ///
    /// - Complexity: O(touches); no allocation.
    open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        recognizer === zoom.pinch ? viewToZoom != nil : recognizer !== pan || mayTakeContentTouches
    }

    /// Scrolls as far as the limits allow; passes the event on when the content cannot go that way.
    ///
    /// The coordinates of the event are those of the screen: rotations and scales of the view do not count.
    ///
    /// - Complexity: That of ``setContentOffset(_:animated:)`` without motion.
    open override func scrollWheel(with event: WheelEvent) {
        if !scroll(by: Point.zero - event.delta) { super.scrollWheel(with: event) }
    }

    /// Places the indicators, and keeps the content within its limits after a change of the view's size.
    open override func layoutSubviews() { layoutScrolled() }

    /// Ends drags and motions when the view has left its window; the content then rests within its limits.
    ///
    /// - Complexity: O(log n) for n timers; no allocation.
    open override func didMoveToWindow() { windowDidChange() }

    /// Writes the ``contentOffset``; an override calls super.
    ///
    /// - Complexity: O(1) amortised; allocates a small array.
    open override func encodeRestorableState(with coder: StateCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(restoredOffset ?? contentOffset, forKey: "ResponderKit.contentOffset")
    }

    /// Moves the content to where it was, as soon as it is large enough; an override calls super.
    ///
    /// The content may get its size later, for example from a server. Until the content has reached its former place,
    /// each new size moves it as near to this place as the limits allow. Setting ``contentOffset``, a drag, a zoom or a
    /// wheel ends the restoration.
    ///
    /// - Complexity: That of setting ``contentOffset``.
    open override func decodeRestorableState(with coder: StateCoder) {
        super.decodeRestorableState(with: coder)
        if let offset = coder.decodePoint(forKey: "ResponderKit.contentOffset") { restore(offset) }
    }

    /// The distances from the edges of the bounds within which a rectangle of the content is seen.
    ///
    /// A subclass with something in front of its content, such as a list with headers, overrides this method.
    func insets(toShow rect: Rect) -> EdgeInsets { shownInsets }

    /// The content is about to be scrolled so that a part of a view in it is seen.
    ///
    /// A subclass that does not know the extent of all of its content overrides this method.
    func willShow(_ view: View) {}

    /// There is another delegate, or none.
    ///
    /// A subclass whose delegate has a protocol of its own overrides this method.
    func delegateDidChange() {}

    /// The offset has changed: tells the delegate.
    ///
    /// A subclass that acts on each movement, such as a list, overrides this method and calls super.
    func offsetDidChange() {
        if isAnyApplicationTaped { noteOffset(contentOffset) }
        delegate?.scrollViewDidScroll(self)
    }
}
