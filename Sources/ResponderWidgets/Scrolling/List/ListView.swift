internal import ResponderCore
public import ResponderTouchInput

/// A scroll view of rows, in sections, of which only those that are seen have views.
///
/// Its ``dataSource`` says how many rows there are, and brings a ``ListCell`` for each row that comes to be seen. Cells
/// of rows that are no longer seen are used again, except for one with the first responder, which keeps its row until
/// that responder resigns. The list tells its ``ScrollView/delegate`` what happens to the rows, if the delegate is a
/// ``ListViewDelegate``.
///
/// A row is seen while its frame overlaps the list's bounds: no row is made ahead. The header of the topmost section
/// stays at the top until the next header pushes it away. (`UITableView`, in its plain style)
open class ListView: ScrollView {
    /// The place of a row: its section, and its number in the section, both from 0.
    ///
    /// - Complexity: O(1) without allocation, for each member that does not say otherwise.
    public struct IndexPath: Hashable, Sendable, Comparable {
        /// The section's number.
        public var section: Int
        /// The row's number in its section.
        public var row: Int

        /// The place of a row.
        public init(section: Int, row: Int) {
            self.section = section
            self.row = row
        }

        /// Whether the first row lies above the second.
        public static func < (lhs: IndexPath, rhs: IndexPath) -> Bool {
            (lhs.section, lhs.row) < (rhs.section, rhs.row)
        }
    }

    /// The object that provides the data; not retained.
    ///
    /// Setting another object reloads the list.
    public final weak var dataSource: (any ListViewDataSource)? {
        didSet { if dataSource !== oldValue { reloadData() } }
    }

    /// The height of rows for which no ``ListViewDelegate`` gives another, in points; 44 at first.
    public final var rowHeight = 44.0 {
        didSet { if rowHeight != oldValue { heightsDidChange() } }
    }
    /// The assumed height of rows that were not seen yet, in points; with 0, the initial value, all heights are asked
    /// for at once.
    ///
    /// With an estimate a list of very many rows needs no call for each of them. When a row above turns out to have
    /// another height, the rows that are seen keep their place on the screen.
    public final var estimatedRowHeight = 0.0 {
        didSet { if estimatedRowHeight != oldValue { heightsDidChange() } }
    }
    /// The height of headers for which no ``ListViewDelegate`` gives another, in points; 0 at first.
    public final var sectionHeaderHeight = 0.0 {
        didSet { if sectionHeaderHeight != oldValue { heightsDidChange() } }
    }

    /// Whether there is a line below each row, in the color ``ControlAppearance/separator``; false at first.
    public final var hasSeparators = false { didSet { if hasSeparators != oldValue { separatorsDidChange() } } }
    /// How far the line below a row is from its left edge, in points; 16 at first.
    ///
    /// - Precondition: Finite.
    public final var separatorInset = 16.0 {
        didSet {
            guard separatorInset.isFinite else { fatalError("a list cannot have the separatorInset \(separatorInset)") }
            if separatorInset != oldValue { separatorsDidChange() }
        }
    }

    /// Whether taps and keys select rows; true at first.
    ///
    /// When the value becomes false, a row that has the focus loses it.
    public final var allowsSelection = true {
        didSet { if !allowsSelection && oldValue { resignFocus() } }
    }
    /// Whether several rows can be selected at once; false at first.
    ///
    /// When the value becomes false, all rows are deselected.
    public final var allowsMultipleSelection = false {
        didSet { if !allowsMultipleSelection && oldValue { deselectAll() } }
    }

    // MARK: What the list was told

    /// The delegate, if it is a ``ListViewDelegate``; kept, since each row asks for the delegate.
    final weak var listDelegate: (any ListViewDelegate)?
    final var heights = RowHeights()
    /// The number of rows in each section.
    final var rowCounts: [Int] = []
    final var hasHeaders = false
    /// Whether all data must be asked for before the list is used.
    final var awaitsData = true
    final var awaitsHeights = false
    /// The width of the rows when their heights were asked for: with another width the heights may differ.
    final var widthOfHeights = 0.0
    /// Whether the data source and the delegate are being asked for all data.
    final var isReading = false
    /// Counts the changes of the rows: knowledge from before a call of the app's code is valid while the number is the
    /// same.
    final var changes: UInt64 = 0
    /// The updates of a batch, and the number of batches one inside another.
    final var updates = ListUpdates()
    final var batchDepth = 0

    // MARK: What is seen

    /// The rows that have cells, in order.
    final var shown: [ShownRow] = []
    final var shownHeaders: [ShownHeader] = []
    /// A row that is not seen, but whose cell has the first responder; `heldHeader` is such a header.
    final var heldRow: ShownRow?
    final var heldHeader: ShownHeader?
    /// Whether there may be rows without cells between the shown ones.
    final var hasGaps = false
    /// The position of the row that keeps its place on the screen while gaps are filled.
    final var gapAnchor = -1
    final var laidOutWidth = 0.0
    final var isLayingOutRows = false
    final var wasLaidOutInside = false

    // MARK: Cells and selection

    final var pools: [String: CellPool] = [:]
    /// The cells that were dequeued, but not yet returned by the data source.
    final var handedOut: [ListCell] = []
    /// The cells that wait, but are not hidden yet.
    final var retired: [ListCell] = []
    final var selection: Set<IndexPath> = []
    /// The cell with a finger or a key that may select its row.
    final weak var pressed: ListCell?
    /// The touch in the pressed cell; nil for a key.
    final var pressingTouch: Touch?
    /// Whether the delegate was told that the row is highlighted.
    final var isPressTold = false

    /// The row to which a motion scrolls while rows on the way are not measured; nil without such a motion.
    final var scrollTarget: ListScrollTarget?

    /// A list with that frame in its superview's coordinates, in points, and without data.
    ///
    /// - Complexity: That of ``ScrollView/init(frame:)``.
    public override init(frame: Rect) {
        super.init(frame: frame)
        alwaysBounceVertical = true
    }

    override func delegateDidChange() { listDelegate = delegate as? any ListViewDelegate }

    /// Measures the rows that are seen together with the view.
    override func willShow(_ view: View) {
        var inner: View? = view
        while let current = inner, current.superview !== self { inner = current.superview }
        if let path = (inner as? ListCell)?.path, !awaitsData { _ = measureRows(aroundPartOf: path) }
    }

    /// A row is not seen behind the header of its section, which stays at the top.
    override func insets(toShow rect: Rect) -> EdgeInsets {
        var insets = super.insets(toShow: rect)
        if hasHeaders, let item = heights.item(atOffset: rect.midY), item.row != nil {
            insets.top += heights.item(at: heights.position(ofHeader: item.section))?.height ?? 0
        }
        return insets
    }

    /// Gives cells to rows that are now seen, and takes them from rows that are no longer seen.
    ///
    /// - Complexity: O(r log n) for r rows that come to be seen, and O(log n) if there are headers; allocates nothing,
    ///   except in the app's code, while cells are used again.
    open override func layoutSubviews() {
        super.layoutSubviews()
        layOutRows()
    }
}
