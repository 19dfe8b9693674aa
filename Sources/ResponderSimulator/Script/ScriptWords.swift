internal import ResponderKit
internal import ResponderSupport

// Reading the words of a script's line, and writing texts as words. Both work on Unicode scalars: a combining mark
// behind a quote or a = forms one character with it, and comparing characters would miss the quote or the =.
enum ScriptWords {
    /// One word.
    struct Word {
        var text = ""
        var isQuoted = false
        /// The byte offset of the first = that is not escaped.
        var sign: Int?

        /// The key before that = and the value behind it; nil without a =, or with an empty key.
        ///
        /// In quotes, the key may be empty.
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

    /// Why a line cannot be split into words.
    struct Wrong: Error {
        /// The word that is wrong.
        let word: String
        let problem: String
    }

    /// The words of a line: texts between spaces, or in double quotes.
    ///
    /// In quotes, a backslash begins an escape, which stands for one character. A # that begins a word begins a
    /// comment.
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

    /// Takes a quoted word from the beginning of `rest`, with its quotes.
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

    /// The text behind an opening quote, in quotes for a message.
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
            // The message shows a wrong escape up to the place where its end would be.
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

    /// A text as one word of a script, in quotes where they are needed.
    static func word(_ text: String, quotedIf mustBeQuoted: Bool = false) -> String {
        isPlain(text) && !mustBeQuoted ? text : quoted(text)
    }

    /// A text as one word that is no pair: a = is escaped.
    static func key(_ text: String) -> String {
        text.unicodeScalars.contains("=") ? "\"\(text.inOneLine(escaping: "\"\\="))\"" : word(text)
    }

    /// A text that takes the rest of a line, in quotes where it would otherwise be read as another text.
    static func rest(_ text: String, quotedIf mustBeQuoted: Bool = false) -> String {
        if mustBeQuoted { return quoted(text) }
        let words = text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
        return words.allSatisfy { isPlain(String($0)) } ? text : quoted(text)
    }

    /// A key and its value as one word; a = in the key is escaped.
    static func pair(_ key: String, _ value: String) -> String {
        if !key.isEmpty, isPlain(key), isPlain(value) || value.isEmpty, !key.unicodeScalars.contains("=") {
            return "\(key)=\(value)"
        }
        return "\"\(key.inOneLine(escaping: "\"\\="))=\(value.inOneLine(escaping: "\"\\"))\""
    }

    /// Whether a text without quotes is read as one word, and as the same text.
    private static func isPlain(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return !text.isEmpty && scalars.first != "#" && !scalars.contains("\"")
            && !scalars.contains(where: \.properties.isWhitespace) && text.inOneLine() == text
    }

    private static func quoted(_ text: String) -> String { "\"\(text.inOneLine(escaping: "\"\\"))\"" }
}
