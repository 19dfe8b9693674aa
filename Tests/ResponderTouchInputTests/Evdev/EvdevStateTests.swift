import ResponderTouchInput
import Testing

@Suite("The evdev decoder, after events were lost, asks the device for its state")
struct EvdevStateTests {
    private func lost(_ before: PanelEvent...) throws -> TestPanel {
        var panel = try TestPanel()
        panel.decoder.asksForState = true
        for event in before { _ = panel.send(event) }
        #expect(panel.send(.report)?.contacts.isEmpty == false)
        #expect(panel.frame(.dropped, .x(99), .id(77)) == [])
        #expect(panel.decoder.needsState)
        return panel
    }

    @Test("After a loss a contact goes on under its id, ends if its id is gone, and begins with a new id")
    func slots() throws {
        var panel = try lost(.slot(0), .id(1), .x(10), .slot(1), .id(2), .x(20), .slot(2), .id(3), .x(30))
        let state = EvdevState(
            slotValues: [0x39: [1, -1, 9, 8, -1], 0x35: [11, 21, 31, 41, 0], 0x36: [0, 0, 0, 5, 0]],
            axisValues: [0x2f: 3]
        )
        let frame = panel.decoder.resynchronize(with: state, at: panel.time)
        #expect(
            frame?.contacts.map(describe) == [
                "cancelled 2 (30, 0)", "ended 1 (21, 0)", "moved 0 (11, 0)", "began 3 (31, 0)", "began 4 (41, 5)",
            ]
        )
        #expect(!panel.decoder.needsState)
        // What follows is of the slot that the device named.
        #expect(panel.frame(.x(42)) == ["moved 4 (42, 5)"])
        #expect(panel.decoder.statistics.malformedEvents == 0)
    }

    @Test("The contacts of the unfinished frame are told together with the device's answer")
    func unfinishedFrame() throws {
        var panel = try TestPanel()
        panel.decoder.asksForState = true
        _ = panel.frame(.slot(0), .id(1), .x(10))
        #expect(panel.frame(.id(2), .slot(1), .id(5), .dropped) == [])
        let state = EvdevState(slotValues: [0x39: [2, -1, -1, -1, -1], 0x35: [15, 0, 0, 0, 0]])
        let frame = panel.decoder.resynchronize(with: state, at: panel.time)
        #expect(
            frame?.contacts.map(describe) == ["ended 0 (10, 0)", "began 2 (0, 0)", "ended 2 (0, 0)", "began 1 (15, 0)"]
        )
        #expect(panel.decoder.liveContacts.map(\.identifier) == [1])
    }

    @Test("A finger that was down before the decoder is no contact after a loss, either")
    func downBefore() throws {
        var panel = try TestPanel()
        panel.decoder.asksForState = true
        let state = EvdevState(
            slotValues: [0x39: [4, -1, -1, -1, -1], 0x35: [15, 0, 0, 0, 0]],
            axisValues: [0x2f: 0]
        )
        panel.decoder.start(from: state)
        #expect(panel.frame(.x(16)) == [])
        #expect(panel.frame(.dropped) == [])
        #expect(panel.decoder.resynchronize(with: state, at: panel.time) == nil)
        #expect(panel.frame(.x(17)) == [])
        #expect(panel.frame(.id(-1)) == [])
        #expect(panel.frame(.id(5)) == ["began 0 (17, 0)"])
        #expect(panel.decoder.statistics.malformedEvents == 0)
    }

    @Test("Without an answer from the device all contacts are cancelled")
    func noAnswer() throws {
        var panel = try lost(.slot(0), .id(1), .x(10))
        let frame = panel.decoder.resynchronize(with: nil, at: panel.time)
        #expect(frame?.contacts.map(describe) == ["cancelled 0 (10, 0)"])
        #expect(panel.decoder.liveContacts.isEmpty)
    }

    @Test("A single touch that is down after a loss is another contact")
    func singleTouch() throws {
        for isDown in [true, false] {
            var panel = try TestPanel(axes: TestPanel.singleTouchAxes)
            panel.decoder.asksForState = true
            _ = panel.frame(.touch(1), .mouseX(10), .mouseY(20))
            #expect(panel.frame(.dropped) == [])
            let state = EvdevState(axisValues: [0: 30, 1: 40], keys: isDown ? [0x14a] : [])
            let frame = panel.decoder.resynchronize(with: state, at: panel.time)
            #expect(
                frame?.contacts.map(describe)
                    == (isDown ? ["cancelled 0 (10, 20)", "began 1 (30, 40)"] : ["ended 0 (30, 40)"])
            )
        }
    }
}
