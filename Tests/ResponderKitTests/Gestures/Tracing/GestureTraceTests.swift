import ResponderKitTesting
import ResponderTouchInput
import TestSupport
import Testing

@testable import ResponderCore

private let view = TracedView.text

@MainActor
@Suite("The trace of recognisers")
struct GestureTraceTests {
    // Rules: G29, G14, G20.
    @Test("A trace tells which recogniser got a touch, began, failed and because of whom, and claimed the touch")
    func drag() throws {
        let scene = try TracedScene()
        _ = scene.lifts(1, "tap")
        _ = scene.drags("pan")
        let finger = scene.down(1, 2)
        finger.move(to: Point(5, 5))
        scene.harness.settle()
        finger.move(to: Point(6, 6))
        scene.harness.settle()
        finger.up()
        #expect(
            scene.take() == [
                "touch 1 at (1, 2): hits \(view) in Window (0, 0, 320 x 240)",
                "touch 1 at (1, 2): given to tap",
                "touch 1 at (1, 2): given to pan",
                "touch 1 at (1, 2): began goes to \(view)",
                "touch 1 at (5, 5): pan begins",
                "touch 1 at (5, 5): tap fails, since pan began",
                "touch 1 at (5, 5): will be cancelled for \(view): claimed by pan",
                "touch 1 at (5, 5): cancelled goes to \(view)",
                "touch 1 at (5, 5): tap is reset",
                "touch 1 at (6, 6): pan ends",
                "touch 1 at (6, 6): pan is reset",
                "touch 1 at (6, 6): is over",
            ]
        )
    }

    // Rules: G29, G24.
    @Test("A trace tells of a discrete success that takes a touch with a withheld end; the nameless have a class")
    func discrete() throws {
        let scene = try TracedScene()
        let two = scene.lifts(2, "two")
        let one = scene.drags("one")
        one.name = nil
        let (first, second) = (scene.down(1, 1), scene.down(2, 2))
        _ = scene.take()
        first.up()
        #expect(scene.take() == ["touch 1 at (1, 1): ended is withheld from \(view) by two and ScriptedRecognizer"])
        second.up()
        #expect(
            scene.take() == [
                "touches 1, 2 at (1, 1): two is recognised",
                "touches 1, 2 at (1, 1): ScriptedRecognizer fails, since two was recognised",
                "touch 1 at (1, 1): will be cancelled for \(view): claimed by two",
                "touch 2 at (2, 2): will be cancelled for \(view): claimed by two",
                "touches 1, 2 at (1, 1): cancelled goes to \(view)",
                "touches 1, 2 at (1, 1): ScriptedRecognizer is reset",
                "touches 1, 2 at (1, 1): two is reset",
                "touch 1 at (1, 1): is over",
                "touch 2 at (2, 2): is over",
            ]
        )
        #expect(two.state == .possible)
    }

    // Rules: G11, G12.
    @Test("A trace tells why a recogniser does not get a touch, after the hit")
    func refusals() throws {
        let scene = try TracedScene()
        let log = scene.calls
        scene.add(ScriptedRecognizer("disabled", log: log)).isEnabled = false
        scene.add(ScriptedRecognizer("stylus", log: log)).allowedTouchTypes = [.pencil]
        let (events, touches) = (ScriptedDelegate(), ScriptedDelegate())
        events.receivesEvent = { _ in false }
        touches.receivesTouch = { _ in false }
        scene.add(ScriptedRecognizer("event", log: log)).delegate = events
        scene.add(ScriptedRecognizer("touch", log: log)).delegate = touches
        scene.add(UnreceptiveRecognizer()).name = "override"
        _ = scene.down(1, 1)
        let shouldReceive = "its shouldReceive, or its delegate's, returned false for the event"
        #expect(
            scene.take().dropFirst() == [
                "touch 1 at (1, 1): not given to disabled: its isEnabled is false",
                "touch 1 at (1, 1): not given to stylus: its allowedTouchTypes do not have the kind of the contact",
                "touch 1 at (1, 1): not given to event: \(shouldReceive)",
                "touch 1 at (1, 1): not given to touch: its delegate's shouldReceive returned false for the touch",
                "touch 1 at (1, 1): not given to override: \(shouldReceive)",
                "touch 1 at (1, 1): began goes to \(view)",
            ]
        )
    }

    // Rules: G12.
    @Test("A trace tells that a recogniser has touches of another kind, from before or from the same frame")
    func otherKinds() throws {
        let scene = try TracedScene()
        scene.add(ScriptedRecognizer("one kind", log: scene.calls))
        let sender = scene.harness.application.touchPort.makeSender()
        func begin(_ contacts: [(Int, TouchContact.Kind)]) -> [String] {
            let contacts = contacts.map { id, kind in
                TouchContact(id, .began, at: Point(Double(id), 0), kind: kind)
            }
            sender.send(TouchFrame(time: scene.harness.now, contacts: contacts))
            return scene.take().filter { $0.contains("one kind") }
        }
        let other = "it has touches of another kind, and its requiresExclusiveTouchType is true"
        #expect(
            begin([(1, .direct), (2, .pencil)]) == [
                "touch 2 at (2, 0): not given to one kind: \(other)", "touch 1 at (1, 0): given to one kind",
            ]
        )
        #expect(begin([(3, .pencil)]) == ["touch 3 at (3, 0): not given to one kind: \(other)"])
    }

    // Rules: G34, G35.
    @Test(
        "A trace tells once for whom a recogniser waits, and of a success that need not prevent it",
        arguments: [true, false]
    )
    func waits(isPreventable: Bool) throws {
        let scene = try TracedScene()
        let (tap, pan, press) = (scene.lifts(1, "tap"), scene.drags("pan"), scene.drags("press"))
        pan.script = { own, phase, _, _ in if phase == .ended { own.state = .failed } }
        press.script = { _, _, _, _ in }
        tap.require(toFail: pan)
        tap.require(toFail: press)
        tap.isPreventable = { _ in isPreventable }
        let finger = scene.down(1, 1)
        _ = scene.take()
        finger.up()
        #expect(
            scene.take() == [
                "touch 1 at (1, 1): tap waits for pan and press to fail",
                "touch 1 at (1, 1): pan fails by itself",
                "touch 1 at (1, 1): pan is reset",
                "touch 1 at (1, 1): ended is withheld from \(view) by tap and press",
            ]
        )
        press.state = .began
        #expect(
            scene.take() == [
                "touch 1 at (1, 1): press begins",
                "touch 1 at (1, 1): tap fails, since it waited for press, which began",
                "touch 1 at (1, 1): will be cancelled for \(view): claimed by press",
                "touch 1 at (1, 1): cancelled goes to \(view)",
                "touch 1 at (1, 1): tap is reset",
                "touch 1 at (1, 1): is over",
            ]
        )
    }
}

/// A recogniser that takes no touch.
private final class UnreceptiveRecognizer: GestureRecognizer {
    override func shouldReceive(_ event: Event) -> Bool { false }
}
