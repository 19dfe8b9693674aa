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

    /// The object that brings the data; not retained.
    ///
    /// Another one reloads the list.
    public final weak var dataSource: (any ListViewDataSource)? {
        didSet { if dataSource !== oldValue { reloadData() } }
    }

    /// The height of rows for which no ``ListViewDelegate`` gives another, in points; 44 at first.
    public final var rowHeight = 44.0 {
        didSet { if rowHeight != oldValue { heightsDidChange() } }
    }
    /// The height that rows are taken to have until they are seen, in points; 0, the initial value, has all heights
    /// asked for at once.
    ///
    /// With an estimate a list of very many rows needs no call for each of them. When a row above those that are seen
    /// turns out to have another height, what is seen stays where it is.
    public final var estimatedRowHeight = 0.0 {
        didSet { if estimatedRowHeight != oldValue { heightsDidChange() } }
    }
    /// The height of headers for which no ``ListViewDelegate`` gives another, in points; 0 at first.
    public final var sectionHeaderHeight = 0.0 {
        didSet { if sectionHeaderHeight != oldValue { heightsDidChange() } }
    }

    /// Whether taps and keys select rows; true at first.
    ///
    /// When it becomes false, a row that has the focus gives the focus up.
    public final var allowsSelection = true {
        didSet { if !allowsSelection && oldValue { resignFocus() } }
    }
    /// Whether several rows can be selected at once; false at first.
    ///
    /// When it becomes false, no row is selected.
    public final var allowsMultipleSelection = false {
        didSet { if !allowsMultipleSelection && oldValue { deselectAll() } }
    }

    // MARK: What the list was told

    final var heights = RowHeights()
    /// By section, the number of rows.
    final var rowCounts: [Int] = []
    final var hasHeaders = false
    /// Whether the data, or the heights, are to be asked for before the list is used.
    final var awaitsData = true
    final var awaitsHeights = false
    /// The width of the rows when their heights were asked for: with another one they may have others.
    final var widthOfHeights = 0.0
    /// Whether the data source and the delegate are being asked for all data.
    final var isReading = false
    /// Counts the changes of the rows: what was known before a call into the app counts only while the number is the
    /// same.
    final var changes: UInt64 = 0
    /// The updates of a batch, and the number of batches one inside another.
    final var updates = ListUpdates()
    final var batchDepth = 0

    // MARK: What is seen

    /// The rows that have cells, in order.
    final var shown: [ShownRow] = []
    final var shownHeaders: [ShownHeader] = []
    /// The row and the header that are not seen, but have the first responder in their view; nil for none.
    final var heldRow: ShownRow?
    final var heldHeader: ShownHeader?
    /// Whether there may be rows without cells between the shown ones.
    final var hasGaps = false
    /// The position of the row that stays where it is while gaps are filled.
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
    /// The cell with a finger that may select its row.
    final weak var pressed: ListCell?
    /// The finger in that cell.
    final var pressingTouch: Touch?
    /// Whether the delegate was told that the row is highlighted.
    final var isPressTold = false

    /// Where a motion brings the list while rows on its way have the estimate; nil for none.
    final var scrollTarget: ListScrollTarget?

    /// A list with that frame in its superview's coordinates, in points, and without data.
    ///
    /// - Complexity: That of ``ScrollView/init(frame:)``.
    public override init(frame: Rect) {
        super.init(frame: frame)
        alwaysBounceVertical = true
    }

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

    /// Gives the rows that come to be seen their cells, and takes those of rows that are no longer seen.
    ///
    /// - Complexity: O(r log n) for r rows that come to be seen, and O(log n) if there are headers; allocates nothing,
    ///   except in the app's code, while cells are used again.
    open override func layoutSubviews() {
        super.layoutSubviews()
        layOutRows()
    }
}
