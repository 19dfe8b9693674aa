import ResponderKit
import Testing

@testable import ResponderFuzzing

@Suite("The arguments of the fuzzer's program")
struct FuzzArgumentsTests {
    @Test("Options are read in both forms, and files are what is no option")
    func options() throws {
        let arguments = try FuzzArguments([
            "--minutes", "7", "--runs=9", "--jobs", "3", "--seed", "18446744073709551615", "--steps=5", "--app", "form",
            "--screen", "300x500", "--output", "x", "--timeout", "8", "a.json", "b.json",
        ])
        #expect(arguments.minutes == 7 && arguments.runs == 9 && arguments.jobs == 3 && arguments.seed == .max)
        #expect(arguments.steps == 5 && arguments.app == "form" && arguments.screen == Size(300, 500))
        #expect(arguments.output == "x" && arguments.timeout == 8 && arguments.files == ["a.json", "b.json"])
        #expect(try FuzzArguments(["-h"]).wantsHelp && !FuzzArguments([]).wantsHelp)
    }

    @Test(
        "A mistake names the option and what it takes",
        arguments: [
            (["--minuts"], "there is no option \"--minuts\"; did you mean --minutes?"),
            (["-x"], "there is no option \"-x\""), (["--runs"], "--runs takes a value"),
            (["--runs", "0"], "--runs takes a number from 1 to 1000000000, not \"0\""),
            (["--seed", "-1"], "--seed takes a whole number from 0 on, not \"-1\""),
            (["--screen", "300"], "--screen takes a width and a height in points, such as 400x700, not \"300\""),
        ]
    )
    func mistakes(_ words: [String], _ message: String) {
        #expect(throws: FuzzArguments.Mistake(message: message)) { try FuzzArguments(words) }
    }

    @Test("The name of a random app says its seed and its parts, and other names are none")
    func names() {
        for parts: AppParts in [[], [.lists], [.controls, .scrolling]] {
            let name = AppName(seed: 12, parts: parts)
            #expect(AppName(name.text) == name)
        }
        #expect(AppName("fuzz-12") == AppName(seed: 12))
        #expect(AppName(seed: 12, parts: [.lists]).text == "fuzz-12-l")
        for text in ["fuzz-", "fuzz-x", "fuzz-1-?", "fuzz-1-l-l", "form"] { #expect(AppName(text) == nil) }
    }

    @Test("A request is the same after it was sent")
    func requests() throws {
        var request = FuzzRequest(app: "form", screen: Size(300.5, 500), .monkey(seed: 3, steps: 9))
        #expect(FuzzRequest(request.text) == request)
        request.source = .steps([#"{"tap": [1, 2]}"#, #"{"hover": false}"#])
        request.wantsLog = true
        #expect(FuzzRequest(request.text) == request)
        #expect(FuzzRequest("form\n1 2\nelephant") == nil)
    }
}
