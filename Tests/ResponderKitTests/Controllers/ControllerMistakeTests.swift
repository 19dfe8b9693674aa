import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("A mistake with controllers stops the process with a message:")
struct ControllerMistakeTests {
    @Test("A controller that becomes a child of itself stops the process with a message")
    func itself() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let controller = ViewController()
            controller.addChild(controller)
        }
        result.expectMessage("ViewController cannot be a child of ViewController, which is or is inside it")
    }

    @Test("A parent that becomes a child of what is inside it stops the process with a message")
    func inside() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let (outer, between, inner) = (ViewController(), ViewController(), ViewController())
            outer.addChild(between)
            between.addChild(inner)
            inner.addChild(outer)
        }
        result.expectMessage("ViewController cannot be a child of ViewController, which is or is inside it")
    }

    @Test("A controller that presents itself stops the process with a message")
    func presenting() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let controller = ViewController()
            controller.present(controller)
        }
        result.expectMessage("ViewController cannot present itself")
    }
}
