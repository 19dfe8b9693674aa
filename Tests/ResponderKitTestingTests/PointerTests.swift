import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("A pointer of a harness")
struct PointerTests {
    @Test("A harness's pointer hovers, touches nothing, and shares frames with fingers under its own identifier")
    func hovers() throws {
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        let hover = HoverGestureRecognizer()
        var lines: [String] = []
        hover.addAction { lines.append("\($0.state) \($0.location(in: nil))") }
        view.addGestureRecognizer(hover)
        let (finger, pointer) = (harness.finger(), harness.pointer())
        #expect(pointer.kind == .indirectPointer && pointer.identifier == 2 && harness.finger().identifier == 3)
        #expect(!pointer.isInside)
        harness.together {
            finger.down(at: Point(1, 1))
            pointer.enter(at: Point(2, 2))
        }
        #expect(pointer.isInside && pointer.location == Point(2, 2))
        harness.settle()
        pointer.move(by: 1, 2)
        harness.settle()
        pointer.move(to: Point(7, 8)).exit()
        harness.settle()
        pointer.enter(at: Point(9, 9)).cancel()
        harness.settle()
        finger.up()
        harness.settle()
        let places = [Point(2, 2), Point(3, 4), Point(7, 8), Point(7, 8), Point(9, 9), Point(9, 9)]
        let states = ["began", "changed", "changed", "ended", "began", "cancelled"]
        #expect(lines == zip(states, places).map { "\($0) \($1)" })
        #expect(!pointer.isInside && view.log.lines == ["view.began(1, 1)", "view.ended(1, 1)"])
        hover.removeTarget(view)
        view.removeGestureRecognizer(hover)
    }

    @Test("A pointer that does what none can stops the process, and the message names the pointer and the line")
    func misuse() async {
        let exited = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try AppHarness().pointer().exit(file: "CardTests.swift", line: 42)
        }
        exited.expectMessage(
            "CardTests.swift:42: Fatal error: pointer 1 is not over the screen: call enter(at:) first"
        )
        let moved = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try AppHarness().pointer().enter(at: .zero).exit().move(by: 1, 1)
        }
        moved.expectMessage("pointer 1 is not over the screen: call enter(at:) first")
        let entered = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try AppHarness().pointer().enter(at: .zero).enter(at: Point(1, 1))
        }
        entered.expectMessage("pointer 1 is over the screen already: call exit() first")
        let lost = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try AppHarness().pointer().enter(at: Point(.nan, 0))
        }
        lost.expectMessage("pointer 1 cannot be at (nan, 0.0): both coordinates must be finite")
    }
}
