import ResponderTouchInput
import Testing

@Suite("The evdev decoder, multi-touch protocol A")
struct EvdevProtocolATests {
    private static let withIDs: [UInt16: EvdevAxis] = [
        0x35: EvdevAxis(minimum: 0, maximum: 99),
        0x36: EvdevAxis(minimum: 0, maximum: 99),
        0x37: EvdevAxis(minimum: 0, maximum: 2),
        0x39: EvdevAxis(minimum: 0, maximum: 65535),
    ]
    private static var withoutIDs: [UInt16: EvdevAxis] { withIDs.filter { $0.key != 0x39 } }

    @Test("A contact of protocol A is known by its id, whatever the order of the groups")
    func ids() throws {
        var panel = try TestPanel(axes: Self.withIDs)
        #expect(panel.frame(.id(5), .x(10), .y(20), .groupEnd) == ["began 0 (10, 20)"])
        #expect(
            panel.frame(.x(50), .y(60), .id(6), .groupEnd, .x(11), .y(20), .id(5), .groupEnd).sorted()
                == ["began 1 (50, 60)", "moved 0 (11, 20)"]
        )
        #expect(panel.frame(.id(6), .x(50), .y(61), .groupEnd) == ["ended 0 (11, 20)", "moved 1 (50, 61)"])
        #expect(panel.frame(.groupEnd) == ["ended 1 (50, 61)"])
        #expect(panel.decoder.statistics.malformedEvents == 0)
    }

    @Test("Contacts without ids are matched by the least sum of squared distances")
    func distances() throws {
        var panel = try TestPanel(axes: Self.withoutIDs)
        #expect(
            panel.frame(.x(10), .y(0), .groupEnd, .x(20), .y(0), .groupEnd) == ["began 0 (10, 0)", "began 1 (20, 0)"]
        )
        // Each alone is nearest to the first of them; together they are less far as one went and one stayed behind it.
        #expect(
            panel.frame(.x(29), .y(0), .groupEnd, .x(19), .y(0), .groupEnd).sorted()
                == ["moved 0 (19, 0)", "moved 1 (29, 0)"]
        )
        #expect(panel.frame(.x(28), .y(0), .groupEnd) == ["ended 0 (19, 0)", "moved 1 (28, 0)"])
        #expect(
            panel.frame(.x(90), .y(90), .groupEnd, .x(27), .y(0), .groupEnd).sorted()
                == ["began 2 (90, 90)", "moved 1 (27, 0)"]
        )
    }

    @Test("A button released in a frame without contacts lifts all contacts, where they were last")
    func released() throws {
        for axes in [Self.withIDs, Self.withoutIDs] {
            var panel = try TestPanel(axes: axes)
            _ = panel.frame(.touch(1), .x(10), .y(20), .groupEnd)
            #expect(panel.frame(.touch(0)) == ["ended 0 (10, 20)"])
            #expect(panel.frame() == [])
            #expect(panel.frame(.x(1), .y(2), .groupEnd) == ["began 1 (1, 2)"])
        }
    }

    @Test("A frame of protocol A that tells of no contact, nor of the button's release, changes no contact")
    func nothingTold() throws {
        var panel = try TestPanel(axes: Self.withoutIDs)
        _ = panel.frame(.x(10), .y(20), .groupEnd)
        #expect(panel.frame(.axis(0x00, 10)) == [])
        #expect(panel.frame(.touch(1)) == [])
        #expect(panel.decoder.liveContacts.count == 1)
    }

    @Test("A palm in protocol A is cancelled, and gives nothing more")
    func palm() throws {
        var panel = try TestPanel(axes: Self.withIDs)
        _ = panel.frame(.id(1), .x(10), .y(20), .groupEnd)
        #expect(panel.frame(.id(1), .x(11), .y(20), .axis(0x37, 2), .groupEnd) == ["cancelled 0 (11, 20)"])
        #expect(panel.frame(.id(1), .x(12), .y(20), .axis(0x37, 0), .groupEnd) == [])
        #expect(panel.frame(.groupEnd) == [])
    }

    @Test("Groups with an id that was there, or without a position, are counted and ignored")
    func malformed() throws {
        var panel = try TestPanel(axes: Self.withIDs)
        #expect(panel.frame(.id(1), .x(10), .y(20), .groupEnd, .id(1), .x(50), .y(50), .groupEnd).count == 1)
        #expect(panel.decoder.statistics.malformedEvents == 1)
        #expect(panel.frame(.id(1), .x(10), .y(20), .groupEnd, .id(2), .groupEnd) == [])
        #expect(panel.decoder.statistics.malformedEvents == 2)
    }

    @Test("At most 64 contacts are held apart, and the others are counted")
    func many() throws {
        var panel = try TestPanel(axes: Self.withoutIDs)
        for place in 0..<70 { _ = panel.send(.x(Int32(place)), .y(0), .groupEnd) }
        #expect(panel.frame().count == 64)
        #expect(panel.decoder.statistics.malformedEvents == 6)
        for place in 0..<64 { _ = panel.send(.x(Int32(place)), .y(1), .groupEnd) }
        #expect(panel.frame() == (0..<64).map { "moved \($0) (\($0), 1)" })
    }

    @Test("A device whose slot axis ends at 0 speaks protocol A, from its first group on")
    func slotOfZeros() throws {
        var axes = Self.withIDs
        axes[0x2f] = EvdevAxis(minimum: 0, maximum: 0)
        var panel = try TestPanel(axes: axes)
        #expect(
            panel.frame(.id(3), .x(10), .y(20), .groupEnd, .id(4), .x(50), .y(60), .groupEnd)
                == ["began 0 (10, 20)", "began 1 (50, 60)"]
        )
    }

    @Test("A device with no slot axis that never ends a group speaks protocol B in one slot")
    func slotNeverNamed() throws {
        var panel = try TestPanel(axes: Self.withIDs)
        #expect(panel.frame(.id(3), .x(10), .y(20)) == ["began 0 (10, 20)"])
        #expect(panel.frame(.x(11)) == ["moved 0 (11, 20)"])
        #expect(panel.frame(.id(-1)) == ["ended 0 (11, 20)"])
    }

    @Test("After a loss all contacts are cancelled, and what the next frame tells of begins anew")
    func dropped() throws {
        var panel = try TestPanel(axes: Self.withIDs)
        _ = panel.frame(.id(1), .x(10), .y(20), .groupEnd)
        #expect(panel.frame(.dropped, .id(2), .x(1), .y(1), .groupEnd) == ["cancelled 0 (10, 20)"])
        #expect(panel.frame(.id(1), .x(10), .y(21), .groupEnd) == ["began 1 (10, 21)"])
    }
}
