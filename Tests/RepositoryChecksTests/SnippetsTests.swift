import Testing

@testable import RepositoryChecks

@Suite("Snippets")
struct SnippetsTests {
    private func snippets(_ text: String) -> Snippets { Snippets([RepositoryFile("a.md", text)]) }

    @Test("Declarations become a type's, statements a function's, and extensions stay outside")
    func kinds() {
        let found = snippets(
            "```swift\n@main\nfinal class A {\n}\n```\n\n```swift\nimport B\nlet a = try await b()\n```\n"
                + "```swift\nextension A {}\n```"
        )
        #expect(found.blocks == 3)
        #expect(
            found.examples == [
                "import ResponderKit\nstruct Example1 {\n"
                    + "#sourceLocation(file: \"a.md\", line: 2)\n\nfinal class A {\n}\n}\n",
                "#sourceLocation(file: \"a.md\", line: 8)\nimport B\n@MainActor func example2() async throws {\n"
                    + "#sourceLocation(file: \"a.md\", line: 9)\nlet a = try await b()\n}\n",
                "import ResponderKit\n#sourceLocation(file: \"a.md\", line: 12)\nextension A {}\n",
            ]
        )
    }

    @Test("A block goes on from the block before it, or is left out, where the comment before it says so")
    func markers() {
        let found = snippets(
            """
            ```swift
            a()
            ```
            Then:

            <!-- continues -->
            ```swift
            b()
            ```
            <!-- not compiled: a shell's -->
            ```swift
            c(
            ```
            <!-- continues -->
            A text between.
            ```
            text
            ```
            """
        )
        #expect(found.faults.isEmpty)
        #expect((found.examples.count, found.blocks, found.leftOut) == (1, 3, 1))
        #expect(found.examples[0].contains("a()\n#sourceLocation(file: \"a.md\", line: 8)\nb()\n}"))
    }

    @Test("A block that never ends, or continues none, is an error")
    func faults() {
        let endless = snippets("a\r\n```swift\r\nb()\r\n").faults
        #expect(endless == [Fault("a.md", 2, "the block does not end; close it with ```")])
        let alone = snippets("<!-- continues -->\n```swift\nb()\n```").faults
        #expect(alone == [Fault("a.md", 2, "the block continues one that is not there; delete the comment")])
        #expect(snippets("").examples.isEmpty)
    }
}
