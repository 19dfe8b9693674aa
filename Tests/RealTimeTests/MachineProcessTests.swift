import Foundation
import Testing

/// A real process that monitors the machine that the tests run on.
@Suite("A process that monitors its machine")
struct MachineProcessTests {
    // Rules: P5, P10.
    @Test("An app is told the language of its process, and its life goes on as without monitoring")
    func locale() async throws {
        let setup = "unset LC_ALL LC_MESSAGES; export LANG=de_DE.UTF-8"
        let child = try ChildProcess("MachineProgramFixture", "locale", "sleep", "time", setup: setup)
        #expect(await child.lines(upTo: "locale de_DE") == ["active", "locale de_DE"])
        child.send(SIGTERM)
        #expect(
            try await child.end()
                == ChildProcess.End(status: 0, wasSignalled: false, lines: ["background", "end"], errors: "")
        )
    }

    // Rules: P6, P11.
    @Test("The kernel's pressure of memory is used, or one line says what is used instead")
    func memory() async throws {
        let child = try ChildProcess("MachineProgramFixture", "memory")
        var lines = await child.lines(upTo: "active")
        child.send(SIGTERM)
        let end = try await child.end()
        lines += end.lines
        let problems = lines.filter { $0.hasPrefix("problem: ") }
        #expect(end.status == 0 && problems.count <= 1, "\(lines)")
        #expect(problems.allSatisfy { $0.contains("pressure of memory cannot be used, so shortage is ") }, "\(lines)")
        #expect(lines.suffix(2) == ["background", "end"])
    }
}
