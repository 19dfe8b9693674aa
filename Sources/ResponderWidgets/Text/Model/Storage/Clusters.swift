internal import ResponderCore

// The boundaries of grapheme clusters in a line, as offsets in bytes of UTF-8.
//
// Clusters are walked only forwards, from a place that is certainly a boundary. On a walk backwards the library would
// search for each cluster's beginning anew, which is quadratic in a line of flags or joined emoji.
extension String {
    /// The part between two offsets, which must be boundaries of scalars.
    func bytes(_ range: Range<Int>) -> Substring {
        self[index(atByte: range.lowerBound)..<index(atByte: range.upperBound)]
    }

    func index(atByte offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) }

    /// The last boundary that is not behind the offset.
    func cluster(atOrBefore offset: Int) -> Int { boundaries(around: offset).floor }

    /// The first boundary that is not before the offset.
    func cluster(atOrAfter offset: Int) -> Int {
        let around = boundaries(around: offset)
        return around.floor == offset ? offset : around.next
    }

    /// The boundary before the one at `offset`; 0 at the beginning.
    func cluster(before offset: Int) -> Int { offset == 0 ? 0 : boundaries(around: offset - 1).floor }

    /// The boundary behind the one at `offset`; the end at the end.
    func cluster(after offset: Int) -> Int { boundaries(around: offset).next }

    /// All boundaries, the beginning and the end included: one more than there are clusters.
    func clusterBoundaries() -> [Int] {
        var boundaries = [0]
        forEachCluster(from: 0) { _, end in
            boundaries.append(end)
            return true
        }
        return boundaries
    }

    /// Calls `body` with the ends of each cluster from a boundary on, until it returns false.
    func forEachCluster(from offset: Int, _ body: (_ start: Int, _ end: Int) -> Bool) {
        // A slice begins at a boundary, so the library need not read the text before it.
        let rest = self[index(atByte: offset)...]
        var (place, start) = (rest.startIndex, offset)
        while place != rest.endIndex {
            let next = rest.index(after: place)
            let end = start + utf8.distance(from: place, to: next)
            if !body(start, end) { return }
            (place, start) = (next, end)
        }
    }

    /// The boundary at or before an offset, and the one after it.
    private func boundaries(around offset: Int) -> (floor: Int, next: Int) {
        let count = utf8.count
        if offset >= count { return (count, count) }
        var result = (floor: offset, next: count)
        forEachCluster(from: certainBoundary(before: offset)) { start, end in
            if end <= offset { return true }
            result = (start, end)
            return false
        }
        return result
    }

    /// The last place, not behind an offset, that lies between two ASCII characters or is the beginning.
    ///
    /// Such a place is a boundary, since a line contains no CR LF.
    private func certainBoundary(before offset: Int) -> Int {
        var place = utf8.index(startIndex, offsetBy: offset)
        var result = offset
        var isASCII = utf8[place] < 0x80
        while place != startIndex {
            let former = utf8.index(before: place)
            let isFormerASCII = utf8[former] < 0x80
            if isASCII, isFormerASCII { return result }
            (place, isASCII) = (former, isFormerASCII)
            result -= 1
        }
        return 0
    }
}
