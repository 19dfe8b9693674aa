internal import ResponderCore
internal import ResponderTouchInput

/// Where the keys of a plane are: edges on whole points, by which a key is found in logarithmic time.
struct KeyboardGeometry {
    let bounds: Rect
    /// The upper edges of the rows, and the lower edge of the last.
    private var rows: [Double]
    /// For each row, the left edges of its keys, and the right edge of the last.
    private var columns: [[Double]]

    /// The keys of a plane in these bounds: all rows have one height, and keys of width 1 are equally wide in all rows.
    ///
    /// A row that is narrower than the widest is centred.
    init(_ plane: KeyboardLayout.Plane, in bounds: Rect) {
        self.bounds = bounds
        let count = Double(plane.rows.count)
        rows = (0...plane.rows.count).map { bounds.minY + (bounds.height * Double($0) / count).rounded() }
        let sums = plane.rows.map { $0.reduce(0) { $0 + $1.width } }
        let widest = sums.max() ?? 1
        columns = zip(plane.rows, sums).map { keys, sum in
            // Fractions of the widest row stay finite, however small the widths are.
            var place = (1 - sum / widest) * bounds.width / 2
            var edges = [bounds.minX + place.rounded()]
            for key in keys {
                place += key.width / widest * bounds.width
                edges.append(bounds.minX + place.rounded())
            }
            return edges
        }
    }

    /// The key at a point; beside a narrower row the first or last key of the row; nil outside of the bounds.
    func place(at point: Point) -> KeyboardLayout.Place? {
        guard bounds.contains(point) else { return nil }
        let row = Self.interval(of: point.y, in: rows)
        return KeyboardLayout.Place(row: row, column: Self.interval(of: point.x, in: columns[row]))
    }

    func rect(of place: KeyboardLayout.Place) -> Rect? {
        guard columns.indices.contains(place.row), place.column >= 0, place.column + 1 < columns[place.row].count else {
            return nil
        }
        let (left, right) = (columns[place.row][place.column], columns[place.row][place.column + 1])
        return Rect(left, rows[place.row], right - left, rows[place.row + 1] - rows[place.row])
    }

    /// The interval that a value is in; the first or the last interval for values outside of all.
    private static func interval(of value: Double, in edges: [Double]) -> Int {
        var (low, high) = (0, max(0, edges.count - 2))
        while low < high {
            let middle = (low + high + 1) / 2
            if edges[middle] <= value { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
