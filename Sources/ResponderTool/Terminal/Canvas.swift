/// A picture made of the terminal's cells.
///
/// Text beyond the edges is cut off. Only characters that take one cell may be put.
struct Canvas: Hashable, Sendable {
    /// How a cell looks.
    struct Style: Hashable, Sendable {
        /// The terminal's own colours.
        enum Color: Int, Hashable, Sendable {
            case red = 31
            case green, yellow, blue, magenta, cyan
        }

        var color: Color?
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

    /// Draws the edge of an area with a title in it, and clears its inside.
    mutating func box(_ area: Area, title: String, style: Style) {
        guard area.columns >= 2, area.rows >= 2 else { return }
        let inner = area.columns - 2
        let room = String(repeating: " ", count: inner)
        let padded = title.count + 2 <= inner ? " \(title) " : String(title.prefix(inner))
        let (right, bottom) = (area.column + area.columns - 1, area.row + area.rows - 1)
        let top = "┌" + padded + String(repeating: "─", count: inner - padded.count) + "┐"
        put(top, column: area.column, row: area.row, style: style)
        for row in area.row + 1..<max(bottom, area.row + 1) {
            put("│", column: area.column, row: row, style: style)
            put(room, column: area.column + 1, row: row)
            put("│", column: right, row: row, style: style)
        }
        put("└" + String(repeating: "─", count: inner) + "┘", column: area.column, row: bottom, style: style)
    }

    /// The text that changes a terminal from the picture `former` to this one; the whole picture where `former` is nil.
    func changes(since former: Canvas?) -> String {
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
