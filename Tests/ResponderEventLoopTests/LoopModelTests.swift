import LoopChurn
import ResponderEventLoop
import TestSupport
import Testing

/// How many seeds to run; `RESPONDERKIT_MODEL_SEEDS` sets another number.
private let seeds = environment("RESPONDERKIT_MODEL_SEEDS") ?? UInt64(5)

@Suite("The loop against a plain model of its rules")
@MainActor
struct LoopModelTests {
    /// What drives the loop.
    enum Driver: CaseIterable {
        case run, awaitedRun, host
    }

    @Test(
        "Random work of a loop keeps to a plain model of its rules, callback by callback",
        arguments: Driver.allCases,
        1...seeds
    )
    func randomWork(driver: Driver, seed: UInt64) async throws {
        // Rules: L6, L18, L22.
        let clock = VirtualClock()
        let loop = try MainRunLoop(clock: clock)
        let model = LoopModel(clock: clock)
        model.isHosted = driver == .host
        let churn = Churn(loop, clock: clock, seed: seed, steps: driver == .awaitedRun ? 1000 : 5000, witness: model)
        while !churn.isOver, model.violations.isEmpty {
            model.ranNested(.default)
            switch driver {
            case .run:
                loop.runNow(until: loop.now.advanced(by: .milliseconds(5)))
                churn.act()
            case .awaitedRun:
                await loop.run(until: loop.now.advanced(by: .milliseconds(5)))
                churn.act()
            case .host: makeTurn(of: loop, clock, model, churn)
            }
        }
        churn.endTracking()
        // What is left in any mode; the bound of a step may leave some.
        for _ in 0..<20 {
            for mode in churn.modes {
                model.ranNested(mode)
                loop.runPresent(mode: mode)
            }
        }
        model.expectNothingLeft()
        #expect(model.violations.prefix(5) == [], "seed \(seed), after \(churn.steps) callbacks")
        #expect(churn.nestedRuns > 10)
        #expect(churn.trackings > 10)
        churn.end()
    }

    /// Makes a turn as a host does, which waits until the loop's next deadline.
    private func makeTurn(of loop: MainRunLoop, _ clock: VirtualClock, _ model: LoopModel, _ churn: Churn) {
        // The model takes each turn for a run.
        model.told(.entry)
        let result = loop.turn()
        model.told(.exit)
        guard result == .idle else { return }
        if let deadline = loop.nextDeadline { clock.advance(to: deadline) } else { churn.act() }
    }
}
