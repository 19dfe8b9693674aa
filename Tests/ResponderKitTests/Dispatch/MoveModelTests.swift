import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Moves by a plan that is used again")
struct MoveModelTests {
    /// How many seeds are tried, where the environment says it.
    nonisolated private static let seeds: UInt64? = environment("RESPONDERKIT_MODEL_SEEDS")

    // Rules: T3, T7, T10.
    // Rules: T11, T20, T37.
    @Test(
        "Moves by a plan that is used again are the same for all as by a plan for each event",
        arguments: 1...(seeds ?? 3),
        [true, false]
    )
    func samePlans(seed: UInt64, overrides: Bool) throws {
        try compare(seed: seed, overrides: overrides, fingers: 1)
    }

    // Rules: T3, T12, T13.
    // Rules: T20, T37.
    @Test(
        "Moves of several fingers by a plan that is used again are the same as by a plan for each event",
        arguments: 1...(seeds ?? 2),
        [true, false]
    )
    func samePlansOfSeveral(seed: UInt64, overrides: Bool) throws {
        try compare(seed: seed, overrides: overrides, fingers: 3)
    }

    private func compare(seed: UInt64, overrides: Bool, fingers: Int) throws {
        let kept = try MoveModel(seed: seed, listens: false, overrides: overrides, fingers: fingers)
        kept.run(steps: 400)
        let anew = try MoveModel(seed: seed, listens: true, overrides: overrides, fingers: fingers)
        anew.run(steps: 400)
        let difference = zip(kept.lines, anew.lines).enumerated().first { $0.element.0 != $0.element.1 }
        if let difference {
            Issue.record("seed \(seed), line \(difference.offset): \(difference.element.0) | \(difference.element.1)")
        }
        #expect(kept.lines.count == anew.lines.count && kept.lines.count > 1000)
        #expect(anew.keptPlans == 0)
        if overrides { #expect(kept.keptPlans > (fingers == 1 ? 50 : 5)) }
    }
}
