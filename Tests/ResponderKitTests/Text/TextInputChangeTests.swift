import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("What a host with an input method is told")
struct TextInputChangeTests {
    @Test("It is called while a responder takes text, after each change, and once when none does any more")
    func changes() throws {
        let harness = try AppHarness(screenSize: Size(400, 400))
        let field = harness.add(TextField(frame: Rect(20, 20, 200, 40)))
        let log = Log()
        harness.application.onTextInputChange = { input in
            log.write(input == nil ? "none" : "\((input as? TextField)?.text ?? "")")
        }
        harness.settle()
        #expect(log.take() == [])
        field.becomeFirstResponder()
        harness.settle()
        #expect(log.take().last == "")
        field.insertText("a")
        harness.settle()
        #expect(log.take().last == "a")
        field.resignFirstResponder()
        harness.settle()
        #expect(log.take().last == "none")
        harness.window.backgroundColor = .red
        harness.settle()
        #expect(log.take() == [])
        harness.application.onTextInputChange = nil
        field.becomeFirstResponder()
        harness.settle()
        #expect(log.take() == [])
    }
}
