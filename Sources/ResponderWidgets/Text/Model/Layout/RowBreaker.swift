internal import ResponderCore

/// Breaks a line into rows of a width.
///
/// A row may end behind spaces, behind a hyphen between letters, and beside a character of a script without spaces
/// between words, except between the character and punctuation that belongs to it. These rules are simpler than
/// Unicode's line breaking (UAX #14). Spaces at the end of a row hang beyond the width. A word that is wider than a row
/// is broken between clusters; a cluster that is wider makes a row of its own.
struct RowBreaker {
    /// Offsets in bytes: the boundaries of clusters, or of bullets in a secure text.
    private let boundaries: [Int]
    /// For each boundary, whether a row may end there.
    private var mayBreak: [Bool]
    /// For each cluster, whether it is a space.
    private var isSpace: [Bool]

    init(_ line: String, isSecure: Bool) {
        boundaries = line.clusterBoundaries()
        mayBreak = Array(repeating: false, count: boundaries.count)
        isSpace = mayBreak
        // The rows of a secret text must not reveal where the words are.
        if isSecure { return }
        var former: WordSegment?
        var beforeFormer: WordSegment?
        var index = 0
        line.forEachWordSegment { segment in
            while boundaries[index] < segment.start { index += 1 }
            if let former { mayBreak[index] = Self.mayBreak(line, beforeFormer, former, segment) }
            while segment.isSpace, boundaries[index] < segment.end {
                isSpace[index] = true
                index += 1
            }
            (beforeFormer, former) = (former, segment)
            return true
        }
    }

    /// The offsets at which the rows after the first begin.
    ///
    /// - Parameter fits: Whether the part between two offsets has room in a row.
    func rows(_ fits: (_ start: Int, _ end: Int) -> Bool) -> [Int] {
        var rows: [Int] = []
        let last = boundaries.count - 1
        guard last > 0 else { return rows }
        var (start, guess) = (0, 16)
        while true {
            // A row has at least one cluster.
            var end = max(start + 1, lastFitting(from: start, guess: guess, fits))
            guess = end - start
            while end < last, isSpace[end] { end += 1 }
            if end == last { return rows }
            var row = end
            while row > start, !mayBreak[row] { row -= 1 }
            // Without a place to break, the row takes as much as fits.
            if row == start { row = end }
            rows.append(boundaries[row])
            start = row
        }
    }

    /// The last boundary up to which a row has room.
    ///
    /// No measured part is longer than about twice the result.
    private func lastFitting(from start: Int, guess: Int, _ fits: (Int, Int) -> Bool) -> Int {
        let last = boundaries.count - 1
        func fitsTo(_ end: Int) -> Bool { fits(boundaries[start], boundaries[end]) }
        var (least, step) = (start, guess)
        var greatest = last + 1
        while least < last {
            let next = min(least + step, last)
            if fitsTo(next) {
                least = next
                step = max(1, min(step * 2, least - start))
            } else {
                greatest = next
                break
            }
        }
        while greatest - least > 1 {
            let middle = (least + greatest) / 2
            if middle > last || !fitsTo(middle) { greatest = middle } else { least = middle }
        }
        return min(least, last)
    }

    private static func mayBreak(
        _ line: String,
        _ beforeFormer: WordSegment?,
        _ former: WordSegment,
        _ next: WordSegment
    ) -> Bool {
        if former.isSpace { return !next.isSpace }
        let left = line.bytes(former.start..<former.end).unicodeScalars
        let right = line.bytes(next.start..<next.end).unicodeScalars
        guard let first = left.first, let second = right.first else { return false }
        let (leftClass, rightClass) = (WordClass(first), WordClass(second))
        if ["-", "\u{2010}", "\u{2013}"].contains(first) { return beforeFormer?.isWord == true && rightClass.isLetter }
        guard leftClass.isAlone || rightClass.isAlone else { return false }
        switch first.properties.generalCategory {
        case .openPunctuation, .initialPunctuation: return false
        default: break
        }
        switch second.properties.generalCategory {
        case .closePunctuation, .finalPunctuation, .otherPunctuation, .spaceSeparator: return false
        default: return true
        }
    }
}

extension WordClass {
    /// Whether a row may end beside a character of this class.
    fileprivate var isAlone: Bool { self == .unspaced || self == .katakana || self == .pictograph }
}
