import TestSupport
import Testing

/// A parent and its child, in processes of their own.
@Suite(
    "A loop and fork(2)",
    .disabled(
        if: isUnderThreadSanitizer,
        "it has a thread of its own, so that each process which forks has several, and its child hangs now and then"
    )
)
struct ForkTests {
    @Test(
        "A child may drop its copy of a loop, change it, or make the loop its own, and the parent's loop goes on",
        arguments: ["fork-drop", "fork-cancel", "fork-reinitialize", "fork-signal", "fork-reinitialize-and-go-on"]
    )
    func allowed(act: String) async throws {
        let ending = try await Fixture.run("BlockingRunFixture", [act])
        #expect(ending.output == "child exits with 0\nthe parent goes on\n", "it said: \(ending.errors)")
        #expect(ending.status == 0)
    }

    @Test(
        "A child that drives its copy of a loop ends with a message that names the remedy, and the parent's goes on",
        arguments: ["fork-run", "fork-turn", "fork-go-on"]
    )
    func refused(act: String) async throws {
        let ending = try await Fixture.run("BlockingRunFixture", [act])
        #expect(ending.output == "child is ended by a signal\nthe parent goes on\n", "it said: \(ending.errors)")
        #expect(ending.errors.contains("fork() made"), "it said: \(ending.errors)")
        #expect(ending.errors.contains("loop.reinitialize()"), "it said: \(ending.errors)")
        #expect(ending.status == 0)
    }
}
