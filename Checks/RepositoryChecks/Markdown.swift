/// A page of Markdown: its lines, its blocks of code, and its text without them.
struct MarkdownPage {
    /// What stands between fences.
    struct CodeBlock {
        /// The lines with their numbers.
        var lines: [(number: Int, text: String)] = []
        let firstLine: Int
        let language: String
        var ends = false
    }

    struct Link: Equatable {
        let target: String
        let line: Int
    }

    /// A name or some code in the text.
    struct CodeSpan: Equatable {
        let text: String
        let line: Int
    }

    let path: String
    private(set) var blocks: [CodeBlock] = []
    private(set) var links: [Link] = []
    private(set) var spans: [CodeSpan] = []
    /// What `#…` may name, in GitHub's way.
    private(set) var anchors: Set<String> = []
    private(set) var lineCount = 0

    init(_ source: Source) {
        path = source.path
        var paragraph: [UInt8] = []
        var firstLine = 1
        var fence = 0
        source.forEachLine { number, range in
            lineCount = number
            let text = source.text(range)
            let ticks = Self.fence(text)
            if fence > 0 {
                if ticks.length >= fence, ticks.rest.isEmpty {
                    blocks[blocks.count - 1].ends = true
                    fence = 0
                } else {
                    blocks[blocks.count - 1].lines.append((number, text))
                }
                return
            }
            if ticks.length >= 3, !ticks.rest.contains("`") {
                fence = ticks.length
                blocks.append(CodeBlock(firstLine: number, language: ticks.rest))
            } else if text.contains(where: { !$0.isWhitespace }) {
                if paragraph.isEmpty { firstLine = number }
                paragraph += source.file.bytes[range]
                paragraph.append(UInt8(ascii: "\n"))
                if text.hasPrefix("#") { addAnchor(text) }
                return
            }
            readParagraph(paragraph, firstLine)
            paragraph = []
        }
        readParagraph(paragraph, firstLine)
    }

    /// How many backticks begin the line, and what follows them.
    static func fence(_ line: String) -> (length: Int, rest: String) {
        let text = line.drop { $0 == " " }
        let rest = text.drop { $0 == "`" }
        return (text.count - rest.count, rest.trimmed)
    }

    private mutating func addAnchor(_ heading: String) {
        let hashes = heading.prefix { $0 == "#" }
        guard hashes.count <= 6, heading.dropFirst(hashes.count).first == " " else { return }
        // A link in a heading counts by its text.
        let title = heading.dropFirst(hashes.count).replacing(/\]\([^)]*\)/, with: "]")
        let anchor = title.trimmed.lowercased().compactMap { character -> Character? in
            if character == " " { return "-" }
            return character.isLetter || character.isNumber || character == "-" || character == "_" ? character : nil
        }
        var name = String(anchor)
        var copies = 0
        while !anchors.insert(name).inserted {
            copies += 1
            name = "\(String(anchor))-\(copies)"
        }
    }

    /// Finds the code in the text, and then the links outside of the code.
    private mutating func readParagraph(_ paragraph: [UInt8], _ firstLine: Int) {
        let tick = UInt8(ascii: "`")
        var text = paragraph
        // Where each length of runs of backticks occurs next; the run that ends some code is as long as the first one.
        var runs: [(start: Int, length: Int)] = []
        for place in text.indices where text[place] == tick {
            if let last = runs.last, last.start + last.length == place {
                runs[runs.count - 1].length += 1
            } else {
                runs.append((place, 1))
            }
        }
        var next: [Int: [Int]] = [:]
        for index in runs.indices.reversed() { next[runs[index].length, default: []].append(index) }
        var index = 0
        while index < runs.count {
            let run = runs[index]
            while let last = next[run.length]?.last, last <= index { next[run.length]?.removeLast() }
            guard let other = next[run.length]?.last else {
                index += 1
                continue
            }
            let code = run.start + run.length..<runs[other].start
            let line = firstLine + text[..<run.start].count { $0 == UInt8(ascii: "\n") }
            spans.append(CodeSpan(text: Substring(decoding: text[code], as: UTF8.self).trimmed, line: line))
            for place in code where text[place] != UInt8(ascii: "\n") { text[place] = UInt8(ascii: " ") }
            index = other + 1
        }
        readLinks(text, firstLine)
    }

    private mutating func readLinks(_ text: [UInt8], _ firstLine: Int) {
        var line = firstLine
        for place in text.indices {
            if text[place] == UInt8(ascii: "\n") { line += 1 }
            guard text[place] == UInt8(ascii: "]"), place + 1 < text.count, text[place + 1] == UInt8(ascii: "(") else {
                continue
            }
            let target = text[(place + 2)...].prefix { !") \n".utf8.contains($0) }
            links.append(Link(target: String(decoding: target, as: UTF8.self), line: line))
        }
    }
}
