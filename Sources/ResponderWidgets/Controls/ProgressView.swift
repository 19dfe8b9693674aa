public import ResponderCore
public import ResponderTouchInput

/// A bar that shows how much of something is done.
///
/// It takes no touches. (`UIProgressView`)
open class ProgressView: View {
    /// How much is done, from 0 to 1; 0 at first.
    ///
    /// Values beyond are clamped, and NaN counts as 0.
    public final var progress = 0.0 {
        didSet {
            progress = progress > 0 ? min(progress, 1) : 0
            if progress != oldValue { setNeedsDisplay() }
        }
    }

    /// A bar with that frame in its superview's coordinates, in points.
    ///
    /// - Precondition: The frame is finite.
    /// - Complexity: O(1); allocates the object.
    public override init(frame: Rect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// Draws the bar as its appearance says.
    ///
    /// - Complexity: That of ``ControlAppearance/draw(_:in:)-(ProgressView,_)``.
    open override func draw(_ rect: Rect, in canvas: any Canvas) { resolvedControlAppearance.draw(self, in: canvas) }

    /// The present width, and the height of a line of text.
    ///
    /// - Complexity: That of measuring a text; allocates what measuring needs.
    open override func sizeThatFits(_ size: Size) -> Size {
        Size(bounds.width, textMeasurer.extent(of: "", in: resolvedControlAppearance.textStyle).height)
    }
}
