import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("A mistake with controllers stops the process with a message:")
struct ControllerMistakeTests {
    @Test("a child of itself")
    func itself() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let controller = ViewController()
            controller.addChild(controller)
        }
        result.expectMessage("ViewController cannot be a child of ViewController, which is or is inside it")
    }

    @Test("a parent as a child of what is inside it")
    func inside() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let (outer, between, inner) = (ViewController(), ViewController(), ViewController())
            outer.addChild(between)
            between.addChild(inner)
            inner.addChild(outer)
        }
        result.expectMessage("ViewController cannot be a child of ViewController, which is or is inside it")
    }

    @Test("presenting itself")
    func presenting() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let controller = ViewController()
            controller.present(controller)
        }
        result.expectMessage("ViewController cannot present itself")
    }
}
