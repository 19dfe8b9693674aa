internal import ResponderKit

// The words of a line of a script, and how a text is written as one. All of it goes by Unicode scalars: a mark that follows a
// quote or a = makes one character of the two, and would hide it.
enum ScriptWords {
    /// One word.
    struct Word {
        var text = ""
        var isQuoted = false
        /// Where its first = stands that is written as it is, in bytes.
        var sign: Int?

        /// Its halves, before that = and behind it; nil where there is none, or nothing before it.
        ///
        /// A key that is nothing stands in quotes.
        var pair: (key: String, value: String)? {
            guard let sign, sign > 0 || isQuoted else { return nil }
            let place = text.utf8.index(text.startIndex, offsetBy: sign)
            return (
                String(text.unicodeScalars[..<place]),
                String(text.unicodeScalars[text.unicodeScalars.index(after: place)...])
            )
        }

        fileprivate mutating func append(_ scalar: Unicode.Scalar) {
            if scalar == "=", sign == nil { sign = text.utf8.count }
            text.unicodeScalars.append(scalar)
        }
    }

    /// Why a line cannot be taken apart.
    struct Wrong: Error {
        /// Where it goes wrong.
        let word: String
        let problem: String
    }

    /// The words of a line: what spaces part, or what stands in double quotes.
    ///
    /// In quotes a backslash and what follows stand for a character. A # that begins a word begins a comment.
    static func words(of line: Substring) throws(Wrong) -> [Word] {
        var words: [Word] = []
        var rest = line.unicodeScalars
        while let first = rest.first {
            if first.properties.isWhitespace {
                rest.removeFirst()
            } else if first == "#" {
                break
            } else if first == "\"" {
                words.append(try takeQuoted(&rest))
                let next = String(rest.prefix { !$0.properties.isWhitespace })
                guard next.isEmpty else {
                    throw Wrong(
                        word: next,
                        problem: "\(next.quotedInOneLine()) follows the closing quote; put a space between them"
                    )
                }
            } else {
                var word = Word()
                while let next = rest.first, !next.properties.isWhitespace { word.append(rest.removeFirst()) }
                words.append(word)
            }
        }
        return words
    }

    /// The text between the quotes, which are taken too.
    private static func takeQuoted(_ rest: inout Substring.UnicodeScalarView) throws(Wrong) -> Word {
        let all = String(rest)
        var word = Word(isQuoted: true)
        rest.removeFirst()
        while let next = rest.popFirst() {
            if next == "\"" { return word }
            if next == "\\" {
                guard let kind = rest.popFirst() else { break }
                word.text.unicodeScalars.append(try escaped(by: kind, &rest))
            } else {
                word.append(next)
            }
        }
        throw Wrong(word: all, problem: "the quote before \(quotedPart(all)) is not closed; put a \" behind it")
    }

    /// What stands behind an opening quote, in quotes.
    private static func quotedPart(_ text: String) -> String {
        String(text.unicodeScalars.dropFirst()).quotedInOneLine(limit: 40)
    }

    /// The character that a backslash and `kind` stand for.
    private static func escaped(
        by kind: Unicode.Scalar,
        _ rest: inout Substring.UnicodeScalarView
    ) throws(Wrong) -> Unicode.Scalar {
        switch kind {
        case "\"", "\\": return kind
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "0": return "\0"
        case "u":
            // What is wrong with it is shown up to where it would end.
            let digits = rest.first == "{" ? rest.dropFirst().prefix { $0.properties.isASCIIHexDigit } : rest.prefix(0)
            let end = rest.dropFirst(digits.count + 1)
            guard end.first == "}", (1...8).contains(digits.count), let value = UInt32(String(digits), radix: 16),
                let scalar = Unicode.Scalar(value)
            else {
                let word = "\\u" + String(rest.prefix(digits.count + 2))
                throw Wrong(
                    word: word,
                    problem: "\(word.quotedInOneLine()) is no character; write its number in hexadecimal, as \\u{1B}"
                )
            }
            rest = end.dropFirst()
            return scalar
        default:
            let word = "\\\(kind)"
            throw Wrong(
                word: word,
                problem: "\(word.quotedInOneLine()) is no character; there are \\\" \\\\ \\n \\r \\t \\0 and \\u{1B}"
            )
        }
    }

    // MARK: Writing

    /// A text as one word of a script: in quotes where it needs them.
    static func word(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

    /// A text that takes the rest of a line: in quotes where that would be read as another one.
    static func rest(_ text: String) -> String {
        let words = text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
        return words.allSatisfy { isPlain(String($0)) } ? text : quoted(text)
    }

    /// A key and its value as one word: a = in the key is escaped.
    static func pair(_ key: String, _ value: String) -> String {
        if !key.isEmpty, isPlain(key), isPlain(value) || value.isEmpty, !key.unicodeScalars.contains("=") {
            return "\(key)=\(value)"
        }
        return "\"\(key.inOneLine(escaping: "\"\\="))=\(value.inOneLine(escaping: "\"\\"))\""
    }

    /// Whether a text is read as one word as it is.
    private static func isPlain(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return !text.isEmpty && scalars.first != "#" && !scalars.contains("\"")
            && !scalars.contains(where: \.properties.isWhitespace) && text.inOneLine() == text
    }

    private static func quoted(_ text: String) -> String { "\"\(text.inOneLine(escaping: "\"\\"))\"" }

    // MARK: Guessing

    /// The word of `known` that is meant, most likely; nil where none is near.
    static func nearest(to word: String, of known: [String]) -> String? {
        let most = (word.count + 1) / 2
        var best: (word: String, distance: Int)?
        // Who types much more than any word is long means none of them.
        guard word.count <= 40 else { return nil }
        for candidate in known {
            let distance = distance(Array(word.lowercased()), Array(candidate.lowercased()))
            if distance <= most, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word ?? known.first { $0.hasPrefix(word.lowercased()) && word.count > 1 }
    }

    /// How many characters must be put in, taken out or changed to make one of the other.
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var row = Array(0...other.count)
        for (place, character) in one.enumerated() {
            var corner = row[0]
            row[0] = place + 1
            for (column, candidate) in other.enumerated() {
                let changed = corner + (character == candidate ? 0 : 1)
                corner = row[column + 1]
                row[column + 1] = min(changed, row[column] + 1, corner + 1)
            }
        }
        return row[other.count]
    }
}
