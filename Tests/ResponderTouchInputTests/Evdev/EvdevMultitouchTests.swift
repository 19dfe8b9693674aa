import ResponderEventLoop
import ResponderTouchInput
import Testing

@Suite("The evdev decoder, multi-touch protocol B")
struct EvdevMultitouchTests {
    @Test("A contact in a slot begins, moves and ends at its last position")
    func oneFinger() throws {
        var panel = try TestPanel()
        #expect(panel.frame(.slot(0), .id(7), .x(10), .y(20)) == ["began 0 (10, 20)"])
        #expect(panel.frame(.x(11)) == ["moved 0 (11, 20)"])
        #expect(panel.frame(.id(-1)) == ["ended 0 (11, 20)"])
        #expect(panel.decoder.statistics.contacts == 1)
        #expect(panel.decoder.statistics.frames == 3)
        #expect(panel.decoder.statistics.events == 9)
    }

    @Test("A decoded frame has the time of its report")
    func time() throws {
        var panel = try TestPanel()
        _ = panel.send(.id(7), .x(10))
        panel.time = panel.time.advanced(by: .milliseconds(3))
        #expect(panel.send(.report)?.time == panel.time)
    }

    @Test("A report that changes no contact gives no frame")
    func unchanged() throws {
        var panel = try TestPanel()
        #expect(panel.send(.report) == nil)
        #expect(panel.frame(.id(7), .x(10)).count == 1)
        #expect(panel.send(.x(11), .x(10), .axis(0x34, 1), .report) == nil)
        #expect(panel.decoder.statistics.frames == 3)
    }

    @Test("The slot stays chosen over reports")
    func slotPersists() throws {
        var panel = try TestPanel()
        _ = panel.frame(.id(7), .x(10), .slot(2), .id(8), .x(50))
        #expect(panel.frame(.x(51)) == ["moved 1 (51, 0)"])
    }

    @Test("The first slot is the one that the slot axis recorded")
    func recordedSlot() throws {
        var axes = TestPanel.multitouchAxes
        axes[0x2f]?.value = 3
        var panel = try TestPanel(axes: axes)
        _ = panel.frame(.id(7), .x(10))
        #expect(panel.frame(.slot(0), .id(8), .x(50)) == ["began 1 (50, 0)"])
        #expect(panel.frame(.slot(3), .id(-1)) == ["ended 0 (10, 0)"])
    }

    @Test("An axis that is never sent has its recorded value")
    func recordedValue() throws {
        var axes = TestPanel.multitouchAxes
        axes[0x36] = EvdevAxis(minimum: 0, maximum: 99, value: 42)
        var panel = try TestPanel(axes: axes)
        #expect(panel.frame(.id(7), .x(10)) == ["began 0 (10, 42)"])
    }

    @Test("A contact that lands where the last one in its slot was sends no position")
    func valuesOutliveContacts() throws {
        var panel = try TestPanel()
        _ = panel.frame(.id(7), .x(10), .y(20))
        _ = panel.frame(.id(-1))
        #expect(panel.frame(.id(8)) == ["began 1 (10, 20)"])
    }

    @Test("A tracking id that changes without -1 ends one contact and begins another in the same frame")
    func changedID() throws {
        var panel = try TestPanel()
        _ = panel.frame(.id(7), .x(10), .y(20))
        #expect(panel.frame(.id(8), .x(30)) == ["ended 0 (10, 20)", "began 1 (30, 20)"])
        #expect(panel.decoder.statistics.malformedEvents == 0)
    }

    @Test("A contact that is lifted and replaced in one frame is two contacts, also under the same tracking id")
    func replaced() throws {
        var panel = try TestPanel()
        _ = panel.frame(.id(7), .x(10))
        #expect(panel.frame(.id(-1), .id(7), .x(30)) == ["ended 0 (10, 0)", "began 1 (30, 0)"])
    }

    // Rules: T40.
    @Test("A contact that comes and goes in one frame begins and ends")
    func tapInOneFrame() throws {
        var panel = try TestPanel()
        #expect(panel.frame(.id(7), .x(10), .id(-1)) == ["began 0 (10, 0)", "ended 0 (10, 0)"])
        #expect(panel.decoder.statistics.maxFingers == 1)
        #expect(
            panel.frame(.id(8), .x(10), .id(9), .x(20), .id(-1)) == [
                "began 1 (10, 0)", "ended 1 (10, 0)", "began 2 (20, 0)", "ended 2 (20, 0)",
            ]
        )
    }

    @Test("Two slots with the same tracking id are two contacts")
    func sameIDTwice() throws {
        var panel = try TestPanel()
        #expect(
            panel.frame(.slot(0), .id(7), .x(10), .slot(1), .id(7), .x(90)) == ["began 0 (10, 0)", "began 1 (90, 0)"]
        )
        #expect(panel.frame(.slot(0), .id(-1)) == ["ended 0 (10, 0)"])
        #expect(panel.frame(.slot(1), .x(80)) == ["moved 1 (80, 0)"])
    }

    @Test("Tracking ids may be 0, wrap at 65535 and be used again")
    func idsAreTheDevices() throws {
        var panel = try TestPanel()
        #expect(panel.frame(.id(65535), .x(1)) == ["began 0 (1, 0)"])
        #expect(panel.frame(.id(-1)) == ["ended 0 (1, 0)"])
        #expect(panel.frame(.id(0)) == ["began 1 (1, 0)"])
        #expect(panel.frame(.id(-1)) == ["ended 1 (1, 0)"])
        #expect(panel.frame(.id(65535)) == ["began 2 (1, 0)"])
    }

    @Test("Contacts that end stand in a frame before contacts that begin")
    func order() throws {
        var panel = try TestPanel()
        _ = panel.frame(.slot(1), .id(7), .x(10))
        #expect(panel.frame(.slot(0), .id(8), .x(5), .slot(1), .id(-1)) == ["ended 0 (10, 0)", "began 1 (5, 0)"])
        #expect(panel.decoder.statistics.maxFingers == 1)
    }

    @Test("The position and the button that repeat the oldest contact are ignored")
    func emulation() throws {
        var panel = try TestPanel()
        #expect(panel.frame(.touch(1), .mouseX(50), .mouseY(50)).isEmpty)
        _ = panel.frame(.id(7), .x(10))
        #expect(panel.frame(.touch(0), .mouseX(60)).isEmpty)
        #expect(panel.decoder.liveContacts.count == 1)
    }

    @Test("A contact that turns out to be a palm is cancelled and gives nothing more")
    func palm() throws {
        var panel = try TestPanel()
        _ = panel.frame(.id(7), .x(10))
        #expect(panel.frame(.axis(0x37, 2), .x(11)) == ["cancelled 0 (11, 0)"])
        #expect(panel.frame(.axis(0x37, 0), .x(12)).isEmpty)
        #expect(panel.frame(.id(-1)).isEmpty)
        #expect(panel.frame(.id(8)) == ["began 1 (12, 0)"])
        #expect(panel.decoder.statistics.malformedEvents == 0)
    }

    @Test("A contact that is a palm from the start gives nothing")
    func palmAtOnce() throws {
        var panel = try TestPanel()
        #expect(panel.frame(.id(7), .axis(0x37, 2), .x(10)).isEmpty)
        #expect(panel.frame(.id(-1)).isEmpty)
        // The tool too is only sent when it changes: this is still a palm.
        #expect(panel.frame(.id(8)).isEmpty)
        #expect(panel.decoder.statistics.contacts == 0)
    }

    @Test("A palm that is lifted in the frame that tells it is cancelled, not ended")
    func palmLifted() throws {
        var panel = try TestPanel()
        _ = panel.frame(.id(7), .x(10))
        #expect(panel.frame(.axis(0x37, 2), .id(-1)) == ["cancelled 0 (10, 0)"])
    }

    @Test("A pen on the panel is a pencil")
    func pen() throws {
        var panel = try TestPanel()
        #expect(panel.send(.id(7), .axis(0x37, 1), .report)?.contacts.first?.kind == .pencil)
    }
}
