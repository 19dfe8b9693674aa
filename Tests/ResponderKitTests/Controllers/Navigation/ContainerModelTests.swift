import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Containers, at random")
struct ContainerModelTests {
    /// How many seeds are tried: ten, or what `RESPONDERKIT_MODEL_SEEDS` says.
    nonisolated private static let seeds: UInt64 = environment("RESPONDERKIT_MODEL_SEEDS") ?? 10

    // Rules: VC8, VC9, VC14.
    @Test(
        "Whatever is pushed, popped, swiped, selected, hidden and taken away, in calls too, one child is shown",
        arguments: 1...seeds
    )
    func model(seed: UInt64) throws {
        let model = try ContainerModel(seed: seed)
        for step in 1...400 {
            model.act()
            model.check("seed \(seed), step \(step)")
            if !model.mistakes.isEmpty { break }
        }
        model.end()
        #expect(model.mistakes == [])
        #expect(model.nestedActions > 50, "seed \(seed)")
        #expect(model.swipes > 1, "seed \(seed)")
    }
}
