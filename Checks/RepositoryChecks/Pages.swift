/// Checks the pages: the map of folders, the names in code voice, the sizes, and the links.
package struct PagesCheck: Check {
    static let architecture = "ARCHITECTURE.md"
    static let bytesOfArchitecture = 30_000
    static let bytesOfDesign = 90_000
    static let linesOfReadme = 300

    private var faults: [Fault] = []
    private var tree = FileTree()
    private var pages: [MarkdownPage] = []
    private var design = 0
    /// What names are looked for in: all but pages and the inputs of fuzzers, and the list of rules, which names what
    /// others have.
    private var texts: [RepositoryFile] = []

    package init() {}

    package mutating func read(_ source: Source) {
        tree.add(source.path)
        if source.language != .markdown || source.path == RulesCheck.page,
            !source.path.hasPrefix("Fuzzing/Corpus/")
        {
            texts.append(source.file)
        }
        guard source.language == .markdown else { return }
        if !source.isUTF8 { faults.append(Fault(source.path, "the file is not UTF-8; save it as UTF-8")) }
        let page = MarkdownPage(source)
        pages.append(page)
        for block in page.blocks where !block.ends {
            faults.append(Fault(source.path, block.firstLine, "the block of code does not end; close it with ```"))
        }
        let size = source.file.bytes.count
        if source.path == Self.architecture, size > Self.bytesOfArchitecture {
            let message =
                "the page has \(size) bytes, and \(Self.bytesOfArchitecture) is the limit; move topics to docs/design"
            faults.append(Fault(source.path, message))
        }
        if source.path.hasPrefix("docs/design/") { design += size }
        if source.path == "README.md", page.lineCount > Self.linesOfReadme {
            let message = "the page has \(page.lineCount) lines, and \(Self.linesOfReadme) is the limit; shorten it"
            faults.append(Fault(source.path, message))
        }
    }

    package func finish() -> [Fault] {
        var found = faults + linkFaults()
        if design > Self.bytesOfDesign {
            let message = "the pages have \(design) bytes, and \(Self.bytesOfDesign) is the limit; shorten them"
            found.append(Fault("docs/design", message))
        }
        if let page = pages.first(where: { $0.path == Self.architecture }) {
            found += FolderMap.faults(in: page, tree)
        } else {
            found.append(Fault(Self.architecture, "the page is not there; it has the map of folders"))
        }
        let named = pages.filter { page in
            page.path == Self.architecture || page.path == "CONTRIBUTING.md" || page.path.hasPrefix("docs/design/")
        }
        return found + NamesInPages.faults(in: named, tree, texts)
    }

    private func linkFaults() -> [Fault] {
        let anchors = Dictionary(pages.map { ($0.path, $0.anchors) }) { first, _ in first }
        return pages.flatMap { page in
            page.links.compactMap { link in
                // Those with a scheme lead elsewhere.
                guard !link.target.contains(":") else { return nil }
                let parts = link.target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let path = parts[0].isEmpty ? page.path : FileTree.resolve(String(parts[0]), from: page.path)
                guard let path, tree.has(path) || path.isEmpty else {
                    return Fault(page.path, link.line, "links to \(link.target), which is not there; mend the link")
                }
                guard parts.count == 2, let anchors = anchors[path], !anchors.contains(String(parts[1])) else {
                    return nil
                }
                return Fault(
                    page.path,
                    link.line,
                    "links to \(link.target), but \(path) has no heading for #\(parts[1]); mend the link"
                )
            }
        }
    }
}
