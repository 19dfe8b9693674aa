import ResponderKitTesting
import Testing

@testable import ResponderCore

@Suite("Presses")
@MainActor
struct PressDeliveryTests {
    // Rules: R15, R26, R29.
    @Test("Presses go to the first responder of the key window, from their began to their end")
    func firstResponder() throws {
        let scene = try PressScene()
        scene.keyboard.press("a")
        #expect(scene.take() == ["inner.began(a)"])
        scene.outer.becomeFirstResponder()
        scene.keyboard.press("b").repeat(.keyboard(4))
        #expect(scene.take() == ["outer.began(b)", "inner.changed(a)"])
        scene.keyboard.release("a").release("b")
        #expect(scene.take() == ["inner.ended(a)", "outer.ended(b)"])
    }

    // Rules: R9, R29.
    @Test("Presses are passed on by default to the next responder that handles them, which gets each end")
    func forwarding() throws {
        let scene = try PressScene()
        let plain = View(frame: .zero)
        let field = PlainField(frame: .zero)
        scene.inner.addSubview(plain)
        plain.addSubview(field)
        #expect(field.becomeFirstResponder())
        scene.inner.passesOn = true
        scene.keyboard.type("a")
        #expect(scene.take() == ["inner.began(a)", "outer.began(a)", "inner.ended(a)", "outer.ended(a)"])
    }

    // Rules: R11.
    @Test("Presses that a responder swallows at their began and passes on at their end are not put right")
    func unbalanced() throws {
        let scene = try PressScene()
        scene.inner.onPress = { [inner = scene.inner] message, _, _ in inner.passesOn = message == "ended" }
        scene.keyboard.type("a")
        #expect(scene.take() == ["inner.began(a)", "inner.ended(a)", "outer.ended(a)"])
    }

    // Rules: R26, R30.
    @Test("Presses enter at the key window without a first responder, and go on to the application and its delegate")
    func noFirstResponder() throws {
        final class KeyDelegate: Responder, ApplicationDelegate {
            let log: PressLog
            init(_ log: PressLog) { self.log = log }
            required override init() { log = PressLog() }
            override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
                log.add("delegate.began(\(presses[0].name)) from \(type(of: presses[0].responder ?? self))")
            }
        }
        let scene = try PressScene()
        let delegate = KeyDelegate(scene.log)
        scene.harness.application.delegate = delegate
        scene.inner.resignFirstResponder()
        scene.keyboard.type("a")
        #expect(scene.take() == ["delegate.began(a) from Window"])
        // Without a key window they reach nobody.
        scene.harness.window.isHidden = true
        scene.keyboard.type("b")
        #expect(scene.take() == [])
        #expect(scene.harness.application.pressStatistics.missedPresses == 1)
    }

    // Rules: R29.
    @Test("A press shows its present state, is one object from began to end, and is used again for a later press")
    func state() throws {
        let scene = try PressScene()
        var presses: [ObjectIdentifier] = []
        var lines: [String] = []
        scene.inner.onPress = { _, set, event in
            presses.append(ObjectIdentifier(set[0]))
            let all = event.allPresses.map { "\($0.name) \($0.phase)" }.joined(separator: ", ")
            lines.append("\(set[0].key.characters) \(event.modifiers.rawValue >> 16) \(set[0].key.isRepeat): \(all)")
        }
        scene.keyboard.shortcut("a", [.shift])
        scene.keyboard.press("b").repeat(.keyboard(5)).release("b")
        _ = scene.take()
        #expect(
            lines == [
                " 2 false: 225 began", "A 2 false: 225 stationary, A began", "A 2 false: 225 stationary, A ended",
                " 0 false: 225 ended", "b 0 false: b began", "b 0 true: b changed", "b 0 false: b ended",
            ]
        )
        #expect(presses[1] == presses[2] && presses[0] == presses[3] && presses[0] != presses[1])
        #expect(Set(presses).count == 2)
    }

    // Rules: R29.
    @Test("Presses that the app keeps stay as they were, as do their events")
    func kept() throws {
        let scene = try PressScene()
        var kept: (PressSet, PressesEvent)?
        scene.inner.onPress = { message, presses, event in if message == "ended" { kept = (presses, event) } }
        scene.keyboard.type("a")
        _ = scene.take()
        scene.inner.onPress = { _, _, _ in }
        scene.keyboard.type("bcd")
        _ = scene.take()
        let (presses, event) = try #require(kept)
        #expect(presses.map(\.name) == ["a"] && presses[0].phase == .ended)
        #expect(event.allPresses.map(\.name) == ["a"])
        #expect(presses[0].responder === scene.inner && presses[0].window === scene.harness.window)
    }

    // Rules: R29, T33.
    @Test("Presses are in order with touches")
    func order() throws {
        final class TouchKeyView: KeyView {
            override func touchesBegan(_ touches: TouchSet, with event: Event) { log.add("touch began") }
            override func touchesMoved(_ touches: TouchSet, with event: Event) { log.add("touch moved") }
            override func touchesEnded(_ touches: TouchSet, with event: Event) { log.add("touch ended") }
        }
        let scene = try PressScene()
        let view = TouchKeyView("view", scene.log)
        scene.harness.add(view).becomeFirstResponder()
        let finger = scene.harness.finger()
        scene.keyboard.press("a")
        finger.down(at: Point(1, 1)).move(to: Point(2, 2))
        scene.keyboard.press("b")
        finger.move(to: Point(3, 3)).up()
        scene.keyboard.release("a")
        #expect(
            scene.take() == [
                "view.began(a)", "touch began", "touch moved", "view.began(b)", "touch moved", "touch ended",
                "view.ended(a)",
            ]
        )
    }

    // Rules: R29.
    @Test("Presses report the way of each message to a listener", .enabled(if: isOverrideTableRead))
    func trace() throws {
        let scene = try PressScene()
        var lines: [String] = []
        scene.inner.passesOn = true
        scene.harness.application.onPressDelivery = { delivery in
            let name = (delivery.responder as? KeyView)?.name ?? "?"
            lines.append("\(name) \(delivery.message) \(delivery.presses[0].name) at \(delivery.timestamp)")
        }
        scene.keyboard.type("a")
        _ = scene.take()
        let time = scene.harness.now
        #expect(
            lines == ["inner began a", "outer began a", "inner ended a", "outer ended a"].map { "\($0) at \(time)" }
        )
    }
}

/// A view that may be first, and does not handle presses.
final class PlainField: View {
    override var canBecomeFirstResponder: Bool { true }
}
