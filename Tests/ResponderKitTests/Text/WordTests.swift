import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// Words by the rules of UAX #29.
@MainActor
@Suite struct WordTests {
    /// The line's segments, parted by bars.
    private func segments(_ line: String) -> String {
        var parts: [String] = []
        line.forEachWordSegment {
            parts.append(String(line.bytes($0.start..<$0.end)))
            return true
        }
        return parts.joined(separator: "|")
    }

    @Test(arguments: [
        // WB5 to WB7: letters, and punctuation between letters.
        "can't| |stop", "a.b.c|.", "a|:", "a:b", "it\u{2019}s", "a|.| |b", "'|a|'", "a|'|'|b", "a|,|b", "3|:|4",
        // WB7a to WB7c: Hebrew letters with quotes.
        "\u{5D0}'", "\u{5D0}\"\u{5D1}", "\u{5D0}|\"", "a|\"|b",
        // WB8 to WB12: digits.
        "3.14", "1,000.5|%", "A4b2", "1|.|.|2", "3|.|a", "1'000", "\u{661}\u{66B}\u{662}", "1;2",
        // WB13: Katakana, and low lines.
        "\u{30AB}\u{30BF}\u{30FC}", "\u{30AB}|\u{3042}", "snake_case_1", "_a_", "\u{30AB}_", "a|-|b",
        // WB3c, WB3d, WB4: joiners, spaces, marks and format characters.
        "a|  |b", "a| \u{308}| |b", "e\u{301}a", "a\u{AD}b", "1\u{2060}2", "a\u{200D}b", "a\u{200D}\u{1F600}",
        "\u{301}|a", "a|\u{200B}|b", "a|\u{A0}|b",
        // Emoji and flags are whole.
        "\u{1F1E6}\u{308}\u{1F1E7}\u{308}|\u{1F1E8}", "\u{1F1E6}\u{308}|\u{1F1E7}\u{1F1E8}",
        "\u{1F469}\u{200D}\u{1F467}|\u{1F44D}\u{1F3FD}", "\u{1F1E9}\u{1F1EA}|\u{1F1EB}\u{1F1F7}|\u{1F1EC}",
        // Scripts with spaces, and without.
        "\u{1100}\u{1161}\u{11A8}\u{D55C}", "\u{645}\u{64E}\u{631}\u{62D}", "\u{6F22}|\u{5B57}",
        "\u{E01}|\u{E32}", "\u{3042}|\u{3044}", "stra\u{DF}e", "\u{915}\u{94D}\u{937}\u{93F}",
        // Letters, signs of numbers and marks behind line ends, as Unicode 17 lists them.
        "a\u{B8}b\u{2E5}\u{2FF}\u{55A}\u{55E}\u{58A}\u{A716}c", "a|\u{2D8}|\u{2DD}|b", "\u{70F}\u{712}",
        "1\u{19DA}\u{8E2}2", "1|\u{FE10}|2", "\u{1AA7}|\u{1AA7}", "a|\u{B}|\u{301}|b",
        // Control characters are by themselves.
        "a|\0|\u{1B}|b", "\t|\t",
    ]) func wordsAreThoseOfUnicode(expected: String) {
        let line = String(String.UnicodeScalarView(expected.unicodeScalars.filter { $0 != "|" }))
        #expect(segments(line) == expected)
    }

    /// The rules, scalar by scalar and without clusters, against the walk over clusters.
    @Test(arguments: UInt64(1)...20) func boundariesEqualThePlainRules(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet: [Unicode.Scalar] = [
            "a", "b", "1", "2", ".", ",", ":", "'", "\"", "_", " ", "-", "\u{5D0}", "\u{5D1}", "\u{30AB}", "\u{30BF}",
            "\u{6F22}", "\u{301}", "\u{AD}", "\u{2060}", "\u{B7}", "\u{3042}", "\u{661}", "\u{A0}", "\u{E9}",
        ]
        for _ in 0..<100 {
            let scalars = (0..<Int.random(in: 1..<12, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? "a"
            }
            let line = String(String.UnicodeScalarView(scalars))
            var boundaries: [Int] = []
            line.forEachWordSegment {
                boundaries.append($0.end)
                return true
            }
            #expect(boundaries == plainBoundaries(scalars), "seed \(seed): \(segments(line))")
        }
    }

    /// The ends of segments, in bytes: each place is tested by each rule of the standard as it is written.
    private func plainBoundaries(_ scalars: [Unicode.Scalar]) -> [Int] {
        let kinds = scalars.map { WordClass($0) }
        func before(_ index: Int) -> Int? { kinds[..<index].lastIndex { $0 != .ignored } }
        func after(_ index: Int) -> Int? { kinds[index...].dropFirst().firstIndex { $0 != .ignored } }
        func isLetter(_ index: Int?) -> Bool { index.map { kinds[$0].isLetter } ?? false }
        func isOne(_ index: Int?, _ set: Set<WordClass>) -> Bool { index.map { set.contains(kinds[$0]) } ?? false }
        func joins(_ index: Int) -> Bool {
            if kinds[index - 1] == .space, kinds[index] == .space { return true }
            if kinds[index] == .ignored { return true }
            let (l, r) = (before(index), index)
            guard let l else { return false }
            let (ll, rr) = (before(l), after(r))
            let quoted: Set<WordClass> = [.midNumLet, .singleQuote]
            if isLetter(l), isLetter(r) { return true }
            if isLetter(l), isOne(r, quoted.union([.midLetter])), isLetter(rr) { return true }
            if isLetter(ll), isOne(l, quoted.union([.midLetter])), isLetter(r) { return true }
            if isOne(l, [.hebrewLetter]), isOne(r, [.singleQuote]) { return true }
            if isOne(l, [.hebrewLetter]), isOne(r, [.doubleQuote]), isOne(rr, [.hebrewLetter]) { return true }
            if isOne(ll, [.hebrewLetter]), isOne(l, [.doubleQuote]), isOne(r, [.hebrewLetter]) { return true }
            if isOne(l, [.numeric]) || isLetter(l), isOne(r, [.numeric]) { return true }
            if isOne(l, [.numeric]), isLetter(r) { return true }
            if isOne(ll, [.numeric]), isOne(l, quoted.union([.midNum])), isOne(r, [.numeric]) { return true }
            if isOne(l, [.numeric]), isOne(r, quoted.union([.midNum])), isOne(rr, [.numeric]) { return true }
            if isOne(l, [.katakana]), isOne(r, [.katakana]) { return true }
            if isLetter(l) || isOne(l, [.numeric, .katakana, .extendNumLet]), isOne(r, [.extendNumLet]) { return true }
            return isOne(l, [.extendNumLet]) && (isLetter(r) || isOne(r, [.numeric, .katakana]))
        }
        var (boundaries, offset) = ([Int](), 0)
        for (index, scalar) in scalars.enumerated() {
            if index > 0, !joins(index) { boundaries.append(offset) }
            offset += UTF8.width(scalar)
        }
        return boundaries + [offset]
    }

    @Test func wordAtABoundaryIsTheOneBehindElseTheOneBefore() {
        let storage = TextStorage("one  two, \u{6F22}\u{5B57}\n\nend")
        func word(_ offset: Int) -> String { storage.text(in: storage.word(at: TextPosition(utf8Offset: offset))) }
        #expect(word(0) == "one")
        #expect(word(3) == "one")
        #expect(word(4) == "  ")
        #expect(word(5) == "two")
        #expect(word(8) == "two")
        #expect(word(9) == " ")
        #expect(word(13) == "\u{5B57}")
        #expect(word(16) == "\u{5B57}")
        #expect(word(17) == "")
        #expect(word(99) == "end")
    }

    @Test func endsAndBeginningsOfWordsAreFoundAcrossLineEnds() {
        let storage = TextStorage("one two\n\n ...\n  three ")
        func end(_ offset: Int) -> Int { storage.wordEnd(after: TextPosition(utf8Offset: offset)).utf8Offset }
        func start(_ offset: Int) -> Int { storage.wordStart(before: TextPosition(utf8Offset: offset)).utf8Offset }
        #expect([0, 1, 3, 4, 7, 9, 21].map(end) == [3, 3, 7, 7, 21, 21, 22])
        #expect([22, 21, 17, 16, 8, 5, 4, 3, 0].map(start) == [16, 16, 16, 4, 4, 4, 0, 0, 0])
    }
}
