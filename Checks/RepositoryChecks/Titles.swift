/// Checks that the title of each test is a sentence that no other test of the file has, and that the tests of XCTest
/// are in the only target that runs them, and in its list.
///
/// A test without a title is known by its function's name, which is no matter of this check.
package struct TitlesCheck: Check {
    private static let list = "Tests/XCTMain.swift"
    private static let home = "Tests/RealTimeTests/"

    private var faults: [Fault] = []
    private var tests: [(path: String, line: Int, entry: String)] = []
    private var listed: Set<String> = []

    package init() {}

    package mutating func read(_ source: Source) {
        guard source.language == .swift, source.path.hasPrefix("Tests/") else { return }
        var lines: [String: Int] = [:]
        var isXCTest = false
        let tokens = source.tokens
        for index in tokens.indices {
            let token = tokens[index]
            if token.kind == .word, token.end - token.start == 10 || token.end - token.start == 11 {
                if source.text(token) == "XCTestCase" { isXCTest = true }
            }
            guard token.isSign("@"), index + 3 < tokens.count, tokens[index + 1].kind == .word,
                tokens[index + 1].end - tokens[index + 1].start == 4, tokens[index + 2].isSign("("),
                source.text(tokens[index + 1]) == "Test",
                let first = tokens[(index + 3)...].first(where: { $0.kind != .comment }), first.kind == .string
            else { continue }
            let title = source.content(first)
            if let line = lines[title] {
                let message = "the test in line \(line) has this title too; say what is different: \"\(title)\""
                faults.append(Fault(source.path, first.line, message))
            }
            lines[title] = first.line
            if let mistake = Self.mistake(in: title) {
                faults.append(Fault(source.path, first.line, "a test's title is a sentence: \(mistake): \"\(title)\""))
            }
        }
        if source.path == Self.list { readList(source) }
        if isXCTest { readXCTest(source) }
    }

    package func finish() -> [Fault] {
        faults
            + tests.filter { !listed.contains($0.entry) }.map {
                Fault(
                    $0.path,
                    $0.line,
                    "\(Self.list) does not list a test of XCTest, which so never runs; add \($0.entry)"
                )
            }
    }

    /// Reads the entries of the list, such as `("testFork", ForkTests.testFork)`.
    private mutating func readList(_ source: Source) {
        let tokens = source.tokens.filter { $0.kind != .comment && $0.kind != .documentation }
        for (index, token) in tokens.enumerated() where token.kind == .string && index > 0 && index + 5 < tokens.count {
            let entry = tokens[(index - 1)...(index + 5)].map(source.text)
            if entry[0] == "(", entry[2] == ",", entry[4] == ".", entry[6] == ")" {
                listed.insert("(\(entry[1]), \(entry[3]).\(entry[5]))")
            }
        }
    }

    private mutating func readXCTest(_ source: Source) {
        guard source.path.hasPrefix(Self.home) else {
            if source.path.split(separator: "/")[1].hasSuffix("Tests") {
                let message = "the file has tests of XCTest, which run only in \(Self.home); move it there"
                faults.append(Fault(source.path, message))
            }
            return
        }
        for declaration in DeclarationReader.read(source)
        where declaration.keyword == "func" && declaration.name.hasPrefix("test") && !declaration.owner.isEmpty {
            let entry = "(\"\(declaration.name)\", \(declaration.owner).\(declaration.name))"
            tests.append((source.path, declaration.line, entry))
        }
    }

    /// Words that are no subject: verbs of what a suite's title or the test before names, and conjunctions that go on.
    private static let fragments = words(
        """
        Accepts Adds Agree Agrees Allows And Animates Are Arrives Asks Become Becomes Begin Begins Belongs \
        Brings But Can Cannot Carries Come Comes Computes Contains Could Delivers Did Do Does Escapes Fails \
        Follows Forgets Fulfils Gets Gives Go Goes Had Has Have Hears Ignores Is Keeps Knows Lasts Lets \
        Loses Makes May Might Must Nor Or Puts Reaches Receives Refuses Remembers Removes Replaces Resigns \
        Restores Says Sees Sends Shall Should Stays Suspends Takes Tells Than That Throws Tries Understands \
        Wakes Wants Was Were Whose Will Would
        """
    )
    /// Verbs that are the plurals of nouns too: no subject if an article follows, as in "Calls the handler".
    private static let verbsOrNouns = words(
        """
        Answers Calls Cancels Changes Closes Counts Covers Cuts Deletes Drags Draws Drops Ends Fills Finds \
        Fires Fits Holds Leads Leaves Lies Lists Loads Marks Means Moves Names Needs Numbers Offers Opens \
        Passes Plays Pops Posts Prints Pushes Reads Records Repeats Reports Returns Runs Scrolls Selects \
        Shows Stands Starts Stops Switches Touches Tracks Turns Types Uses Waits Works Writes
        """
    )
    private static let articles = words("a all an each every it its no nothing the them")

    private static func words(_ text: String) -> Set<Substring> { Set(text.split(separator: " ")) }

    /// What keeps the title from being a sentence; nil if nothing does.
    static func mistake(in title: String) -> String? {
        let words = title.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, let initial = first.first else { return "it has no words" }
        // A name of code may begin with a small letter: `next`, hitTest(_:with:), touch.phase.
        let isName = first.contains { $0.isUppercase || "(._".contains($0) }
        guard initial.isUppercase || initial.isNumber || "`\"'“‘".contains(initial) || isName else {
            return "begin it with a capital letter, or with a name in backticks"
        }
        if title.last == "." { return "end it without a full stop" }
        if words.count < 3 { return "give it three words at least" }
        let word = first.prefix { $0.isLetter }
        let isVerb = fragments.contains(word) || verbsOrNouns.contains(word) && articles.contains(words[1])
        if isVerb { return "begin it with a subject, which \"\(word)\" is not" }
        return nil
    }
}
