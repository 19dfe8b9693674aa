import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Explaining a touch, at random")
struct ExplainModelTests {
    /// How many trees: two thousand, or what `RESPONDERKIT_EXPLAINED_TREES` says.
    private nonisolated static let trees = environment("RESPONDERKIT_EXPLAINED_TREES") ?? 2_000
    private nonisolated static let parts = 4

    // Rules: H2, H5, H8.
    // Rules: H9, H11, H14.
    // Rules: H17, H18, H23.
    @Test(
        "An explanation agrees with the plain rules, step by step, and with what the dispatch then does",
        arguments: 0..<parts
    )
    func model(part: Int) throws {
        let harness = try AppHarness(InterceptingApplication.self)
        harness.window.isHidden = true
        var tally: [String: Int] = [:]
        for tree in 0..<Self.trees / Self.parts {
            let seed = UInt64(tree * Self.parts + part)
            guard explain(seed: seed, harness, &tally) else { return }
        }
        // Nothing is proved of what did not happen often.
        for what in ["hit", "missed", "refused", "handled", "passed on", "unhandled", "foreign"] {
            #expect(tally[what, default: 0] > Self.trees / 500, "\(what): \(tally)")
        }
    }

    /// Returns whether all was as it must be.
    private func explain(seed: UInt64, _ harness: AppHarness, _ tally: inout [String: Int]) -> Bool {
        let application = harness.application
        let trees = ExplainedTrees(seed: seed, in: application)
        defer { trees.takeDown() }
        var random = SeededGenerator(seed: seed &+ 1 << 32)
        let held = harness.finger()
        if Int.random(in: 0..<3, using: &random) == 0 { held.down(at: Self.point(&random)) }
        harness.settle()
        let point = Self.point(&random)
        let isIgnoring = Int.random(in: 0..<30, using: &random) == 0
        if isIgnoring { application.beginIgnoringInteractionEvents() }
        defer { if isIgnoring { application.endIgnoringInteractionEvents() } }

        let statistics = application.touchStatistics
        (trees.handler, trees.asked) = (nil, [])
        let explanation = application.explainTouch(at: point)
        let asked = trees.asked
        let (hit, steps) = trees.plainHit(point, application)
        let explained = explanation.steps.map {
            ExplainedTrees.Step(view: $0.view, depth: $0.depth, point: $0.point, outcome: $0.outcome)
        }
        let window = hit.flatMap { $0.window }.flatMap { application.windows.contains($0) ? $0 : nil }
        guard explained == steps, explanation.view == (window == nil ? nil : hit), explanation.window == window,
            application.touchStatistics == statistics, trees.handler == nil
        else {
            Issue.record("seed \(seed): should hit \(hit.map { "\($0)" } ?? "nothing")\n\(explanation)")
            return false
        }

        // The touch itself.
        var (view, boundWindow) = (View?.none, Window?.none)
        (application as? InterceptingApplication)?.intercept = { event in
            for touch in event.allTouches where touch.phase == .began {
                (view, boundWindow) = (touch.view, touch.window)
            }
            return true
        }
        trees.asked = []
        let finger = harness.finger().down(at: point)
        harness.settle()
        let isRefused = explanation.refusal != nil
        let after = application.touchStatistics
        let isAsExplained =
            isIgnoring
            ? after.refusedWhileIgnoring == statistics.refusedWhileIgnoring + 1 && trees.asked.isEmpty
            : view == explanation.view && boundWindow == explanation.window && trees.asked == asked
                && after.missedTouches == statistics.missedTouches + (explanation.miss == nil ? 0 : 1)
        if !isAsExplained || trees.handler != explanation.responder {
            Issue.record("seed \(seed): hit \(view as Any), handled by \(trees.handler as Any)\n\(explanation)")
        }
        count(explanation, isRefused: isRefused, hit: hit, &tally)
        finger.up()
        if held.isDown { held.up() }
        harness.settle()
        return isAsExplained && trees.handler == explanation.responder
    }

    private func count(
        _ explanation: TouchExplanation,
        isRefused: Bool,
        hit: View?,
        _ tally: inout [String: Int]
    ) {
        if explanation.view != nil { tally["hit", default: 0] += 1 }
        if explanation.miss != nil { tally["missed", default: 0] += 1 }
        if explanation.miss != nil && hit != nil { tally["foreign", default: 0] += 1 }
        if isRefused { tally["refused", default: 0] += 1 }
        if explanation.handler != nil { tally["handled", default: 0] += 1 }
        if explanation.handler != nil && explanation.handler != explanation.view { tally["passed on", default: 0] += 1 }
        if explanation.view != nil && explanation.handler == nil { tally["unhandled", default: 0] += 1 }
    }

    private static func point(_ random: inout SeededGenerator) -> Point {
        Point(.random(in: -50...300, using: &random), .random(in: -50...300, using: &random))
    }
}
