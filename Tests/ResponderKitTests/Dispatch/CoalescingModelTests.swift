import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Moves of one turn, at random")
struct CoalescingModelTests {
    /// How many seeds are tried: twenty, or what `RESPONDERKIT_MODEL_SEEDS` says.
    nonisolated private static let seeds: UInt64 = environment("RESPONDERKIT_MODEL_SEEDS") ?? 20

    // Rules: T36, T37, T40.
    @Test(
        "Random moves of one turn bring every sample once and in order, and nothing is reordered",
        arguments: 1...seeds,
        [1, 2]
    )
    func turns(seed: UInt64, senders: Int) throws {
        let model = try CoalescingModel(seed: seed, senders: senders, nests: false, isMoody: false)
        model.run(frames: 600)
        #expect(model.mostSamples > 2 && model.turns > 20)
    }

    // Rules: T36, T37, T40.
    // Rules: T3.
    @Test(
        "Random moves in nested runs bring every sample once, and leave the outer events as they were",
        arguments: 1...seeds,
        [1, 2]
    )
    func nested(seed: UInt64, senders: Int) throws {
        let model = try CoalescingModel(seed: seed, senders: senders, nests: true, isMoody: false)
        model.run(frames: 300)
        #expect(model.mostSamples > 2 && model.turns > 20)
    }

    // Rules: T37, T40.
    @Test(
        "Random moves bring every sample once whenever coalescing is switched on and off",
        arguments: 1...(seeds + 1) / 2
    )
    func moody(seed: UInt64) throws {
        let model = try CoalescingModel(seed: seed, senders: 1, nests: true, isMoody: true)
        model.run(frames: 300)
        #expect(model.mostSamples > 1)
    }
}
