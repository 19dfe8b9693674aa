import Testing

@testable import RepositoryChecks

@Suite("Pages")
struct PagesTests {
    private let map = """
        ```
        Sources/
          M/            a module; goes on
                        in the next line
            F/          a folder
        Checks/         the checks
          a.swift       a file
        ```

        """

    private func said(_ page: String, _ more: [String: String] = [:]) -> [String] {
        let files = [
            "ARCHITECTURE.md": page, "Sources/M/F/a.swift": "struct Touch { func hit(at: Int) {} }\nlet UIx = 1",
            "Sources/M/include/a.h": "", "Checks/a.swift": "", "Scripts/run": "cd made/here", "Samples/Made/a.txt": "",
        ]
        return RepositoryChecksTests.said(by: PagesCheck(), of: files.merging(more) { $1 })
    }

    @Test("A map that lists each folder once, and says what is in it, is right")
    func rightMap() {
        #expect(said(map).isEmpty)
        #expect(said(map.replacing("\n", with: "\r\n")).isEmpty)
    }

    @Test("A map whose text for a folder is a page needs no lines for the folders inside")
    func mapWithPage() {
        let inside = ["Checks/N/F/a.swift": "", "Checks/NN/a.swift": ""]
        #expect(said(map, inside).count == 3)
        let folders = "Checks/\n  NN/           a folder\n  N/            a/README.md\nX "
        let listed = map.replacing("Checks/ ", with: folders)
        #expect(said(listed.replacing(/X .*\n/, with: ""), inside).isEmpty)
    }

    @Test(
        "A map that lacks a folder, has one twice, one that is not there or one without a text is an error",
        arguments: [
            ("    F/          a folder\n", "", "does not list Sources/M/F/"),
            ("Checks/ ", "Checks/  x\nChecks/", "line 6 of"),
            ("  a.swift ", "  b.swift ", "lists Checks/b.swift, which is not there"),
            ("    F/          a folder", "    F/", "say it"),
            ("Sources/\n", "Other/\n", "no map"),
        ]
    )
    func wrongMap(old: String, new: String, message: String) {
        let faults = said(map.replacing(old, with: new))
        #expect(faults.contains { $0.contains(message) }, "\(faults)")
    }

    @Test("A block of code that never ends is an error, and its text is no text of the page")
    func endlessBlock() {
        let faults = said(map + "~ ```\n\n```swift\n`Unknown` [a](b.md)\n")
        #expect(faults == ["error: ARCHITECTURE.md:11: the block of code does not end; close it with ```"])
    }

    @Test(
        "Names that occur in the sources, files, patterns of files and what is no name of ours are right",
        arguments: [
            "Touch", "hit(at:)", "Touch.hit(at:)", "Touch.hit", "M/F/", "Made", "Sources/M/NAME", "M/*/a.swift",
            "a.swift",
            "made/here",
            "UIView.frame", "NSResponder", "/dev/null", "O(n) or more", "make lint", "x = Unknown", ".build/X.swift",
            "lower", "1/2",
        ]
    )
    func rightNames(name: String) {
        #expect(said(map + "See `\(name)`, and\n``` ``\(name)`` ```.").isEmpty)
        #expect(said(map + "\n````\n```\n`Unknown`\n````\n").isEmpty)
    }

    @Test(
        "Names that do not occur are errors, also where only a part of a word does",
        arguments: [
            "Touc", "Touches", "hit(in:)", "miss()", "Touch.miss", "N/F/", "Sources/N/*", "b.swift", "made/there",
            "UIx.Unknown", "unKnown",
        ]
    )
    func wrongNames(name: String) {
        for page in ["ARCHITECTURE.md", "docs/design/a.md", "CONTRIBUTING.md"] {
            let isMap = page == "ARCHITECTURE.md"
            let text = "\n\nA `code\nspan` and\n`\(name)`.\n"
            let faults = isMap ? said(map + text) : said(map, [page: text])
            #expect(faults.count == 1, "\(faults)")
            #expect(faults.first?.hasPrefix("error: \(page):\(isMap ? 13 : 5): names ") == true, "\(faults)")
        }
        #expect(said(map, ["docs/Other.md": "`\(name)`"]).isEmpty)
    }

    @Test("Pages that are too large are errors")
    func sizes() {
        #expect(said(map + String(repeating: "a", count: 30_000)).count == 1)
        let half = String(repeating: "a", count: 45_000)
        #expect(said(map, ["docs/design/a.md": half, "docs/design/b.md": half]).isEmpty)
        #expect(said(map, ["docs/design/a.md": half, "docs/design/b.md": half + "a"]).count == 1)
        #expect(said(map, ["README.md": String(repeating: "a\n", count: 300)]).isEmpty)
        #expect(said(map, ["README.md": String(repeating: "a\n", count: 301)]).count == 1)
    }

    @Test("Links that lead to files, folders, headings and elsewhere are right")
    func rightLinks() {
        let links =
            "[a](../Scripts/run), [b](A.md#a-b-cs-d), [c](#one-1) [d](https://a.b/#c) `[e](f)` [`g`](../Sources/M/)"
        let page = "# One\n\n# One\n\(links)\n"
        #expect(said(map, ["docs/B.md": page, "docs/A.md": "## A `B` [C's](x:y) *D*\n"]).isEmpty)
    }

    @Test(
        "A link that leads to no file, out of the repository or to no heading is an error",
        arguments: ["b.md", "../../a", "/Scripts/run", "/../Scripts/run", "A.md#b", "#b", "run"]
    )
    func wrongLinks(link: String) {
        let faults = said(map, ["docs/B.md": "a\r\n\r\n[a\r\nb](\(link))", "docs/A.md": "# A"])
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("error: docs/B.md:4: links to \(link), ") == true, "\(faults)")
    }
}
