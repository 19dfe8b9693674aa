import Foundation
import TestSupport
import Testing

@Suite("responderkit replay")
struct ReplayTests {
    private static let sample = TouchData.package + "/Samples/taps-drag-pinch.evemu"

    @Test("`replay` prints each touch's way through the demo tree, and a summary")
    func trace() async throws {
        let tool = try await Tool.run(["replay", Self.sample, "--tree", "demo", "--speed", "max"])
        #expect(tool.status == 0)
        #expect(tool.errors.isEmpty)
        let lines = tool.output.split(separator: "\n").map(String.init)
        let expected = [
            "   0.000  began       finger 1 at (256, 192)  -> DemoButton",
            "   0.080  ended       finger 1 at (256, 192)  -> DemoButton",
            "   0.280  began       finger 1 at (768, 192)  -> DemoLabel -> DemoCard",
            "   0.360  ended       finger 1 at (768, 192)  -> DemoLabel -> DemoCard",
            "   0.560  began       finger 1 at (256, 576)  -> DemoPad",
            "   0.592  began       finger 2 at (384, 552)  -> DemoPad",
            "   0.656  ended       finger 1 at (256, 576)  -> DemoPad",
            "   0.688  ended       finger 2 at (384, 552)  -> DemoPad",
            "   0.888  began       finger 1 at (128, 384)  -> Stepper",
            "   0.896  moved 74x   finger 1 at (896, 432)  -> Stepper",
            "   1.488  ended       finger 1 at (896, 432)  -> Stepper",
            "   1.688  began       finger 1 at (212, 384)  -> Button",
            "   1.688  began       finger 2 at (812, 384)  -> DemoControls",
            "   1.696  moved 59x   finger 1 at (437, 384)  -> Button",
            "   1.696  moved 59x   finger 2 at (587, 384)  -> DemoControls",
            "   2.168  ended       finger 1 at (437, 384)  -> Button",
            "   2.168  ended       finger 2 at (587, 384)  -> DemoControls",
        ]
        #expect(lines.filter { $0.contains("finger ") } == expected)
        #expect(lines.last?.contains("7  touches began, of which 7 ended and 0 were cancelled; 192 moved") == true)
    }

    @Test("`replay` prints each move when asked to, and no trace when asked not to")
    func traceOptions() async throws {
        let every = try await Tool.run(["replay", Self.sample, "--speed", "max", "--every-move"])
        #expect(every.output.split(separator: "\n").count { $0.contains("  moved  ") } == 133)
        let none = try await Tool.run(["replay", Self.sample, "--speed", "max", "--no-trace"])
        #expect(!none.output.contains("finger"))
        #expect(none.output.contains("791  evdev events read, 145 frames"))
    }

    @Test("`replay` counts at a hundred times the pace what it counts as fast as possible")
    func pace() async throws {
        let fast = try await Tool.run(["replay", Self.sample, "--json", "--speed", "max"])
        let paced = try await Tool.run(["replay", Self.sample, "--json", "--speed", "100"])
        #expect(fast.output == paced.output)
        let numbers = try ReplayNumbers(fast)
        #expect(numbers.contacts == 7 && numbers.began == 7 && numbers.ended == 7 && numbers.cancelled == 0)
        #expect(numbers.dispatches == 145 && numbers.maxFingers == 2 && numbers.dropped == 0)
    }

    @Test(
        "`replay` plays real panels with the numbers of an independent decoder",
        .enabled(if: TouchData.isExpected, TouchData.absence),
        arguments: ["single", "demo"]
    )
    func realPanels(tree: String) async throws {
        let rows = try TouchData.expectations()
        #expect(rows.count >= 12)
        for row in rows {
            let file = TouchData.path("evemu/\(row.file)")
            let tool = try await Tool.run(["replay", file, "--speed", "max", "--json", "--tree", tree])
            #expect(tool.status == 0, "\(tool.errors)")
            let numbers = try ReplayNumbers(tool)
            #expect(numbers.events == row.events, "\(row.file)")
            #expect(numbers.frames == row.frames, "\(row.file)")
            #expect(numbers.contacts == row.contacts, "\(row.file)")
            #expect(numbers.maxFingers == row.maxFingers, "\(row.file)")
            // No view hears of a finger that drags the demo's list.
            #expect(numbers.began == numbers.contacts || tree == "demo" && numbers.began < numbers.contacts)
            #expect(numbers.ended + numbers.cancelled == numbers.began, "\(row.file)")
            #expect(numbers.dropped == 0, "\(row.file)")
        }
    }

    @Test(
        "`replay` cancels the contacts that are down at the end of a recording",
        .enabled(if: TouchData.isExpected, TouchData.absence)
    )
    func downAtEnd() async throws {
        let file = TouchData.path("evemu/cando_2087_0a02_0.k3.6.x.ev")
        let numbers = try await ReplayNumbers(Tool.run(["replay", file, "--speed", "max", "--json"]))
        #expect(numbers.began == 13 && numbers.ended == 11 && numbers.cancelled == 2)
    }
}

@Suite("responderkit replay, given what it cannot play,")
struct ReplayErrorTests {
    private func error(_ arguments: [String]) async throws -> String {
        let tool = try await Tool.run(["replay"] + arguments)
        #expect(tool.status != 0)
        #expect(tool.output.isEmpty)
        return tool.errors
    }

    @Test("`replay` names a file that is missing")
    func missing() async throws {
        #expect(try await error(["/no/such.evemu"]).hasPrefix("Error: /no/such.evemu: cannot be read: No such file"))
    }

    @Test(
        "`replay` plays what libinput recorded and what getevent printed",
        .enabled(if: TouchData.isExpected, TouchData.absence),
        arguments: [
            ("libinput/lumio_202e_0006.yml", 11), ("getevent/tablet-two-finger-drag.txt", 2),
            ("getevent/galaxys-paint.txt", 34),
        ]
    )
    func otherFormats(name: String, contacts: Int) async throws {
        let path = TouchData.path(name)
        let tool = try await Tool.run(["replay", path, "--json", "--speed", "max"])
        let numbers = try ReplayNumbers(tool)
        #expect(numbers.contacts == contacts && numbers.began == contacts && numbers.ended == contacts)
        // A pipe is read once.
        let piped = try await Tool.run(["replay", "/dev/stdin", "--json", "--speed", "max"], shell: "\"$@\" < \(path)")
        #expect(try ReplayNumbers(piped).contacts == contacts)
    }

    @Test("`replay` says that a foreign file is no recording, with its line")
    func foreign() async throws {
        let file = try TemporaryFile(".evemu", containing: "file\tname\n")
        let formats = "expected '# EVEMU 1.x', '# libinput record' or getevent's lines, found 'file\\tname'"
        #expect(try await error([file.path]) == "Error: \(file.path):1: no known recording: \(formats)\n")
    }

    @Test("`replay` names the line at which a recording is cut off")
    func truncated() async throws {
        let sample = TouchData.package + "/Samples/taps-drag-pinch.evemu"
        let whole = try String(contentsOfFile: sample, encoding: .utf8)
        let cut = try #require(whole.range(of: "E: 0.560"))
        let file = try TemporaryFile(".evemu", containing: String(whole[..<cut.upperBound]))
        let line = whole[..<cut.lowerBound].count { $0 == "\n" } + 1
        #expect(try await error([file.path]).hasPrefix("Error: \(file.path):\(line): "))
    }

    @Test("`replay` says that a device without absolute axes has no touches")
    func noAxes() async throws {
        let keyboard = "# EVEMU 1.2\nN: a keyboard\nI: 0003 0001 0001 0001\nE: 0.000001 0001 001e 0001\n"
        let file = try TemporaryFile(".evemu", containing: keyboard)
        let message = try await error([file.path])
        #expect(message.contains("\(file.path): no absolute axis"), "\(message)")
    }

    @Test(
        "`replay` says what a speed and a size may be",
        arguments: [["--speed", "0"], ["--speed", "fast"], ["--size", "12"]]
    )
    func options(arguments: [String]) async throws {
        let message = try await error(["recording.evemu"] + arguments)
        #expect(message.contains("Help:  \(arguments[0])"), "\(message)")
    }
}
