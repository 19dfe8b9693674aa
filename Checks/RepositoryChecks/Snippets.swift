/// Writes the Swift examples of pages as files of one module.
///
/// An example is a block of Markdown that begins with ```swift. Its imports come first; an example without imports is
/// an app's, and gets `import ResponderKit`. Declarations stay as they are; statements become the body of a throwing
/// main-actor function. The line before a block may be:
///
///     <!-- continues -->               the block goes on where the block before it ended
///     <!-- not compiled: REASON -->    the block is not an app's Swift, or needs what not every machine has
package struct Snippets {
    private struct Line {
        let text: String
        let path: String
        let number: Int
    }

    /// The files' texts, in the order of the examples.
    package private(set) var examples: [String] = []
    package private(set) var blocks = 0
    package private(set) var leftOut = 0
    package private(set) var faults: [Fault] = []
    private var lines: [Line] = []

    package init(_ pages: [RepositoryFile]) {
        for page in pages { read(Source(page)) }
    }

    private mutating func read(_ source: Source) {
        let blocksByLine = Dictionary(grouping: MarkdownPage(source).blocks, by: \.firstLine)
        var marker = ""
        var lastOfBlock = 0
        source.forEachLine { number, range in
            guard number > lastOfBlock else { return }
            if let block = blocksByLine[number]?.first {
                lastOfBlock = number + block.lines.count + 1
                if block.language.hasPrefix("swift") { take(block, marker, source.path) }
                marker = ""
                return
            }
            let text = source.text(range)
            let isMarker = text == "<!-- continues -->" || text.hasPrefix("<!-- not compiled: ")
            if isMarker || text.contains(where: { !$0.isWhitespace }) { marker = isMarker ? text : "" }
        }
        finish()
    }

    private mutating func take(_ block: MarkdownPage.CodeBlock, _ marker: String, _ path: String) {
        blocks += 1
        if !block.ends { faults.append(Fault(path, block.firstLine, "the block does not end; close it with ```")) }
        if marker != "<!-- continues -->" {
            finish()
        } else if lines.isEmpty {
            faults.append(Fault(path, block.firstLine, "the block continues one that is not there; delete the comment"))
        }
        if marker.hasPrefix("<!-- not compiled") {
            leftOut += 1
        } else {
            lines += block.lines.map { Line(text: $0.text, path: path, number: $0.number) }
        }
    }

    /// Ends the example: its imports, then the function or the type around it.
    private mutating func finish() {
        guard !lines.isEmpty else { return }
        let number = examples.count + 1
        let isBody = lines.contains { Self.isStatement($0.text) }
        let isExtending = lines.contains { $0.text.hasPrefix("extension ") }
        let imports = lines.filter { $0.text.hasPrefix("import ") }
        var text = imports.isEmpty ? "import ResponderKit\n" : Self.located(imports)
        if isBody {
            let isAsync = lines.contains { Self.isAwaited($0.text) }
            text += "@MainActor func example\(number)()\(isAsync ? " async" : "") throws {\n"
        } else if !isExtending {
            // A type around the example keeps its names apart from other examples; extensions cannot be inside one.
            text += "struct Example\(number) {\n"
        }
        text += Self.located(lines.filter { !$0.text.hasPrefix("import ") })
        if isBody || !isExtending { text += "}\n" }
        examples.append(text)
        lines = []
    }

    /// The lines, each with its place unless it follows the line before.
    ///
    /// `@main` goes: the module has no entry point.
    private static func located(_ lines: [Line]) -> String {
        var text = ""
        var former: Line?
        for line in lines {
            if former?.path != line.path || former?.number != line.number - 1 {
                text += "#sourceLocation(file: \"\(line.path)\", line: \(line.number))\n"
            }
            former = line
            text += line.text.trimmingPrefix(/@main\b */) + "\n"
        }
        return text
    }

    /// Whether the line begins a statement of a function's body: it is not indented, and no declaration.
    private static func isStatement(_ line: String) -> Bool {
        guard let first = line.first, !" /})]".contains(first) else { return false }
        let modifiers = /((public|open|final|private|nonisolated|@[A-Za-z]+) +)*/
        let rest = line.trimmingPrefix(modifiers)
        let declares =
            rest.prefixMatch(of: /(class|struct|enum|protocol|extension|actor|func|typealias|import)[ ]/) != nil
        // An attribute may stand in a line of its own.
        return !declares && line.wholeMatch(of: /@[A-Za-z]+ */) == nil
    }

    /// Whether the line awaits at its beginning: `await …`, `let a = try await …`, `for try await …`.
    private static func isAwaited(_ line: String) -> Bool {
        line.prefixMatch(of: /(for (try )?await|((let|var) .*= *)?(try )?await)[ ]/) != nil
    }
}
