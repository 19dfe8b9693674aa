internal import ResponderCore

/// A line between two neighbouring word boundaries.
struct WordSegment: Equatable {
    /// Where it is, as offsets in bytes in the line.
    var start: Int
    var end: Int
    /// Whether it has a letter, a digit or a pictograph.
    var isWord: Bool
    /// Whether it consists of spaces.
    var isSpace: Bool
}

extension String {
    /// Calls `body` with the line's segments in order, until it returns false.
    ///
    /// The boundaries are those of UAX #29, with the classes that ``WordClass`` tells. The rules are applied to whole
    /// grapheme clusters; a cluster has the class of its first character that is no mark. So a boundary never cuts a
    /// cluster, and the time for a cluster with many marks is linear in its length.
    func forEachWordSegment(_ body: (WordSegment) -> Bool) {
        var clusters: [WordCluster] = []
        forEachCluster(from: 0) { start, end in
            clusters.append(WordCluster(bytes(start..<end), start: start, end: end))
            return true
        }
        guard let first = clusters.first else { return }
        var rules = WordRules(first)
        var segment = WordSegment(
            start: 0,
            end: first.end,
            isWord: first.kind.isOfWord,
            isSpace: first.kind == .space
        )
        for index in clusters.indices.dropFirst() {
            let cluster = clusters[index]
            let isJoined = rules.joins(cluster) {
                clusters[(index + 1)...].first { $0.kind != .ignored }?.kind
            }
            if isJoined {
                segment.end = cluster.end
                segment.isWord = segment.isWord || cluster.kind.isOfWord
                continue
            }
            if !body(segment) { return }
            segment = WordSegment(
                start: cluster.start,
                end: cluster.end,
                isWord: cluster.kind.isOfWord,
                isSpace: cluster.kind == .space
            )
        }
        _ = body(segment)
    }

    /// The word at an offset; without a word, the segment there; empty in an empty line.
    ///
    /// At the boundary of two segments a word behind comes first, then a word before.
    func wordSegment(at offset: Int) -> WordSegment {
        var result = WordSegment(start: offset, end: offset, isWord: false, isSpace: false)
        forEachWordSegment { segment in
            if segment.end < offset { return true }
            if segment.start > offset { return false }
            // A word that ends at the offset stays the result unless the next segment is a word, too.
            if segment.start < offset || segment.isWord || !result.isWord { result = segment }
            return segment.end == offset
        }
        return result
    }

    /// The end of the first word that ends behind an offset; nil if there is none.
    func wordEnd(after offset: Int) -> Int? {
        var result: Int?
        forEachWordSegment { segment in
            if segment.isWord, segment.end > offset { result = segment.end }
            return result == nil
        }
        return result
    }

    /// The beginning of the last word that begins before an offset; nil if there is none.
    func wordStart(before offset: Int) -> Int? {
        var result: Int?
        forEachWordSegment { segment in
            if segment.start >= offset { return false }
            if segment.isWord { result = segment.start }
            return true
        }
        return result
    }
}

/// A grapheme cluster, as the rules of word boundaries see it.
private struct WordCluster {
    let start: Int
    let end: Int
    /// The class of the cluster's first scalar that is not ignored.
    let kind: WordClass
    /// Whether the cluster is one scalar: a space without marks, for example.
    let isBare: Bool
    let endsWithJoiner: Bool
    /// Whether the cluster has exactly one regional indicator, and not two, which make a flag.
    let isHalfFlag: Bool

    init(_ text: Substring, start: Int, end: Int) {
        self.start = start
        self.end = end
        var kind = WordClass.ignored
        for scalar in text.unicodeScalars where kind == .ignored { kind = WordClass(scalar) }
        self.kind = kind
        let last = text.unicodeScalars.last
        isBare = last.map { UTF8.width($0) == end - start } ?? true
        endsWithJoiner = last == "\u{200D}"
        isHalfFlag =
            kind == .regionalIndicator
            && text.unicodeScalars.lazy.filter { WordClass($0) == .regionalIndicator }.prefix(2).count == 1
    }
}

/// The state of the rules between two clusters.
private struct WordRules {
    /// The last class that is not ignored, and the one before it.
    private var former: WordClass
    private var beforeFormer: WordClass?
    /// The cluster just before.
    private var neighbour: WordCluster
    /// Whether the last cluster is a regional indicator that may begin a flag.
    private var isFlagOpen: Bool

    init(_ first: WordCluster) {
        former = first.kind
        neighbour = first
        isFlagOpen = first.isHalfFlag
    }

    /// Whether there is no boundary before a cluster.
    ///
    /// `next` returns the class of the cluster behind.
    mutating func joins(_ cluster: WordCluster, next: () -> WordClass?) -> Bool {
        let kind = cluster.kind
        defer { neighbour = cluster }
        // WB4, and WB3a: marks belong to the character before, but not to one that ends a line.
        if kind == .ignored { return neighbour.kind != .newline }
        defer { (beforeFormer, former) = (former, kind) }
        let closesFlag = isFlagOpen && cluster.isHalfFlag
        isFlagOpen = cluster.isHalfFlag && !closesFlag
        switch kind {
        case .regionalIndicator: return closesFlag  // WB15, WB16, where a mark parts the two
        case .space: return former == .space && neighbour.kind == .space && neighbour.isBare  // WB3d
        case .pictograph: return neighbour.endsWithJoiner  // WB3c
        case .letter, .hebrewLetter:
            switch former {
            case .letter, .hebrewLetter, .numeric, .extendNumLet: return true  // WB5, WB10, WB13b
            case .midLetter, .midNumLet, .singleQuote: return beforeFormer?.isLetter == true  // WB7
            case .doubleQuote: return kind == .hebrewLetter && beforeFormer == .hebrewLetter  // WB7c
            default: return false
            }
        case .numeric:
            switch former {
            case .letter, .hebrewLetter, .numeric, .extendNumLet: return true  // WB8, WB9, WB13b
            case .midNum, .midNumLet, .singleQuote: return beforeFormer == .numeric  // WB11
            default: return false
            }
        case .katakana: return former == .katakana || former == .extendNumLet  // WB13, WB13b
        case .extendNumLet:
            return former.isLetter || [.numeric, .katakana, .extendNumLet].contains(former)  // WB13a
        case .singleQuote:
            if former == .hebrewLetter { return true }  // WB7a
            return joinsInside(letters: true, numbers: true, next)
        case .midNumLet: return joinsInside(letters: true, numbers: true, next)
        case .midLetter: return joinsInside(letters: true, numbers: false, next)
        case .midNum: return joinsInside(letters: false, numbers: true, next)
        case .doubleQuote: return former == .hebrewLetter && next() == .hebrewLetter  // WB7b
        default: return false
        }
    }

    /// WB6 and WB12: punctuation between two letters, or between two digits.
    private func joinsInside(letters: Bool, numbers: Bool, _ next: () -> WordClass?) -> Bool {
        if letters, former.isLetter { return next()?.isLetter == true }
        if numbers, former == .numeric { return next() == .numeric }
        return false
    }
}
