public import ResponderCore
public import ResponderTouchInput

/// A view that shows one row of a ``ListView``, and later other rows.
///
/// When the row is no longer seen, the cell is hidden, and waits until
/// ``ListView/dequeueReusableCell(withIdentifier:)`` hands it out for another row. Put your views into the cell, and
/// lay them out in ``View/layoutSubviews()``.
///
/// A touch of the row selects the row: the touch's messages go up the responder chain to the cell. A view in the cell
/// that handles touches, such as a button, keeps its touches from the cell, so they do not select the row. Return and
/// the space bar select the row that has the focus. A subclass that overrides the methods of touches or presses calls
/// super. (`UITableViewCell`)
open class ListCell: View {
    /// The identifier by which the cell is dequeued; nil for a cell that is not used again.
    public final let reuseIdentifier: String?

    /// Whether the row is selected.
    ///
    /// Set by the list; override ``selectionDidChange()`` to show it.
    public final internal(set) var isSelected = false {
        didSet { if isSelected != oldValue { selectionDidChange() } }
    }
    /// Whether a finger or a key that may select the row is down on it.
    ///
    /// Set by the list; override ``selectionDidChange()`` to show it.
    public final internal(set) var isHighlighted = false {
        didSet { if isHighlighted != oldValue { selectionDidChange() } }
    }

    /// Whether keys have brought the focus to the row.
    ///
    /// Override ``selectionDidChange()`` to show it in another way than by a frame.
    ///
    /// - Complexity: O(1); no allocation.
    public final var isFocused: Bool { isFirstResponder }

    /// The list, while the cell shows one of its rows.
    weak final var list: ListView?
    /// The row that the cell shows; nil for none, and for a header.
    final var path: ListView.IndexPath?
    /// How far the line below the row is from its left edge, in points; nil without a line.
    final var lineInset: Double? { didSet { if lineInset != oldValue { setNeedsDisplay() } } }
    /// The pool in which the cell waits, and which then retains the cell.
    final weak var pool: CellPool?
    final var isWaiting = false
    final var focusKeys = FocusKeys()

    /// A cell without extent, which is dequeued by that identifier.
    ///
    /// The list makes cells of a registered class by this initialiser.
    ///
    /// - Complexity: That of ``View/init(frame:)``.
    public required init(reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
    }

    /// The cell is about to be handed out for another row: undo what the former row has set; by default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func prepareForReuse() {}

    /// ``isSelected``, ``isHighlighted`` or ``isFocused`` has changed; by default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func selectionDidChange() {}

    /// Highlights the row, unless the list's delegate refuses.
    ///
    /// - Complexity: That of the delegate's calls; no allocation.
    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        if let touch = touches.firstUnfinished { list?.press(self, by: touch) }
    }

    /// Ends the highlight when the finger leaves the row.
    ///
    /// - Complexity: That of the delegate's calls; no allocation.
    open override func touchesMoved(_ touches: TouchSet, with event: Event) { list?.movePress(of: self, touches) }

    /// Selects the row when the finger is lifted inside.
    ///
    /// - Complexity: That of the delegate's calls; no allocation but for the set of selected rows.
    open override func touchesEnded(_ touches: TouchSet, with event: Event) { list?.endPress(of: self, touches) }

    /// Ends the highlight.
    ///
    /// - Complexity: That of the delegate's calls; no allocation.
    open override func touchesCancelled(_ touches: TouchSet, with event: Event) { list?.cancelPress(of: self, touches) }

    // MARK: Keys

    /// Whether keys can bring the focus to the row: by default while the list's ``ListView/allowsSelection`` is true.
    ///
    /// - Complexity: By default O(1); no allocation.
    open override var canBecomeFocused: Bool { list?.allowsSelection == true && path != nil }

    /// Whether the cell may become the first responder: the value of ``canBecomeFocused``, since the row with the focus
    /// is the first responder.
    ///
    /// - Complexity: That of ``canBecomeFocused``.
    open override var canBecomeFirstResponder: Bool { canBecomeFocused }

    /// Draws the line below the row, if the list has such lines (``ListView/hasSeparators``), and a frame around the
    /// row to which keys have brought the focus.
    ///
    /// - Complexity: O(1); allocates what the canvas needs.
    open override func draw(_ rect: Rect, in canvas: any Canvas) {
        if let inset = lineInset {
            let bounds = bounds.standardized
            let line = Rect(bounds.minX + inset, bounds.maxY - 1, max(0, bounds.width - inset), 1)
            canvas.fill(line, with: resolvedControlAppearance.separator)
        }
        drawFocusFrame(canvas)
    }

    /// Takes return and the space bar, which highlight the row that has the focus; passes other presses on.
    ///
    /// - Complexity: O(presses), besides the delegate's calls.
    open override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        let others = takePresses(presses, .began)
        if !others.isEmpty { super.pressesBegan(others, with: event) }
    }

    /// Passes on the presses that ``pressesBegan(_:with:)`` has passed on.
    ///
    /// - Complexity: O(presses).
    open override func pressesChanged(_ presses: PressSet, with event: PressesEvent) {
        let others = takePresses(presses, .changed)
        if !others.isEmpty { super.pressesChanged(others, with: event) }
    }

    /// Selects the row, as a tap does, when a key that ``pressesBegan(_:with:)`` has taken is released.
    ///
    /// - Complexity: O(presses), besides the delegate's calls.
    open override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {
        let others = takePresses(presses, .ended)
        if !others.isEmpty { super.pressesEnded(others, with: event) }
    }

    /// Ends the highlight.
    ///
    /// - Complexity: O(presses), besides the delegate's calls.
    open override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) {
        let others = takePresses(presses, .cancelled)
        if !others.isEmpty { super.pressesCancelled(others, with: event) }
    }
}

extension ListCell: KeyPressed {
    func keyDidGoDown() -> Bool { list?.pressByKey(self) ?? false }

    func keyDidComeUp(isCancelled: Bool) { list?.endKeyPress(of: self, isCancelled: isCancelled) }

    func focusDidChange() {
        setNeedsDisplay()
        selectionDidChange()
    }
}
