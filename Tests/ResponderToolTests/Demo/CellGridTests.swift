import TestSupport
import Testing

@testable import ResponderDemo

@Suite("A grid of cells")
struct CellGridTests {
    private typealias Area = CellGrid.Area

    @Test(
        "A grid of cells sends what makes a terminal with the former picture show the grid",
        arguments: 1...8 as ClosedRange<UInt64>
    )
    func changes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let extent = Terminal.Extent(columns: 30, rows: 9)
        var screen = ScreenEmulator(columns: extent.columns, rows: extent.rows)
        var former: CellGrid?
        for _ in 0..<20 {
            var grid = CellGrid(extent)
            for _ in 0..<4 {
                let area = Area(
                    column: Int.random(in: -5..<32, using: &random),
                    row: Int.random(in: -3..<10, using: &random),
                    columns: Int.random(in: 0..<20, using: &random),
                    rows: Int.random(in: 0..<6, using: &random)
                )
                let style = Bool.random(using: &random) ? CellGrid.Style.bold : .plain
                grid.fill(area, style: Bool.random(using: &random) ? .reversed : .plain)
                grid.frame(area, in: Area(column: 0, row: 0, columns: 28, rows: 9), style: style)
                grid.put("Title", column: area.column, row: area.row, style: style)
            }
            screen.receive(grid.changes(since: former).utf8)
            var whole = ScreenEmulator(columns: extent.columns, rows: extent.rows)
            whole.receive(grid.changes(since: nil).utf8)
            #expect(screen.lines == whole.lines, "seed \(seed)")
            #expect(grid.changes(since: grid).isEmpty)
            former = grid
        }
    }

    @Test("A grid of cells cuts off what is beyond its edges, and beyond the limits of a frame")
    func edges() {
        var grid = CellGrid(Terminal.Extent(columns: 8, rows: 4))
        grid.fill(Area(column: -5, row: -5, columns: 100, rows: 100))
        grid.frame(
            Area(column: -2, row: 0, columns: 8, rows: 3),
            in: Area(column: 0, row: 0, columns: 8, rows: 2),
            style: .plain
        )
        grid.frame(Area(column: 7, row: 0, columns: 1, rows: 2), in: grid.whole, style: .plain)
        grid.frame(Area(column: 0, row: 2, columns: 3, rows: 1), in: grid.whole, style: .plain)
        grid.put("beyond", column: 5, row: 3)
        grid.put("beyond", column: 0, row: 4)
        grid.put("limit", column: -1, row: 3, limit: 3)
        #expect(shownLines(of: grid) == ["─────┐ │", "     │ │", "───     ", "im   bey"])
    }
}

/// The picture as a terminal shows it.
func shownLines(of grid: CellGrid) -> [String] {
    var screen = ScreenEmulator(columns: grid.extent.columns, rows: grid.extent.rows)
    screen.receive(grid.changes(since: nil).utf8)
    return screen.lines
}
