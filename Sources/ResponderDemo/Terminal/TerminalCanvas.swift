import ResponderKit
internal import ResponderSupport

/// A canvas that draws into the cells of a terminal.
///
/// Each cell is ``cell`` points. A filled path sets the cells of the smallest upright rectangle around it, and a
/// stroked one draws the edge of that rectangle, in the outermost cells that the path touches. A text has a character
/// in each cell, whatever its font; turned by quarters, it runs up, down or backwards. Clips are rectangles of cells
/// too.
///
/// A terminal has its own colors: black is that of its text, white that of its background, and a color is the nearest
/// of the six that every terminal has. Gray is dim, and so is what shines through. A fill covers what is under it, or
/// nothing if it is more transparent than not.
@MainActor
final class TerminalCanvas: Canvas {
    /// The extent of a cell, in points.
    nonisolated static let cell = Size(8, 16)
    /// The size of the font whose characters ``FixedWidthTextMeasurer`` measures as large as a cell, in points.
    nonisolated static let fontSize = cell.height / 1.2

    private struct State {
        var transform: Transform
        var clip: CellGrid.Area
        var opacity = 1.0
    }

    /// The picture.
    private(set) var grid: CellGrid
    private var state: State
    private var saved: [State] = []

    /// A canvas that draws into a part of the picture: the origin lies in the part's upper left corner.
    init(_ grid: consuming CellGrid, area: CellGrid.Area) {
        self.grid = grid
        let origin = Point(Double(area.column) * Self.cell.width, Double(area.row) * Self.cell.height)
        state = State(transform: Transform(translationX: origin.x, y: origin.y), clip: area)
    }

    func saveState() { saved.append(state) }

    func restoreState() { state = saved.popLast() ?? state }

    func beginTransparencyLayer(alpha: Double) {
        saveState()
        state.opacity *= alpha
    }

    func endTransparencyLayer() { restoreState() }

    func concatenate(_ transform: Transform) { state.transform = transform.concatenating(state.transform) }

    func clip(to path: Path) {
        let inside = path.boundingBox.flatMap { covered(by: $0) }
        state.clip = state.clip.intersection(inside ?? CellGrid.Area(column: 0, row: 0, columns: 0, rows: 0))
    }

    // MARK: Drawing

    func fill(_ path: Path, with color: Color) {
        guard color.alpha * state.opacity > 0.5, let box = path.boundingBox, let area = covered(by: box) else { return }
        // A hairline would fill cells in one place, and none in another.
        if min(box.width, box.height) < 2 { return }
        var style = CellGrid.Style(color)
        // White is the terminal's background.
        style.isReversed = !color.isLight
        grid.fill(area.intersection(state.clip), style: style.isReversed ? style : .plain)
    }

    func stroke(_ path: Path, with color: Color, style stroke: StrokeStyle) {
        guard stroke.width > 0, let box = path.boundingBox, let area = touched(by: box), isSeen(color) else { return }
        var style = style(color)
        style.isBold = stroke.width >= 2
        grid.frame(area, in: state.clip, style: style)
    }

    /// A terminal has no color for a shadow.
    func drawShadow(of path: Path, _ shadow: Shadow) {}

    func draw(_ image: Image, in rect: Rect) {
        stroke(rect, with: .gray, width: 1)
        draw(image.name, at: Point(rect.minX + Self.cell.width, rect.minY), style: TextStyle(fontSize: Self.fontSize))
    }

    func draw(_ text: String, at point: Point, style textStyle: TextStyle) {
        // The middle of the first character.
        let start = Point(point.x + Self.cell.width / 2, point.y + 0.6 * textStyle.fontSize).applying(state.transform)
        guard isSeen(textStyle.color), var (column, row) = place(of: start) else { return }
        let (across, down) = (state.transform.a, state.transform.b)
        let step =
            across.magnitude >= down.magnitude
            ? (column: across < 0 ? -1 : 1, row: 0) : (column: 0, row: down < 0 ? -1 : 1)
        var style = style(textStyle.color)
        style.isBold = textStyle.isBold
        for character in text.inOneLine() {
            if state.clip.columnRange.contains(column), state.clip.rowRange.contains(row) {
                // The cell's filling stays.
                let under = grid.style(column: column, row: row)
                let character = character.fitsIntoCell ? character : "?"
                grid.put("\(character)", column: column, row: row, style: under.isReversed ? under : style)
            }
            column += step.column
            row += step.row
        }
    }

    private func isSeen(_ color: Color) -> Bool { color.alpha * state.opacity >= 0.05 }

    private func style(_ color: Color) -> CellGrid.Style {
        var style = CellGrid.Style(color)
        if color.alpha * state.opacity < 0.5 { style.isDim = true }
        return style
    }

    // MARK: Places

    /// The cells whose middle lies in the rectangle.
    private func covered(by rect: Rect) -> CellGrid.Area? {
        area(rect) { (Int($0.rounded()), Int($1.rounded())) }
    }

    /// The cells that the rectangle's edge goes through, and those between them.
    private func touched(by rect: Rect) -> CellGrid.Area? {
        area(rect) { least, greatest in
            let first = Int(least.rounded(.down))
            // An edge that lies between two cells goes through the cell inside the rectangle.
            return (first, max(first + 1, Int(greatest.rounded(.up))))
        }
    }

    private func area(_ rect: Rect, _ range: (Double, Double) -> (Int, Int)) -> CellGrid.Area? {
        let rect = rect.applying(state.transform)
        guard rect.isFinite else { return nil }
        func bounded(_ least: Double, _ greatest: Double, _ step: Double) -> (Int, Int) {
            // Far beyond every terminal, and within the numbers that can be added.
            range(max(-1e6, min(1e6, least / step)), max(-1e6, min(1e6, greatest / step)))
        }
        let (left, right) = bounded(rect.minX, rect.maxX, Self.cell.width)
        let (top, bottom) = bounded(rect.minY, rect.maxY, Self.cell.height)
        return CellGrid.Area(column: left, row: top, columns: right - left, rows: bottom - top)
    }

    private func place(of point: Point) -> (column: Int, row: Int)? {
        let (column, row) = (point.x / Self.cell.width, point.y / Self.cell.height)
        guard column.magnitude < 1e6, row.magnitude < 1e6 else { return nil }
        return (Int(column.rounded(.down)), Int(row.rounded(.down)))
    }
}

extension Color {
    /// Whether the color is nearly white.
    fileprivate var isLight: Bool { min(red, green, blue) > 0.85 }
}

extension CellGrid.Style {
    /// The terminal's color that is nearest.
    fileprivate init(_ color: Color) {
        let (least, greatest) = (min(color.red, color.green, color.blue), max(color.red, color.green, color.blue))
        guard greatest - least > 0.25 else {
            self.init(isDim: greatest > 0.3 && !color.isLight)
            return
        }
        // A part counts that is in the upper half of what the color has.
        let middle = (least + greatest) / 2
        let hue: Hue? =
            switch (color.red > middle, color.green > middle, color.blue > middle) {
            case (true, false, false): .red
            case (false, true, false): .green
            case (true, true, false): .yellow
            case (false, false, true): .blue
            case (true, false, true): .magenta
            case (false, true, true): .cyan
            default: nil
            }
        self.init(color: hue)
    }
}

extension Character {
    /// Whether terminals give the character one cell: beyond are symbols of two cells, and scripts whose characters
    /// combine.
    fileprivate var fitsIntoCell: Bool {
        guard unicodeScalars.count == 1, let scalar = unicodeScalars.first else { return false }
        switch scalar.value {
        case 0x20..<0x7f, 0xa0..<0x300, 0x370..<0x483, 0x48a..<0x590: return true
        case 0x2010..<0x2028, 0x2030..<0x2060, 0x2070..<0x2c00: return !scalar.properties.isEmojiPresentation
        default: return false
        }
    }
}
