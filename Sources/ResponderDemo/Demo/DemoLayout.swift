import ResponderKit

/// The places of the parts in the terminal: the app's screen at the left, the monitor at the right.
///
/// A row at the top has the title, a row at the bottom says what to do.
struct DemoLayout: Hashable, Sendable {
    /// The smallest terminal in which everything can be read.
    static let least = Terminal.Extent(columns: 64, rows: 18)
    /// How many columns the monitor needs at least, and at most.
    private static let monitorColumns = 36...64

    let extent: Terminal.Extent
    /// The app's screen.
    let screen: CellGrid.Area
    let monitor: CellGrid.Area

    /// The layout of a terminal; `fixedScreen`, where given, is the app's screen.
    init(_ extent: Terminal.Extent, fixedScreen: CellGrid.Area? = nil) {
        self.extent = extent
        let (columns, rows) = (max(extent.columns, Self.least.columns), max(extent.rows, Self.least.rows))
        let range = Self.monitorColumns
        let wanted = min(max(columns * 2 / 5, range.lowerBound), range.upperBound)
        screen = fixedScreen ?? CellGrid.Area(column: 0, row: 1, columns: columns - wanted - 1, rows: rows - 2)
        let start = screen.columns + 1
        monitor = CellGrid.Area(column: start, row: 1, columns: max(columns - start, 0), rows: rows - 2)
    }

    /// The screen's extent in points.
    var size: Size {
        Size(Double(screen.columns) * TerminalCanvas.cell.width, Double(screen.rows) * TerminalCanvas.cell.height)
    }

    /// Whether the terminal is large enough for the layout.
    var fits: Bool {
        extent.columns >= max(Self.least.columns, screen.columns)
            && extent.rows >= max(Self.least.rows, screen.rows + 2)
    }
}
