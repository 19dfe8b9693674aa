/// What shows one row of a ``ListView``, and then another.
///
/// A cell is used again: when its row is no longer seen, it waits, hidden, until
/// ``ListView/dequeueReusableCell(withIdentifier:)`` hands it out for another row. Put your views into the cell, and
/// lay them out in ``View/layoutSubviews()``.
///
/// A touch of the row selects it: the touch's messages reach the cell up the responder chain. A view in the cell that
/// handles its touches, such as a button, keeps them from the cell, and so does not select the row. A subclass that
/// overrides the touch methods calls super. (`UITableViewCell`)
open class ListCell: View {
    /// What the cell is dequeued by; nil for a cell that is not used again.
    public final let reuseIdentifier: String?

    /// Whether the row is selected.
    ///
    /// Set by the list; override ``selectionDidChange()`` to show it.
    public final internal(set) var isSelected = false {
        didSet { if isSelected != oldValue { selectionDidChange() } }
    }
    /// Whether a finger is down on the row, which it may select.
    ///
    /// Set by the list; override ``selectionDidChange()`` to show it.
    public final internal(set) var isHighlighted = false {
        didSet { if isHighlighted != oldValue { selectionDidChange() } }
    }

    /// The list, while the cell shows one of its rows.
    weak final var list: ListView?
    /// The row that the cell shows; nil for none, and for a header.
    final var path: ListView.IndexPath?
    /// Where the cell waits.
    final var pool: CellPool?
    final var isWaiting = false

    /// A cell without extent, which is handed out by that identifier.
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

    /// ``isSelected`` or ``isHighlighted`` has changed; by default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func selectionDidChange() {}

    /// Highlights the row, unless the list's delegate refuses.
    ///
    /// - Complexity: That of the delegate's calls; no allocation.
    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        if let touch = touches.first { list?.press(self, by: touch) }
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
}
