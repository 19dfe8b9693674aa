import TestSupport
import Testing

@MainActor
@Suite("Scroll views, at random")
struct ScrollModelTests {
    /// How many seeds are tried: six, or what `RESPONDERKIT_MODEL_SEEDS` says.
    nonisolated private static let seeds: UInt64 = environment("RESPONDERKIT_MODEL_SEEDS") ?? 6

    // Rules: T20.
    @Test(
        "Scroll views at random keep calls in order and content's touches whole, and rest within their limits",
        arguments: 1...seeds
    )
    func model(seed: UInt64) throws {
        let model = try ScrollModel(seed: seed)
        model.run(steps: 2500)
        // Where the window is hidden for long, there is not much.
        #expect(model.drags > 0 && model.touches > 0)
    }
}
