import ResponderKit
import Testing

@testable import ResponderDemo

@Suite("The terminal's canvas")
@MainActor
struct TerminalCanvasTests {
    private let canvas = TerminalCanvas(
        CellGrid(Terminal.Extent(columns: 12, rows: 5)),
        area: CellGrid.Area(column: 1, row: 1, columns: 10, rows: 4)
    )
    private let style = TextStyle(fontSize: TerminalCanvas.fontSize)

    private var lines: [String] { shownLines(of: canvas.grid) }

    private func look(_ column: Int, _ row: Int) -> CellGrid.Style { canvas.grid.style(column: column, row: row) }

    @Test("A rectangle's edge is drawn in the cells along it, inside of its part of the picture")
    func strokes() {
        canvas.stroke(Rect(0, 0, 48, 48), with: .black, width: 1)
        #expect(lines == ["            ", " ┌────┐     ", " │    │     ", " └────┘     ", "            "])
        // Half a cell inside is in the same cells.
        let other = TerminalCanvas(canvas.grid, area: CellGrid.Area(column: 1, row: 1, columns: 10, rows: 4))
        other.stroke(Rect(4, 8, 40, 32), with: .black, width: 1)
        #expect(other.grid == canvas.grid)
        canvas.stroke(Rect(64, 16, 400, 400), with: .red, width: 2)
        #expect(lines[2] == " │    │  ┌─ " && lines[4] == "         │  ")
        #expect(look(9, 2) == CellGrid.Style(color: .red, isBold: true))
    }

    @Test("The terminal's canvas draws a line as one, and a curve as what is around it")
    func shapes() {
        canvas.stroke(Path(from: Point(4, 8), to: Point(44, 8)), with: .black, width: 1)
        canvas.stroke(Path(from: Point(60, 8), to: Point(60, 40)), with: .black, width: 1)
        canvas.stroke(Path(ellipseIn: Rect(0, 16, 32, 32)), with: .black, width: 1)
        #expect(lines == ["            ", " ────── │   ", " ┌──┐   │   ", " └──┘   │   ", "            "])
    }

    @Test("A fill covers the cells whose middle is inside in white, and colors them otherwise")
    func fills() {
        canvas.draw("abcdefghij", at: .zero, style: style)
        canvas.fill(Rect(5, 0, 14, 16), with: .white)
        canvas.fill(Rect(40, 7, 16, 8), with: .clear)
        canvas.fill(Rect(40, 7, 16, 16), with: Color(red: 0, green: 0.5, blue: 0.5, alpha: 0.4))
        #expect(lines[1] == " a cdefghij ")
        canvas.fill(Rect(0, 16, 16, 16), with: Color(red: 0, green: 0.5, blue: 0.5))
        #expect(look(1, 2) == CellGrid.Style(color: .cyan, isReversed: true) && look(3, 2) == .plain)
        canvas.fill(Rect(0, 32, 16, 16), with: .black)
        canvas.draw("no", at: Point(0, 32), style: TextStyle(color: .white))
        #expect(look(1, 3) == .reversed && lines[3].hasPrefix(" no"))
    }

    @Test("The terminal's canvas has the nearest of the terminal's colors, and dim ones for gray and translucent")
    func colors() {
        let colors: [(Color, CellGrid.Style)] = [
            (.black, .plain), (.white, .plain), (.gray, .dim), (.red, CellGrid.Style(color: .red)),
            (Color(red: 0, green: 0.4, blue: 0), CellGrid.Style(color: .green)),
            (.yellow, CellGrid.Style(color: .yellow)), (.blue, CellGrid.Style(color: .blue)),
            (.magenta, CellGrid.Style(color: .magenta)), (.cyan, CellGrid.Style(color: .cyan)),
            (.black.withAlpha(0.3), .dim),
        ]
        for (index, (color, _)) in colors.enumerated() {
            canvas.draw("x", at: Point(Double(8 * index), 0), style: TextStyle(color: color))
        }
        for (index, (_, style)) in colors.enumerated() { #expect(look(1 + index, 1) == style, "\(index)") }
        canvas.beginTransparencyLayer(alpha: 0.4)
        canvas.draw("x", at: Point(0, 16), style: style)
        canvas.endTransparencyLayer()
        canvas.draw("x", at: Point(8, 16), style: style)
        #expect(look(1, 2) == .dim && look(2, 2) == .plain)
        canvas.beginTransparencyLayer(alpha: 0)
        canvas.draw("y", at: Point(0, 16), style: style)
        canvas.fill(Rect(0, 0, 100, 100), with: .red)
        #expect(lines[2].hasPrefix(" xx"))
    }

    @Test("Transforms turn a text by quarters, and make a turned rectangle what is around it")
    func transforms() {
        canvas.saveState()
        canvas.concatenate(Transform(translationX: 16, y: 0))
        canvas.concatenate(Transform(a: 0, b: 1, c: -1, d: 0, tx: 12, ty: 0))
        canvas.draw("abc", at: .zero, style: style)
        canvas.restoreState()
        canvas.saveState()
        canvas.concatenate(Transform(scaleX: 0.5, y: 0.5))
        canvas.stroke(Rect(96, 0, 48, 96), with: .black, width: 1)
        canvas.restoreState()
        #expect(lines == ["            ", "   a   ┌─┐  ", "   b   │ │  ", "   c   └─┘  ", "            "])
        canvas.concatenate(Transform(translationX: .nan, y: 0))
        canvas.fill(Rect(0, 0, 80, 64), with: .red)
        canvas.draw("nothing", at: .zero, style: style)
        canvas.stroke(Rect(0, 0, 80, 64), with: .red, width: 1)
        #expect(lines[1] == "   a   ┌─┐  ")
    }

    @Test("The terminal's canvas clips to rectangles of cells, until the state is restored")
    func clips() {
        canvas.saveState()
        canvas.clip(to: Rect(16, 16, 32, 16))
        canvas.draw("abcdefghij", at: Point(0, 16), style: style)
        canvas.draw("abcdefghij", at: .zero, style: style)
        canvas.saveState()
        canvas.clip(to: Path())
        canvas.fill(Rect(0, 0, 100, 100), with: .white)
        canvas.restoreState()
        canvas.restoreState()
        canvas.restoreState()
        canvas.draw("z", at: .zero, style: style)
        #expect(lines == ["            ", " z          ", "   cdef     ", "            ", "            "])
    }

    @Test("A cell takes one character: none that steers the terminal, combines, or takes two cells")
    func characters() {
        canvas.draw("é\u{1b}漢🙂e\u{301}→", at: .zero, style: style)
        #expect(lines[1] == " é\\u{1B}??? ")
        canvas.draw("漢🙂→", at: Point(0, 16), style: style)
        #expect(lines[2] == " ??→        ")
    }

    @Test("The terminal's canvas draws an image as a box with its name")
    func images() {
        canvas.draw(Image(name: "logo", size: Size(1, 1)), in: Rect(0, 0, 64, 48))
        #expect(lines == ["            ", " ┌logo──┐   ", " │      │   ", " └──────┘   ", "            "])
    }

    @Test("The terminal's canvas takes what is far outside of every terminal")
    func far() {
        let before = canvas.grid
        canvas.fill(Rect(1e12, 1e12, 1e300, 1), with: .red)
        canvas.stroke(Rect(-1e300, -1e300, 1e12, 10), with: .red, width: 1)
        canvas.draw("far", at: Point(-1e300, 0), style: style)
        #expect(canvas.grid == before)
        canvas.fill(Rect(-1e300, -1e300, .greatestFiniteMagnitude, .greatestFiniteMagnitude), with: .red)
        #expect(look(1, 1).isReversed && look(0, 0) == .plain)
    }
}

@Suite("The demo's views")
@MainActor
struct DemoViewTests {
    private func lines(_ view: some DemoBox, columns: Int, rows: Int) throws -> [String] {
        let canvas = TerminalCanvas(
            CellGrid(Terminal.Extent(columns: columns, rows: rows)),
            area: CellGrid.Area(column: 0, row: 0, columns: columns, rows: rows)
        )
        view.draw(view.bounds, in: canvas)
        return shownLines(of: canvas.grid)
    }

    @Test("The demo's views are boxes with a title in the upper edge, which is cut off where it is too long")
    func boxes() throws {
        #expect(
            try lines(DemoButton(frame: Rect(0, 0, 48, 48)), columns: 6, rows: 3) == ["┌Butt┐", "│taps│", "└────┘"]
        )
        #expect(
            try lines(DemoLabel(frame: Rect(0, 0, 96, 48)), columns: 12, rows: 3)
                == ["┌ Label ───┐", "│passes on │", "└──────────┘"]
        )
        #expect(try lines(DemoCard(frame: Rect(0, 0, 8, 16)), columns: 2, rows: 1) == ["  "])
    }
}
