public import ResponderCore
public import ResponderTouchInput

/// A row of a laid out text: a line, or a part of one.
public struct TextRow: Hashable, Sendable {
    /// The text in the row, without the line end.
    ///
    /// If the line goes on, the range ends where the next row begins.
    public let range: Range<TextPosition>
    /// The characters to draw: the text, or bullets.
    public let text: String
    /// Where the row is in the layout's space.
    ///
    /// Spaces at its end may hang beyond the layout's width.
    public let frame: Rect
    /// Whether the line goes on in the next row.
    public let isBroken: Bool
}

// Finding rows, carets and points.
extension TextLayout {
    /// The rows that a rectangle meets, from above.
    ///
    /// - Complexity: O(log *n*) for *n* lines, linear in the lines that the rectangle meets, and O(log *n*) for each of
    ///   these; allocates the rows.
    public func rows(in rect: Rect) -> [TextRow] {
        var rows: [TextRow] = []
        guard rect.size.height > 0, rect.origin.y.isFinite else { return rows }
        let end = rect.origin.y + rect.size.height
        guard end > 0, rect.origin.y < height else { return rows }
        var (index, rowsBefore) = line(atRow: max(0, rect.origin.y / rowHeight))
        while index < lines.count, Double(rowsBefore) * rowHeight < end {
            let place = Place(index: index, rowsBefore: rowsBefore, start: storage.lines.sum(before: index).bytes)
            let layout = layOut(index)
            let line = storage.line(at: index)
            // Only the rows that the rectangle meets, since a line may have very many.
            let first = max(0, Int(max(0, min(1e15, rect.origin.y / rowHeight))) - rowsBefore)
            for number in first..<max(first, layout.rows) {
                if Double(rowsBefore + number) * rowHeight >= end { break }
                rows.append(row(number, of: layout, line, place))
            }
            rowsBefore += layout.rows
            index += 1
        }
        return rows
    }

    /// The row that shows a caret.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and what it takes to measure the line; allocates the row's text.
    public func row(at caret: TextCaret) -> TextRow {
        let (place, line, number) = find(caret)
        return row(number, of: lines[place.index], line, place)
    }

    /// Where a caret is: a rectangle without width, as high as the row.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and what it takes to measure the line; allocates what is measured.
    public func caretRect(at caret: TextCaret) -> Rect {
        let (place, line, number) = find(caret)
        let columns = lines[place.index].columns(ofRow: number, length: line.utf8.count)
        let x = places(of: line.bytes(columns)).place(at: place.column - columns.lowerBound)
        return Rect(x, Double(place.rowsBefore + number) * rowHeight, 0, rowHeight)
    }

    /// The place for a caret that is nearest to a point.
    ///
    /// For a point above the text the place is in the first row, for a point below the text in the last row.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and what it takes to measure the line; allocates what is measured.
    public func caret(at point: Point) -> TextCaret {
        let row = point.y.isFinite ? max(0, point.y / rowHeight) : (point.y > 0 ? Double(lines.sum.rows) : 0)
        let (index, rowsBefore) = line(atRow: min(row, Double(lines.sum.rows - 1)))
        let layout = layOut(index)
        let inside = max(0, min(Int(min(row, 1e15)) - rowsBefore, layout.rows - 1))
        return caret(inLine: index, row: inside, x: point.x)
    }

    /// The place nearest to `x` in the row that is `step` rows further; nil when there is no such row.
    func caret(fromRowOf caret: TextCaret, by step: Int, x: Double) -> TextCaret? {
        let (place, _, number) = find(caret)
        let row = number + step
        if row >= 0, row < lines[place.index].rows { return self.caret(inLine: place.index, row: row, x: x) }
        let index = place.index + step
        guard index >= 0, index < lines.count else { return nil }
        let rows = layOut(index).rows
        return self.caret(inLine: index, row: step < 0 ? rows - 1 : 0, x: x)
    }

    /// The rectangles that show a range, such as the selection, in the rows that `visible` meets.
    ///
    /// A line end in the range is shown as a rectangle behind its line, half as wide as a row is high.
    ///
    /// - Complexity: As for `rows(in:)`, besides what is measured; allocates the rectangles.
    public func rects(for range: Range<TextPosition>, in visible: Rect) -> [Rect] {
        var rects: [Rect] = []
        guard !range.isEmpty else { return rects }
        for row in rows(in: visible) {
            let (start, end) = (
                max(range.lowerBound, row.range.lowerBound), min(range.upperBound, row.range.upperBound)
            )
            let hasLineEnd = !row.isBroken && start <= row.range.upperBound && range.upperBound > row.range.upperBound
            guard start < end || (hasLineEnd && start == end) else { continue }
            let first = row.range.lowerBound.utf8Offset
            let line = storage.locate(first)
            let columns = line.column..<(line.column + row.range.upperBound.utf8Offset - first)
            // A row that is selected as a whole needs no places.
            let (from, to) =
                start == row.range.lowerBound && end == row.range.upperBound
                ? (0, row.frame.width)
                : places(of: line.line.bytes(columns))
                    .extent(from: start.utf8Offset - first, to: end.utf8Offset - first)
            let width = to - from + (hasLineEnd ? rowHeight / 2 : 0)
            rects.append(Rect(from, row.frame.origin.y, width, rowHeight))
        }
        return rects
    }

    /// A part of one line as it is drawn: bullets for the characters of a secret.
    func shownText(_ range: Range<TextPosition>) -> String {
        let (start, end) = (storage.place(of: range.lowerBound), storage.place(of: range.upperBound))
        guard start.index == end.index, start.column <= end.column else { return "" }
        return shown(start.line, start.column, end.column)
    }

    // MARK: Parts

    /// A line, with the rows and the bytes before it, and a place in it.
    private struct Place {
        var index: Int
        var rowsBefore: Int
        var start: Int
        var column = 0
    }

    /// The line that has a row, which is counted from the text's beginning, and the number of rows before this line.
    private func line(atRow row: Double) -> (index: Int, rowsBefore: Int) {
        let (index, before, _) = lines.first { Double($0.rows) > row }
        return (index, before.rows)
    }

    /// The line of a caret, and the number of its row there.
    private func find(_ caret: TextCaret) -> (Place, String, row: Int) {
        let place = storage.place(of: caret.position)
        let layout = layOut(place.index)
        let rowsBefore = lines.sum(before: place.index).rows
        let found = Place(index: place.index, rowsBefore: rowsBefore, start: place.start, column: place.column)
        return (found, place.line, layout.row(ofColumn: place.column, caret.affinity))
    }

    private func row(_ number: Int, of layout: LineLayout, _ line: String, _ place: Place) -> TextRow {
        let columns = layout.columns(ofRow: number, length: line.utf8.count)
        let width = layout.width(ofRow: number)
        let lower = TextPosition(utf8Offset: place.start + columns.lowerBound)
        let upper = TextPosition(utf8Offset: place.start + columns.upperBound)
        return TextRow(
            range: lower..<upper,
            text: shown(line, columns.lowerBound, columns.upperBound),
            frame: Rect(0, Double(place.rowsBefore + number) * rowHeight, width, rowHeight),
            isBroken: number < layout.rows - 1
        )
    }

    private func caret(inLine index: Int, row: Int, x: Double) -> TextCaret {
        let line = storage.line(at: index)
        let layout = lines[index]
        let columns = layout.columns(ofRow: row, length: line.utf8.count)
        let start = storage.lines.sum(before: index).bytes
        let column = nearestColumn(to: x, columns, line)
        let isUpstream = column == columns.upperBound && row < layout.rows - 1
        return TextCaret(
            TextPosition(utf8Offset: start + column),
            affinity: isUpstream ? .upstream : .downstream
        )
    }

    private func nearestColumn(to x: Double, _ columns: Range<Int>, _ line: String) -> Int {
        columns.lowerBound + places(of: line.bytes(columns)).boundary(nearestTo: x)
    }
}
