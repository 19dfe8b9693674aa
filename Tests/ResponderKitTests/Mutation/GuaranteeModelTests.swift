import Glibc
import TestSupport
import Testing

@testable import ResponderCore

/// How many seeds are tried: three, or what `RESPONDERKIT_MODEL_SEEDS` says.
private let seeds: UInt64 = environment("RESPONDERKIT_MODEL_SEEDS") ?? 3
/// How many of them are traced in a process with the override table and in one without.
private let tracedSeeds = min(seeds, 5)

@MainActor
@Suite("The touch guarantee, at random")
struct GuaranteeModelTests {
    // Rules: T20, T26, T27.
    // Rules: T32, T33, R14.
    @Test(
        "Whatever edits, nested runs and fingers do, each began is followed by one end or cancel",
        arguments: 1...seeds,
        [true, false]
    )
    func guarantee(seed: UInt64, coalescing: Bool) throws {
        let model = try GuaranteeModel(seed: seed, coalescing: coalescing)
        model.run(steps: 5000)
        #expect(model.calls > 200)
    }

    @Test("A listener is told the same with the override table and without")
    func traces() async {
        let with = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            setenv("RESPONDERKIT_OVERRIDE_TABLE", "on", 1)
            try await printDigests(skipping: true)
        }
        let without = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            setenv("RESPONDERKIT_OVERRIDE_TABLE", "off", 1)
            try await printDigests(skipping: false)
        }
        func digests(_ result: ExitTest.Result?) -> [Substring] {
            String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
                .split(separator: "\n")
                .filter { $0.hasPrefix("trace of seed") }
        }
        #expect(digests(with).count == tracedSeeds)
        #expect(digests(with) == digests(without))
    }
}

@MainActor
private func printDigests(skipping: Bool) throws {
    try #require(OverrideTable.shared.skips == skipping)
    for seed in 1...tracedSeeds {
        let model = try GuaranteeModel(seed: seed, traced: true)
        model.run(steps: 3000)
        try #require(model.calls > 100)
        print("trace of seed \(seed):", model.digest.value)
    }
    fflush(nil)
}
