import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("Texts of scripts that would break a line, or steer a terminal")
struct HostileTextTests {
    /// Used one by one, and in random order: ends of lines, characters that steer a terminal or reverse the direction
    /// of text, the syntax of scripts, combining marks, characters that XML forbids.
    nonisolated private static let pieces =
        [
            "\r", "\n", "\r\n", "\u{2028}", "\u{2029}", "\u{85}", "\u{B}", "\u{C}", "\u{0}", "\t", "\u{1B}", "\u{9B}",
            "\u{7F}", "\u{202E}", "\u{2066}", "\u{FEFF}", "\u{200B}", "\u{200D}", "\u{AD}", "\u{FFFE}", "\u{FFFF}",
            "\u{10FFFF}", "\u{E0001}",
        ] + [
            "\"", "\\", "#", "=", " ", "\u{A0}", "\u{3000}", "\u{301}", "\u{338}", "\u{20DD}", "'", "\\n", "\\u{1B}",
            "u{41}",
            "from", "at", "off", "é", "e\u{301}", "👩‍👧", "🇩🇪", "می‌خواهم", "x",
        ]

    private static let texts: [String] = {
        var random = SeededGenerator(seed: 5)
        return [""] + pieces
            + (0..<100).map { _ in
                (0..<Int.random(in: 2...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                    .joined()
            }
    }()

    /// Every action with a text in it, with that text in each place.
    private static func actions(_ text: String) -> [DeviceAction] {
        let mode = BackgroundMode.audio
        let notification = LocalNotification(identifier: text, body: text, userInfo: [text: text, "\(text)a": text])
        let urls = (try? AppURL("x:\(text)")).map { [DeviceAction.openURL($0, from: nil), .openURL($0, from: text)] }
        let changes: [DeviceChange] = [
            .screens([text, text]), .screenModes([text: text, "\(text)a": ""]), .settings(changedKeys: [text, "a"]),
            .locale(text), .cloudIdentity(text), .accessories([text]),
        ]
        return [
            .launch(text), .choose(text), .kill(text), .call(from: text), .showAlert(text), .showBanner(text),
            .push(text, RemoteNotification(userInfo: [text: text, "\(text)a": text])), .schedule(text, notification),
            .schedule(text, LocalNotification(identifier: text, fireDate: .zero, repeatInterval: .seconds(60))),
            .tapNotification(text), .wake(text, mode), .beginActivity(text, mode), .endActivity(text, mode),
            .setFootprint(text, bytes: 1), .crash(text), .setAllowed(text, true), .setAllowed(text, false),
            .changeSettings(text, keys: [text]),
        ] + (urls ?? []) + changes.map { .change($0) }
    }

    /// Whether the text is one line, in which nothing steers a terminal or turns letters round.
    private static func isSafe(_ line: String) -> Bool {
        line.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
            default: true
            }
        }
    }

    @Test("An action is written in one safe line, and read again as the same one, whatever its texts are")
    func roundTrip() throws {
        for text in Self.texts {
            for action in Self.actions(text) {
                let line = action.description
                #expect(Self.isSafe(line), "\(line)")
                let script = try DeviceScript(line)
                #expect(script.steps.map(\.command) == [.perform(action)], "\(line)")
                // Equal texts may be of other scalars.
                if case .perform(.call(let caller))? = script.steps.first?.command {
                    #expect(caller.unicodeScalars.elementsEqual(text.unicodeScalars), "\(line)")
                }
            }
        }
    }

    @Test("A joiner stays between letters that it joins, and is escaped where it would be seen by nobody")
    func joiners() {
        let text = "👩\u{200D}👧 \u{645}\u{6CC}\u{200C}\u{62E}"
        #expect(DeviceAction.showAlert(text).description == "alert \(text)")
        #expect(DeviceAction.showAlert("mail\u{200D}").description == "alert \"mail\\u{200D}\"")
    }

    @Test("A script of many actions has a line for each, however the lines end")
    func manyLines() throws {
        let actions = Self.texts.map { DeviceAction.showAlert($0) }
        for end in ["\n", "\r\n", "\r"] {
            for last in [end, ""] {
                let script = try DeviceScript("\u{FEFF}" + actions.map(\.description).joined(separator: end) + last)
                #expect(script.steps.map(\.command) == actions.map { .perform($0) })
                #expect(script.steps.map(\.line) == Array(1...actions.count))
            }
        }
    }

    @Test("A byte order mark at a script's beginning is skipped, and one further on is not")
    func byteOrderMark() throws {
        #expect(try DeviceScript("\u{FEFF}home").steps.map(\.command) == [.perform(.home)])
        #expect(try DeviceScript("\u{FEFF}# a comment\nhome").steps.map(\.line) == [2])
        let problems = #expect(throws: DeviceScript.Problems.self) { try DeviceScript("home\n\u{FEFF}home") }
        #expect(problems?.description == "script:2: \"\\u{FEFF}home\" is no command; did you mean \"home\"?")
    }

    @Test("A script counts lines as an editor does, and other ends of lines are spaces or a part of a quoted text")
    func linesOfAnEditor() throws {
        let problems = #expect(throws: DeviceScript.Problems.self) {
            try DeviceScript("home\u{C}\n\u{2028}lock\u{85}\nalert \"a\u{2028}b\"\nfly\u{B}")
        }
        #expect(problems?.problems.map(\.line) == [4] && problems?.problems.map(\.word) == ["fly"])
        let right = try DeviceScript("home\u{C}\n\u{2028}lock\u{85}\nalert \"a\u{2028}b\"")
        #expect(right.steps.map(\.command) == [.perform(.home), .perform(.lock), .perform(.showAlert("a\u{2028}b"))])
    }

    @Test("A wrong line is reported in a safe line with the file, the line, the word and what would be right")
    func errors() throws {
        let lines = ["fly", "launch", "wait", "tap 1,", "wake mail", "home", "open", "fill"]
        for text in Self.texts where !text.contains(where: \.isNewline) {
            for line in lines {
                let problems = #expect(throws: DeviceScript.Problems.self) {
                    try DeviceScript("\n\(line) z\(text)\"", name: "\u{1B}a", apps: ["mail"])
                }
                for problem in problems?.problems ?? [] {
                    #expect(problem.description.hasPrefix("\\u{1B}a:2: ") && Self.isSafe(problem.description))
                    #expect(problem.word != nil)
                }
            }
        }
        // It shows the beginning of what is long.
        let long = #expect(throws: DeviceScript.Problems.self) {
            try DeviceScript(String(repeating: "x", count: 1_000_000))
        }
        #expect(long?.description.count ?? .max < 2000)
    }

    @Test("A refusal, the table and the picture of a device are safe to print")
    func output() throws {
        let device = SimulatedDevice()
        try device.install(Manifest(identifier: "a\u{1B}b"))
        for text in Self.texts {
            do throws(DeviceError) { try device.perform(.launch("no\(text)")) } catch {
                #expect(Self.isSafe(error.description), "\(error)")
            }
            device.run(try DeviceScript("\(DeviceAction.showAlert(text))\nlaunch a\u{1B}b\ndismiss-alert"))
            device.run(try DeviceScript("note \(DeviceAction.showAlert(text).description.dropFirst(6))"))
        }
        try device.perform(.launch("a\u{1B}b"))
        #expect(device.history.table.split(separator: "\n").allSatisfy { Self.isSafe(String($0)) })
        #expect(device.history.table.split(separator: "\n").count == device.history.entries.count + 1)
        #expect(device.history.entries.allSatisfy { Self.isSafe($0.description) })
        let picture = device.history.svg(title: "\u{1B}\u{FFFE}")
        #expect(picture.split(separator: "\n").allSatisfy { Self.isSafe(String($0)) })
        #expect(picture.contains(">\\u{1B}\\u{FFFE}</text>") && picture.contains(">a\\u{1B}b</text>"))
    }
}
