import Glibc
import TestSupport
import Testing

@testable import ResponderKit

@MainActor
@Suite("The touch guarantee, at random")
struct GuaranteeModelTests {
    /// How many seeds are tried: ten, or what `RESPONDERKIT_MODEL_SEEDS` says.
    nonisolated private static let seeds: UInt64 = environment("RESPONDERKIT_MODEL_SEEDS") ?? 10

    // Rules: T20, T26, T27.
    // Rules: T32, T33, R14.
    @Test(
        "whatever edits, nested runs and fingers do, each began is followed by one end or cancel",
        arguments: 1...seeds,
        [true, false]
    )
    func guarantee(seed: UInt64, coalescing: Bool) throws {
        let model = try GuaranteeModel(seed: seed, coalescing: coalescing)
        model.run(steps: 5000)
        #expect(model.calls > 200)
    }

    @Test("what a listener is told is the same with the override table and without")
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
        #expect(digests(with).count == 5)
        #expect(digests(with) == digests(without))
    }
}

@MainActor
private func printDigests(skipping: Bool) throws {
    try #require(OverrideTable.shared.skips == skipping)
    for seed in UInt64(1)...5 {
        let model = try GuaranteeModel(seed: seed, traced: true)
        model.run(steps: 3000)
        try #require(model.calls > 100)
        print("trace of seed \(seed):", model.digest.value)
    }
    fflush(nil)
}
