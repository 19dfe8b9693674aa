import ResponderTouchInput
import Testing

@Suite("The evdev decoder, single touch")
struct EvdevSingleTouchTests {
    @Test(
        "The button of a single-touch panel is the contact and the axes are its position",
        arguments: [UInt16(0x14a), 0x110]
    )
    func button(code: UInt16) throws {
        var panel = try TestPanel(axes: TestPanel.singleTouchAxes)
        func key(_ value: Int32) -> PanelEvent { code == 0x110 ? .left(value) : .touch(value) }
        // The button comes before the position, and the position is not sent again where it did not change.
        #expect(panel.frame(key(1), .mouseX(10), .mouseY(20)) == ["began 0 (10, 20)"])
        #expect(panel.frame(.mouseX(11)) == ["moved 0 (11, 20)"])
        #expect(panel.frame(key(0)) == ["ended 0 (11, 20)"])
        #expect(panel.frame(.mouseX(40)).isEmpty)
        #expect(panel.frame(key(1)) == ["began 1 (40, 20)"])
        #expect(panel.decoder.statistics.maxFingers == 1)
    }

    @Test("Autorepeat of the button is no press and no release")
    func autorepeat() throws {
        var panel = try TestPanel(axes: TestPanel.singleTouchAxes)
        #expect(panel.frame(.touch(2)).isEmpty)
        _ = panel.frame(.touch(1))
        #expect(panel.frame(.touch(2)).isEmpty)
        #expect(panel.decoder.liveContacts.count == 1)
        #expect(panel.decoder.statistics.malformedEvents == 0)
    }

    @Test("A button that goes down twice or up twice is counted")
    func doubleEdges() throws {
        var panel = try TestPanel(axes: TestPanel.singleTouchAxes)
        #expect(panel.frame(.touch(0)).isEmpty)
        _ = panel.frame(.touch(1))
        #expect(panel.frame(.touch(1)).isEmpty)
        #expect(panel.decoder.statistics.malformedEvents == 2)
    }

    @Test("The left button means nothing on a panel that has a touch button")
    func bothButtons() throws {
        var panel = try TestPanel(axes: TestPanel.singleTouchAxes)
        #expect(panel.frame(.left(1), .touch(1), .mouseX(10)) == ["began 0 (10, 0)"])
        #expect(panel.frame(.left(0)).isEmpty)
        #expect(panel.frame(.touch(0), .left(1)) == ["ended 0 (10, 0)"])
        #expect(panel.decoder.statistics.malformedEvents == 0)
    }

    // Rules: T40.
    @Test("A tap within one frame begins and ends")
    func tapInOneFrame() throws {
        var panel = try TestPanel(axes: TestPanel.singleTouchAxes)
        #expect(panel.frame(.touch(1), .mouseX(10), .touch(0)) == ["began 0 (10, 0)", "ended 0 (10, 0)"])
    }

    @Test("A contact ends where the frame that lifts it says")
    func endsWhereItIs() throws {
        var panel = try TestPanel(axes: TestPanel.singleTouchAxes)
        _ = panel.frame(.left(1), .mouseX(10))
        #expect(panel.frame(.left(0), .mouseX(13)) == ["ended 0 (13, 0)"])
    }

    @Test("Lost events cancel the contact, and the button's next press begins one")
    func dropped() throws {
        var panel = try TestPanel(axes: TestPanel.singleTouchAxes)
        _ = panel.frame(.touch(1), .mouseX(10))
        #expect(panel.frame(.dropped, .touch(0)) == ["cancelled 0 (10, 0)"])
        #expect(panel.frame(.touch(0)).isEmpty)
        #expect(panel.frame(.touch(1), .mouseX(12)) == ["began 1 (12, 0)"])
        #expect(panel.decoder.statistics.malformedEvents == 0)
    }

    @Test("Without a key the pressure is the contact, until a key tells of it")
    func pressureAlone() throws {
        var axes = TestPanel.singleTouchAxes
        axes[0x18] = EvdevAxis(minimum: 0, maximum: 200)
        func pressure(_ value: Int32) -> PanelEvent { .axis(0x18, value) }
        var panel = try TestPanel(axes: axes)
        var frames = [
            panel.frame(.mouseX(9)), panel.frame(pressure(50), .mouseX(10)), panel.frame(pressure(60)),
            panel.frame(pressure(0), .mouseX(11)), panel.frame(pressure(0)), panel.frame(pressure(1), pressure(0)),
            panel.frame(pressure(5)), panel.frame(.dropped), panel.frame(pressure(6)), panel.frame(pressure(0)),
            panel.frame(pressure(7)), panel.frame(.touch(1)), panel.frame(pressure(0)), panel.frame(.touch(0)),
            panel.frame(pressure(8)),
        ]
        #expect(
            frames == [
                [], ["began 0 (10, 0)"], ["moved 0 (10, 0)"], ["ended 0 (11, 0)"], [],
                ["began 1 (11, 0)", "ended 1 (11, 0)"], ["began 2 (11, 0)"], ["cancelled 2 (11, 0)"], [], [],
                ["began 3 (11, 0)"], [], ["moved 3 (11, 0)"], ["ended 3 (11, 0)"], [],
            ]
        )
        #expect(panel.decoder.statistics.malformedEvents == 0)

        // The device says after a loss whether it is pressed, and when it is opened.
        panel = try TestPanel(axes: axes)
        panel.decoder.asksForState = true
        panel.decoder.start(from: EvdevState(axisValues: [0x18: 9]))
        frames = [panel.frame(pressure(10)), panel.frame(pressure(0)), panel.frame(pressure(9))]
        for value in [Int32(8), 0] {
            frames.append(panel.frame(.dropped))
            let state = EvdevState(axisValues: [0x18: value])
            frames.append((panel.decoder.resynchronize(with: state, at: panel.time)?.contacts ?? []).map(describe))
        }
        #expect(
            frames == [
                [], [], ["began 0 (0, 0)"], [], ["cancelled 0 (0, 0)", "began 1 (0, 0)"], [], ["ended 1 (0, 0)"],
            ]
        )
        // On a device that has a key, a light press that comes before the key is no contact.
        panel = TestPanel(decoder: try EvdevDecoder(axes: axes, keys: [0x14a], size: Size(100, 100)))
        frames = [panel.frame(pressure(1)), panel.frame(.touch(1))]
        #expect(frames == [[], ["began 0 (0, 0)"]])
    }

    @Test("Pressure on a single-touch panel is the force")
    func pressure() throws {
        var axes = TestPanel.singleTouchAxes
        axes[0x18] = EvdevAxis(minimum: 0, maximum: 200)
        var panel = try TestPanel(axes: axes)
        #expect(panel.send(.touch(1), .axis(0x18, 50), .report)?.contacts.first?.force == 0.25)
    }
}
