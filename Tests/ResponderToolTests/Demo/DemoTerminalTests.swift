import Foundation
import ResponderKit
import ResponderRecordings
import TestSupport
import Testing

@testable import ResponderDemo

/// Whether the terminal is taken over: raw, on its second screen, with reports of the mouse and without a cursor.
private func isEntered(_ terminal: PseudoTerminal) -> Bool {
    !terminal.isAsItWas && terminal.screen.modes == [1049, 1002, 1003, 1006]
}

/// Whether the terminal is as it was: its attributes, its screen with what was on it, its cursor, and no reports of the
/// mouse.
private func isLeft(_ terminal: PseudoTerminal) -> Bool {
    terminal.isAsItWas && terminal.screen.modes == [25] && !terminal.screen.text.contains { "┌│└".contains($0) }
}

/// How often the timer has fired, as the monitor says.
private func ticks(_ screen: ScreenEmulator) -> Int {
    let words = screen.text.split(separator: " ")
    let number = words.firstIndex(of: "ticks,").flatMap { $0 > 0 ? Int(words[$0 - 1]) : nil }
    return number ?? 0
}

private func demo(_ options: [String] = [], columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(["demo"] + options, columns: columns, rows: rows)
    try terminal.wait(forText: "q: leave")
    return terminal
}

@Suite("responderkit demo, in a terminal,", .serialized)
struct DemoTerminalTests {
    @Test("The demo shows the tree, and touches, a timer and a notification as what wakes the loop")
    func screen() throws {
        let terminal = try demo()
        #expect(isEntered(terminal))
        let titles = [
            "┌ Window > Controller > Background ─", "┌ Card ─", "┌Button─┐",
            "┌ Label ─", "┌ Pad ─", "┌ List ─",
        ]
        for name in titles {
            #expect(terminal.screen.text.contains(name), "\(name)")
        }
        // On the button's upper edge, where the mark of the finger hides none of its text.
        terminal.mouse(0, 10, 6)
        try terminal.wait(forText: "(1) at (76, 72) in Button")
        try terminal.wait(forText: "│pressed│")
        terminal.mouse(0, 10, 6, release: true)
        try terminal.wait(forText: "notice  Button tapped once")
        try terminal.wait(forText: "port    2 frames, 1 contacts")
        try terminal.wait(forText: "no finger is down")
        // Two or more: there may have been many before this came to look.
        try terminal.wait(for: "two ticks") { ticks($0) >= 2 }
    }

    @Test("The demo sends the notches of the wheel to the port")
    func wheel() throws {
        let terminal = try demo()
        terminal.mouse(64, 10, 6)
        terminal.mouse(65, 10, 6)
        try terminal.wait(forText: "port    2 frames, 0 contacts")
    }

    @Test("The demo scrolls its list by wheel and by finger, and takes taps on the buttons in its rows")
    func list() throws {
        let terminal = try demo()
        try terminal.wait(forText: "│Row 1     [  0]│")
        terminal.mouse(0, 38, 17)
        terminal.mouse(0, 38, 17, release: true)
        try terminal.wait(forText: "│Row 1     [  1]│")
        try terminal.wait(forText: "ended 1   RowButton")
        terminal.mouse(65, 28, 17)
        try terminal.wait(for: "the wheel to scroll") { !$0.text.contains("│Row 1 ") }
        terminal.mouse(64, 28, 17)
        try terminal.wait(forText: "│Row 1     [  1]│")
        // The list goes at least as far as the finger.
        terminal.mouse(0, 28, 19)
        for row in [18, 17, 16, 15] { terminal.mouse(32, 28, row) }
        terminal.mouse(0, 28, 15, release: true)
        try terminal.wait(for: "the first rows to leave") { !$0.text.contains("Row 2 ") }
        #expect(!terminal.screen.text.contains("began 1   Row "))
    }

    @Test("The demo keeps sending a drag to the view that the drag began in, wherever it goes")
    func dragOut() throws {
        let terminal = try demo()
        terminal.mouse(0, 10, 7)
        // Over the pad, and off the app's screen.
        terminal.mouse(32, 20, 18)
        terminal.mouse(32, 70, 18)
        try terminal.wait(forText: "(1) at (340, 264) in Button")
        // Once or twice: moves of one turn become one.
        try terminal.wait(forText: "moved 1   Button")
        terminal.mouse(0, 70, 18, release: true)
        try terminal.wait(forText: "ended 1   Button")
        #expect(terminal.screen.text.contains("notice  none"))
        #expect(terminal.screen.text.contains("taps 0"))
    }

    @Test("The demo puts down a mirrored finger while Ctrl is held, and takes bytes that are cut anywhere")
    func mirrored() throws {
        let terminal = try demo()
        for part in ["\u{1b}", "[<1", "6;12;1", "7", "M"] { terminal.type(part) }
        try terminal.wait(forText: "(1) at (92, 248) in Pad")
        try terminal.wait(forText: "(2) at (252, 104) in Label")
        terminal.mouse(48, 14, 17)
        try terminal.wait(forText: "(2) at (236, 104) in Label")
        terminal.mouse(16, 14, 17, release: true)
        try terminal.wait(forText: "port    3 frames, 2 contacts")
        try terminal.wait(forText: "no finger is down")
    }

    @Test("The demo names the view under the pointer while no button is down, and does not record it")
    func pointer() throws {
        let file = TemporaryFile(".evemu")
        let terminal = try demo(["--record", file.path])
        terminal.mouse(35, 10, 6)
        try terminal.wait(forText: "pointer at (76, 72) over Button")
        terminal.mouse(35, 12, 17)
        try terminal.wait(forText: "pointer at (92, 248) over Pad")
        try terminal.wait(forText: "port    2 frames, 1 contacts")
        // The mouse is a finger now.
        terminal.mouse(0, 12, 17)
        try terminal.wait(forText: "(1) at (92, 248) in Pad")
        #expect(!terminal.screen.text.contains("pointer at"))
        terminal.mouse(0, 12, 17, release: true)
        try terminal.wait(forText: "no finger is down")
        terminal.mouse(35, 30, 8)
        try terminal.wait(forText: "pointer at (236, 104) over Label")
        // Off the app's screen.
        terminal.mouse(35, 60, 8)
        try terminal.wait(for: "no pointer") { !$0.text.contains("pointer at") }
        try terminal.wait(forText: "port    7 frames, 3 contacts")
        terminal.mouse(35, 30, 8)
        try terminal.wait(forText: "pointer at")
        terminal.type("q")
        #expect(try terminal.waitForEnd() == .exited(0))
        // ABS_MT_TRACKING_ID, which names a new contact.
        let began = try EvdevRecording(path: file.path).events.filter { $0.code == 0x39 && $0.value >= 0 }
        #expect(began.count == 1)
    }

    @Test("The demo types into its form, drops what is no UTF-8, and leaves by q only outside of a text")
    func typing() throws {
        let terminal = try demo()
        // The form's button, and its first field.
        terminal.mouse(0, 22, 13)
        terminal.mouse(0, 22, 13, release: true)
        try terminal.wait(forText: "┌ Form ─")
        terminal.waitUntilNewScreenIsTouched()
        terminal.mouse(0, 10, 4)
        terminal.mouse(0, 10, 4, release: true)
        try terminal.wait(forText: "next")
        // Bytes that begin no character, a character without its end twice, and a mark that joins the c.
        terminal.type(bytes: [0x41, 0xff, 0x80, 0xc3, 0x62, 0xe2, 0x82, 0x63, 0xcc, 0x81])
        try terminal.wait(forText: "│Ab?")
        terminal.type("q")
        try terminal.wait(forText: "│Ab?q")
        terminal.type("\u{7f}\u{7f}\u{e9}")
        try terminal.wait(forText: "│Ab\u{e9}")
        // Escape leaves the form.
        terminal.type("\u{1b}")
        try terminal.wait(forText: "┌Button─┐")
        terminal.type("q")
        #expect(try terminal.waitForEnd() == .exited(0))
    }

    @Test("The demo follows the terminal's size, with the window as with the picture")
    func resize() throws {
        let terminal = try demo()
        try terminal.wait(forText: "a window of 344 x 352 points")
        terminal.resize(columns: 200, rows: 60)
        try terminal.wait(forText: "a window of 1080 x 928 points")
        try terminal.wait(for: "the last line") { $0.lines.last?.contains("q: leave") == true }
        // Where the button was is nothing but the card now, and the pad is where nothing was.
        terminal.mouse(0, 60, 50)
        try terminal.wait(forText: "in Pad")
        terminal.mouse(0, 60, 50, release: true)
        // A finger that the smaller window does not reach is not drawn over the monitor.
        terminal.mouse(0, 100, 10)
        try terminal.wait(forText: "began 1   Card")
        terminal.resize(columns: 120, rows: 40)
        try terminal.wait(forText: "a window of 568 x 608 points")
        try terminal.wait(for: "the last line") { $0.lines.last?.contains("q: leave") == true }
        #expect(terminal.screen.text.contains("(1) at (796, 136) in Card"))
        #expect(!terminal.screen.lines[9].contains("(1)"))
        terminal.mouse(0, 100, 10, release: true)
        terminal.resize(columns: 40, rows: 10)
        try terminal.wait(forText: "make it 64 x 18")
        terminal.resize(columns: 80, rows: 24)
        try terminal.wait(forText: "┌Button─┐")
    }

    @Test("The demo draws a part of a terminal that says it has more cells than any")
    func enormous() throws {
        let terminal = try demo()
        terminal.claim(columns: .max, rows: .max)
        try terminal.wait(forText: "a window of 7480 x 7968 points")
        terminal.claim(columns: 80, rows: 24)
        try terminal.wait(forText: "a window of 344 x 352 points")
        terminal.type("q")
        #expect(try terminal.waitForEnd() == .exited(0))
    }
}

@Suite("responderkit demo leaves the terminal as it was", .serialized)
struct DemoLeavingTests {
    @Test("The demo leaves the terminal as it was at q and at Ctrl-C", arguments: ["q", "\u{3}"])
    func keys(key: String) throws {
        let terminal = try demo()
        #expect(isEntered(terminal))
        // A finger that is down is cancelled then, and that is not drawn any more.
        terminal.mouse(0, 10, 7)
        try terminal.wait(forText: "began 1   Button")
        terminal.type(key)
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(isLeft(terminal))
    }

    @Test("The demo leaves the terminal as it was at SIGTERM and SIGINT", arguments: [SIGTERM, SIGINT])
    func termination(signal: Int32) throws {
        let terminal = try demo()
        terminal.mouse(0, 10, 7)
        try terminal.wait(forText: "began 1   Button")
        terminal.send(signal)
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(isLeft(terminal))
    }

    @Test(
        "The demo leaves the terminal as it was at a crash, and dies of its signal",
        arguments: [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGHUP, SIGQUIT]
    )
    func crash(signal: Int32) throws {
        let terminal = try demo()
        #expect(isEntered(terminal))
        terminal.send(signal)
        #expect(try terminal.waitForEnd() == .signalled(signal))
        #expect(isLeft(terminal))
    }

    @Test("The demo leaves the terminal while it is stopped by SIGTSTP, and takes it again at SIGCONT")
    func suspension() throws {
        let terminal = try demo()
        terminal.mouse(0, 10, 7)
        try terminal.wait(forText: "(1) at (76, 88) in Button")
        for _ in 0..<2 {
            terminal.send(SIGTSTP)
            try terminal.waitForStop()
            #expect(isLeft(terminal))
            terminal.send(SIGCONT)
            try terminal.wait(for: "the second screen") {
                $0.modes == [1049, 1002, 1003, 1006] && $0.text.contains("q: leave")
            }
            #expect(isEntered(terminal))
        }
        // A finger that was down when the terminal went away was taken away.
        try terminal.wait(forText: "cancelled 1")
        terminal.mouse(0, 10, 7)
        terminal.mouse(0, 10, 7, release: true)
        try terminal.wait(forText: "notice  Button tapped once")
        terminal.type("q")
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(isLeft(terminal))
    }

    @Test("The demo leaves the terminal as it was when it was stopped by others, and draws again at SIGCONT")
    func stoppedByOthers() throws {
        let terminal = try demo()
        terminal.send(SIGSTOP)
        try terminal.waitForStop()
        // As a shell does that gets the terminal back.
        terminal.restore()
        terminal.send(SIGCONT)
        try terminal.wait(for: "the picture") { _ in isEntered(terminal) }
        terminal.type("q")
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(isLeft(terminal))
    }
}

@Suite("responderkit demo, in a terminal that nobody reads,", .serialized)
struct DemoUnreadTests {
    /// A demo that has more to draw than there is room for.
    private func unread(_ options: [String] = []) throws -> PseudoTerminal {
        let terminal = try demo(options)
        terminal.stopOutput()
        terminal.type("\u{c}")
        return terminal
    }

    @Test(
        "In a terminal that nobody reads, the demo ends in order at SIGTERM and at q, and restores the terminal",
        arguments: [true, false]
    )
    func inOrder(bySignal: Bool) throws {
        let terminal = try unread()
        if bySignal { terminal.send(SIGTERM) } else { terminal.type("q") }
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(terminal.isAsItWas)
    }

    @Test("In a terminal that nobody reads, the demo ends at the second of SIGINT and SIGTERM")
    func secondSignal() throws {
        let terminal = try demo()
        terminal.send(SIGSTOP)
        try terminal.waitForStop()
        terminal.stopOutput()
        // The process finds both when it goes on. Two threads may take them: the end in order may win by a hair then.
        terminal.send(SIGTERM)
        terminal.send(SIGINT)
        terminal.send(SIGCONT)
        let end = try terminal.waitForEnd()
        #expect([0, 128 + SIGTERM, 128 + SIGINT].map { .exited($0) }.contains(end), "\(end)")
        #expect(terminal.isAsItWas)
    }

    @Test(
        "In a terminal that nobody reads, the demo dies of what it is killed by",
        arguments: [SIGSEGV, SIGHUP, SIGQUIT]
    )
    func crash(signal: Int32) throws {
        let terminal = try unread()
        terminal.send(signal)
        #expect(try terminal.waitForEnd() == .signalled(signal))
        #expect(terminal.isAsItWas)
    }

    @Test("In a terminal that nobody reads, the demo goes on, and draws the last picture when somebody reads again")
    func resumed() throws {
        let terminal = try unread()
        for _ in 0..<3 {
            terminal.mouse(0, 10, 7)
            terminal.mouse(0, 10, 7, release: true)
        }
        terminal.type("\u{c}")
        terminal.resumeOutput()
        try terminal.wait(forText: "notice  Button tapped 3 times")
        try terminal.wait(forText: "q: leave")
        terminal.type("q")
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(isLeft(terminal))
    }

    @Test("In a terminal that nobody reads, the demo writes its recording when it ends")
    func recording() throws {
        let file = TemporaryFile(".evemu")
        let terminal = try demo(["--record", file.path])
        terminal.mouse(0, 10, 7)
        terminal.mouse(0, 10, 7, release: true)
        try terminal.wait(forText: "notice  Button tapped once")
        terminal.stopOutput()
        terminal.send(SIGTERM)
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(try EvdevRecording(path: file.path).events.isEmpty == false)
    }
}

@Suite("responderkit demo --record", .serialized)
struct DemoRecordingTests {
    private let temporaryFile = TemporaryFile(".evemu")
    private var file: String { temporaryFile.path }

    /// Has the demo end, and replays what it has recorded.
    private func replay(after terminal: PseudoTerminal) async throws -> (text: String, ways: [Way]) {
        terminal.type("q")
        #expect(try terminal.waitForEnd() == .exited(0))
        let tool = try await Tool.run(["replay", file, "--tree", "demo", "--speed", "max"])
        #expect(tool.status == 0, "\(tool.errors)")
        return (tool.output, tool.output.split(separator: "\n").compactMap { Way(inTrace: String($0)) })
    }

    @Test("`demo --record` writes what `replay` reads back to the same ways of the same fingers")
    func roundTrip() async throws {
        let terminal = try demo(["--record", file])
        try terminal.wait(forText: " recording ")
        terminal.mouse(0, 10, 7)
        terminal.mouse(32, 30, 18)
        terminal.mouse(0, 30, 18, release: true)
        terminal.mouse(16, 12, 17)
        terminal.mouse(48, 14, 17)
        terminal.mouse(16, 14, 17, release: true)
        try terminal.wait(forText: "port    6 frames, 3 contacts")
        try terminal.wait(forText: "no finger is down")
        // What is drawn last of all that these touches change.
        try terminal.wait(forText: "ended 2   Label → Card")
        let seen = terminal.screen.lines.compactMap(Way.init(onScreen:))
        let replay = try await self.replay(after: terminal)
        #expect(seen.count == 9)
        #expect(seen == replay.ways, "\(replay.text)")
        #expect(replay.text.contains("window of 344.0 x 352.0 points"))
    }

    @Test("`demo --record` writes what `replay` reads back to the same ways of touches and keys to controls")
    func controls() async throws {
        // So many rows that all steps are seen.
        let terminal = try demo(["--record", file], rows: 60)
        try terminal.wait(forText: " recording ")
        for column in [9, 26] {
            terminal.mouse(0, column, 27)
            terminal.mouse(0, column, 27, release: true)
        }
        try terminal.wait(forText: "ended 1   Slider")
        terminal.type("\t\t ")
        try terminal.wait(forText: "key space")
        let seen = terminal.screen.lines.compactMap(Way.init(onScreen:))
        let replay = try await self.replay(after: terminal)
        // No responder gets the first key: it moves the focus.
        #expect(seen.map(\.phase) == ["began", "ended", "began", "ended", "key", "key"])
        #expect(seen.compactMap(\.chain.first).prefix(4) == ["Switch", "Switch", "Slider", "Slider"])
        #expect(seen == replay.ways, "\(replay.text)")
    }

    @Test("The demo fills its form by fingers on the keyboard on the screen, and so does what is recorded")
    func form() async throws {
        let terminal = try demo(["--record", file], rows: 60)
        try terminal.wait(forText: " recording ")
        func tap(_ column: Int, _ row: Int) {
            terminal.mouse(0, column, row)
            terminal.mouse(0, column, row, release: true)
        }
        tap(20, 30)
        try terminal.wait(forText: "┌ Form ─")
        try terminal.wait(forText: "│Name ")
        terminal.waitUntilNewScreenIsTouched()
        tap(10, 3)
        try terminal.wait(forText: "next")
        let place = try #require(Self.places(of: ["A", "D", "next"], on: terminal.screen))
        for key in ["A", "D", "A"] {
            let at = try #require(place[key])
            tap(at.column, at.row)
        }
        try terminal.wait(forText: "│Ada")
        if let at = place["next"] { tap(at.column, at.row) }
        try terminal.wait(for: "the number pad") { !$0.text.contains("next") && $0.text.contains("send") }
        let digits = try #require(Self.places(of: ["1", "5"], on: terminal.screen))
        for key in ["1", "5"] {
            let at = try #require(digits[key])
            tap(at.column, at.row)
        }
        try terminal.wait(forText: "│15")
        tap(6, 9)
        try terminal.wait(forText: "sent Ada, 15")
        let seen = terminal.screen.lines.compactMap(Way.init(onScreen:))
        #expect(seen.count { $0.chain == ["KeyboardView"] } == 12)
        let replay = try await self.replay(after: terminal)
        #expect(seen == replay.ways, "\(replay.text)")
    }

    /// Where keys are: the last place on the app's screen where each label stands by itself.
    private static func places(of keys: [String], on screen: ScreenEmulator) -> [String: (column: Int, row: Int)]? {
        var places: [String: (column: Int, row: Int)] = [:]
        for (row, line) in screen.lines.enumerated() {
            let characters = Array(line.prefix(43))
            for key in keys {
                let label = Array(key)
                for column in 0..<max(0, characters.count - label.count) {
                    let before = column == 0 ? " " : characters[column - 1]
                    let after = characters[column + label.count]
                    if Array(characters[column..<column + label.count]) == label, " │".contains(before),
                        " │".contains(after)
                    {
                        places[key] = (column, row)
                    }
                }
            }
        }
        return places.count == keys.count ? places : nil
    }

    @Test("`demo --record` says at once when the file cannot be written, and leaves the terminal alone")
    func unwritable() throws {
        let terminal = try PseudoTerminal(["demo", "--record", "/no/such/folder/x.evemu"], columns: 80, rows: 24)
        #expect(try terminal.waitForEnd() != .exited(0))
        #expect(terminal.screen.text.contains("Error: /no/such/folder/x.evemu: cannot be written"))
        #expect(isLeft(terminal))
    }

    @Test("`demo --record` leaves a former recording alone when the demo is killed before it has another")
    func killed() throws {
        try Data("former\n".utf8).write(to: URL(fileURLWithPath: file))
        let terminal = try demo(["--record", file])
        terminal.mouse(0, 10, 7)
        try terminal.wait(forText: "began 1   Button")
        terminal.send(SIGHUP)
        #expect(try terminal.waitForEnd() == .signalled(SIGHUP))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "former\n")
    }

    @Test(
        "`demo --record` leaves a former recording alone, and makes no file, when nothing was recorded",
        arguments: [true, false]
    )
    func nothing(hasFormer: Bool) throws {
        if hasFormer { try Data("former\n".utf8).write(to: URL(fileURLWithPath: file)) }
        let terminal = try demo(["--record", file])
        terminal.type("q")
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(terminal.screen.text.contains("No touch and no key was recorded, so /"))
        #expect(FileManager.default.fileExists(atPath: file) == hasFormer)
        if hasFormer { #expect(try temporaryFile.text == "former\n") }
    }

    @Test("`demo --record` says at once that it follows no symbolic link")
    func symbolicLink() throws {
        let target = try TemporaryFile(".evemu", containing: "former\n")
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target.path)
        let terminal = try PseudoTerminal(["demo", "--record", file], columns: 200, rows: 24)
        #expect(try terminal.waitForEnd() != .exited(0))
        #expect(terminal.screen.text.contains("Error: \(file): cannot be written: it is a symbolic link"))
        #expect(try target.text == "former\n")
    }

    @Test("`demo --record` wants a terminal, without which the demo replays")
    func noTerminal() async throws {
        let refused = try await Tool.run(["demo", "--record", file])
        #expect(refused.status != 0)
        #expect(refused.errors.contains("--record needs a terminal"))
        let sample = TouchData.package + "/" + Demo.shippedRecording
        let tool = try await Tool.run(["demo", "--replay", sample])
        #expect(tool.status == 0)
        let lines = tool.output.split(separator: "\n")
        #expect(lines.first == "No terminal to draw in, so this is: responderkit replay \(sample) --tree demo")
        let ways = lines.compactMap { Way(inTrace: String($0)) }
        #expect(ways.count { $0.phase == "began" && $0.chain == ["Button"] } == 3)
        #expect(ways.contains { $0.phase == "ended" && $0.fingers == "2" })
        #expect(lines.last?.contains("7  touches began, of which 7 ended and 0 were cancelled") == true)
    }

    @Test("The demo is a program of its own, which without a terminal replays the shipped recording")
    func program() async throws {
        let program = try await ChildProcess.run("responderkit-demo", [], shell: "cd '\(TouchData.package)' && \"$@\"")
        #expect(program.status == 0)
        let lines = program.output.split(separator: "\n")
        let command = "responderkit replay \(Demo.shippedRecording) --tree demo"
        #expect(lines.first == "No terminal to draw in, so this is: \(command)")
        #expect(lines.last?.contains("7  touches began, of which 7 ended and 0 were cancelled") == true)
        // Elsewhere the tool plays the same recording, which is built in.
        let elsewhere = try await Tool.run(["demo"], shell: "cd / && \"$@\"")
        #expect(elsewhere.status == 0, "\(elsewhere.errors)")
        let own = elsewhere.output.split(separator: "\n")
        #expect(own.first == "No terminal to draw in, so this is a replay of the recording that the demo comes with.")
        #expect(own.count == lines.count && own.last == lines.last)
    }
}

/// A line of the screen's or of the replay's trace, without what only one of them has: times and places.
private struct Way: Hashable {
    let phase: String
    let fingers: String
    let chain: [String]

    /// `│ ended 1+2 Background → Controller x2` or `│ key tab Button`, with or without blanks at the arrow.
    init?(onScreen line: String) {
        let words = line.split(separator: "│").last?.split { " →".contains($0) }.map(String.init) ?? []
        guard words.count >= 3, ["began", "moved", "ended", "cancelled", "key"].contains(words[0]) else { return nil }
        phase = words[0]
        fingers = words[1]
        chain = words.dropFirst(2).filter { !($0.hasPrefix("x") && Int($0.dropFirst()) != nil) }
    }

    /// `0.000  began       finger 1 at (256, 192), finger 2 at (3, 4)  -> DemoLabel -> DemoCard`, or `0.000  began
    /// key tab  -> DemoButton`; the demo shows only the began of a key.
    init?(inTrace line: String) {
        let parts = line.components(separatedBy: "-> ")
        let words = parts[0].split(separator: " ").map(String.init)
        guard parts.count > 1, words.count > 2, words.contains("finger") || words[1...2] == ["began", "key"] else {
            return nil
        }
        phase = words[2] == "key" ? "key" : words[1]
        let names = zip(words, words.dropFirst()).filter { ["finger", "key"].contains($0.0) }.map(\.1)
        fingers = names.joined(separator: "+")
        chain = parts.dropFirst().map { $0.trimmingCharacters(in: .whitespaces).replacing("Demo", with: "") }
    }
}
