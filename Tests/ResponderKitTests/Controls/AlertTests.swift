import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("An alert")
struct AlertTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let alert = AlertController(title: "Delete?", message: "It cannot be brought back.")

    init() throws {
        harness = try AppHarness()
        alert.addAction("Keep", style: .cancel) { [log] in log.note("keep") }
        alert.addAction("Delete", style: .destructive) { [log] in log.note("delete") }
    }

    private var buttons: [Button] { (alert.viewIfLoaded as? AlertView)?.buttons ?? [] }

    private func tap(_ button: Button) {
        let place = button.convert(Point(5, 5), to: nil)
        harness.finger().down(at: place).up()
        harness.settle()
    }

    @Test("An alert is in front of all, takes all touches, and is the key window; a tap answers the alert once")
    func answers() {
        let behind = harness.add(RecordingView("behind", frame: Rect(0, 0, 1000, 1000)))
        alert.show(over: harness.window)
        alert.show(over: harness.window)
        harness.settle()
        #expect(harness.application.windows.count == 2)
        let window = harness.application.keyWindow
        #expect(window !== harness.window && window?.windowLevel == .alert && alert.isOpen)
        harness.finger().down(at: Point(3, 3)).up()
        harness.settle()
        #expect(alert.isOpen && behind.log.lines.isEmpty && log.lines.isEmpty)
        let button = buttons[1]
        tap(button)
        #expect(log.lines == ["delete"] && !alert.isOpen)
        #expect(harness.window.isKeyWindow && harness.application.windows == [harness.window])
        button.sendActions(for: .touchUpInside)
        #expect(log.lines == ["delete"])
    }

    @Test("An alert is answered once by two fingers that are lifted at once")
    func twoFingers() {
        alert.show(over: harness.window)
        harness.settle()
        let fingers = buttons.map { harness.finger().down(at: $0.convert(Point(5, 5), to: nil)) }
        harness.settle()
        harness.together { for finger in fingers { finger.up() } }
        harness.settle()
        #expect(log.lines.count == 1 && !alert.isOpen)
    }

    @Test("An alert is answered by keys: escape cancels, tab and return choose")
    func keys() {
        alert.show(over: harness.window)
        harness.settle()
        harness.keyboard.press(.keyboardEscape).release(.keyboardEscape)
        harness.settle()
        #expect(log.lines == ["keep"] && !alert.isOpen)
        alert.show(over: harness.window)
        harness.settle()
        for key in [HIDUsage.keyboardTab, .keyboardTab, .keyboardReturnOrEnter] {
            harness.keyboard.press(key).release(key)
            harness.settle()
        }
        #expect(log.lines == ["keep", "delete"])
    }

    @Test("An alert has the focus at once where keys are used, and gives the focus back")
    func focus() {
        let button = harness.add(Button(title: "Delete"))
        button.addAction(for: .touchUpInside) { [alert, unowned harness] _ in alert.show(over: harness.window) }
        button.becomeFirstResponder()
        for _ in 0..<2 {
            harness.keyboard.press(.keyboardReturnOrEnter).release(.keyboardReturnOrEnter)
            harness.settle()
        }
        #expect(log.lines == ["keep"] && button.isFocused && harness.window.isKeyWindow)
    }

    @Test("An alert gives the key window back past an alert that was closed first", arguments: [true, false])
    func several(closesUpperFirst: Bool) {
        final class Noting: Window {
            var changes = 0
            override func becomeKey() { changes += 1 }
        }
        let front = Noting(frame: Rect(0, 0, 10, 10), application: harness.application)
        front.isHidden = false
        let second = AlertController(title: "Second")
        alert.show(over: harness.window)
        second.show(over: harness.window)
        #expect(second.view.window?.isKeyWindow == true)
        let order = closesUpperFirst ? [second, alert] : [alert, second]
        order[0].close()
        #expect(order[1].view.window?.isKeyWindow == true)
        order[1].close()
        #expect(harness.window.isKeyWindow && front.changes == 0)
    }

    @Test("An alert goes with its application, and with its window that the app hides")
    func gone() throws {
        weak var released: AlertController?
        do {
            let harness = try AppHarness()
            let alert = AlertController(title: "Bye")
            alert.show(over: harness.window)
            harness.settle()
            released = alert
        }
        #expect(released == nil)
        alert.show(over: harness.window)
        alert.view.window?.isHidden = true
        harness.settle()
        #expect(!alert.isOpen && harness.window.isKeyWindow)
        alert.show(over: harness.window)
        #expect(alert.isOpen)
        alert.close()
    }

    // Rules: R29.
    @Test("An alert passes the escape key on from its began to its end, or not at all", arguments: [true, false])
    func escape(cancels: Bool) throws {
        final class Noting: Application {
            let log = ResponderLog()
            override func pressesBegan(_ presses: PressSet, with event: PressesEvent) { log.note("began") }
            override func pressesEnded(_ presses: PressSet, with event: PressesEvent) { log.note("ended") }
        }
        let harness = try AppHarness(Noting.self)
        let alert = AlertController(title: "Escape?")
        alert.addAction("Yes", style: cancels ? .cancel : .normal)
        // An only answer is that of the escape key, too.
        alert.addAction("Perhaps")
        alert.show(over: harness.window)
        harness.settle()
        harness.keyboard.press(.keyboardEscape).release(.keyboardEscape)
        harness.settle()
        #expect(alert.isOpen != cancels)
        #expect((harness.application as? Noting)?.log.lines == (cancels ? [] : ["began", "ended"]))
        alert.close()
    }

    @Test("An alert without an answer for escape stays; an alert without buttons gets one")
    func plain() {
        let (alert, other) = (AlertController(title: nil), AlertController(title: nil))
        for title in ["Yes", "No"] { other.addAction(title) }
        for alert in [alert, other] { alert.show(over: harness.window) }
        harness.settle()
        harness.keyboard.press(.keyboardEscape).release(.keyboardEscape)
        harness.settle()
        #expect(other.isOpen)
        #expect((alert.view as? AlertView)?.buttons.map(\.currentTitle) == ["OK"])
        for alert in [other, alert, alert] { alert.close() }
        #expect(!alert.isOpen && harness.application.windows.count == 1)
    }

    @Test("An alert that its handler shows again is open again; one that the app closes calls no handler")
    func again() {
        var count = 0
        let alert = AlertController(title: "Again?")
        alert.addAction("Yes") { [unowned alert, unowned harness] in
            count += 1
            if count < 2 { alert.show(over: harness.window) }
        }
        alert.show(over: harness.window)
        alert.answer(0)
        #expect(alert.isOpen && count == 1)
        alert.answer(0)
        alert.answer(0)
        #expect(!alert.isOpen && count == 2)
        alert.show(over: harness.window)
        alert.close()
        #expect(count == 2)
    }

    @Test("An alert is released with its window after the answer")
    func released() {
        weak var released: AlertController?
        do {
            let alert = AlertController(title: "Bye")
            alert.show(over: harness.window)
            released = alert
            harness.settle()
            alert.answer(0)
        }
        harness.advance(by: .seconds(1))
        #expect(released == nil)
    }

    @Test("An alert fits the smallest window", arguments: [Size(1, 1), Size(80, 48), Size(320, 200), Size(2000, 10)])
    func small(_ size: Size) throws {
        let harness = try AppHarness(screenSize: size)
        for index in 0..<4 { alert.addAction("Answer \(index)") }
        alert.show(over: harness.window)
        harness.settle()
        for view in alert.view.subviews + alert.view.subviews.flatMap(\.subviews) {
            #expect(view.frame.isFinite && view.bounds.width >= 0 && view.bounds.height >= 0)
        }
        alert.close()
    }
}
