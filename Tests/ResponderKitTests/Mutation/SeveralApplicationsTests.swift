import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("A change of a tree that concerns two applications")
struct SeveralApplicationsTests {
    // Rules: T20, T33, R14.
    @Test("A tree's change marks the touches of both applications before anybody is told, who may run the other's loop")
    func marksFirst() throws {
        let (one, other) = (try AppHarness(), try AppHarness())
        let (plain, held) = (one.add(View(frame: Rect(0, 0, 100, 100))), other.add(View(frame: Rect(0, 0, 100, 100))))
        let controller = RunningController()
        controller.view = held
        // Of this touch nobody hears; of that one the controller does.
        let finger = one.finger().down(at: Point(10, 10))
        one.settle()
        other.finger().down(at: Point(10, 10))
        other.settle()
        #expect(controller.heard == [.began])
        finger.move(to: Point(20, 20))
        controller.onCancel = { one.settle() }
        controller.view = plain
        #expect(controller.heard == [.began, .cancelled])
        finger.up()
        one.settle()
        #expect(controller.heard == [.began, .cancelled])
    }
}

/// A controller that notes what it hears, and does something when a touch is cancelled.
private final class RunningController: ViewController {
    private(set) var heard: [Touch.Phase] = []
    var onCancel: () -> Void = {}

    override func touchesBegan(_ touches: TouchSet, with event: Event) { heard.append(.began) }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { heard.append(.moved) }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { heard.append(.ended) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        heard.append(.cancelled)
        onCancel()
    }
}
