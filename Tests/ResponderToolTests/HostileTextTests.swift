import Foundation
import TestSupport
import Testing

/// What would steer a terminal: ESC, BEL, CSI of one byte, DEL, and what turns the order of letters round.
private let hostile = "\u{1b}]0;x\u{7}\u{9b}2J\u{7f}\u{202e}"

private func isSafe(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "\n" || ![.control, .format].contains($0.properties.generalCategory) }
}

@Suite("responderkit, given text of others,")
struct HostileTextTests {
    @Test("`replay` escapes the name that a recording gives its device, and says all of it in JSON")
    func deviceName() async throws {
        let sample = try String(contentsOfFile: TouchData.package + "/Samples/taps-drag-pinch.evemu", encoding: .utf8)
        let named = sample.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("N: ") ? "N: \(hostile)" : $0 }.joined(separator: "\n")
        let file = try TemporaryFile(".evemu", containing: named)
        let replay = try await Tool.run(["replay", file.path, "--speed", "max"])
        #expect(replay.status == 0 && isSafe(replay.output), "\(replay.output.debugDescription)")
        #expect(replay.output.contains(#"\u{1B}]0;x\u{07}\u{009B}2J\u{7F}\u{202E}: 145 touch frames"#))
        let json = try await Tool.run(["replay", file.path, "--speed", "max", "--json"])
        #expect(json.status == 0 && isSafe(json.output), "\(json.output.debugDescription)")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(object["device"] as? String == hostile)
    }

    @Test("`explain` escapes a line of a recording that it cannot read")
    func line() async throws {
        let file = try TemporaryFile(".evemu", containing: "# EVEMU 1.2\nX: \(hostile)\n")
        let tool = try await Tool.run(["explain", file.path, "--at", "1,1"])
        #expect(tool.status != 0 && isSafe(tool.errors), "\(tool.errors.debugDescription)")
        #expect(tool.errors.contains(#"found 'X: \u{1B}]0;x\u{07}\u{009B}2J\u{7F}\u{202E}'"#))
    }

    @Test(
        "Each command escapes the names of files that it cannot read, play or write",
        arguments: [
            ["replay", "/no/\(hostile)"], ["explain", "/no/\(hostile)", "--at", "1,1"], ["snapshot", "/no/\(hostile)"],
            ["lifecycle", "/no/\(hostile)"],
            ["lifecycle", "--svg", "/no/\(hostile)", "/dev/null"], ["demo", "--replay", "/no/\(hostile)"],
        ]
    )
    func fileName(arguments: [String]) async throws {
        let tool = try await Tool.run(arguments)
        #expect(tool.status != 0)
        #expect(isSafe(tool.errors) && isSafe(tool.output), "\(tool.errors.debugDescription)")
        #expect(tool.errors.contains(#"/no/\u{1B}]0;x\u{07}\u{009B}2J\u{7F}\u{202E}: cannot be "#))
    }

    @Test(
        "Each command escapes the arguments that it does not understand",
        arguments: [
            ["replay", "/no/file", hostile], ["replay", "/no/file", "--speed", hostile], ["lifecycle", "--\(hostile)"],
            [hostile],
        ]
    )
    func argument(arguments: [String]) async throws {
        let tool = try await Tool.run(arguments)
        #expect(tool.status == EX_USAGE && tool.output.isEmpty)
        #expect(isSafe(tool.errors), "\(tool.errors.debugDescription)")
        #expect(tool.errors.contains(#"\u{1B}]0;x\u{07}\u{009B}2J\u{7F}\u{202E}'"#))
        #expect(tool.errors.contains("\nUsage: responderkit "))
    }

    @Test("`replay` escapes the name of a recording that it plays, and of one whose axes are none")
    func playedFileName() async throws {
        let sample = try String(contentsOfFile: TouchData.package + "/Samples/taps-drag-pinch.evemu", encoding: .utf8)
        let file = try TemporaryFile("\(hostile).evemu", containing: sample)
        let replay = try await Tool.run(["replay", file.path, "--speed", "max"])
        #expect(replay.status == 0 && isSafe(replay.output), "\(replay.output.debugDescription)")
        let flat = try TemporaryFile("\(hostile).evemu", containing: "# EVEMU 1.2\nN: x\nA: 00 5 5 0 0\n")
        let refused = try await Tool.run(["replay", flat.path])
        #expect(refused.status != 0 && isSafe(refused.errors), "\(refused.errors.debugDescription)")
    }

    @Test("`lifecycle` escapes a script's words in JSON, where they keep their value")
    func scriptInJSON() async throws {
        let script = try TemporaryFile(".txt", containing: "note \u{9b}2J\u{202e}\u{e0001}\n")
        let tool = try await Tool.run(["lifecycle", script.path, "--json"])
        #expect(tool.status == 0 && isSafe(tool.output), "\(tool.output.debugDescription)")
        #expect(tool.output.contains(#"\u009b2J\u202e\udb40\udc01"#))
    }
}
