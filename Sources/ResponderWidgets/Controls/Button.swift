public import ResponderCore
public import ResponderTouchInput

/// A control that is tapped.
///
///     let save = Button(title: "Save")
///     save.addAction(for: .touchUpInside) { [weak self] _ in self?.save() }
///
/// A finger that is lifted inside sends ``Control/Events/touchUpInside``, and right after it
/// ``Control/Events/primaryActionTriggered`` (rule C20). (`UIButton`)
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
open class Button: Control {
    private final var titles: [State: String] = [:]

    /// The distance of the title from the edges of the bounds, in points; 16 on the left and the right at first.
    ///
    /// - Precondition: The values are finite.
    public final var contentInsets = EdgeInsets(top: 0, left: 16, bottom: 0, right: 16) {
        didSet {
            checkFinite(contentInsets, "contentInsets")
            if contentInsets != oldValue { setNeedsDisplay() }
        }
    }

    /// What a button stands for. (`UIButton.Role`)
    public enum Role: Hashable, Sendable, CaseIterable {
        /// An ordinary button.
        case normal
        /// The button that is most likely tapped.
        case primary
        /// A button that leaves everything as it is.
        case cancel
        /// A button that destroys something.
        case destructive
    }

    /// What the button stands for, and how it is drawn accordingly: ``Role/normal`` at first.
    public final var role = Role.normal { didSet { if role != oldValue { setNeedsDisplay() } } }

    /// A button with that frame in its superview's coordinates, in points.
    ///
    /// - Precondition: The frame is finite.
    /// - Complexity: O(1); allocates the object and its state.
    public override init(frame: Rect) {
        super.init(frame: frame)
    }

    /// A button with a title, as large as it needs to be, at its superview's origin.
    ///
    /// - Complexity: Linear in the title; allocates the object and its state.
    public convenience init(title: String) {
        self.init(frame: .zero)
        setTitle(title, for: .normal)
        sizeToFit()
    }

    /// Draws the button as its appearance says.
    ///
    /// - Complexity: That of ``ControlAppearance/draw(_:in:)-(Button,_)``.
    open override func draw(_ rect: Rect, in canvas: any Canvas) { resolvedControlAppearance.draw(self, in: canvas) }

    /// The extent of the largest title with the insets, and the height of a control; not limited by `size`.
    ///
    /// - Complexity: Linear in the titles; allocates what measuring needs.
    open override func sizeThatFits(_ size: Size) -> Size { fittingSize }

    /// False for a tap recogniser of an ancestor: the tap belongs to the button (rule G40).
    open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        !keepsTap(from: recognizer)
    }

    override var isNothingWithoutAction: Bool { true }

    override func wasActivated(_ event: Event?) { send(.primaryActionTriggered, event) }
}

extension Button {
    /// Whether the button destroys something: whether its ``role`` is ``Role/destructive``.
    ///
    /// Setting it to false makes the role ``Role/normal``, if it was destructive.
    public final var isDestructive: Bool {
        get { role == .destructive }
        set { if newValue != isDestructive { role = newValue ? .destructive : .normal } }
    }

    /// Sets the title for a state; nil takes it away.
    ///
    /// - Complexity: O(1); allocates where there are more titles than before.
    public final func setTitle(_ title: String?, for state: State) {
        guard titles[state] != title else { return }
        titles[state] = title
        setNeedsDisplay()
    }

    /// The title that was set for exactly that state.
    public final func title(for state: State) -> String? { titles[state] }

    /// The title for the present state, in which the focus does not count; without one, the title for the normal state.
    public final var currentTitle: String? { titles[state.subtracting(.focused)] ?? titles[.normal] }

    fileprivate final var fittingSize: Size {
        let appearance = resolvedControlAppearance
        let (style, measurer) = (appearance.textStyle, textMeasurer)
        var extent = measurer.extentInEitherWeight(of: "", in: style)
        for title in titles.values {
            let size = measurer.extentInEitherWeight(of: title, in: style)
            extent = Size(max(extent.width, size.width), max(extent.height, size.height))
        }
        return Size(
            extent.width + contentInsets.left + contentInsets.right,
            max(appearance.height, extent.height + contentInsets.top + contentInsets.bottom)
        )
    }
}
