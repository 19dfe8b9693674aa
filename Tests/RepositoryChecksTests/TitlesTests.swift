import Testing

@testable import RepositoryChecks

@Suite("Titles")
struct TitlesTests {
    private func said(_ files: [String: String]) -> [String] {
        RepositoryChecksTests.said(by: TitlesCheck(), of: files)
    }

    @Test(
        "A title that is a sentence is right",
        arguments: [
            "A view is hit once", "In a nested run the timer fires", "Ends of touches come once",
            "64 touches are the most",
            "`next` is the superview", "hitTest(_:with:) is asked once", "touch.phase is what it was",
            "\"a\" is a text",
            "Étoiles are hit, too", "Calls of a handler are counted", "So many errors are logged",
            "Of two timers the first fires",
        ]
    )
    func right(title: String) {
        #expect(TitlesCheck.mistake(in: title) == nil)
    }

    @Test(
        "A title that is no sentence is an error that says what to do",
        arguments: [
            ("is hit once only", "capital letter"), ("a view is hit", "capital letter"),
            ("A view is hit.", "full stop"),
            ("Views move", "three words"), ("", "no words"), (" \n", "no words"),
            ("Calls the handler once", "subject, which \"Calls\" is not"),
            ("Ends each touch once", "which \"Ends\" is not"),
            ("Is hit once only", "subject, which \"Is\" is not"), ("Or a view is hit", "subject, which \"Or\" is not"),
        ]
    )
    func wrong(title: String, message: String) {
        #expect(TitlesCheck.mistake(in: title)?.contains(message) == true)
    }

    @Test("Titles are found in the attribute's line and in the next one, with other arguments or none")
    func places() {
        let text = """
            @Test("is one")
            func a() {}
            @Test( // Why.
                #"is "two""#, arguments: [1]
            )
            func b() {}
            @Test(.disabled("is three"), arguments: ["is four"])
            @Test @Suite("is five")
            let text = "@Test(\\"is six\\")" // @Test("is seven")
            @Test("Has \\"eight\\" words")
            """
        let faults = said(["Tests/A/a.swift": text])
        #expect(
            faults.map { $0.prefix(26) } == [
                "error: Tests/A/a.swift:1: ", "error: Tests/A/a.swift:4: ", "error: Tests/A/a.swift:10:",
            ]
        )
        #expect(faults.last?.hasSuffix("\"Has \"eight\" words\"") == true)
        #expect(said(["Sources/A/a.swift": text]).isEmpty)
    }

    @Test("Two tests of a file share no title, and two of different files may")
    func shared() {
        let test = "@Test(\"A view is hit\") func a() {}\n"
        #expect(said(["Tests/A/a.swift": test, "Tests/A/b.swift": test]).isEmpty)
        let message = "the test in line 1 has this title too; say what is different: \"A view is hit\""
        #expect(said(["Tests/A/a.swift": test + test]) == ["error: Tests/A/a.swift:2: \(message)"])
    }

    @Test("A test of XCTest is listed, and in the target that runs it")
    func xctest() {
        let tests =
            "final class A: XCTestCase {\n func testB() { func testX() {} }\n func helper() {} }\n"
            + "extension A { func testC() {} }"
        let list = "testCase([ // (\"testC\", A.testC)\n (\"testB\", A.testB),\n (\n\"testC\", // Why.\nA.testC) ])"
        let path = "Tests/RealTimeTests/a.swift"
        #expect(said([path: tests, "Tests/XCTMain.swift": list]).isEmpty)
        let short = said([path: tests, "Tests/XCTMain.swift": "[(\"testB\", A.testB)] // (\"testC\", A.testC)"])
        #expect(short.count == 1)
        #expect(short.first?.hasPrefix("error: \(path):4: ") == true)
        #expect(short.first?.hasSuffix("add (\"testC\", A.testC)") == true)
        #expect(said(["Tests/OtherTests/a.swift": tests]).count == 1)
        #expect(said(["Tests/OtherTests/a.swift": "let a = \"XCTestCase\" // XCTestCase"]).isEmpty)
    }
}
