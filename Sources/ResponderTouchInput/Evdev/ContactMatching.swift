/// Pairs the contacts of a frame with the contacts of the frame before, so that the sum of squared distances is least.
///
/// The algorithm is the Hungarian method with potentials, which is exact and takes n²·m steps for n contacts in the
/// frame with fewer contacts and m in the other. The arrays are kept from frame to frame.
struct ContactMatching: Sendable {
    /// The position of a contact, in device units.
    struct Position: Sendable {
        var x: Int32
        var y: Int32

        func squaredDistance(to other: Position) -> Double {
            let (dx, dy) = (Double(x) - Double(other.x), Double(y) - Double(other.y))
            return dx * dx + dy * dy
        }
    }

    /// The contacts of the frame before.
    var former: [Position] = []
    /// The contacts of this frame.
    var present: [Position] = []
    /// For each present contact, its index in ``former``; nil for a new contact.
    private(set) var formerOfPresent: [Int?] = []

    // Rows are the contacts of the frame with fewer contacts, columns those of the other frame. Both are numbered from
    // 1; 0 stands for none.
    private var rowPotentials: [Double] = []
    private var columnPotentials: [Double] = []
    private var rowOfColumn: [Int] = []
    private var previousColumn: [Int] = []
    private var reducedCosts: [Double] = []
    private var isVisited: [Bool] = []

    /// Finds ``formerOfPresent``.
    mutating func match() {
        let isTransposed = present.count > former.count
        let rows = isTransposed ? former : present
        let columns = isTransposed ? present : former
        Self.fill(&rowPotentials, 0, rows.count + 1)
        Self.fill(&columnPotentials, 0, columns.count + 1)
        Self.fill(&rowOfColumn, 0, columns.count + 1)
        Self.fill(&previousColumn, 0, columns.count + 1)
        for row in rows.indices { assign(row + 1, rows, columns) }
        Self.fill(&formerOfPresent, nil, present.count)
        for column in columns.indices where rowOfColumn[column + 1] > 0 {
            let row = rowOfColumn[column + 1] - 1
            formerOfPresent[isTransposed ? column : row] = isTransposed ? row : column
        }
    }

    /// Gives a row its column, and moves other rows to other columns where that lessens the sum.
    private mutating func assign(_ row: Int, _ rows: [Position], _ columns: [Position]) {
        rowOfColumn[0] = row
        Self.fill(&reducedCosts, .infinity, columns.count + 1)
        Self.fill(&isVisited, false, columns.count + 1)
        var column = 0
        repeat {
            isVisited[column] = true
            let visiting = rowOfColumn[column]
            var (least, next) = (Double.infinity, 0)
            for other in 1...columns.count where !isVisited[other] {
                let cost =
                    rows[visiting - 1].squaredDistance(to: columns[other - 1]) - rowPotentials[visiting]
                    - columnPotentials[other]
                if cost < reducedCosts[other] {
                    reducedCosts[other] = cost
                    previousColumn[other] = column
                }
                if reducedCosts[other] < least { (least, next) = (reducedCosts[other], other) }
            }
            for other in 0...columns.count {
                if isVisited[other] {
                    rowPotentials[rowOfColumn[other]] += least
                    columnPotentials[other] -= least
                } else {
                    reducedCosts[other] -= least
                }
            }
            column = next
        } while rowOfColumn[column] != 0
        repeat {
            let previous = previousColumn[column]
            rowOfColumn[column] = rowOfColumn[previous]
            column = previous
        } while column != 0
    }

    private static func fill<Value>(_ array: inout [Value], _ value: Value, _ count: Int) {
        array.removeAll(keepingCapacity: true)
        for _ in 0..<count { array.append(value) }
    }
}
