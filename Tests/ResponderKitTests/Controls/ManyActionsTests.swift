import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("Very many actions")
struct ManyActionsTests {
    @MainActor
    private final class Target {
        func act() {}
        func recognize(_: TapGestureRecognizer) {}
    }

    // Rules: C11, C15, C17.
    @Test("A control's actions are added and removed, each alone, in time that does not grow with the square")
    func ofControl() throws {
        let events = Control.Events.touchUpInside
        func added(_ count: Int, _ name: (Int) -> String?) -> (control: Control, actions: [ControlAction]) {
            let control = Control(frame: .zero)
            let actions = (0..<count).map { number in
                control.addAction(for: events, identifier: name(number).map { .init(rawValue: $0) }) { _ in }
            }
            return (control, actions)
        }
        func targeted(_ count: Int) -> (control: Control, targets: [Target]) {
            let (control, targets) = (Control(frame: .zero), (0..<count).map { _ in Target() })
            for target in targets { control.addTarget(target, action: Target.act, for: events) }
            return (control, targets)
        }
        let tooFast = try growingTooFast(
            from: 400,
            [
                ("adding", { count in processorTime { _ = added(count) { _ in nil } } }),
                ("adding with identifiers", { count in processorTime { _ = added(count) { "\($0)" } } }),
                ("adding targets", { count in processorTime { _ = targeted(count) } }),
                (
                    "removing",
                    { count in
                        let (control, actions) = added(count) { _ in nil }
                        return processorTime { for action in actions { control.removeAction(action) } }
                    }
                ),
                (
                    "removing by identifiers",
                    { count in
                        let (control, actions) = added(count) { "\($0)" }
                        let names = actions.compactMap(\.identifier)
                        return processorTime { for name in names { control.removeAction(identifiedBy: name) } }
                    }
                ),
                (
                    "removing targets",
                    { count in
                        let (control, targets) = targeted(count)
                        return processorTime { for target in targets { control.removeTarget(target) } }
                    }
                ),
            ]
        )
        #expect(tooFast == [])
    }

    // Rules: C11, C14, C17.
    @Test("A control's actions are called in the order of their addition, whatever was removed and replaced")
    func calls() throws {
        let control = Control(frame: .zero)
        var called: [Int] = []
        let actions = (0..<100).map { number in
            control.addAction(for: .touchUpInside, identifier: .init(rawValue: "\(number)")) { _ in
                called.append(number)
            }
        }
        // By the action, by the identifier, for one of two events, and during a call.
        control.addAction(for: .touchDown, identifier: "3") { [actions] control in
            called.append(-3)
            for action in actions[50...] { control.removeAction(action) }
        }
        for number in 4..<20 { control.removeAction(actions[number]) }
        for number in 20..<40 { control.removeAction(identifiedBy: .init(rawValue: "\(number)")) }
        control.addAction(actions[41], for: .touchDown)
        control.removeAction(actions[41], for: .touchUpInside)
        let target = Target()
        control.addTarget(target, action: Target.act, for: .valueChanged)
        control.removeTarget(target)
        #expect(control.allControlEvents == [.touchUpInside, .touchDown])
        control.sendActions(for: .touchUpInside)
        #expect(called == [0, 1, 2, 40] + Array(42..<100) + [-3])
        called = []
        control.sendActions(for: [.touchUpInside, .touchDown])
        #expect(called == [0, 1, 2, 40, 41] + Array(42..<50) + [-3])
    }

    // Rules: G5, G44.
    @Test("A recogniser's actions are added and removed, each alone, in time that does not grow with the square")
    func ofRecognizer() throws {
        let tooFast = try growingTooFast(
            from: 400,
            [
                (
                    "removing",
                    { count in
                        let tap = TapGestureRecognizer()
                        let actions = (0..<count).map { _ in tap.addAction { _ in } }
                        return processorTime { for action in actions { tap.remove(action) } }
                    }
                ),
                (
                    "removing targets",
                    { count in
                        let (tap, targets) = (TapGestureRecognizer(), (0..<count).map { _ in Target() })
                        for target in targets { tap.addTarget(target, action: Target.recognize) }
                        return processorTime { for target in targets { tap.removeTarget(target) } }
                    }
                ),
            ]
        )
        #expect(tooFast == [])
    }

    // Rules: R42.
    @Test("An undo manager's actions are forgotten target by target in time that does not grow with the square")
    func ofUndoManager() throws {
        let loop = try AppHarness().loop
        let tooFast = try growingTooFast(
            from: 200,
            [
                (
                    "forgetting targets",
                    { count in
                        let (manager, targets) = (UndoManager(loop: loop), (0..<count).map { _ in Target() })
                        for target in targets { manager.registerUndo(withTarget: target) { _ in } }
                        return processorTime { for target in targets { manager.removeAllActions(withTarget: target) } }
                    }
                )
            ]
        )
        #expect(tooFast == [])
    }
}
