internal import ResponderCore

/// A line of a text, without the line end behind it.
struct TextLine: SummedElement {
    let text: String
    /// How many grapheme clusters it has.
    let characters: Int

    init(_ text: String) {
        self.text = text
        characters = text.count
    }

    static var vacant: TextLine { TextLine("") }

    /// Each line counts with a line end, also the last line, which has none.
    var sum: Sum { Sum(bytes: text.utf8.count + 1, characters: characters + 1) }

    struct Sum: TreeSum {
        var bytes = 0
        var characters = 0

        static var zero: Sum { Sum() }
        static func + (first: Sum, second: Sum) -> Sum {
            Sum(bytes: first.bytes + second.bytes, characters: first.characters + second.characters)
        }
    }
}

extension String {
    /// The text as a storage keeps it: in contiguous UTF-8, with a line feed for each line end.
    ///
    /// Line ends are CR LF, CR, LF, NEL (U+0085), and the separators of lines (U+2028) and paragraphs (U+2029). All
    /// other control characters are kept, NUL too: each is a cluster of its own. A string never has invalid bytes or
    /// lone surrogates: they were replaced when the string was made.
    ///
    /// With another `lineEnd`, such as a space, the result is a text of one line.
    func withUnifiedLineEnds(_ lineEnd: Unicode.Scalar = "\n") -> String {
        var text = self
        let isUnified = text.withUTF8 { bytes in
            for (place, byte) in bytes.enumerated() {
                switch byte {
                case 0x0D: return false
                case 0x0A: if lineEnd != "\n" { return false }
                // U+0085 begins with 0xC2; U+2028 and U+2029 with 0xE2 0x80.
                case 0xC2 where bytes[place + 1] == 0x85: return false
                case 0xE2 where bytes[place + 1] == 0x80 && (0xA8...0xA9).contains(bytes[place + 2]): return false
                default: break
                }
            }
            return true
        }
        if isUnified { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count)
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\r", "\u{85}", "\u{2028}", "\u{2029}": result.unicodeScalars.append(lineEnd)
            case "\n": if !isAfterReturn { result.unicodeScalars.append(lineEnd) }
            default: result.unicodeScalars.append(scalar)
            }
            isAfterReturn = scalar == "\r"
        }
        return result
    }

    /// The lines of a text whose line ends are line feeds; one at least.
    func splitIntoLines() -> [Substring] {
        var lines: [Substring] = []
        var start = startIndex
        while let end = utf8[start...].firstIndex(of: 0x0A) {
            lines.append(self[start..<end])
            start = utf8.index(after: end)
        }
        lines.append(self[start...])
        return lines
    }
}
