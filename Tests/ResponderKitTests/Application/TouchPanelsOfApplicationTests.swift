import Foundation
import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@Suite("The touch panels of an application")
@MainActor
struct TouchPanelsOfApplicationTests {
    private let harness: AppHarness
    private let fifo = TemporaryFile(".fifo")

    init() throws { harness = try AppHarness() }

    @Test("Touch panels cover the key window, wherever it stands on the screen")
    func window() throws {
        try #require(mkfifo(fifo.path, 0o600) == 0)
        harness.window.frame = Rect(500, 400, 200, 100)
        let log = ResponderLog()
        harness.add(RecordingView("view", log: log, frame: Rect(0, 0, 200, 100)))
        var problems: [String] = []
        harness.application.openTouchPanels(try TouchPanels.Request.parse("\(fifo.path), x=0:99, y=0:99")) {
            problems.append($0)
        }
        let writer = open(fifo.path, O_WRONLY | O_CLOEXEC)
        let events: [(UInt16, Int32)] = [(0x39, 1), (0x35, 50), (0x36, 25)]
        var bytes = events.flatMap { EvdevEvent(time: .zero, type: 3, code: $0.0, value: $0.1).bytes }
        bytes += EvdevEvent(time: .zero, type: 0, code: 0, value: 0).bytes
        try #require(write(writer, bytes, bytes.count) == bytes.count)
        harness.settle()
        #expect(log.lines.count == 1)
        #expect(log.lines.first?.contains("began") == true)
        #expect(harness.application.touchStatistics.missedTouches == 0)
        #expect(problems.isEmpty)
        harness.application.touchPort.invalidate()
        close(writer)
    }
}
