import Testing

@testable import RepositoryChecks

@Suite("The lexer")
struct LexerTests {
    private func words(_ text: String, _ path: String = "a.swift") -> [String] {
        let source = Source(RepositoryFile(path, text))
        return source.tokens.filter { $0.kind == .word }.map(source.text)
    }

    @Test(
        "A string ends where Swift ends it, and what follows it is code",
        arguments: [
            #""a // b" x"#, #""a \" b" x"#, #""\\" x"#, ##"#"a " b"# x"##, ##"#"a \#(f(")")) b"# x"##, ##"#"""# x"##,
            #""\(f("a", g(1)) + ")")" x"#, "\"\"\"\n /// \"a\" \\(b(\"\"\"\n c\n \"\"\"))\n\"\"\" x",
            "#\"\"\"\n a \"\"\" \\(b\n\"\"\"# x", "\"\" x", "#/a\"b/# x", "\"\\(/* \" */ 1)\" x",
        ]
    )
    func strings(text: String) {
        #expect(words(text) == ["x"])
        #expect(Source(RepositoryFile("a.swift", text)).unterminated.isEmpty)
    }

    @Test("A comment ends where Swift ends it, and where C ends it")
    func comments() {
        #expect(words("/* a /* b */ c */ x // y\nz") == ["x", "z"])
        #expect(words("/* a /* b */ c", "a.c") == ["c"])
        #expect(words("char c = '\"'; /* \" */ x", "a.c") == ["char", "c", "x"])
    }

    @Test("Documentation is what begins with three slashes or two stars, and no more of them")
    func documentation() {
        let source = Source(RepositoryFile("a.swift", "/// a\n//// b\n// c\n/** d */\n/*** e */\n/**/\n/* f */"))
        let documentation = source.tokens.filter { $0.kind == .documentation }.map(source.text)
        #expect(documentation == ["/// a", "/** d */"])
        #expect(source.tokens.count == 7)
    }

    @Test("Tokens know their lines, whatever ends the lines and however many a token has")
    func lines() {
        let source = Source(RepositoryFile("a.swift", "a\r\n/* b\r\n */ \"\"\"\r\n\"\"\" c\r\n/// d\r\n#if e\r\n`f g`"))
        #expect(source.tokens.map(\.line) == [1, 2, 3, 4, 5, 6, 7])
        #expect(source.tokens.map(\.lastLine) == [1, 3, 4, 4, 5, 6, 7])
        #expect(source.tokens.map(\.kind) == [.word, .comment, .string, .word, .documentation, .directive, .word])
        #expect(source.text(source.tokens[4]) == "/// d")
    }

    @Test(
        "What does not end is told with its first line, and a string of one line ends with the line",
        arguments: [
            ("\n\"a\nx", "string", ["x"]), ("\n\"\"\"\na x", "string", []), ("\n/* /* */ x", "comment", []),
            ("\n\"\\(a x", "string", []), ("\n#\"a\"\nx", "string", ["x"]), ("\n\"a\\", "string", []),
        ]
    )
    func unterminated(text: String, what: String, rest: [String]) {
        #expect(Source(RepositoryFile("a.swift", text)).unterminated == [.init(line: 2, what: what)])
        #expect(words(text) == rest)
    }

    @Test("Any bytes are split into tokens that follow each other, also with strings nested beyond reason")
    func hostile() {
        var generator = SeededGenerator(seed: 7)
        let signs = Array("\"\"\"##\\()/*\n`'a. {}\u{1}é".utf8)
        for round in 0..<300 {
            let bytes = (0..<60).map { _ in signs[generator.next(below: signs.count)] }
            let source = Source(RepositoryFile(round % 2 == 0 ? "a.swift" : "a.c", bytes))
            let ends = [0] + source.tokens.map(\.end)
            #expect(zip(ends, source.tokens).allSatisfy { $0 <= $1.start && $1.start < $1.end })
            _ = DeclarationReader.read(source)
        }
        let nested = Source(RepositoryFile("a.swift", String(repeating: "\"\\(", count: 100_000)))
        #expect(nested.unterminated.first == .init(line: 1, what: "string"))
        let open = Source(RepositoryFile("a.swift", String(repeating: "struct A {\n", count: 20_000)))
        #expect(DeclarationReader.read(open).count == 20_000)
    }
}

/// A generator with a seed.
private struct SeededGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
}
