import Glibc
import Testing

/// In programs of their own, which have the process's first thread.
@Suite("A loop inside another program's loop")
struct EmbeddedLoopTests {
    // `Scripts/check-hosts` does the same inside GLib's loop and SwiftNIO's.
    @Test("Timers, descriptors, posts, signals, jobs and nested runs go on in a host's loop, and idling costs no turn")
    func everythingGoesOn() async throws {
        let ending = try await Fixture.run("PollHostFixture", [])
        #expect(ending.status == 0, "it said: \(ending.output) \(ending.errors)")
        let expected = [
            "timer", "descriptor", "post", "post from a thread", "source from a thread", "signal", "main-actor task",
            "Task.sleep", "main queue", "post that posts", "nested run", "idle", "stopped",
        ]
        #expect(ending.output == expected.joined(separator: "\n") + "\n")
    }

    @Test("A sequence of signals counts what comes while nobody waits, and leaves the signal as it was")
    func signals() async throws {
        let ending = try await Fixture.run("BlockingRunFixture", ["signals"])
        #expect(ending.output == "3 signals\n1 signals\n", "it said: \(ending.errors)")
        #expect(ending.status & 0x7F == SIGUSR1)
    }
}
