import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("The wheel of a harness")
struct HarnessWheelTests {
    @Test("The wheel of a harness turns by what the test says, at the place and the instant that it says")
    func turns() throws {
        final class Pad: View {
            var lines: [String] = []
            override func scrollWheel(with event: WheelEvent) {
                lines.append("\(event.delta) at \(event.location(in: self)) \(event.isPrecise) \(event.timestamp)")
            }
        }
        let harness = try AppHarness()
        let pad = harness.add(Pad(frame: Rect(10, 10, 100, 100)))
        harness.advance(by: .seconds(3))
        harness.wheel(by: Point(0, -30), at: Point(20, 30), isPrecise: true)
        harness.wheel(by: Point(5, 0), at: Point(21, 30))
        #expect(pad.lines.isEmpty)
        harness.settle()
        #expect(
            pad.lines == [
                "\(Point(0, -30)) at \(Point(10, 20)) true \(harness.now)",
                "\(Point(5, 0)) at \(Point(11, 20)) false \(harness.now)",
            ]
        )
    }

    @Test("A turn of the wheel that no mouse can make stops the process, and the message names the line")
    func misuse() async {
        let lost = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try AppHarness().wheel(by: Point(0, .nan), at: .zero, file: "PadTests.swift", line: 42)
        }
        lost.expectMessage("PadTests.swift:42: Fatal error: the wheel cannot turn by")
        let shared = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let harness = try AppHarness()
            harness.together { harness.wheel(by: .zero, at: .zero) }
        }
        shared.expectMessage("the wheel cannot turn inside together(_:), which makes one frame")
    }
}
