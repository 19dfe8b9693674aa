import Foundation
import Glibc
import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@testable import responderkit

@Suite("responderkit lifecycle")
struct LifecycleCommandTests {
    /// A file with that text, for as long as `body` runs.
    private func withFile<Result>(_ text: String, _ body: (String) async throws -> Result) async throws -> Result {
        let path = NSTemporaryDirectory() + "lifecycle-\(UUID().uuidString).txt"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }

    @Test("`lifecycle` runs a script and prints the callbacks with their states as a table")
    func table() async throws {
        let tool = try await withFile("launch game # which exits\nwait 1s\nhome\n") {
            try await Tool.run(["lifecycle", $0])
        }
        #expect(tool.status == 0 && tool.errors.isEmpty)
        #expect(
            tool.output == """
                TIME        APP   STATE        WHAT HAPPENS
                0.000000 s  *                  launch game
                0.000000 s  game  inactive     -> inactive
                0.000000 s  game  inactive     D willFinishLaunching
                0.000000 s  game  inactive     D didFinishLaunching
                0.000000 s  game  inactive     N UIApplicationDidFinishLaunchingNotification
                0.000000 s  game  active       -> active
                0.000000 s  game  active       D didBecomeActive
                0.000000 s  game  active       N UIApplicationDidBecomeActiveNotification
                1.000000 s  *                  home
                1.000000 s  game  active       D willResignActive
                1.000000 s  game  active       N UIApplicationWillResignActiveNotification
                1.000000 s  game  inactive     -> inactive
                1.000000 s  game  inactive     D willTerminate
                1.000000 s  game  inactive     N UIApplicationWillTerminateNotification
                1.000000 s  game  not running  -> not running
                1.000000 s  game  not running  ended: terminated

                """
        )
    }

    @Test("The script of `lifecycle` brings every sequence about, and the device refuses nothing of it")
    func standardScript() async throws {
        let tool = try await Tool.run(["lifecycle"])
        #expect(tool.status == 0 && tool.errors.isEmpty)
        for number in 1...17 { #expect(tool.output.contains(" \(number). "), "sequence \(number)") }
        for end in [
            "ended: terminated", "ended: killed", "ended: background task \"upload\" was still open",
            "ended: over the limit \"enter background\"", "D openURL", "D performFetch", "D didReceiveMemoryWarning",
            "D didReceiveRemoteNotification", "D didReceiveLocalNotification", "-> suspended",
        ] {
            #expect(tool.output.contains(end), "\(end)")
        }
        // What it prints is what it runs.
        let script = try await Tool.run(["lifecycle", "--print-script"])
        let again = try await withFile(script.output) { try await Tool.run(["lifecycle", $0]) }
        #expect(again.output == tool.output)
    }

    @Test("`lifecycle` runs nothing of a script with wrong lines, and reports each with its place")
    func wrongScript() async throws {
        let (tool, path) = try await withFile("launch demo\nlaunch dmeo\nhome\nfly\n") {
            (try await Tool.run(["lifecycle", $0]), $0)
        }
        #expect(tool.status == EX_DATAERR && tool.output.isEmpty)
        let lines = tool.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("\(path):2: there is no app \"dmeo\"; did you mean \"demo\"?") == true)
        #expect(lines.last?.hasPrefix("\(path):4: \"fly\" is no command") == true)
    }

    @Test("`lifecycle` writes nothing of a script to the terminal that would steer the terminal")
    func hostileScript() async throws {
        let wrong = try await withFile("\u{FEFF}fly \u{1B}[2J\r\nlaunch \u{9B}2J\u{202E}\r\nalert \"\u{1B}") {
            try await Tool.run(["lifecycle", $0])
        }
        let right = try await withFile("call \u{1B}]0;x\u{7}\r\nnote \u{1B}[2J\r\ncall \u{1B}c") {
            try await Tool.run(["lifecycle", $0])
        }
        #expect(wrong.errors.split(separator: "\n").count == 3)
        #expect(right.output.contains("call \"\\u{1B}]0;x\\u{07}\"") && right.output.contains("\\u{1B}[2J"))
        #expect(right.errors.contains("refused: a call from \\u{1B}]0;x\\u{07} is in the way"))
        for text in [wrong.errors, right.errors, right.output] {
            let isSafe = text.unicodeScalars.allSatisfy {
                $0 == "\n" || ![.control, .format].contains($0.properties.generalCategory)
            }
            #expect(isSafe, "\(text.debugDescription)")
        }
    }

    @Test("`lifecycle` goes on after a line that the device refuses, and says so by its status")
    func refusal() async throws {
        let (tool, path) = try await withFile("unlock\nlaunch demo\n") { (try await Tool.run(["lifecycle", $0]), $0) }
        #expect(tool.status == 1)
        #expect(tool.errors == "\(path):1: refused: the screen is not locked\n")
        #expect(tool.output.contains("D didBecomeActive"))
    }

    @Test("`lifecycle` says what is wrong with files that it cannot read or write, or that are no text")
    func files() async throws {
        let missing = try await Tool.run(["lifecycle", "/no/such/script"])
        #expect(missing.status == EX_NOINPUT && missing.errors.hasPrefix("/no/such/script: cannot be read"))
        let unwritable = try await Tool.run(["lifecycle", "--svg", "/no/such/folder/a.svg"])
        #expect(
            unwritable.status == EX_CANTCREAT && unwritable.errors.hasPrefix("/no/such/folder/a.svg: cannot be written")
        )
        let path = NSTemporaryDirectory() + "lifecycle-\(UUID().uuidString)"
        try Data([0x68, 0xff, 0xfe]).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let noText = try await Tool.run(["lifecycle", path])
        #expect(noText.status == EX_DATAERR && noText.errors.contains("no text in UTF-8"))
        let both = try await Tool.run(["lifecycle", "--transitions", "--json"])
        #expect(both.status == EX_USAGE)
    }

    @Test("`lifecycle` reads and writes what is no plain file, and says what a folder is")
    func specialFiles() async throws {
        let folder = NSTemporaryDirectory() + "lifecycle-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let read = try await Tool.run(["lifecycle", folder])
        #expect(read.status == EX_NOINPUT && read.errors == "\(folder): cannot be read: Is a directory\n")
        let written = try await Tool.run(["lifecycle", "--svg", folder])
        #expect(
            written.status == EX_CANTCREAT && written.errors == "\(folder): cannot be written: Is a directory\n"
        )
        let empty = try await Tool.run(["lifecycle", "/dev/null"])
        #expect(empty.status == 0 && empty.output.hasPrefix("TIME"))
        let pipe = "\(folder)/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let end = try #require(FileHandle(forUpdatingAtPath: pipe))
        _ = try await Tool.run(["lifecycle", "--svg", pipe, "/dev/null"])
        // There is no end of file to wait for: this end may write too.
        try #require(fcntl(end.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
        var bytes = [UInt8](repeating: 0, count: 4)
        #expect(Glibc.read(end.fileDescriptor, &bytes, 4) == 4 && bytes == Array("<svg".utf8))
        // What leads to no plain file is another's business: a shell's `>(…)` and /dev/stderr are such links.
        let link = "\(folder)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: pipe)
        let linked = try await Tool.run(["lifecycle", "--svg", link, "/dev/null"])
        #expect(linked.status == 0, "\(linked.errors)")
    }

    @Test(
        "`lifecycle` writes a picture whole or leaves the former file, and follows no link",
        .disabled(if: isUnderThreadSanitizer, "it maps a large file itself, which the limit on files forbids")
    )
    func pictureOverFile() async throws {
        let folder = NSTemporaryDirectory() + "lifecycle-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (link, file) = ("\(folder)/link", "\(folder)/file")
        try "former".write(toFile: file, atomically: false, encoding: .utf8)
        // As good as a full disk: no file may be larger than 8 blocks of 512 bytes.
        let full = try await Tool.run(
            ["lifecycle", "--svg", file],
            shell: #"ulimit -f 8; trap '' XFSZ; exec "$@""#
        )
        #expect(full.status == EX_CANTCREAT && full.errors == "\(file): cannot be written: File too large\n")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let linked = try await Tool.run(["lifecycle", "--svg", link, "/dev/null"])
        #expect(linked.status == EX_CANTCREAT)
        #expect(linked.errors.hasPrefix("\(link): cannot be written: it is a symbolic link, which is not followed"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "former")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["file", "link"])
    }

    @Test("`lifecycle` writes the timeline as a picture, and the history as JSON")
    func pictureAndObjects() async throws {
        let picture = NSTemporaryDirectory() + "lifecycle-\(UUID().uuidString).svg"
        defer { try? FileManager.default.removeItem(atPath: picture) }
        let tool = try await withFile("launch mail\nhome\n") {
            try await Tool.run(["lifecycle", $0, "--json", "--svg", picture])
        }
        #expect(tool.status == 0)
        let svg = try String(contentsOfFile: picture, encoding: .utf8)
        #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n") && svg.contains(">D didEnterBackground</text>"))
        struct Entry: Decodable {
            let time: Double
            let app: String?
            let state: String?
            let kind: String
            let text: String
        }
        let entries = try JSONDecoder().decode([Entry].self, from: Data(tool.output.utf8))
        #expect(entries.count == 17)
        #expect(entries.first?.kind == "action" && entries.first?.text == "launch mail" && entries.first?.app == nil)
        #expect(entries.last?.kind == "state" && entries.last?.state == "suspended" && entries.last?.time == 0)
    }

    @Test("`lifecycle` prints the table of transitions")
    func transitions() async throws {
        let tool = try await Tool.run(["lifecycle", "--transitions"])
        #expect(tool.status == 0)
        #expect(tool.output == Transition.text() + "\n")
    }

    // Rules: SEQ8, T25.
    @Test("`lifecycle` runs a script that declares its apps, touches them, and accepts what interrupts them")
    func declaredApps() async throws {
        let script = "app notes\napp chat\nlaunch notes\ntouch 9,9\nalert Ben\naccept-alert chat\nrelease\n"
        let tool = try await withFile(script) { try await Tool.run(["lifecycle", $0, "--json"]) }
        #expect(tool.status == 0 && tool.errors.isEmpty)
        struct Entry: Decodable {
            let app: String?
            let kind: String
            let text: String
        }
        let entries = try JSONDecoder().decode([Entry].self, from: Data(tool.output.utf8))
        #expect(
            entries.filter { $0.kind == "touch" }.map(\.text) == [
                "T 1 began at 9,9: ScriptedScreen", "T 1 is cancelled: the application is no longer active",
                "T 1 cancelled at 9,9: ScriptedScreen",
            ]
        )
        #expect(entries.filter { $0.kind == "state" && $0.app == "chat" }.map(\.text) == ["-> inactive", "-> active"])
        let wrong = try await withFile("launch notes\napp notes\n") { try await Tool.run(["lifecycle", $0]) }
        #expect(wrong.status == EX_DATAERR)
        #expect(wrong.errors.hasSuffix(":1: the app \"notes\" is declared later, in line 2; move that line up\n"))
    }

    // Rules: SEQ14, S31.
    @Test("`lifecycle` ends the app that is left on a device without multitasking")
    func noMultitasking() async throws {
        let tool = try await withFile("launch mail\nhome\n") {
            try await Tool.run(["lifecycle", "--no-multitasking", $0])
        }
        #expect(tool.output.hasSuffix("mail  not running  ended: terminated\n"))
        #expect(!tool.output.contains("didEnterBackground"))
    }

    @Test("The help of `lifecycle` has the script's commands and the apps")
    func help() async throws {
        let tool = try await Tool.run(["lifecycle", "--help"])
        #expect(tool.status == 0)
        for word in ["wait TIME", "open-notification APP", "exits on suspend", "--transitions", "65"] {
            #expect(tool.output.contains(word), "\(word)")
        }
        // A terminal of 80 columns has room for each line.
        let lines = tool.output.split(separator: "\n")
        let forms = DeviceScript.help.split(separator: "\n")
        #expect(!forms.isEmpty && forms.filter { !lines.contains($0) } == [])
    }
}
