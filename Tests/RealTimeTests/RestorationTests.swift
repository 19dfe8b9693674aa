import Foundation
import TestSupport
import Testing

/// An app whose process ends, and the process after it: see `StateDelegate` of `LaunchFixture`.
@Suite("A state that one process saves and another restores")
struct RestorationTests {
    private static let used =
        "tab 1: tabs/stack/list@50.5 tabs/stack/detail-1@101.0 tabs/stack/detail-2@151.5 tabs/map@333.0"
    private static let fresh = "tab 0: tabs/stack/list@0.0 tabs/map@0.0"
    private static let lost =
        "error: the application ended while it restored its state, time and again; that state is put aside"

    /// Starts the app; returns its lines up to what it shows, when it was killed by SIGKILL after that.
    private func run(_ file: TemporaryFile, _ task: String, _ condition: String = "") async throws -> [String] {
        let child = try ChildProcess("LaunchFixture", "state", file.path, task, condition)
        var lines: [String] = []
        while let line = await child.nextLine() {
            lines.append(line)
            if line.hasPrefix("tab") { break }
        }
        child.send(SIGKILL)
        let end = try await child.end()
        #expect(end.wasSignalled && end.status == SIGKILL)
        return lines
    }

    // Rules: A35.
    @Test("An app killed in the background is as it was in its next process, and in the one after that")
    func killed() async throws {
        let file = TemporaryFile(".json")
        #expect(try await run(file, "show") == [Self.fresh])
        #expect(try await run(file, "use") == [Self.used])
        #expect(try await run(file, "show") == [Self.used])
        #expect(try await run(file, "show") == [Self.used])
    }

    // Rules: A35.
    @Test("An app killed once in the midst of its restoration, as by a power failure, is restored the next time")
    func killedWhileRestoringOnce() async throws {
        let file = TemporaryFile(".json")
        #expect(try await run(file, "use") == [Self.used])
        #expect(try await run(file, "crash") == [])
        #expect(try await run(file, "show") == [Self.used])
        #expect(try await run(file, "crash") == [])
        #expect(try await run(file, "show") == [Self.used])
    }

    // Rules: A35.
    @Test("An app killed twice in the midst of its restoration begins anew, and saves as before")
    func killedWhileRestoring() async throws {
        let file = TemporaryFile(".json")
        #expect(try await run(file, "use") == [Self.used])
        for _ in 0..<2 { #expect(try await run(file, "crash") == []) }
        #expect(try await run(file, "show") == [Self.lost, Self.fresh])
        // Whoever looks for the mistake finds the state.
        let discarded = file.path + ".discarded"
        #expect(FileManager.default.fileExists(atPath: discarded))
        try FileManager.default.removeItem(atPath: discarded)
        #expect(try await run(file, "show") == [Self.fresh])
        #expect(try await run(file, "use") == [Self.used])
        #expect(try await run(file, "show") == [Self.used])
    }

    // Rules: A35.
    @Test("An app goes on when its disk takes no byte more, and the state before stays")
    func fullDisk() async throws {
        let file = TemporaryFile(".json")
        #expect(try await run(file, "use") == [Self.used])
        let saved = try file.text
        let lines = try await run(file, "use", "full-disk")
        #expect(lines == ["error: the state was not saved: \(file.path).new: write: File too large", Self.used])
        #expect(try file.text == saved)
        #expect(!FileManager.default.fileExists(atPath: file.path + ".new"))
        #expect(try await run(file, "show") == [Self.used])
    }

    private static func state(_ members: String) -> String {
        "{\"format\": \"ResponderKit state\", \"values\": {}, \(members)}"
    }

    // Rules: A35.
    @Test(
        "A file that is no state, or another app's or version's, or names what is gone, is an error; the app goes on",
        arguments: [
            ("[]", "the saved state is damaged, and is not restored: it is no state of an app"),
            (
                state(#""version": 1, "application": "org.example.mail", "controllers": []"#),
                "the saved state belongs to the app \"org.example.mail\", and is not restored; give each app a place "
                    + "of its own"
            ),
            (
                state(#""version": 2, "application": "org.example.state", "controllers": []"#),
                "the saved state has the version 2, and this library reads versions up to 1: it is not restored"
            ),
            (
                state(
                    #""version": 1, "application": "org.example.state", "controllers": "#
                        + #"[{"path": ["tabs", "gone"], "values": {}, "views": {}}]"#
                ),
                "the saved state has controllers that are not there any more: \"tabs/gone\""
            ),
        ]
    )
    func unsuitable(text: String, error: String) async throws {
        let file = try TemporaryFile(".json", containing: text)
        #expect(try await run(file, "show") == ["error: \(error)", Self.fresh])
        #expect(try await run(file, "use").last == Self.used)
        #expect(try await run(file, "show") == [Self.used])
    }

    @Test("A folder in the place of the state's file is an error at the launch and at each saving; the app goes on")
    func folder() async throws {
        let file = TemporaryFile("")
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        let name = "folder, a pipe or a device; name a plain file"
        #expect(
            try await run(file, "use") == [
                "error: the saved state cannot be read: \(file.path): it cannot be read: it is a \(name)",
                "error: the state was not saved: \(file.path).new: rename: Is a directory",
                Self.used,
            ]
        )
        #expect(!FileManager.default.fileExists(atPath: file.path + ".new"))
    }

    @Test("A manifest that names a file for which nobody makes a store ends the start, with status 78")
    func noStore() async throws {
        let child = try ChildProcess("LaunchFixture", "no-store", "state.json")
        let end = try await child.end()
        #expect(end.status == EX_CONFIG && !end.wasSignalled && !end.lines.contains("ready"))
        #expect(
            end.errors.hasSuffix(
                "LaunchFixture: the manifest names the state's file \"state.json\", and there is no store for it; "
                    + "make one in the delegate's makeStateStore(named:)\n"
            )
        )
    }

    @Test("A damaged file is an error that names the file, the line and the mistake; the next state replaces the file")
    func damaged() async throws {
        let file = try TemporaryFile(".json", containing: "{\n\"format\": 1,,\n}")
        #expect(
            try await run(file, "show") == [
                "error: the saved state cannot be read: \(file.path), line 2: a key in double quotes is expected, and "
                    + "there is ','",
                Self.fresh,
            ]
        )
        #expect(try await run(file, "use").last == Self.used)
        #expect(try await run(file, "show") == [Self.used])
    }
}
