import TestSupport
import Testing

@testable import responderkit

@Suite("A canvas")
struct CanvasTests {
    @Test("sends what makes a terminal with the former picture show it", arguments: 1...8 as ClosedRange<UInt64>)
    func changes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let extent = Terminal.Extent(columns: 30, rows: 9)
        var screen = ScreenEmulator(columns: extent.columns, rows: extent.rows)
        var former: Canvas?
        for _ in 0..<20 {
            var canvas = Canvas(extent)
            for _ in 0..<4 {
                let area = Canvas.Area(
                    column: Int.random(in: -5..<32, using: &random),
                    row: Int.random(in: -3..<10, using: &random),
                    columns: Int.random(in: 0..<20, using: &random),
                    rows: Int.random(in: 0..<6, using: &random)
                )
                canvas.box(area, title: "Title", style: Bool.random(using: &random) ? .bold : .plain)
            }
            screen.receive(canvas.changes(since: former).utf8)
            var whole = ScreenEmulator(columns: extent.columns, rows: extent.rows)
            whole.receive(canvas.changes(since: nil).utf8)
            #expect(screen.lines == whole.lines, "seed \(seed)")
            #expect(canvas.changes(since: canvas).isEmpty)
            former = canvas
        }
    }

    @Test("cuts off what is beyond its edges, and titles that are too long")
    func edges() {
        var canvas = Canvas(Terminal.Extent(columns: 8, rows: 4))
        canvas.box(Canvas.Area(column: 0, row: 0, columns: 6, rows: 3), title: "Button", style: .plain)
        canvas.put("beyond", column: 5, row: 3)
        canvas.put("beyond", column: 0, row: 4)
        canvas.put("limit", column: -1, row: 3, limit: 3)
        var screen = ScreenEmulator(columns: 8, rows: 4)
        screen.receive(canvas.changes(since: nil).utf8)
        #expect(screen.lines == ["┌Butt┐  ", "│    │  ", "└────┘  ", "im   bey"])
    }
}
