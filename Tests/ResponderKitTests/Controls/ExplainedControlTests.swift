import ResponderKit
import ResponderKitTesting
import Testing

@Suite("Explanations of touches on controls")
@MainActor
struct ExplainedControlTests {
    let harness: AppHarness

    init() throws { harness = try AppHarness(screenSize: Size(200, 200)) }

    private var verdict: String {
        let text = harness.application.explainTouch(at: Point(10, 10)).description
        return String(text.prefix { $0 != "\n" })
    }

    private func addButton() -> Button {
        let button = Button(frame: Rect(0, 0, 100, 40))
        return harness.add(button)
    }

    // Rules: H22.
    @Test("A disabled control is said to get a touch and to do nothing with it")
    func disabled() {
        let button = addButton()
        button.addAction(for: .touchUpInside) { _ in }
        button.isEnabled = false
        #expect(
            verdict
                == "touch at (10, 10): Button (0, 0, 100 x 40) is hit and gets it, and does nothing: it is disabled"
        )
        #expect(harness.application.explainTouch(at: Point(10, 10)).idleness == .disabled)
    }

    @Test("A button without an action is said to do nothing, and with an action or a recogniser to get the touch")
    func actions() {
        let button = addButton()
        #expect(verdict.hasSuffix("gets it, and does nothing: it has no action"))
        let action = button.addAction(for: .primaryActionTriggered) { _ in }
        #expect(verdict.hasSuffix("is hit and gets it"))
        button.removeAction(action, for: .allEvents)
        #expect(verdict.hasSuffix("it has no action"))
        button.addGestureRecognizer(TapGestureRecognizer())
        #expect(verdict.hasSuffix("is hit and gets it"))
    }

    @Test("A switch without an action is not said to do nothing, since it turns")
    func values() {
        harness.add(Switch(frame: Rect(0, 0, 100, 40)))
        #expect(verdict.hasSuffix("is hit and gets it"))
    }

    @Test("A disabled control inside a view that handles touches keeps them, and is the one that does nothing")
    func inside() {
        let card = harness.add(RecordingView("card", frame: Rect(0, 0, 200, 200)))
        let button = Button(frame: Rect(0, 0, 100, 40))
        button.isEnabled = false
        card.addSubview(button)
        #expect(verdict.contains("does nothing: it is disabled"))
        let label = Label(text: "on the card")
        label.frame = Rect(0, 0, 100, 40)
        card.addSubview(label)
        button.removeFromSuperview()
        #expect(harness.application.explainTouch(at: Point(10, 10)).idleness == nil)
    }
}
