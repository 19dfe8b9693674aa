import Testing

@testable import responder_bench

@Suite("The stacks of a profile")
struct ProfileStacksTests {
    /// The symbols of each stack, outermost first and joined by `|`, with what the stack cost.
    private func symbols(_ stacks: Stacks) -> [String: Int] {
        Dictionary(stacks.weights.map { ($0.key.map(\.symbol).joined(separator: "|"), $0.value) }, uniquingKeysWith: +)
    }

    @Test("Stacks are read from what `perf script` prints, and like ones are counted together")
    func perfScript() throws {
        let sample = "100/100 \n\t  7f01 inner (/usr/lib/libc.so.6)\n\t  55aa outer (/tmp/program)\n\n"
        let other = "100/100 \n\t  55aa outer (/tmp/program)\n\n"
        // The last sample has no empty line behind it.
        let stacks = try PerfScript.stacks(in: sample + other + sample.dropLast(2))
        #expect(symbols(stacks) == ["outer|inner": 2, "outer": 1])
        #expect(stacks.total == 3 && stacks.unit == .samples)
        let expected = ["/tmp/program", "/usr/lib/libc.so.6"]
        #expect(stacks.weights.keys.first { $0.count == 2 }?.map(\.object) == expected)
    }

    @Test(
        "Stacks keep symbols and paths that look like something else",
        arguments: [
            ("a;b;c", "/tmp/p"), ("operator<< <char, std::less<int> >(a&, b*)", "/tmp/p"), ("f (g) (h)", "/tmp/p"),
            ("\"quoted\" 'name' & <tag>", "/tmp/p"), ("[unknown]", "[unknown]"), ("12/34", "/tmp/p"),
            ("plain", "/tmp/a program (old)/p (deleted)"), ("plain", "[vdso]"), ("plain", "//anon"),
            ("плюс\u{1B}[2J", "/tmp/p"),
        ]
    )
    func hostile(symbol: String, object: String) throws {
        let stacks = try PerfScript.stacks(in: "7/7\n\t     4f2 \(symbol) (\(object))\n\n")
        #expect(stacks.weights == [[StackFrame(symbol: symbol, object: object)]: 1])
    }

    @Test("Stacks know the kernel by its addresses, and show what nobody knows once in a row")
    func kernelAndUnknown() throws {
        let text = """
            7/7
            \tffffffff81b9aa47 [unknown] ([unknown])
            \tffffffff81b9aa49 read ([kernel.kallsyms])
            \t        7f80aa [unknown] (/usr/lib/libevent.so)
            \t        7f80bb [unknown] (/usr/lib/libevent.so)
            \t           4aa main (/tmp/p)

            """
        let stack = try #require(try PerfScript.stacks(in: text).weights.keys.first)
        #expect(stack.map(\.symbol) == ["main", "[unknown]", "read", "[unknown]"])
        #expect(stack.map(\.object) == ["/tmp/p", "/usr/lib/libevent.so", "[kernel]", "[kernel]"])
    }

    @Test("Stacks are none where the profiler says nothing", arguments: ["", "\n\n", "7/7\n\n"])
    func nothing(text: String) throws {
        #expect(try PerfScript.stacks(in: text).total == 0)
    }

    @Test(
        "Stacks are none where callgrind counted nothing",
        arguments: ["", "version: 1\nevents: Ir\n\nfn=main\n0 0\ntotals: 0\n"]
    )
    func nothingCounted(text: String) throws {
        #expect(try CallgrindStacks.stacks(in: text).total == 0)
    }

    @Test(
        "An error about stacks names the line that is no profiler's",
        arguments: [
            ("7/7\n\t zz main (/tmp/p)\n", 2), ("7/7\n\t 4f main (/tmp/p)\n\t4f main\n", 3), ("Permission denied", 1),
        ]
    )
    func unreadable(text: String, line: Int) throws {
        let error = #expect(throws: ProfileError.self) { try PerfScript.stacks(in: text) }
        #expect(error?.description.hasPrefix("line \(line) is not what the profiler writes: ") == true)
    }

    @Test("Stacks begin inside what is asked for, and those of other threads stay, but of the first thread none")
    func inside() throws {
        func sample(_ thread: Int, _ functions: String...) -> String {
            "7/\(thread)\n" + functions.reversed().map { "\t4f \($0) (/tmp/p)\n" }.joined() + "\n"
        }
        let text =
            sample(7, "main", "$s4guardMeasuredyy", "work") + sample(7, "main", "prepare")
            + sample(8, "clone", "send") + sample(7, "main", "$s4guardMeasuredyy")
        let stacks = try PerfScript.stacks(in: text)
        #expect(stacks.total == 4)
        let expected = ["work": 1, "[other threads]|clone|send": 1, "$s4guardMeasuredyy": 1]
        #expect(symbols(stacks.inside(["absent", "guardMeasured"])) == expected)
        #expect(stacks.inside([]).weights == stacks.weights)
        #expect(symbols(stacks.inside(["absent"])) == ["[other threads]|clone|send": 1])
    }

    @Test("Stacks are read from callgrind's names, without what calls cost and without levels of recursion")
    func callgrind() throws {
        let text = """
            version: 1
            positions: line
            events: Ir

            ob=/tmp/program
            fl=???
            fn=main
            0 5
            cob=/usr/lib/libc.so.6
            cfn=malloc@@GLIBC_2.2.5'main
            calls=3 0
            0 400
            0 7

            ob=/usr/lib/libc.so.6
            fn=malloc@@GLIBC_2.2.5'main
            0 30
            0 10

            fn=0x0000000000012340'malloc@@GLIBC_2.2.5'2'main
            0 100

            totals: 152
            """
        let stacks = try CallgrindStacks.stacks(in: text)
        #expect(
            symbols(stacks) == ["main": 12, "main|malloc@@GLIBC_2.2.5": 40, "main|malloc@@GLIBC_2.2.5|[unknown]": 100]
        )
        #expect(stacks.total == 152 && stacks.unit == .instructions)
        let deepest = try #require(stacks.weights.keys.first { $0.count == 3 })
        #expect(deepest.map(\.object) == ["/tmp/program", "/usr/lib/libc.so.6", "/usr/lib/libc.so.6"])
        #expect(throws: ProfileError.self) { try CallgrindStacks.stacks(in: "fn=main\n0 much\n") }
    }
}
