/// Checks that docs/Rules.md lists each rule that a tracked file cites, once, and no rule that nothing cites.
///
/// A citation is a rule's number as a whole word: in Markdown, in a comment of Swift or C, and in a string of Swift
/// that holds only such numbers, for example in the table of transitions. "Sequence 3" and "sequences 3 and 4" count as
/// well. A scenario cites the rules of the line `rules: [H8, H9]` in YAML, or `"rules": ["H8", "H9"]` in JSON.
///
/// A departure from a rule stands at the rule: `Departs from: ` with the rule's number and the reason in parentheses,
/// in an indented line, at the end of what is said of the rule. It counts as a citation.
package struct RulesCheck: Check {
    static let page = "docs/Rules.md"

    private var faults: [Fault] = []
    private var hasPage = false
    private var listed: [String: Int] = [:]
    private var cited: Set<String> = []
    private var citations: [(rule: String, path: String, line: Int)] = []

    package init() {}

    package mutating func read(_ source: Source) {
        if source.path == Self.page {
            readPage(source)
        } else if source.language == .markdown {
            readText(source, 0..<source.file.bytes.count, line: 1)
        } else if source.language == .yaml {
            source.forEachLine { number, range in
                if source.text(range).hasPrefix("rules:") { readText(source, range, line: number) }
            }
        } else if source.language == .json {
            source.forEachLine { number, range in
                guard let key = source.text(range).firstRange(of: #""rules":"#) else { return }
                let text = source.text(range)
                let start = range.lowerBound + text.utf8.distance(from: text.startIndex, to: key.upperBound)
                let rest = source.file.bytes[start..<range.upperBound]
                let end = rest.firstIndex(of: UInt8(ascii: "]")) ?? range.upperBound
                readText(source, start..<end, line: number)
            }
        } else {
            for token in source.tokens {
                switch token.kind {
                case .comment, .documentation: readText(source, token.start..<token.end, line: token.line)
                case .string where source.language == .swift: readString(source, token)
                default: break
                }
            }
        }
    }

    package func finish() -> [Fault] {
        guard hasPage else {
            return [Fault(Self.page, "the page is not there; it says what the numbers of rules stand for")]
        }
        let unlisted = citations.filter { listed[$0.rule] == nil }.map {
            Fault($0.path, $0.line, "cites \($0.rule), which \(Self.page) does not list; list it, or mend the number")
        }
        let uncited = listed.filter { !cited.contains($0.key) }.map {
            Fault(Self.page, $0.value, "nothing cites \($0.key); cite it at its test, or delete the line")
        }
        return faults + unlisted + uncited
    }

    private mutating func cite(_ rule: String, _ path: String, _ line: Int) {
        citations.append((rule, path, line))
        if path != Self.page { cited.insert(rule) }
    }

    private mutating func readText(_ source: Source, _ range: Range<Int>, line: Int) {
        for found in Citation.find(in: source.file.bytes, range, line: line) {
            cite(found.rule, source.path, found.line)
            guard found.isDeparture else { continue }
            faults.append(
                Fault(
                    source.path,
                    found.line,
                    "the departure from \(found.rule) stands here; move it to the rule in \(Self.page)"
                )
            )
        }
    }

    private mutating func readString(_ source: Source, _ token: Token) {
        // Sixteen rules in a string would be a text.
        guard token.end - token.start <= 64 else { return }
        let content = token.start + 1..<max(token.end - 1, token.start + 1)
        let found = Citation.find(in: source.file.bytes, content, line: token.line)
        let length = found.reduce(0) { $0 + $1.rule.utf8.count }
        guard !found.isEmpty, length + found.count - 1 == content.count else { return }
        for citation in found { cite(citation.rule, source.path, citation.line) }
    }

    /// Reads the list, in which what is said of a rule goes on in indented lines.
    private mutating func readPage(_ source: Source) {
        hasPage = true
        var rule: String?
        var departure: (line: Int, end: String)?
        var found: [(line: Int, message: String)] = []
        func endRule() {
            if let departure, !departure.end.hasSuffix(").") {
                found.append((departure.line, "the departure has no reason that ends the rule; write (reason)."))
            }
            departure = nil
        }
        source.forEachLine { number, range in
            let text = source.text(range)
            let first = Citation.find(in: source.file.bytes, range, line: number).first
            if let first, text.hasPrefix("- **\(first.rule)** ") {
                endRule()
                rule = first.rule
                if let line = listed[first.rule] {
                    found.append((number, "\(first.rule) is listed in line \(line) already; delete one"))
                } else {
                    listed[first.rule] = number
                }
            } else if !text.hasPrefix("  ") {
                endRule()
                rule = nil
            }
            guard let first, first.isDeparture, text.hasPrefix("  Departs from: ") else {
                departure?.end = text
                return
            }
            if first.rule == rule, text.hasPrefix("  Departs from: \(first.rule) (") {
                departure = (number, text)
                cited.insert(first.rule)
            } else if first.rule == rule {
                found.append((number, "the departure has no reason; write \(first.rule) (reason)."))
            } else {
                let message = "departs from \(first.rule) under \(rule ?? "no rule"); move it to \(first.rule)"
                found.append((number, message))
            }
        }
        endRule()
        for citation in Citation.find(in: source.file.bytes, 0..<source.file.bytes.count, line: 1) {
            citations.append((citation.rule, Self.page, citation.line))
            if citation.isDeparture, !citation.isIndentedDeparture {
                found.append((citation.line, "the departure stands in a line; begin an indented line with it"))
            }
        }
        faults += found.map { Fault(Self.page, $0.line, $0.message) }
    }
}

/// A rule's number in a text.
struct Citation: Equatable {
    let rule: String
    let line: Int
    /// Whether "Departs from:" stands before it.
    var isDeparture = false
    /// Whether that begins a line, behind two blanks.
    var isIndentedDeparture = false

    private static let departs = Array("Departs from:".utf8)

    static func find(in bytes: [UInt8], _ range: Range<Int>, line: Int) -> [Citation] {
        var found: [Citation] = []
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            var line = line
            var place = range.lowerBound
            while place < range.upperBound {
                let start = place
                while place < range.upperBound, Lexer.isPartOfWord(base[place]) { place += 1 }
                if place > start {
                    if isNumber(base + start, place - start, before: start > range.lowerBound ? base[start - 1] : 32) {
                        let rule = String(decoding: buffer[start..<place], as: UTF8.self)
                        let gap = departure(buffer, start)
                        var citation = Citation(rule: rule, line: line, isDeparture: gap != nil)
                        if let gap {
                            citation.isIndentedDeparture =
                                gap >= 3 && base[gap - 1] == 32 && base[gap - 2] == 32 && base[gap - 3] == 10
                        }
                        found.append(citation)
                    } else if place - start >= 8, place - start <= 9, base[start + 1] == UInt8(ascii: "e") {
                        let word = String(decoding: buffer[start..<place], as: UTF8.self).lowercased()
                        if word == "sequence" || word == "sequences" {
                            let rest = String(
                                decoding: buffer[place..<min(place + 80, range.upperBound)],
                                as: UTF8.self
                            )
                            found += sequences(rest).map { Citation(rule: "SEQ\($0)", line: line) }
                        }
                    }
                } else {
                    if base[place] == UInt8(ascii: "\n") { line += 1 }
                    place += 1
                }
            }
        }
        return found
    }

    /// Whether the word is a rule's number, by itself and by the byte before it: a member, say, is none.
    private static func isNumber(_ word: UnsafePointer<UInt8>, _ count: Int, before: UInt8) -> Bool {
        guard count >= 2, count <= 5, !"{}.#%\\".utf8.contains(before) else { return false }
        var digits = 0
        while digits < count, (0x30...0x39).contains(word[count - 1 - digits]) { digits += 1 }
        guard digits == 1 || digits == 2, digits < count, word[count - digits] != UInt8(ascii: "0") else {
            return false
        }
        let kind = String(decoding: UnsafeBufferPointer(start: word, count: count - digits), as: UTF8.self)
        return kind == "SEQ" || kind == "VC" || (kind.utf8.count == 1 && "HTRGCLNEVAS".contains(kind))
    }

    /// Where "Departs from:" begins before a number, with nothing but blanks, ends of lines and comment signs between.
    private static func departure(_ buffer: UnsafeBufferPointer<UInt8>, _ number: Int) -> Int? {
        var end = number
        while end > 0, " \t\r\n/*".utf8.contains(buffer[end - 1]) { end -= 1 }
        let start = end - departs.count
        return start >= 0 && buffer[start..<end].elementsEqual(departs) ? start : nil
    }

    /// The numbers of a list such as " 3, 4 and 5".
    private static func sequences(_ text: String) -> [Substring] {
        guard let list = text.prefixMatch(of: /\ [0-9]+((,|\ and|,\ and)\ [0-9]+)*/) else { return [] }
        return list.output.0.split { !$0.isNumber }
    }
}
