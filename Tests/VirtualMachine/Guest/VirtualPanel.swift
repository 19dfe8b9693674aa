internal import ResponderKit

/// A touchscreen with slots, whose surface is 800 by 480.
@MainActor
struct VirtualPanel {
    private let device: VirtualDevice

    /// Plugs in a panel of this name with ten slots.
    init(_ name: String) throws {
        device = try VirtualDevice(
            name,
            keys: [EvdevCodes.buttonTouch],
            axes: [
                EvdevCodes.x: 0...799, EvdevCodes.y: 0...479, EvdevCodes.slot: 0...9, EvdevCodes.trackingID: 0...65535,
                EvdevCodes.positionX: 0...799, EvdevCodes.positionY: 0...479,
            ],
            isScreen: true
        )
    }

    /// Puts the finger of a slot down, as the contact with this number.
    func down(slot: Int = 0, contact: Int, x: Int, y: Int) throws {
        try select(slot)
        try device.send(EvdevCodes.absolute, EvdevCodes.trackingID, Int32(contact))
        try place(x, y)
        try device.send(EvdevCodes.key, EvdevCodes.buttonTouch, 1)
    }

    /// Moves the finger of a slot.
    func move(slot: Int = 0, x: Int, y: Int) throws {
        try select(slot)
        try place(x, y)
    }

    /// Lifts the finger of a slot, which may be the last one.
    func up(slot: Int = 0, isLast: Bool = true) throws {
        try select(slot)
        try device.send(EvdevCodes.absolute, EvdevCodes.trackingID, -1)
        if isLast { try device.send(EvdevCodes.key, EvdevCodes.buttonTouch, 0) }
    }

    /// Ends a frame.
    func frame() throws { try device.report() }

    /// Taps once.
    func tap(contact: Int, x: Int, y: Int) throws {
        try down(contact: contact, x: x, y: y)
        try frame()
        try up()
        try frame()
    }

    /// Takes the panel away; idempotent.
    func unplug() { device.unplug() }

    private func select(_ slot: Int) throws {
        try device.send(EvdevCodes.absolute, EvdevCodes.slot, Int32(slot))
    }

    private func place(_ x: Int, _ y: Int) throws {
        try device.send(EvdevCodes.absolute, EvdevCodes.positionX, Int32(x))
        try device.send(EvdevCodes.absolute, EvdevCodes.positionY, Int32(y))
    }
}
