import TestSupport
import Testing

@testable import ResponderCore

@Suite("A random life of keys")
@MainActor
struct PressModelTests {
    private static let seeds = environment("RESPONDERKIT_MODEL_SEEDS") ?? 20

    // Rules: R9, R14, R29.
    // Rules: T20, T33, T35.
    @Test("A random life of keys reaches each view as a plain model says, and ends each press once for each view")
    func life() throws {
        var cancels = 0
        for seed in 1...UInt64(Self.seeds) {
            let model = try PressModel(seed: seed)
            for _ in 0..<300 {
                let problem = model.step()
                try #require(problem == nil)
            }
            #expect(model.finish() == [], "seed \(seed)")
            cancels += model.cancels
        }
        #expect(cancels > 20 * Self.seeds)
    }
}
