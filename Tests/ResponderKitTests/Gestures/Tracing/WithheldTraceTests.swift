import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

private let view = TracedView.text

@MainActor
@Suite("The trace of touches that recognisers keep from views")
struct WithheldTraceTests {
    // Rules: G23, G24.
    @Test("A trace tells what is withheld, by whom, and that it is given back with the values of the began")
    func givenBack() throws {
        let scene = try TracedScene()
        let tap = scene.lifts(2, "tap", failsBeyond: 50)
        tap.delaysTouchesBegan = true
        _ = scene.drags("idle").script = { _, _, _, _ in }
        let (first, second) = (scene.down(1, 1), scene.down(2, 2))
        #expect(
            scene.take().filter { $0.contains("withheld") } == [
                "touch 1 at (1, 1): began is withheld from \(view) by tap",
                "touch 2 at (2, 2): began is withheld from \(view) by tap",
            ]
        )
        first.move(to: Point(9, 9))
        first.up()
        #expect(scene.take() == ["touch 1 at (9, 9): ended is withheld from \(view) by tap and idle"])
        second.move(to: Point(60, 2))
        #expect(
            scene.take() == [
                "touches 1, 2 at (9, 9): tap fails by itself",
                "touches 1, 2 at (9, 9): tap is reset",
                "touch 1 at (1, 1): began is given back to \(view)",
                "touch 1 at (1, 1): began goes to \(view)",
                "touch 1 at (9, 9): moved goes to \(view)",
                "touch 2 at (2, 2): began is given back to \(view)",
                "touch 2 at (2, 2): began goes to \(view)",
                "touch 2 at (60, 2): moved goes to \(view)",
            ]
        )
    }

    // Rules: G23, G18.
    @Test("A trace tells that a view never hears of a touch: claimed, while withheld or not, or out of the window")
    func kept() throws {
        let scene = try TracedScene()
        let pan = scene.drags("pan")
        pan.delaysTouchesBegan = true
        let finger = scene.down(1, 1)
        finger.move(to: Point(5, 5))
        #expect(
            scene.take().filter { $0.contains("never") } == [
                "touch 1 at (5, 5): never reaches \(view): claimed by pan"
            ]
        )
        // A later touch of the gesture.
        let second = scene.down(7, 7)
        #expect(
            scene.take().filter { $0.contains("never") } == [
                "touch 2 at (7, 7): never reaches \(view): claimed by pan"
            ]
        )
        finger.up()
        second.up()
        scene.harness.settle()

        let outer = ScriptedRecognizer("outer", log: scene.calls)
        scene.harness.window.addGestureRecognizer(outer)
        _ = scene.down(1, 1)
        _ = scene.take()
        scene.view.removeFromSuperview()
        #expect(
            scene.take() == [
                "touch 3 at (1, 1): never reaches \(view): its view is no longer in its window",
                "touch 3 at (1, 1): pan fails, since its view is no longer in the window",
                "touch 3 at (1, 1): pan is reset",
            ]
        )
    }

    // Rules: G18, T26.
    @Test("A view that leaves its window is told once why it gets a cancel, while recognisers keep the touch")
    func viewLeaves() throws {
        let scene = try TracedScene()
        let outer = ScriptedRecognizer("outer", log: scene.calls)
        scene.harness.window.addGestureRecognizer(outer)
        let finger = scene.down(1, 1)
        _ = scene.take()
        scene.view.removeFromSuperview()
        #expect(
            scene.take() == [
                "touch 1 at (1, 1): will be cancelled: its view is no longer in its window",
                "touch 1 at (1, 1): cancelled goes to \(view)",
            ]
        )
        finger.cancel()
        #expect(
            scene.take() == [
                "touch 1 at (1, 1): will be cancelled: its source cancelled it, or is gone",
                "touch 1 at (1, 1): outer fails, since its touch was cancelled",
                "touch 1 at (1, 1): outer is reset",
                "touch 1 at (1, 1): is over, cancelled",
            ]
        )
    }
}
