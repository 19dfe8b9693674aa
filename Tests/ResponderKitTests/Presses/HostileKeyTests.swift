import ResponderKitTesting
import Testing

@testable import ResponderCore

@Suite("Keys and code that does what it should not")
@MainActor
struct HostileKeyTests {
    private final class Token {}

    private final class CommandView: KeyView {
        var onAsk: () -> [KeyCommand]? = { nil }
        override var keyCommands: [KeyCommand]? { onAsk() }
    }

    private func makeScene() throws -> (harness: AppHarness, view: CommandView, log: PressLog) {
        let (harness, log) = (try AppHarness(), PressLog())
        let view = CommandView("view", log)
        harness.add(view).becomeFirstResponder()
        return (harness, view, log)
    }

    // Rules: R29, R31.
    @Test("A key that is released while responders are asked for their commands makes no press that never ends")
    func releasedWhileAsked() throws {
        let (harness, view, log) = try makeScene()
        var isFirst = true
        view.onAsk = { [unowned harness] in
            guard isFirst else { return nil }
            isFirst = false
            harness.keyboard.release("a")
            harness.application.runLoop.runUntilIdle()
            return nil
        }
        harness.keyboard.press("a")
        harness.settle()
        #expect(log.take() == [])
        #expect(harness.application.dispatcherState.pointee.pressCount == 0)
        harness.keyboard.type("b")
        harness.settle()
        #expect(log.take() == ["view.began(b)", "view.ended(b)"])
    }

    // Rules: T35, R31.
    @Test("A key that is held through inactivity while responders are asked for their commands makes no press")
    func inactiveWhileAsked() throws {
        let (harness, view, log) = try makeScene()
        view.onAsk = { [unowned harness] in
            _ = try? harness.application.receive(.resignActive)
            harness.application.runLoop.runUntilIdle()
            _ = try? harness.application.receive(.activate)
            harness.application.runLoop.runUntilIdle()
            return nil
        }
        harness.keyboard.press("a")
        harness.settle()
        harness.keyboard.release("a")
        harness.settle()
        #expect(log.take() == [])
    }

    // Rules: R31.
    @Test("A command whose key is released while it is performed is over, and is kept no longer")
    func releasedWhilePerformed() throws {
        let (harness, view, log) = try makeScene()
        weak var kept: Token?
        var depth = 0
        view.onAsk = { [unowned harness] in
            let token = Token()
            kept = token
            return [
                KeyCommand("a") { [token] _ in
                    withExtendedLifetime(token) {}
                    depth += 1
                    log.add("performed at \(depth)")
                    harness.keyboard.repeat(.keyboardA).repeat(.keyboardA).release("a")
                    harness.application.runLoop.runUntilIdle()
                    depth -= 1
                }
            ]
        }
        harness.keyboard.press("a")
        harness.settle()
        #expect(log.take() == ["performed at 1"])
        #expect(kept == nil)
    }

    // Rules: R31.
    @Test("A repetition that comes while its command is performed performs nothing")
    func repeatedWhilePerformed() throws {
        let (harness, view, log) = try makeScene()
        var (depth, isRunning) = (0, false)
        view.onAsk = { [unowned harness] in
            [
                KeyCommand("a") { _ in
                    depth += 1
                    log.add("performed at \(depth)")
                    // At most once: without the rule this would go on for ever.
                    if isRunning && depth < 3 {
                        harness.keyboard.repeat(.keyboardA)
                        harness.application.runLoop.runUntilIdle()
                    }
                    depth -= 1
                }
            ]
        }
        harness.keyboard.press("a")
        harness.settle()
        isRunning = true
        harness.keyboard.repeat(.keyboardA)
        harness.settle()
        isRunning = false
        harness.keyboard.repeat(.keyboardA).release("a")
        harness.settle()
        #expect(log.take() == ["performed at 1", "performed at 1", "performed at 1"])
    }

    // Rules: R29.
    @Test("A press that is over keeps neither its responder nor its window")
    func released() throws {
        let harness = try AppHarness()
        weak var view: View?
        weak var window: Window?
        do {
            let (field, panel) = (KeyView("field", PressLog()), Window(frame: Rect(0, 0, 9, 9), in: harness))
            panel.addSubview(field)
            panel.makeKeyAndVisible()
            field.becomeFirstResponder()
            (view, window) = (field, panel)
            harness.keyboard.type("a")
            harness.settle()
            panel.isHidden = true
        }
        harness.settle()
        #expect(view == nil && window == nil)
        // Also where the press was cancelled.
        do {
            let field = KeyView("field", PressLog())
            harness.add(field).becomeFirstResponder()
            view = field
            harness.keyboard.press("a")
            harness.settle()
            field.removeFromSuperview()
        }
        harness.settle()
        #expect(view == nil)
        harness.keyboard.release("a")
    }

    // Rules: R31.
    @Test("A command without a text takes no key")
    func emptyInput() throws {
        let (harness, view, log) = try makeScene()
        view.onAsk = { [KeyCommand("") { _ in log.add("performed") }] }
        harness.keyboard.press(.keyboardUpArrow).release(.keyboardUpArrow)
        harness.settle()
        #expect(log.take() == ["view.began(82)", "view.ended(82)"])
    }

    // Rules: R15, R29.
    @Test("Two keyboards that hold the same key make two presses, each with its end")
    func twoKeyboards() throws {
        let (harness, _, log) = try makeScene()
        let senders = [harness.application.touchPort.makeSender(), harness.application.touchPort.makeSender()]
        func send(_ number: Int, _ phase: PressFrame.Phase, _ text: String) -> [String] {
            senders[number].send(PressFrame(time: .zero, usage: .keyboardA, phase: phase, characters: text))
            harness.settle()
            return log.take()
        }
        #expect(send(0, .began, "a") == ["view.began(a)"])
        #expect(send(1, .began, "q") == ["view.began(q)"])
        #expect(send(0, .ended, "a") == ["view.ended(a)"])
        #expect(send(1, .changed, "q") == ["view.changed(q)"])
        #expect(send(1, .cancelled, "q") == ["view.cancelled(q)"])
    }

    // Rules: R26, R29.
    @Test("A key that is held while its window stops being key ends where it began, once")
    func keyWindowChanges() throws {
        let (harness, _, log) = try makeScene()
        harness.keyboard.press("a")
        harness.settle()
        let (other, second) = (Window(frame: Rect(0, 0, 9, 9), in: harness), KeyView("second", log))
        other.addSubview(second)
        other.makeKeyAndVisible()
        second.becomeFirstResponder()
        harness.keyboard.repeat(.keyboardA).press("b").release("a").release("b")
        harness.settle()
        #expect(
            log.take() == [
                "view.began(a)", "view.changed(a)", "second.began(b)", "view.ended(a)", "second.ended(b)",
            ]
        )
        // Without any key window a key is dropped for its life.
        harness.window.isHidden = true
        other.isHidden = true
        harness.keyboard.press("c")
        harness.settle()
        harness.window.makeKeyAndVisible()
        harness.keyboard.release("c")
        harness.settle()
        #expect(log.take() == [])
        #expect(harness.application.pressStatistics.missedPresses == 1)
    }

    // Rules: R29.
    @Test("Key frames before the loop's zero, and of pages that no table has, are delivered with their ends")
    func oddFrames() throws {
        let (harness, _, log) = try makeScene()
        let sender = harness.application.touchPort.makeSender()
        let texts = ["\u{0}", "\u{1b}[A", "👩‍👩‍👧", "\u{301}", "\u{202e}", ""]
        for (number, text) in texts.enumerated() {
            let usage = HIDUsage(page: [0, 0xffff][number % 2], identifier: UInt16(number))
            for (phase, time) in [(PressFrame.Phase.began, Int64.min), (.ended, -1)] {
                let time = MainRunLoop.Instant(nanoseconds: time)
                sender.send(PressFrame(time: time, usage: usage, phase: phase, characters: text))
            }
        }
        harness.settle()
        #expect(log.take().count == 2 * texts.count)
    }

    // Rules: R29.
    @Test("Each of hundreds of keys on many keyboards ends once")
    func manyKeys() throws {
        let (harness, _, log) = try makeScene()
        var senders = (0..<20).map { _ in harness.application.touchPort.makeSender() }
        for phase in [PressFrame.Phase.began, .changed] {
            for sender in senders {
                for key in 4..<UInt16(54) {
                    sender.send(PressFrame(time: .zero, usage: .keyboard(key), phase: phase, characters: "x"))
                }
                harness.settle()
            }
        }
        #expect(log.take().count == 2_000)
        senders.removeAll()
        harness.settle()
        #expect(log.take().count == 1_000)
        #expect(harness.application.dispatcherState.pointee.pressCount == 0)
    }
}

extension Window {
    fileprivate convenience init(frame: Rect, in harness: AppHarness) {
        self.init(frame: frame, application: harness.application)
    }
}
