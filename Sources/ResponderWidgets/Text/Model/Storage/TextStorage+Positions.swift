public import ResponderCore

// Positions from positions.
extension TextStorage {
    /// The last boundary of a grapheme cluster that is not behind the position.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the line at most; no allocation.
    public func position(at position: TextPosition) -> TextPosition {
        let place = place(of: position)
        return place.position(place.column)
    }

    /// The position one cluster further; the text's end at the end.
    ///
    /// A line end is a cluster.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the line at most; no allocation.
    public func position(after position: TextPosition) -> TextPosition {
        let place = place(of: position)
        if place.column < place.line.utf8.count { return place.position(place.line.cluster(after: place.column)) }
        return min(place.position(place.column + 1), end)
    }

    /// The position one cluster back; the text's beginning at the beginning.
    ///
    /// A line end is a cluster.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the line at most; no allocation.
    public func position(before position: TextPosition) -> TextPosition {
        let place = place(of: position)
        if place.column > 0 { return place.position(place.line.cluster(before: place.column)) }
        return TextPosition(utf8Offset: place.start - 1)
    }

    /// The position `count` clusters after a position, or before it if `count` is negative, within the text.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the two lines; no allocation.
    public func position(_ position: TextPosition, offsetBy count: Int) -> TextPosition {
        let (offset, isOver) = characterOffset(of: position).addingReportingOverflow(count)
        if isOver { return count < 0 ? beginning : end }
        return self.position(atCharacter: offset)
    }

    /// How many clusters stand before a position.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the line; no allocation.
    public func characterOffset(of position: TextPosition) -> Int {
        let place = place(of: position)
        return lines.sum(before: place.index).characters + place.line.bytes(0..<place.column).count
    }

    /// The position behind so many clusters, within the text.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the line; no allocation.
    public func position(atCharacter offset: Int) -> TextPosition {
        guard offset > 0 else { return beginning }
        guard offset < characterCount else { return end }
        let (index, before, _) = lines.first { $0.characters > offset }
        let column = lines[index].text.column(ofCluster: offset - before.characters)
        return TextPosition(utf8Offset: before.bytes + column)
    }

    /// The first boundary of a cluster that is not before an offset.
    func boundary(atOrAfter offset: Int) -> TextPosition {
        let place = locate(offset)
        return place.position(place.line.cluster(atOrAfter: place.column))
    }
}

extension String {
    /// The offset in bytes of a cluster; the end where there are fewer.
    func column(ofCluster number: Int) -> Int {
        guard number > 0 else { return 0 }
        var (left, result) = (number, utf8.count)
        forEachCluster(from: 0) { _, end in
            left -= 1
            if left == 0 { result = end }
            return left > 0
        }
        return result
    }
}
