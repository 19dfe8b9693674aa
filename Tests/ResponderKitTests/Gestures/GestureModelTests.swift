import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Recognisers, at random")
struct GestureModelTests {
    /// How many seeds are tried: ten, or what `RESPONDERKIT_MODEL_SEEDS` says.
    nonisolated private static let seeds: UInt64 = environment("RESPONDERKIT_MODEL_SEEDS") ?? 10

    @Test(
        "The negotiation keeps its rules, whatever fingers, changes, delegates and nested runs do",
        arguments: (environment("RESPONDERKIT_MODEL_FIRST") ?? 1)...seeds
    )
    func invariants(seed: UInt64) throws {
        var model: GestureModel? = try GestureModel(seed: seed, options: .init(coalescing: seed % 2 == 0))
        model?.run(steps: 1500)
        let leaks = try #require(model?.leaks)
        #expect(model?.watch.calls ?? 0 > 200)
        model = nil
        #expect(leaks.left.isEmpty, "seed \(seed)")
    }
}
