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
        "error: the application ended while it restored its state the last time; that state is thrown away"

    /// Starts the app; returns its lines up to what it shows, when it was killed by SIGKILL after that.
    private func run(_ file: TemporaryFile, _ task: String, setup: String? = nil) async throws -> [String] {
        let child = try ChildProcess("LaunchFixture", "state", file.path, task, setup: setup)
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
    @Test("killed by SIGKILL in the background, the app is as it was in its next process, and in the one after it")
    func killed() async throws {
        let file = TemporaryFile(".json")
        #expect(try await run(file, "show") == [Self.fresh])
        #expect(try await run(file, "use") == [Self.used])
        #expect(try await run(file, "show") == [Self.used])
        #expect(try await run(file, "show") == [Self.used])
    }

    // Rules: A35.
    @Test("killed in the midst of its restoration, the app begins anew, and saves as before")
    func killedWhileRestoring() async throws {
        let file = TemporaryFile(".json")
        #expect(try await run(file, "use") == [Self.used])
        #expect(try await run(file, "crash") == [])
        #expect(try await run(file, "show") == [Self.lost, Self.fresh])
        #expect(try await run(file, "show") == [Self.fresh])
        #expect(try await run(file, "use") == [Self.used])
        #expect(try await run(file, "show") == [Self.used])
    }

    // Rules: A35.
    @Test("on a disk that takes no byte more the app goes on, and the state before stays")
    func fullDisk() async throws {
        let file = TemporaryFile(".json")
        #expect(try await run(file, "use") == [Self.used])
        let saved = try file.text
        // A file may have no byte: a write fails as on a full disk.
        let lines = try await run(file, "use", setup: "ulimit -f 0; trap '' XFSZ")
        #expect(lines == ["error: the state was not saved: \(file.path).new: write: File too large", Self.used])
        #expect(try file.text == saved)
        #expect(!FileManager.default.fileExists(atPath: file.path + ".new"))
        #expect(try await run(file, "show") == [Self.used])
    }

    @Test("a file that is damaged is an error that names it, its line and the mistake; the next state replaces it")
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
