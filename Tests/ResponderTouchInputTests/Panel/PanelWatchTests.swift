import Foundation
import ResponderEventLoop
import ResponderTouchInput
import TestSupport
import Testing

@Suite("A watch over touch panels")
@MainActor
struct PanelWatchTests {
    private let harness: PortHarness
    private let folder = TemporaryFolder()
    private final class Log {
        var devices: [ScriptedDevice] = []
        var findings: [PanelWatch.Finding] = []
    }
    private let log = Log()
    private let panels: TouchPanels

    init() throws {
        harness = try PortHarness()
        _ = FileManager.default.createFile(atPath: "\(folder.path)/event0", contents: nil)
        panels = TouchPanels(
            [.init(.any)],
            port: harness.openPort,
            size: Size(100, 100),
            folder: folder.path,
            onProblem: nil
        ) { [log] _, _ throws(TouchPanel.Error) in
            let device = ScriptedDevice()
            log.devices.append(device)
            return device
        }
    }

    private func watch(_ limits: PanelWatch.Limits) -> PanelWatch {
        PanelWatch(panels, limits: limits) { [log] in log.findings.append($0) }
    }

    private func pass(_ duration: Duration) {
        harness.serve()
        advance(harness.loop, by: duration)
        harness.serve()
    }

    // Rules: K16.
    @Test("A panel with a finger down that sends nothing is reported, its contact cancelled, and its node opened anew")
    func still() {
        let watch = watch(.init(stillFinger: .seconds(60)))
        log.devices[0].writer?.write(.id(1), .x(10), .y(20), .report)
        pass(.seconds(30))
        log.devices[0].writer?.write(.x(11), .report)
        pass(.seconds(59))
        #expect(log.findings.isEmpty && log.devices.count == 1)
        pass(.seconds(20))
        #expect(log.findings.map(\.kind) == [.stillFinger])
        #expect(log.findings.first?.description.contains("event0 has a finger down") == true)
        #expect(log.devices.count == 2 && log.devices[0].isClosed && panels.panels.count == 1)
        #expect(panels.panels[0].panel.liveContacts.isEmpty)
        watch.stop()
    }

    // Rules: K16.
    @Test("A finger that is down for too long is found even while the panel goes on sending")
    func long() {
        let watch = watch(.init(longTouch: .seconds(60)))
        log.devices[0].writer?.write(.id(1), .x(10), .y(20), .report)
        for step in 0..<80 {
            pass(.seconds(1))
            log.devices.last?.writer?.write(.x(Int32(20 + step % 2)), .report)
        }
        #expect(log.findings.map(\.kind) == [.longTouch] && log.devices.count == 2)
        watch.stop()
    }

    // Rules: K16.
    @Test("A silent panel is opened anew each time its limit has passed, and is reported once until it sends again")
    func silent() {
        let watch = watch(.init(silence: .seconds(100)))
        pass(.seconds(350))
        #expect(log.findings.map(\.kind) == [.silence])
        #expect(log.devices.count >= 3)
        log.devices.last?.writer?.write(.id(1), .x(10), .y(20), .report, .id(-1), .report)
        pass(.seconds(50))
        #expect(log.findings.count == 1)
        pass(.seconds(100))
        #expect(log.findings.count == 2)
        watch.stop()
    }

    // Rules: K16.
    @Test("A panel whose fingers come and go is left alone, and so is one that nobody watches any more")
    func quiet() {
        let watch = watch(.init(stillFinger: .seconds(10), longTouch: .seconds(10), silence: .seconds(60)))
        for number in 1...10 {
            log.devices[0].writer?.write(.id(Int32(number)), .x(10), .y(20), .report)
            pass(.seconds(5))
            log.devices[0].writer?.write(.id(-1), .report)
            pass(.seconds(5))
        }
        watch.stop()
        pass(.seconds(600))
        #expect(log.findings.isEmpty && log.devices.count == 1)
    }
}
