import Foundation
import TestSupport
import Testing

@Suite("responderkit replay --gestures")
struct ReplayGesturesTests {
    private static let taps = TouchData.package + "/Samples/taps-drag-pinch.evemu"
    private static let demo = TouchData.package + "/Samples/demo.evemu"

    private func lines(_ arguments: [String]) async throws -> [String] {
        let tool = try await Tool.run(["replay"] + arguments)
        #expect(tool.status == 0 && tool.errors.isEmpty, "\(tool.errors)")
        return tool.output.split(separator: "\n").map(String.init)
    }

    @Test("`replay --gestures` prints what each recogniser decided, and because of whom, and a summary")
    func trace() async throws {
        let lines = try await lines([Self.taps, "--gestures", "tap,pan,pinch"])
        let expected = [
            "   0.000  began       finger 1 at (256, 192)  -> TouchArea",
            "   0.080  gesture     tap: recognised at (256, 192)",
            "   0.080  gesture     pan: failed, since tap was recognised",
            "   0.080  gesture     pinch: failed, since tap was recognised",
            "   0.080  cancelled   finger 1 at (256, 192)  -> TouchArea",
            "   0.280  began       finger 1 at (768, 192)  -> TouchArea",
            "   0.360  gesture     tap: recognised at (768, 192)",
            "   0.360  gesture     pan: failed, since tap was recognised",
            "   0.360  gesture     pinch: failed, since tap was recognised",
            "   0.360  cancelled   finger 1 at (768, 192)  -> TouchArea",
            "   0.560  began       finger 1 at (256, 576)  -> TouchArea",
            "   0.592  gesture     tap: failed by itself",
            "   0.592  began       finger 2 at (384, 552)  -> TouchArea",
            "   0.656  gesture     pan and pinch: ended of finger 1 is withheld from TouchArea",
            "   0.688  gesture     pan: failed by itself",
            "   0.688  gesture     pinch: failed by itself",
            "   0.688  ended       finger 1 at (256, 576), finger 2 at (384, 552)  -> TouchArea",
            "   0.888  began       finger 1 at (128, 384)  -> TouchArea",
            "   0.896  gesture     pan: began, translation (3, 0), velocity (1313, 70)",
            "   0.896  gesture     tap: failed, since pan began",
            "   0.896  gesture     pinch: failed, since pan began",
            "   0.896  cancelled   finger 1 at (139, 385)  -> TouchArea",
            "   0.904  gesture     pan: changed 73x, translation (760, 48), velocity (1302, 79)",
            "   1.488  gesture     pan: ended, translation (760, 48), velocity (1302, 79)",
            "   1.688  gesture     tap: failed by itself",
            "   1.688  began       finger 1 at (212, 384), finger 2 at (812, 384)  -> TouchArea",
            "   1.696  moved 2x    finger 1 at (220, 384), finger 2 at (804, 384)  -> TouchArea",
            "   1.712  gesture     pinch: began, scale 0.99, velocity -1.64",
            "   1.712  gesture     pan: failed, since pinch began",
            "   1.712  cancelled   finger 1 at (224, 384), finger 2 at (801, 384)  -> TouchArea",
            "   1.720  gesture     pinch: changed 56x, scale 0.26, velocity -1.64",
            "   2.168  gesture     pinch: ended, scale 0.26, velocity -1.64",
        ]
        #expect(lines.filter { $0.contains("finger ") || $0.contains("gesture ") } == expected)
        #expect(
            lines.suffix(4) == [
                "       7  touches began, of which 2 ended and 5 were cancelled; 4 moved",
                "       2  taps recognised; 3 attempts failed",
                "       1  pans began, of which 1 ended and 0 were cancelled; 4 attempts failed",
                "       1  pinches began, of which 1 ended and 0 were cancelled; 4 attempts failed",
            ]
        )
    }

    @Test(
        "A press is long enough by the recording's time, which no speed changes",
        arguments: [[], ["--speed", "max"]]
    )
    func timers(speed: [String]) async throws {
        // A finger that rests for 0.6 s, without an event in between; and a tap for which a double tap waits in vain.
        let sample = try String(contentsOfFile: Self.demo, encoding: .utf8)
        let description = sample.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { !$0.hasPrefix("E: ") }.joined(separator: "\n")
        func events(_ seconds: String, _ id: String) -> String {
            ["0003 002f 0000", id, "0000 0000 0000"].map { "E: \(seconds) \($0)\n" }.joined()
        }
        let (down, up) = ("0003 0039 0001", "0003 0039 -0001")
        let file = try TemporaryFile(
            ".evemu",
            containing: description + "\n" + events("0.000001", down) + events("0.600001", up)
                + events("1.000001", down.replacingOccurrences(of: "0001", with: "0002")) + events("1.050001", up)
        )
        let arguments = [file.path, "--gestures", "long-press,double-tap"] + speed
        let found = try await lines(arguments).filter { $0.contains("gesture ") }
        #expect(
            found.map { $0.prefix { $0 != "," } } == [
                "   0.500  gesture     long-press: began", "   0.500  gesture     double-tap: failed",
                "   0.600  gesture     long-press: ended",
                "   1.050  gesture     long-press: failed by itself",
                "   1.050  gesture     double-tap: ended of finger 1 is withheld from TouchArea",
                "   1.350  gesture     double-tap: failed by itself",
            ]
        )
    }

    @Test("`replay --gestures` prints each change or no trace when asked to, and with JSON the numbers alone")
    func options() async throws {
        let every = try await lines([Self.taps, "--gestures", "pan", "--every-move"])
        #expect(every.count { $0.contains("gesture     pan: changed, translation ") } == 73)
        let none = try await lines([Self.taps, "--gestures", "pan", "--no-trace"])
        #expect(!none.contains { $0.contains("gesture ") })
        #expect(none.last == "       1  pans began, of which 1 ended and 0 were cancelled; 4 attempts failed")
        let tool = try await Tool.run(["replay", Self.demo, "--gestures", "double-tap,tap", "--json"])
        let numbers = try JSONDecoder().decode(Findings.self, from: Data(tool.output.utf8))
        #expect(numbers.gestures.map(\.gesture) == ["double-tap", "tap"])
        #expect(numbers.gestures.map(\.recognized) == [1, 2] && numbers.gestures.map(\.failed) == [3, 4])
        let plain = try await Tool.run(["replay", Self.demo, "--json", "--speed", "max"])
        #expect(!plain.output.contains("gestures"))
    }

    @Test("The first success makes the other recognisers fail, unless all are to be recognised")
    func simultaneous() async throws {
        let gestures = [Self.demo, "--tree", "demo", "--gestures", "pan,pinch,rotation,swipe,edge,long-press"]
        let counts = try await lines(gestures + ["--no-trace"]).suffix(6).map { $0.prefix { $0 != ";" && $0 != "," } }
        #expect(
            counts == [
                "       2  pans began", "       1  pinches began", "       0  rotations began",
                "       0  swipes recognised", "       0  pans from an edge began", "       0  long presses began",
            ]
        )
        let all = try await lines(gestures + ["--no-trace", "--simultaneous"]).suffix(6)
        #expect(
            all.map { $0.prefix { $0 != ";" && $0 != "," } } == [
                "       2  pans began", "       1  pinches began", "       1  rotations began",
                "       1  swipes recognised", "       1  pans from an edge began", "       0  long presses began",
            ]
        )
    }

    @Test(
        "`replay --gestures` says which gestures there are, and what goes with them",
        arguments: [
            (
                ["--gestures", "tap,foo"],
                "there is no gesture 'foo'; the gestures are tap, double-tap, long-press, pan"
            ),
            (["--gestures", "tap,,pan"], "there is no gesture ''; the gestures are tap"),
            (["--gestures", ""], "there is no gesture ''; the gestures are tap"),
            (["--gestures", "pan,tap,pan"], "the gesture 'pan' is named twice"),
            (["--gestures", "\u{1b}[2J"], #"there is no gesture '\u{1B}[2J'; the gestures are tap"#),
            (["--gestures", "tap", "--speed", "2"], "--gestures is played in virtual time"),
            (["--simultaneous"], "--simultaneous is about --gestures"),
        ]
    )
    func errors(arguments: [String], message: String) async throws {
        let tool = try await Tool.run(["replay", Self.demo] + arguments)
        #expect(tool.status == EX_USAGE && tool.output.isEmpty)
        #expect(tool.errors.contains(message), "\(tool.errors)")
        #expect(!tool.errors.contains("\u{1b}"))
    }

    @Test("`explain` lists the recognisers in the tree of `replay`")
    func explain() async throws {
        let arguments = ["explain", Self.demo, "--at", "230,120", "--tree", "demo", "--gestures", "tap,pan"]
        let text = try await Tool.run(arguments)
        let view = "DemoBackground (0, 0, 344 x 352)"
        #expect(
            text.output.contains(
                """
                hit: DemoLabel (16, 16, 104 x 80) in Window (0, 0, 344 x 352)
                gestures: tap on \(view) gets it; delays ended, takes the touch from the view
                          pan on \(view) gets it; delays ended, takes the touch from the view
                began: DemoLabel
                """
            )
        )
        let json = try await Tool.run(arguments + ["--json"])
        #expect(json.output.contains(#""name":"tap","view":"DemoBackground","waitsFor":[]}"#), "\(json.output)")
        let plain = try await Tool.run(["explain", Self.demo, "--at", "230,120", "--json"])
        #expect(!plain.output.contains("recognizers"))
    }

    @Test(
        "`replay --gestures` finds in real panels only gestures that are over at the end",
        .enabled(if: TouchData.isExpected, TouchData.absence)
    )
    func realPanels() async throws {
        var (taps, doubleTaps) = (0, 0)
        for row in try TouchData.expectations() {
            let file = TouchData.path("evemu/\(row.file)")
            let list = "tap,double-tap,long-press,pan,swipe,pinch,rotation,edge"
            let tool = try await Tool.run(["replay", file, "--json", "--gestures", list])
            #expect(tool.status == 0, "\(row.file): \(tool.errors)")
            let numbers = try JSONDecoder().decode(Findings.self, from: Data(tool.output.utf8))
            for found in numbers.gestures where !["tap", "double-tap", "swipe"].contains(found.gesture) {
                #expect(found.recognized == found.ended + found.cancelled, "\(row.file): \(found.gesture)")
            }
            let touches = try ReplayNumbers(tool)
            #expect(touches.began == touches.ended + touches.cancelled, "\(row.file)")
            taps += numbers.gestures[0].recognized
            doubleTaps += numbers.gestures[1].recognized
        }
        // The second tap of a double tap is no tap of its own.
        #expect(taps == 11 && doubleTaps == 2)
    }
}

/// What `--json` says about gestures.
private struct Findings: Decodable {
    struct Finding: Decodable {
        let gesture: String
        let recognized: Int
        let ended: Int
        let cancelled: Int
        let failed: Int
    }

    let gestures: [Finding]
}
