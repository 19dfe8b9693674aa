internal import ResponderTouchInput

/// A grid of equal cells over a view's subviews, in the view's coordinates.
///
/// Every point belongs to a cell; a point outside the grid belongs to a cell at the edge. A larger coordinate never
/// belongs to an earlier cell, whatever the rounding. So each point of a rectangle belongs to a cell between the
/// cells of the rectangle's edges.
struct ChildGrid {
    private let origin: Point
    /// Cells per point.
    private let density: Point
    private let columns: Int
    private let rows: Int

    /// A range of columns and one of rows.
    struct Cells: Equatable {
        private var firstColumn: UInt16
        private var lastColumn: UInt16
        private var firstRow: UInt16
        private var lastRow: UInt16

        fileprivate init(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) {
            firstColumn = UInt16(columns.lowerBound)
            lastColumn = UInt16(columns.upperBound)
            firstRow = UInt16(rows.lowerBound)
            lastRow = UInt16(rows.upperBound)
        }

        /// The cells of a subview that is never hit.
        static let nowhere = Cells(.max ... .max)
        /// The cells of a subview that may be hit anywhere, or that reaches into more than `mostCells` cells.
        static let everywhere = Cells(.max - 1 ... .max - 1)

        private init(_ mark: ClosedRange<UInt16>) {
            (firstColumn, lastColumn, firstRow, lastRow) = (mark.lowerBound, mark.lowerBound, 0, 0)
        }

        var columns: ClosedRange<Int> { Int(firstColumn)...Int(lastColumn) }
        var rows: ClosedRange<Int> { Int(firstRow)...Int(lastRow) }
    }

    /// The largest number of cells that list one subview.
    private static let mostCells = 16
    private static let mostLines = 4096.0

    /// How many cells there are.
    var count: Int { columns * rows }

    /// Makes a grid whose cells are about as large as the median subview, with at most two cells per subview.
    ///
    /// The grid is based on a sample of at most 256 subviews. Nil when fewer than eight of the sampled subviews have
    /// finite edges, or when the grid's own measures are not finite.
    init?(over entries: UnsafeMutablePointer<ChildEntry>, count: Int) {
        var (xs, ys, widths, heights): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        let sampled = min(count, 256)
        for step in 0..<sampled {
            // The sample is spread by the golden ratio: a fixed stride could take the subviews of one column only.
            let spread = (UInt64(step) &* 0x9e37_79b9_7f4a_7c15).multipliedFullWidth(by: UInt64(count)).high
            let entry = entries[count == sampled ? step : Int(spread)]
            let (width, height) = (entry.greatest.x - entry.least.x, entry.greatest.y - entry.least.y)
            guard width >= 0, height >= 0, width.isFinite, height.isFinite else { continue }
            xs.append(entry.least.x + width / 2)
            ys.append(entry.least.y + height / 2)
            widths.append(width)
            heights.append(height)
        }
        guard xs.count >= 8 else { return nil }
        xs.sort()
        ys.sort()
        widths.sort()
        heights.sort()
        // A few subviews far from all others must not make all cells large.
        let rim = xs.count / 50
        let (usualWidth, usualHeight) = (widths[widths.count / 2], heights[heights.count / 2])
        let origin = Point(xs[rim] - usualWidth / 2, ys[rim] - usualHeight / 2)
        let width = xs[xs.count - 1 - rim] + usualWidth / 2 - origin.x
        let height = ys[ys.count - 1 - rim] + usualHeight / 2 - origin.y
        var across = Self.lines(width, usualWidth)
        var down = Self.lines(height, usualHeight)
        // At most two cells per subview; otherwise the axis with more cells gets fewer.
        let most = Double(2 * count)
        if across * down > most {
            let shrink = (across * down / most).squareRoot()
            (across, down) = (max(1, across / shrink), max(1, down / shrink))
            if across * down > most {
                if across > down { across = max(1, most / down) } else { down = max(1, most / across) }
            }
        }
        columns = Int(across)
        rows = Int(down)
        self.origin = origin
        density = Point(
            width > 0 ? Double(columns) / width : 0,
            height > 0 ? Double(rows) / height : 0
        )
        guard origin.isFinite, density.isFinite else { return nil }
    }

    private static func lines(_ extent: Double, _ usual: Double) -> Double {
        let lines = extent / usual
        return lines.isNaN ? 1 : max(1, min(mostLines, lines.rounded()))
    }

    @inline(__always)
    private func column(_ x: Double) -> Int {
        // With the arguments in this order, even NaN gives a column of the grid.
        Int(max(0, min(Double(columns - 1), (x - origin.x) * density.x)))
    }

    @inline(__always)
    private func row(_ y: Double) -> Int {
        Int(max(0, min(Double(rows - 1), (y - origin.y) * density.y)))
    }

    @inline(__always)
    func number(_ column: Int, _ row: Int) -> Int { row &* columns &+ column }

    /// The cell of a point.
    @inline(__always)
    func number(at point: Point) -> Int { number(column(point.x), row(point.y)) }

    /// The cells in which a subview may be hit.
    func cells(of entry: ChildEntry) -> Cells {
        if entry.least.x > entry.greatest.x || entry.least.y > entry.greatest.y { return .nowhere }
        // Edges that are NaN exclude no point.
        guard entry.least.x <= entry.greatest.x && entry.least.y <= entry.greatest.y else { return .everywhere }
        let columns = column(entry.least.x)...column(entry.greatest.x)
        let rows = row(entry.least.y)...row(entry.greatest.y)
        return columns.count * rows.count > Self.mostCells ? .everywhere : Cells(columns, rows)
    }
}
