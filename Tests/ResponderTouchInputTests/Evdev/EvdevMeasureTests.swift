import ResponderTouchInput
import Testing

@Suite("What the evdev decoder measures")
struct EvdevMeasureTests {
    @Test(
        "A touch's force is 0 at the least pressure and 1 at the greatest",
        arguments: [(Int32(-5), Float(0)), (45, 0.5), (95, 1)]
    )
    func force(pressure: Int32, expected: Float) throws {
        var axes = TestPanel.multitouchAxes
        axes[0x3a] = EvdevAxis(minimum: -5, maximum: 95)
        var panel = try TestPanel(axes: axes)
        #expect(panel.send(.id(7), .axis(0x3a, pressure), .report)?.contacts.first?.force == expected)
    }

    @Test("A touch's radius is half of the contact's length, in the units of the position")
    func radius() throws {
        var axes = TestPanel.multitouchAxes
        axes[0x30] = EvdevAxis(minimum: 0, maximum: 255)
        var panel = try TestPanel(axes: axes)
        #expect(panel.send(.id(7), .axis(0x30, 12), .report)?.contacts.first?.majorRadius == 6)
    }

    @Test("A touch's radius follows the units a millimetre of both axes where both are known")
    func radiusInItsOwnUnits() throws {
        var axes = TestPanel.multitouchAxes
        axes[0x35]?.resolution = 10
        axes[0x30] = EvdevAxis(minimum: 0, maximum: 255, resolution: 2)
        var panel = try TestPanel(axes: axes)
        // 4 units are 2 mm, a radius of 1 mm, which is 10 units of x.
        #expect(panel.send(.id(7), .axis(0x30, 4), .report)?.contacts.first?.majorRadius == 10)
    }

    @Test("A change of pressure alone is a move")
    func pressureMoves() throws {
        var axes = TestPanel.multitouchAxes
        axes[0x3a] = EvdevAxis(minimum: 0, maximum: 100)
        var panel = try TestPanel(axes: axes)
        _ = panel.frame(.id(7), .x(10))
        #expect(panel.frame(.axis(0x3a, 50)) == ["moved 0 (10, 0)"])
    }

    @Test("Pressure and length are 0 on a panel that has no axis for them, whatever it sends")
    func unknownAxes() throws {
        var panel = try TestPanel()
        let contact = panel.send(.id(7), .axis(0x3a, 50), .axis(0x30, 50), .report)?.contacts.first
        #expect(contact?.force == 0)
        #expect(contact?.majorRadius == 0)
    }

    @Test("A value outside its axis is taken as the nearest inside, and counted")
    func clamped() throws {
        var panel = try TestPanel()
        #expect(panel.frame(.id(7), .x(-20), .y(500)) == ["began 0 (0, 99)"])
        #expect(panel.decoder.statistics.clampedValues == 2)
    }
}
