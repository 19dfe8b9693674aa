/// A picture made of the terminal's cells.
///
/// Text beyond the edges is cut off. Only characters that take one cell may be put.
struct CellGrid: Hashable, Sendable {
    /// How a cell looks.
    struct Style: Hashable, Sendable {
        /// The terminal's own colours.
        enum Hue: Int, Hashable, Sendable {
            case red = 31
            case green, yellow, blue, magenta, cyan
        }

        var color: Hue?
        var isBold = false
        var isDim = false
        var isReversed = false

        static let plain = Style()
        static let bold = Style(isBold: true)
        static let dim = Style(isDim: true)
        static let reversed = Style(isReversed: true)

        fileprivate var sequence: String {
            var codes = ["0"]
            if isBold { codes.append("1") }
            if isDim { codes.append("2") }
            if isReversed { codes.append("7") }
            if let color { codes.append("\(color.rawValue)") }
            return "\u{1b}[\(codes.joined(separator: ";"))m"
        }
    }

    /// A rectangle of cells.
    struct Area: Hashable, Sendable {
        var column: Int
        var row: Int
        var columns: Int
        var rows: Int

        var columnRange: Range<Int> { column..<column + max(columns, 0) }
        var rowRange: Range<Int> { row..<row + max(rows, 0) }

        /// The cells that are in both areas.
        func intersection(_ other: Area) -> Area {
            let (columns, rows) = (columnRange.clamped(to: other.columnRange), rowRange.clamped(to: other.rowRange))
            return Area(column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
        }
    }

    private struct Cell: Hashable, Sendable {
        var character: Character = " "
        var style = Style.plain
    }

    let extent: Terminal.Extent
    private var cells: [Cell]

    /// An empty picture.
    init(_ extent: Terminal.Extent) {
        self.extent = extent
        cells = Array(repeating: Cell(), count: max(0, extent.columns * extent.rows))
    }

    /// Puts text into a row, cut off after `limit` cells.
    mutating func put(_ text: String, column: Int, row: Int, limit: Int = .max, style: Style = .plain) {
        guard (0..<extent.rows).contains(row) else { return }
        for (offset, character) in text.prefix(max(limit, 0)).enumerated() {
            let place = column + offset
            guard (0..<extent.columns).contains(place) else { continue }
            cells[row * extent.columns + place] = Cell(character: character, style: style)
        }
    }

    /// The style of a cell; plain beyond the edges.
    func style(column: Int, row: Int) -> Style {
        guard (0..<extent.columns).contains(column), (0..<extent.rows).contains(row) else { return .plain }
        return cells[row * extent.columns + column].style
    }

    /// Clears an area; with a reversed style, fills it with the style's color.
    mutating func fill(_ area: Area, style: Style = .plain) {
        let area = area.intersection(whole)
        for row in area.rowRange {
            for column in area.columnRange { cells[row * extent.columns + column] = Cell(style: style) }
        }
    }

    /// Draws the edge of an area, where it lies in `limits`; an area of one row or one column is a line.
    mutating func frame(_ area: Area, in limits: Area, style: Style) {
        let (columns, rows) = (area.columnRange, area.rowRange)
        guard let right = columns.last, let bottom = rows.last else { return }
        let seen = area.intersection(limits).intersection(whole)
        for row in seen.rowRange {
            let isEdge = row == area.row || row == bottom
            for column in isEdge ? Array(seen.columnRange) : [area.column, right] {
                guard seen.columnRange.contains(column) else { continue }
                let character: Character =
                    switch (column, row) {
                    case _ where area.rows == 1: "─"
                    case _ where area.columns == 1: "│"
                    case (area.column, area.row): "┌"
                    case (right, area.row): "┐"
                    case (area.column, bottom): "└"
                    case (right, bottom): "┘"
                    default: isEdge ? "─" : "│"
                    }
                cells[row * extent.columns + column] = Cell(character: character, style: style)
            }
        }
    }

    /// All cells.
    var whole: Area { Area(column: 0, row: 0, columns: extent.columns, rows: extent.rows) }

    /// The text that changes a terminal from the picture `former` to this one; the whole picture where `former` is nil.
    func changes(since former: CellGrid?) -> String {
        let former = former?.extent == extent ? former : nil
        var text = former == nil ? "\u{1b}[0m\u{1b}[2J" : ""
        var style: Style?
        for row in 0..<extent.rows {
            var next = -1
            for column in 0..<extent.columns {
                let index = row * extent.columns + column
                let cell = cells[index]
                guard cell != former?.cells[index] ?? Cell() else { continue }
                if column != next { text += "\u{1b}[\(row + 1);\(column + 1)H" }
                if cell.style != style { text += cell.style.sequence }
                text.append(cell.character)
                style = cell.style
                next = column + 1
            }
        }
        return text
    }
}
