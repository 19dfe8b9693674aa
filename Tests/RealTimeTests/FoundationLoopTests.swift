import Glibc
import Testing

/// In programs of their own, which have the process's first thread.
@Suite("Foundation's RunLoop.main, served by a loop")
struct FoundationLoopTests {
    // Rules: L50, L51, L52.
    @Test(
        "Timers, performs and notification queues of Foundation go on beside the loop's work, and idling costs no turn"
    )
    func everythingGoesOn() async throws {
        let ending = try await Fixture.run("FoundationLoopFixture", [])
        #expect(ending.status == 0, "it said: \(ending.output) \(ending.errors)")
        let expected = [
            "timer", "repeating timer", "timer of a thread", "perform", "perform of a thread", "wake-up",
            "notification when idle", "notification asap", "main queue", "main-actor task", "Task.sleep",
            "loop's timer", "post of a thread", "descriptor", "process", "nested run", "private mode", "busy loop",
            "idle", "ended", "served again", "stopped",
        ]
        #expect(ending.output == expected.joined(separator: "\n") + "\n")
    }

    @Test("A blocking run in a block of the main queue ends the process, where Foundation's loop serves the queue too")
    func runInBlock() async throws {
        let ending = try await Fixture.run("FoundationLoopFixture", ["block"])
        #expect(ending.endedBySignal)
        #expect(ending.errors.contains("from inside a block of the main queue"), "it said: \(ending.errors)")
        #expect(ending.output.isEmpty)
    }
}
