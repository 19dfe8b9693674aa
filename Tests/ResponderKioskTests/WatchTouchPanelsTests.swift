import Foundation
import ResponderKit
import ResponderKitTesting
import ResponderTouchInput
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("The watch over an application's panels")
struct WatchTouchPanelsTests {
    // Rules: K16.
    @Test("A watch that is asked for at the launch looks at the panels that are opened later, and can be ended")
    func launch() async throws {
        let (harness, fifo) = (try AppHarness(), TemporaryFile(".fifo"))
        try #require(mkfifo(fifo.path, 0o600) == 0)
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 1000, 1000)))
        var findings: [PanelWatch.Finding] = []
        harness.application.watchTouchPanels(.init(stillFinger: .seconds(60))) { findings.append($0) }
        #expect(harness.application.touchPanels == nil)
        harness.application.openTouchPanels(try TouchPanels.Request.parse("\(fifo.path), x=0:99, y=0:99")) { _ in }
        let writer = open(fifo.path, O_WRONLY | O_CLOEXEC)
        defer { close(writer) }
        func send(_ events: (UInt16, Int32)...) async {
            var bytes = events.flatMap { EvdevEvent(time: .zero, type: 3, code: $0.0, value: $0.1).bytes }
            bytes += EvdevEvent(time: .zero, type: 0, code: 0, value: 0).bytes
            #expect(write(writer, bytes, bytes.count) == bytes.count)
            await harness.settle()
        }
        await send((0x39, 1), (0x35, 50), (0x36, 50))
        await harness.advance(by: .seconds(80))
        #expect(findings.map(\.kind) == [.stillFinger])
        #expect(view.log.lines.last?.contains("cancelled") == true, "\(view.log.lines)")
        harness.application.watchTouchPanels(.init()) { findings.append($0) }
        await send((0x39, 2), (0x35, 50), (0x36, 50))
        await harness.advance(by: .seconds(200))
        #expect(findings.count == 1)
        harness.application.touchPort.invalidate()
    }
}
