import TestSupport
import Testing

@Suite("The program of the fuzzer")
struct FuzzProgramTests {
    private let folder = TemporaryFolder()

    private func run(_ app: String, _ further: [String] = []) async throws -> ChildProcess {
        let arguments = ["--app", app, "--jobs", "1", "--output", folder.path] + further
        return try await ChildProcess.run("FuzzProgramFixture", arguments)
    }

    /// The steps of the scenario that was written.
    private func steps(_ name: String) throws -> [Substring] {
        try folder.text(of: name).split(separator: "\n").filter { $0.hasPrefix("    {") }
    }

    @Test("An app without a fault has no failure, and the status is 0")
    func sound() async throws {
        let program = try await run("sound", ["--runs", "4"])
        #expect(program.status == 0)
        #expect(program.output.hasSuffix(" s: no failure\n"))
        #expect(program.errors.isEmpty)
    }

    @Test("A crash is found by the process that goes on, and becomes a scenario without steps that have no part in it")
    func crash() async throws {
        let program = try await run("crash", ["--runs", "2"])
        #expect(program.status == 1)
        #expect(program.output.hasPrefix("failure with seed 1: crash: Fatal error: the third touch\n"))
        #expect(try (1...3).contains(steps("fuzz-1-crash.json").count))
        let again = try await ChildProcess.run("FuzzProgramFixture", [folder.path + "/fuzz-1-crash.json"])
        #expect(again.status == 1)
        #expect(again.output == "\(folder.path)/fuzz-1-crash.json: crash: Fatal error: the third touch\n")
    }

    @Test("A run that takes longer than it may hangs, and its process is killed")
    func hang() async throws {
        let program = try await run("hang", ["--runs", "1", "--timeout", "1", "--steps", "20"])
        #expect(program.status == 1)
        #expect(program.output.contains("failure with seed 1: hang: a step takes more than 1.0 seconds\n"))
        #expect(try (1...2).contains(steps("fuzz-1-hang.json").count))
    }

    @Test("What depends on a hash is found, since each process has other hashes")
    func chance() async throws {
        let program = try await run("chance", ["--runs", "1", "--steps", "30"])
        #expect(program.status == 1)
        #expect(program.output.contains("digest: the same steps do something else in another process: "))
        #expect(try steps("fuzz-1-digest.json").count <= 4)
    }

    @Test(
        "The status of a mistake is that of sysexits.h, and the message names the remedy",
        arguments: [
            (["--runs", "no"], 64, "--runs takes a number from 1 to 1000000000, not \"no\""),
            (
                ["--app", "sund"], 64,
                "no app is registered as \"sund\"; did you mean \"sound\"? there are chance, crash"
            ),
            (["nowhere.json"], 66, "nowhere.json"),
        ]
    )
    func mistakes(_ arguments: [String], _ status: Int32, _ message: String) async throws {
        let program = try await ChildProcess.run("FuzzProgramFixture", arguments)
        #expect(program.status == status)
        #expect(program.errors.contains(message), "\(program.errors)")
    }
}
