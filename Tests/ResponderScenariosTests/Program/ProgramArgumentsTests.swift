import Testing

@testable import ResponderScenarios

@Suite("The arguments of the program of scenarios")
struct ProgramArgumentsTests {
    @Test("Options have their values as the next word or behind =, in any order with the files")
    func values() throws {
        let words = [
            "a.yaml", "--jobs", "3", "--svg=out", "--junit", "r.xml", "--shard=2/8", "--set", "user=Ann",
            "--set=query=a=b", "--filter", "login", "--update", "--no-color", "--quiet", "--list", "folder",
        ]
        var expected = ProgramArguments()
        expected.paths = ["a.yaml", "folder"]
        expected.jobs = 3
        expected.svgFolder = "out"
        expected.junitFile = "r.xml"
        expected.shard = Shard("2/8")
        expected.variables = ["user": "Ann", "query": "a=b"]
        expected.filter = "login"
        expected.updates = true
        expected.usesColor = false
        expected.isQuiet = true
        expected.lists = true
        #expect(try ProgramArguments(words) == expected)
        #expect(expected.options.variables == expected.variables)
        #expect(expected.options.updates && expected.options.svgFolder == "out")
    }

    @Test("Words behind -- are files, whatever they begin with")
    func terminator() throws {
        let arguments = try ProgramArguments(["--quiet", "--", "--update", "-x"])
        #expect(arguments.paths == ["--update", "-x"])
        #expect(arguments.isQuiet && !arguments.updates)
    }

    @Test("The words --help and -h ask for the help", arguments: ["--help", "-h"])
    func help(word: String) throws {
        #expect(try ProgramArguments(["a", word]).wantsHelp)
    }

    @Test(
        "A mistake is told in one line, with what is expected",
        arguments: [
            (["--shrad", "1/2"], "there is no option \"--shrad\"; did you mean --shard?"),
            (["--colour"], "there is no option \"--colour\""),
            (["-jobs"], "there is no option \"-jobs\"; did you mean --jobs?"),
            (["--no-colour"], "there is no option \"--no-colour\"; did you mean --no-color?"),
            (["--\n"], "there is no option \"--\\n\""),
            (["--jobs"], "--jobs takes a value: N"),
            (["--svg="], "--svg takes a value: DIR"),
            (["--jobs", "0"], "--jobs takes a number from 1 to 1024, not \"0\""),
            (["--jobs", "99999999999999999999"], "--jobs takes a number from 1 to 1024, not \"99999999999999999999\""),
            (["--shard", "3/2"], "--shard takes a part of the whole, such as 2/8, not \"3/2\""),
            (["--shard", "0/2"], "--shard takes a part of the whole, such as 2/8, not \"0/2\""),
            (["--set", "name"], "--set takes NAME=VALUE, not \"name\""),
            (["--set", "=value"], "--set takes NAME=VALUE, not \"=value\""),
            (["--update=yes"], "--update takes no value"),
        ] as [([String], String)]
    )
    func mistakes(words: [String], message: String) {
        #expect(throws: ProgramArguments.Mistake(message: message)) { try ProgramArguments(words) }
    }

    @Test("The help names each option with its value")
    func helpIsComplete() {
        for option in ProgramOption.allCases {
            let words = ([option.word] + (option.value.map { [$0] } ?? [])).joined(separator: " ")
            #expect(ProgramHelp.text.contains("\n  \(words) "), "\(words)")
        }
    }

    @Test("The parts of a run cover each file exactly once, and differ by at most one in size")
    func shards() throws {
        for total in 0...20 {
            let files = Array(0..<total)
            for count in 1...9 {
                let parts = try (1...count).map { try #require(Shard("\($0)/\(count)")).part(of: files) }
                #expect(parts.joined().sorted() == files)
                #expect(parts.allSatisfy { $0.count == total / count || $0.count == total / count + 1 })
            }
        }
    }

    @Test(
        "A text that is no part of a whole is no shard",
        arguments: ["", "1", "1/", "/2", "1/2/3", "a/b", "-1/2", "1/0"]
    )
    func noShard(text: String) {
        #expect(Shard(text) == nil)
    }
}
