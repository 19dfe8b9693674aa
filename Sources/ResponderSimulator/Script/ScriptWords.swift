// The words of a line of a script.
enum ScriptWords {
    /// Why a line cannot be taken apart.
    struct Unfinished: Error {
        let problem: String
    }

    /// The words of a line: what spaces part, or what stands in double quotes.
    ///
    /// In quotes \" \\ \n and \t are characters. A # that begins a word begins a comment.
    static func words(of line: Substring) throws(Unfinished) -> [String] {
        var words: [String] = []
        var rest = line
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if first == "#" {
                break
            } else if first == "\"" {
                rest.removeFirst()
                words.append(try takeQuoted(&rest))
                if let next = rest.first, !next.isWhitespace {
                    throw Unfinished(problem: "\"\(next)\" follows the closing quote; put a space between them")
                }
            } else {
                let word = rest.prefix { !$0.isWhitespace }
                words.append(String(word))
                rest = rest.dropFirst(word.count)
            }
        }
        return words
    }

    /// The text up to the closing quote, which is taken too.
    private static func takeQuoted(_ rest: inout Substring) throws(Unfinished) -> String {
        var text = ""
        while let next = rest.popFirst() {
            if next == "\"" { return text }
            guard next == "\\" else {
                text.append(next)
                continue
            }
            switch rest.popFirst() {
            case "\""?: text.append("\"")
            case "\\"?: text.append("\\")
            case "n"?: text.append("\n")
            case "t"?: text.append("\t")
            case let other?:
                throw Unfinished(problem: "\"\\\(other)\" is no character; there are \\\" \\\\ \\n and \\t")
            case nil: throw Unfinished(problem: "the line ends after a \\")
            }
        }
        throw Unfinished(problem: "a quote is opened and not closed")
    }

    /// A text as one word of a script: in quotes where it needs them.
    static func word(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.first != "#" && text.first != "\"" && !text.contains(where: \.isWhitespace)
            && !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f }
        return isPlain ? text : quoted(text)
    }

    /// A text that takes the rest of a line: in quotes where that would be read as another one.
    static func rest(_ text: String) -> String {
        if let words = try? words(of: text[...]), words.joined(separator: " ") == text, !text.isEmpty,
            !text.contains(where: { $0 == "\"" || $0.isNewline })
        {
            return text
        }
        return quoted(text)
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

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
