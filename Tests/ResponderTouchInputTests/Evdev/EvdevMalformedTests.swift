import ResponderTouchInput
import Testing

@Suite("The evdev decoder, malformed and lost input")
struct EvdevMalformedTests {
    @Test("A frame that never ends takes no memory for each touch, and what began before it ends")
    func endless() throws {
        var panel = try TestPanel()
        #expect(panel.frame(.slot(1), .id(1), .x(10), .y(20)).count == 1)
        for id in 2...5_000 { _ = panel.send(.id(Int32(id))) }
        let samples = panel.frame(.id(-1))
        #expect(samples.count <= 258)
        #expect(samples.count { $0.hasPrefix("began") } == samples.count { $0.hasPrefix("ended") } - 1)
        #expect(panel.decoder.liveContacts.isEmpty)
        #expect(panel.decoder.statistics.malformedEvents > 4_500)
        #expect(panel.frame(.id(6_000)).count == 1)
    }

    @Test("The same tracking id again is ignored and counted")
    func doubleID() throws {
        var panel = try TestPanel()
        _ = panel.frame(.id(7), .x(10))
        #expect(panel.frame(.id(7), .x(11)) == ["moved 0 (11, 0)"])
        #expect(panel.decoder.statistics.malformedEvents == 1)
    }

    @Test("The end of a contact that is not there is ignored and counted")
    func emptySlot() throws {
        var panel = try TestPanel()
        #expect(panel.frame(.id(-1)).isEmpty)
        _ = panel.frame(.id(7), .x(10))
        #expect(panel.frame(.id(-1), .id(-1)) == ["ended 0 (10, 0)"])
        #expect(panel.decoder.statistics.malformedEvents == 2)
    }

    @Test("Events of a slot that the device does not have are ignored", arguments: [5, -1, .max, .min])
    func slotOutOfRange(slot: Int32) throws {
        var panel = try TestPanel()
        _ = panel.frame(.slot(0), .id(7), .x(10))
        #expect(panel.frame(.slot(slot), .id(8), .x(50)).isEmpty)
        #expect(panel.frame(.id(-1)).isEmpty)
        #expect(panel.frame(.slot(0), .x(12)) == ["moved 0 (12, 0)"])
        #expect(panel.decoder.statistics.malformedEvents == 1)
    }

    @Test("A group end of protocol A in a stream of protocol B is counted")
    func protocolA() throws {
        var panel = try TestPanel()
        #expect(panel.frame(.x(10), .groupEnd).isEmpty)
        #expect(panel.decoder.statistics.malformedEvents == 1)
    }

    @Test("Lost events cancel all contacts, at their last reported positions")
    func dropped() throws {
        var panel = try TestPanel()
        _ = panel.frame(.slot(0), .id(7), .x(10), .slot(1), .id(8), .x(20))
        _ = panel.send(.x(25))
        let frame = panel.send(.dropped)
        #expect(frame?.contacts.map(describe) == ["cancelled 0 (10, 0)", "cancelled 1 (20, 0)"])
        #expect(panel.decoder.statistics.droppedResyncs == 1)
        #expect(panel.decoder.liveContacts.isEmpty)
    }

    @Test("After lost events all is ignored up to the next report, and contacts begin with the ids after it")
    func restart() throws {
        var panel = try TestPanel()
        _ = panel.frame(.slot(0), .id(7), .x(10))
        _ = panel.send(.dropped)
        #expect(panel.frame(.slot(1), .id(8), .x(20)).isEmpty)
        // The fingers of slots 0 and 1 are still down, and give nothing more.
        #expect(panel.frame(.x(21), .slot(0), .x(11)).isEmpty)
        #expect(panel.frame(.id(-1), .slot(1), .id(-1)).isEmpty)
        #expect(panel.frame(.id(9), .x(30)) == ["began 1 (30, 0)"])
        #expect(panel.decoder.statistics.malformedEvents == 0)
    }

    @Test("A slot that is chosen among the ignored events stays chosen")
    func slotWhileSkipping() throws {
        var panel = try TestPanel()
        _ = panel.send(.dropped, .slot(2), .report)
        _ = panel.frame(.id(9), .x(30))
        #expect(panel.frame(.slot(2), .id(-1)) == ["ended 0 (30, 0)"])
    }

    @Test("A contact that ended in a frame that was lost before its report is cancelled once")
    func droppedMidFrame() throws {
        var panel = try TestPanel()
        _ = panel.frame(.id(7), .x(10))
        let frame = panel.send(.id(8), .x(50), .id(-1), .dropped)
        #expect(frame?.contacts.map(describe) == ["cancelled 0 (10, 0)"])
        #expect(panel.finish().isEmpty)
    }

    @Test("The end of the input cancels what is down, and does not deliver what was not reported")
    func finish() throws {
        var panel = try TestPanel()
        _ = panel.frame(.slot(0), .id(7), .x(10))
        _ = panel.send(.x(50), .slot(1), .id(8), .x(60))
        #expect(panel.finish() == ["cancelled 0 (10, 0)"])
        #expect(panel.finish().isEmpty)
        #expect(panel.decoder.statistics.contacts == 1)
    }

    @Test("A decoder goes on after the end of its input")
    func goesOn() throws {
        var panel = try TestPanel()
        _ = panel.frame(.id(7), .x(10))
        _ = panel.finish()
        #expect(panel.frame(.x(11)).isEmpty)
        #expect(panel.frame(.id(8), .x(12)) == ["began 1 (12, 0)"])
    }
}
