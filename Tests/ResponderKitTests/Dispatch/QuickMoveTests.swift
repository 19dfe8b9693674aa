import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderKit

@MainActor
@Suite("The quick way of a move")
struct QuickMoveTests {
    /// How many seeds are tried, where the environment says it.
    nonisolated private static let seeds: UInt64? = environment("RESPONDERKIT_MODEL_SEEDS")

    // Rules: T3, T7, T10.
    // Rules: T11, T20, T37.
    @Test(
        "is in all that anybody sees the same as the general one, which events go where somebody listens",
        arguments: 1...(seeds ?? 10),
        [true, false]
    )
    func sameAsGeneral(seed: UInt64, overrides: Bool) throws {
        try compare(seed: seed, overrides: overrides, fingers: 1)
    }

    // Rules: T3, T12, T13.
    // Rules: T20, T37.
    @Test(
        "is that of several fingers in a frame, too",
        arguments: 1...(seeds ?? 4),
        [true, false]
    )
    func severalSameAsGeneral(seed: UInt64, overrides: Bool) throws {
        try compare(seed: seed, overrides: overrides, fingers: 3)
    }

    private func compare(seed: UInt64, overrides: Bool, fingers: Int) throws {
        let quick = try QuickMoveModel(seed: seed, listens: false, overrides: overrides, fingers: fingers)
        quick.run(steps: 400)
        let general = try QuickMoveModel(seed: seed, listens: true, overrides: overrides, fingers: fingers)
        general.run(steps: 400)
        let difference = zip(quick.lines, general.lines).enumerated().first { $0.element.0 != $0.element.1 }
        if let difference {
            Issue.record("seed \(seed), line \(difference.offset): \(difference.element.0) | \(difference.element.1)")
        }
        #expect(quick.lines.count == general.lines.count && quick.lines.count > 1000)
        #expect(general.quickEvents == 0)
        if overrides { #expect(quick.quickEvents > (fingers == 1 ? 50 : 5)) }
    }
}
