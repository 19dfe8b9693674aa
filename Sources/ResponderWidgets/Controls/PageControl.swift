public import ResponderCore
public import ResponderTouchInput

/// A control that shows a dot for each page, and which page is current.
///
/// A tap on the right half leads to the next page, one on the left half to the page before;
/// ``Control/Events/valueChanged`` and then ``Control/Events/primaryActionTriggered`` are sent when the user has
/// changed the page, never for a change by the app. (`UIPageControl`)
open class PageControl: Control {
    private final var pages = 0
    private final var page = 0

    /// Whether nothing is drawn for a single page; false at first.
    public final var hidesForSinglePage = false { didSet { setNeedsDisplay() } }

    /// A control with that frame in its superview's coordinates, in points, without pages.
    ///
    /// - Precondition: The frame is finite.
    /// - Complexity: O(1); allocates the object and its state.
    public override init(frame: Rect) {
        super.init(frame: frame)
    }

    /// Draws the dots as the appearance says.
    ///
    /// - Complexity: That of ``ControlAppearance/draw(_:in:)-(PageControl,_)``.
    open override func draw(_ rect: Rect, in canvas: any Canvas) { resolvedControlAppearance.draw(self, in: canvas) }

    /// The room for all dots, and the height of a control.
    ///
    /// - Complexity: Linear in the depth of the view; no allocation.
    open override func sizeThatFits(_ size: Size) -> Size {
        let appearance = resolvedControlAppearance
        return Size(Double(pages) * appearance.dotDistance, appearance.height)
    }

    /// False for a tap recogniser of an ancestor (rule G40).
    ///
    /// - Complexity: O(1); no allocation.
    open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        !keepsTap(from: recognizer)
    }

    /// Changes the page, if the finger is inside.
    ///
    /// - Complexity: O(1), besides the actions; no allocation.
    open override func endTracking(_ touch: Touch?, with event: Event?) {
        guard let touch, isTouchInside else { return }
        turn(by: touch.location(in: self).x < bounds.midX ? -1 : 1, event)
    }

    override func moveValue(_ movement: FocusMovement) -> Bool {
        guard movement == .left || movement == .right else { return false }
        turn(by: movement == .left ? -1 : 1, nil)
        return true
    }
}

extension PageControl {
    /// How many pages there are; 0 at first.
    ///
    /// Less than 0 counts as 0.
    ///
    /// - Complexity: O(1); allocates where the list of marked views grows.
    public final var numberOfPages: Int {
        get { pages }
        set {
            pages = max(0, newValue)
            currentPage = page
            setNeedsDisplay()
        }
    }

    /// The current page, from 0; always less than ``numberOfPages``, or 0.
    ///
    /// Setting it sends no event.
    ///
    /// - Complexity: O(1); allocates where the list of marked views grows.
    public final var currentPage: Int {
        get { page }
        set {
            page = max(0, min(newValue, pages - 1))
            setNeedsDisplay()
        }
    }

    /// Turns pages for the user.
    final func turn(by step: Int, _ event: Event?) {
        let former = page
        currentPage = page + step
        if page != former { sendValueChanged(event) }
    }
}
