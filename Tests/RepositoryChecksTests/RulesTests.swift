import Testing

@testable import RepositoryChecks

@Suite("Rules")
struct RulesTests {
    private func said(_ rules: String, _ code: String = "// Rules: H1, L9.", _ path: String = "a.swift") -> [String] {
        RepositoryChecksTests.said(by: RulesCheck(), of: ["docs/Rules.md": rules, path: code])
    }

    private let rules = "- **H1** It is. (A)\n- **L9** It is,\n  too. (B)\n"

    @Test("Rules that are listed once and cited are right, wherever they are cited")
    func right() {
        #expect(said(rules).isEmpty)
        #expect(said(rules, "let a = \"H1 L9\" /* L9 */ \n /** H1 */").isEmpty)
        #expect(said(rules, "H1 and L9", "a.md").isEmpty)
        #expect(said(rules, "/* L9\n * H1 */", "a.c").isEmpty)
        #expect(said(rules, "# H2\nrules: [H1, L9]\nsteps: H3\n", "a.yaml").isEmpty)
        #expect(said(rules, "{\n  \"rules\": [\"H1\", \"L9\"], \"name\": \"H2\"\n}\n", "a.json").isEmpty)
        #expect(said(rules, "{\n  \"rules\": \"H1, L9.\",\n  \"name\": \"H2\"\n}\n", "a.json").isEmpty)
        #expect(said("- **SEQ3** A.\n- **SEQ12** B.\n- **SEQ4** C.\n", "// Sequences 3, 4, and 12.").isEmpty)
    }

    @Test(
        "What looks like a number in a longer word, an escape, a member, code or a text is no citation",
        arguments: [
            "// AH2 H2x H200 H02 _H2 .H2 %H2 \\H2 H2é", "let a = H2", "let a = \"a H2\"",
            "let a = \"\"\"\n// H2\n\"\"\"",
        ]
    )
    func other(code: String) {
        #expect(said(rules, "// H1, L9\n\(code)").isEmpty)
    }

    @Test("A rule that is cited and not listed, listed and not cited, or listed twice is an error")
    func wrong() {
        #expect(
            said(rules, "/* H1, L9\n V3 */") == [
                "error: a.swift:2: cites V3, which docs/Rules.md does not list; list it, or mend the number"
            ]
        )
        #expect(
            said(rules, "// H1") == [
                "error: docs/Rules.md:2: nothing cites L9; cite it at its test, or delete the line"
            ]
        )
        #expect(said(rules + "- **H1** Again; see C4.\n").count == 2)
        #expect(RepositoryChecksTests.said(by: RulesCheck(), of: [:]).count == 1)
    }

    @Test("A departure at the end of its rule is right, and counts as a citation")
    func departure() {
        #expect(said(rules + "  Departs from: L9 (it is\n  so. And so).\n", "// H1").isEmpty)
        #expect(said("The form is `Departs from:`.\r\n- **H1** A. (B)\r\n  Departs from: H1 (so).\r\n", "//").isEmpty)
    }

    @Test(
        "A departure under another rule, without a reason, or in the midst of a line is an error",
        arguments: [
            ("  Departs from: H1 (so).\n", "departs from H1 under L9"),
            ("\n  Departs from: L9 (so).\n", "under no rule"),
            ("  Departs from: L9 so.\n", "has no reason"), ("  Departs from: L9 (so\n", "has no reason"),
            ("  Departs from: L9 (so). And more.\n", "has no reason"),
            ("  Or so. Departs from: L9 (so).\n", "stands in a line"),
        ]
    )
    func wrongDeparture(lines: String, message: String) {
        let faults = said(rules + lines)
        #expect(faults.count == 1)
        #expect(faults.first?.contains(message) == true, "\(faults)")
    }

    @Test("A departure in any other file is an error")
    func elsewhere() {
        let fault = "the departure from L9 stands here; move it to the rule in docs/Rules.md"
        #expect(said(rules, "H1\n- Departs from:\n  L9 (so).", "A.md") == ["error: A.md:3: \(fault)"])
        #expect(said(rules, "// H1\n// Departs from:\n// L9 (so).") == ["error: a.swift:3: \(fault)"])
        #expect(said(rules, "// H1 L9\nlet a = \"Departs from: L9 (so).\"").isEmpty)
    }
}
