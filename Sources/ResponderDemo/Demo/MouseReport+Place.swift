import ResponderKit

// Where the mouse is on the demo's screen, an area of the terminal's cells.
extension CellGrid.Area {
    /// The cell that a report names, counted from the area's first cell; it may lie outside.
    func cell(of report: MouseReport) -> (column: Int, row: Int) { (report.column - column, report.row - row) }

    /// Whether a cell, counted from the area's first cell, lies inside.
    func contains(_ cell: (column: Int, row: Int)) -> Bool {
        (0..<columns).contains(cell.column) && (0..<rows).contains(cell.row)
    }

    /// The middle of a cell, counted from the area's first cell, in points of the screen.
    static func location(of cell: (column: Int, row: Int)) -> Point {
        let size = TerminalCanvas.cell
        return Point((Double(cell.column) + 0.5) * size.width, (Double(cell.row) + 0.5) * size.height)
    }
}
