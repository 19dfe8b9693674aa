import Foundation
import ResponderEnvironment
import TestSupport
import Testing

/// Real processes with homes in directories as systemd gives them.
@Suite struct HomeProcessTests {
    private let folder = TemporaryFolder()

    /// Shell code that sets the variables of systemd.
    private var setup: String {
        "export STATE_DIRECTORY='\(folder.path)/state' CACHE_DIRECTORY='\(folder.path)/cache' "
            + "RUNTIME_DIRECTORY='\(folder.path)/run'"
    }

    @Test("A second process on one home is refused with the number of the first, until the first was killed")
    func secondProcess() async throws {
        let first = try ChildProcess("HomeProgramFixture", "hold", setup: setup)
        let number = try #require(await first.nextLine()?.split(separator: " ").last)
        let second = try await ChildProcess("HomeProgramFixture", "hold", setup: setup).end()
        #expect(
            second.lines == [
                "\"\(folder.path)/state\" is in use by process \(number); end it first, or take another home"
            ]
        )
        #expect(second.status == 1)
        first.send(SIGKILL)
        _ = try await first.end()
        let third = try ChildProcess("HomeProgramFixture", "hold", setup: setup)
        #expect(await third.nextLine()?.hasPrefix("opened by") == true)
        third.send(SIGKILL)
        _ = try await third.end()
    }

    @Test("A process that is killed while it writes loses nothing that it had reported, and leaves no draft")
    func killed() async throws {
        for _ in 0..<5 {
            let process = try ChildProcess("HomeProgramFixture", "write", setup: setup)
            _ = await process.nextLine()
            process.send(SIGKILL)
            let reported = try await process.end().lines.last.flatMap { Int($0) } ?? 1
            let home = try ProcessContainer.open(
                identifier: "org.example.home",
                directories: try ProcessDirectories(identifier: "org.example.home") { [folder] in
                    ["STATE": "state", "CACHE": "cache", "RUNTIME": "run"][$0.prefix { $0 != "_" }.description]
                        .map { "\(folder.path)/\($0)" }
                }
            )
            let words = String(decoding: try home.read("Documents/file"), as: UTF8.self).split(separator: " ")
            #expect(words.count == 5000)
            #expect(Set(words).count == 1)
            #expect(Int(words[0]) ?? 0 >= reported)
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/state/Documents")
            #expect(names.sorted() == ["Inbox", "file"])
        }
    }

    @Test("A process reads the credentials that systemd hands to it, and without any is told how to get them")
    func credentials() async throws {
        try folder.write("secret", to: "credentials/token")
        let with = setup + " CREDENTIALS_DIRECTORY='\(folder.path)/credentials'"
        #expect(
            try await ChildProcess("HomeProgramFixture", "credentials", setup: with).end().lines == ["token secret"]
        )
        let without = try await ChildProcess("HomeProgramFixture", "credentials", setup: setup).end()
        #expect(without.lines.first?.contains("LoadCredentialEncrypted=") == true, "it said: \(without.lines)")
    }

    @Test(
        "A process that landlock restricts uses its home and reads what it was given, and nothing else",
        .enabled(if: Landlock.version != nil, "the running Linux has no landlock"),
        .disabled(if: isUnderThreadSanitizer, "it has a thread of its own, which landlock would not restrict")
    )
    func restricted() async throws {
        let outside = try folder.write("outside", to: "outside")
        let readable = try folder.write("readable", to: "readable")
        let end = try await ChildProcess("HomeProgramFixture", "landlock", outside, readable, setup: setup).end()
        #expect(end.lines == ["done"], "it said: \(end.errors)")
        #expect(try folder.text(of: "outside") == "outside")
        #expect(try folder.text(of: "run/after") == "\u{2}")
    }

    @Test(
        "Landlock refuses a process with several threads where it would restrict one alone",
        .enabled(if: Landlock.version.map { $0 < 8 } ?? false, "the running landlock restricts all threads, or none")
    )
    func threads() async throws {
        let end = try await ChildProcess("HomeProgramFixture", "landlock-with-threads", setup: setup).end()
        #expect(end.lines.count == 1)
        #expect(end.lines.first?.contains("before it starts a thread") == true, "it said: \(end.lines)")
    }
}
