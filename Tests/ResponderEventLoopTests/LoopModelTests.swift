import LoopChurn
import ResponderEventLoop
import TestSupport
import Testing

/// How many seeds to run; `RESPONDERKIT_MODEL_SEEDS` sets another number.
private let seeds = environment("RESPONDERKIT_MODEL_SEEDS") ?? UInt64(20)

@Suite("The loop against a plain model of its rules")
@MainActor
struct LoopModelTests {
    @Test("Random work keeps to the model, callback by callback", arguments: 1...seeds)
    func randomWork(seed: UInt64) throws {
        // Rules: L6, L13, L18.
        let clock = VirtualClock()
        let loop = try MainRunLoop(clock: clock)
        let model = LoopModel(clock: clock)
        let churn = Churn(loop, clock: clock, seed: seed, steps: 5000, witness: model)
        while !churn.isOver, model.violations.isEmpty {
            model.ranNested(.default)
            loop.runNow(until: loop.now.advanced(by: .milliseconds(5)))
            churn.act()
        }
        // What is left in any mode; the bound of a step may leave some.
        for _ in 0..<20 {
            for mode in churn.modes {
                model.ranNested(mode)
                loop.runPresent(mode: mode)
            }
        }
        model.expectNothingLeft()
        #expect(model.violations.prefix(5) == [], "seed \(seed), after \(churn.steps) callbacks")
        #expect(churn.nestedRuns > 50)
        churn.end()
    }
}
