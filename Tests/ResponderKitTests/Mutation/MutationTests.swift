import ResponderKitTesting
import Testing

@testable import ResponderCore

/// When, inside of its handler, a view passes a message on, and whether a run is nested in there.
enum Conduct: CaseIterable {
    case passesOnAfterwards, passesOnFirst, runsAndPassesOn, passesOnAndRuns

    var passesOnFirst: Bool { self == .passesOnFirst || self == .passesOnAndRuns }
    var runs: Bool { self == .runsAndPassesOn || self == .passesOnAndRuns }
}

@MainActor
@Suite("Inside a touch handler")
struct MutationTests {
    nonisolated private static let phases: [Touch.Phase] = [.began, .moved, .ended, .cancelled]

    // Rules: T20, T21, T26.
    // Rules: T27, T32, T33.
    // Rules: R14, T11.
    @Test(
        "Whatever a touch handler does, the view and who got the began from it hear exactly what they are to hear",
        arguments: Mutation.allCases,
        phases
    )
    func mutation(mutation: Mutation, phase: Touch.Phase) throws {
        for conduct in Conduct.allCases {
            let scene = try MutationScene()
            var isDone = false
            scene.view?.handler = { [weak scene] called in
                guard let scene, called == phase, !isDone else { return }
                isDone = true
                scene.perform(mutation)
                if conduct.runs { scene.harness.loop.run(until: scene.harness.now) }
                scene.log.note("returned")
            }
            scene.view?.passesOnFirst = conduct.passesOnFirst
            let finger = scene.harness.finger().down(at: Point(50, 50))
            if phase != .began { finger.move(to: Point(60, 60)) }
            // A run nested in the handler takes what follows.
            switch phase {
            case .ended: finger.up()
            case .cancelled: finger.cancel()
            default: finger.move(to: Point(70, 70)).up()
            }
            scene.harness.settle()
            let expected = expectation(mutation, phase, conduct)
            #expect(scene.lines == expected, "\(mutation), \(phase), \(conduct)")
            scene.finish()
            let ends = scene.bystanderLines.map { String($0.prefix { $0 != "(" }) }
            #expect(ends == [mutation == .cancelOthers ? "bystander.cancelled" : "bystander.ended"], "\(mutation)")
            #expect(scene.isIdle, "\(mutation), \(phase), \(conduct)")
        }
    }

    /// The rules, as a table.
    private func expectation(_ mutation: Mutation, _ phase: Touch.Phase, _ conduct: Conduct) -> [String] {
        let isLast = phase == .ended || phase == .cancelled
        let place = phase == .began ? "(50, 50)" : "(60, 60)"
        func both(_ message: String) -> [String] { ["view.\(message)", "root.\(message)"] }

        // What comes before.
        var lines = phase == .began ? [] : both("began(50, 50)")
        if isLast { lines += both("moved(60, 60)") }
        lines.append("view.\(phase)\(place)")
        if conduct.passesOnFirst { lines.append("root.\(phase)\(place)") }

        // The samples that follow, in the nested run if there is one. A controller that is off the chain, or that the
        // began has not come to, gets none.
        let controllerHears = mutation.effect == .kept && (phase != .began || conduct.passesOnFirst || !conduct.runs)
        var following: [String] = []
        if !isLast && mutation.effect != .lost {
            for message in ["moved(70, 70)", "ended(70, 70)"] {
                following += controllerHears ? both(message) : ["view.\(message)"]
            }
        }
        if conduct.runs { lines += following }
        lines.append("returned")

        // What the view passes on now: by the chain as it is, unless the touch is over meanwhile.
        let isOver = conduct.runs && !following.isEmpty
        let passesOnNow = !conduct.passesOnFirst && mutation.keepsChain(for: phase) && !isOver
        if passesOnNow { lines.append("root.\(phase)\(place)") }

        // The cancels, when the outermost handler has returned: to each that has had the began and not the end.
        let end = isOver ? "(70, 70)" : place
        if mutation.effect == .lost && !isLast { lines.append("view.cancelled\(end)") }
        let controllerBegan = phase != .began || conduct.passesOnFirst || passesOnNow
        let controllerEnded = mutation.effect == .kept || (isLast && (conduct.passesOnFirst || passesOnNow))
        if controllerBegan && !controllerEnded { lines.append("root.cancelled\(end)") }
        return conduct.runs ? lines : lines + following
    }
}
