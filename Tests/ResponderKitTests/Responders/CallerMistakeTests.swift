import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

// These are exits: in release, too, the text must be there.
@MainActor
@Suite("A mistake of the caller stops the process with a message:")
struct CallerMistakeTests {
    @Test("A window as a subview stops the process with a message")
    func window() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let harness = try AppHarness()
            View().addSubview(harness.window)
        }
        expect(result, "a window cannot be a subview; set its isHidden to false to show it")
    }

    @Test("A view put into itself stops the process with a message")
    func itself() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let view = View()
            view.addSubview(view)
        }
        expect(result, "View cannot be put into itself or into a view inside it")
    }

    @Test("A view put into a view inside it stops the process with a message")
    func inside() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let (outer, inner) = (View(), View())
            outer.addSubview(inner)
            inner.addSubview(outer)
        }
        expect(result, "View cannot be put into itself or into a view inside it")
    }

    @Test("A negative place among subviews stops the process with a message")
    func place() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            View().insertSubview(View(), at: -1)
        }
        expect(result, "a subview cannot be put at place -1; places begin at 0")
    }

    @Test("An index that is none of the touch set's stops the process with a message")
    func index() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let harness = try AppHarness()
            let view = harness.add(RecordingView("view", frame: Rect(0, 0, 10, 10)))
            view.handler = { _, touches, _ in _ = touches[touches.endIndex] }
            await MainActor.run { _ = harness.finger().down(at: Point(1, 1)) }
            await harness.settle()
        }
        expect(result, "the set has no touch at index 64")
    }

    // Rules: R24.
    @Test("An input view that is a window, or that holds what it is shown for, stops the process with a message")
    func inputViews() async {
        let window = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let harness = try AppHarness()
            let view = harness.add(TypedView(frame: Rect(0, 0, 10, 10)))
            view.ownInputView = harness.window
            view.becomeFirstResponder()
            await harness.settle()
        }
        expect(window, "the inputView of TypedView is a window; give a view that the window of input views can take")
        let itself = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let harness = try AppHarness()
            let view = harness.add(TypedView(frame: Rect(0, 0, 10, 10)))
            view.ownInputView = view
            view.becomeFirstResponder()
            await harness.settle()
        }
        expect(itself, "the inputView of TypedView is TypedView, which contains the view of TypedView; give a view")
        let above = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let harness = try AppHarness()
            let (bar, field) = (harness.add(PlainFirst(frame: Rect(0, 0, 100, 50))), TextField(frame: .zero))
            bar.addSubview(field)
            bar.ownAccessory = bar
            field.becomeFirstResponder()
            await harness.settle()
        }
        expect(above, "the inputAccessoryView of PlainFirst is PlainFirst, which contains the view of PlainFirst; give")
        let keyboard = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let harness = try AppHarness()
            let (keys, field) = (harness.add(View(frame: Rect(0, 0, 100, 50))), TextField(frame: .zero))
            keys.addSubview(field)
            harness.application.screenKeyboard = keys
            field.becomeFirstResponder()
            await harness.settle()
        }
        expect(keyboard, "the screenKeyboard of Application is View, which contains the view of TextField; give a view")
    }

    private func expect(_ result: ExitTest.Result?, _ message: String) {
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains(message), "\(text)")
    }
}
