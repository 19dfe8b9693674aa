internal import ResponderSupport

extension DifferenceLine {
    /// The most lines that are compared as a whole: of longer texts the first difference is shown.
    private static let most = 2000

    /// The difference between two texts, line by line; empty if there is none.
    ///
    /// O(lines × differences).
    static func difference(expected: [String], found: [String]) -> [DifferenceLine] {
        guard expected != found else { return [] }
        guard expected.count + found.count <= most else { return firstDifference(expected, found) }
        var (removed, inserted) = (Set<Int>(), Set<Int>())
        for change in found.difference(from: expected) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var lines: [DifferenceLine] = []
        var (old, new) = (0, 0)
        while old < expected.count || new < found.count {
            if removed.contains(old) {
                lines.append(DifferenceLine(kind: .expected, text: expected[old].inOneLine()))
                old += 1
            } else if inserted.contains(new) {
                lines.append(DifferenceLine(kind: .found, text: found[new].inOneLine()))
                new += 1
            } else {
                lines.append(DifferenceLine(kind: .same, text: expected[old].inOneLine()))
                (old, new) = (old + 1, new + 1)
            }
        }
        return lines
    }

    private static func firstDifference(_ expected: [String], _ found: [String]) -> [DifferenceLine] {
        let place = zip(expected, found).prefix { $0 == $1 }.count
        var lines = [DifferenceLine(kind: .same, text: "(\(place) equal lines)")]
        if place < expected.count { lines.append(DifferenceLine(kind: .expected, text: expected[place].inOneLine())) }
        if place < found.count { lines.append(DifferenceLine(kind: .found, text: found[place].inOneLine())) }
        return lines
    }
}
