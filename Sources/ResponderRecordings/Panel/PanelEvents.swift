internal import ResponderEventLoop
internal import ResponderTouchInput

/// The events of a panel as a Linux driver sends them.
///
/// The events are those of multi-touch protocol B: only changes are sent, and the oldest contact is repeated as
/// `ABS_X`, `ABS_Y` and `BTN_TOUCH`.
struct PanelEvents: Sendable {
    private struct Contact {
        let trackingID: Int32
        var x: Int32
        var y: Int32
    }

    /// The events sent so far.
    private(set) var events: [EvdevEvent] = []
    /// The time of the events that are sent next.
    var time = MainRunLoop.Instant.zero
    private var slots: [Contact?]
    /// The last value sent of each code, by slot; the slot number itself and the repeated contact are under -1.
    private var sent: [Int: [UInt16: Int32]] = [-1: [EvdevCodes.slot: 0]]
    private var nextTrackingID: Int32 = 0
    private var reported = 0
    /// The keys that were pressed.
    private var keys: Set<UInt16> = []

    init(slotCount: Int) {
        slots = Array(repeating: nil, count: slotCount)
    }

    /// Whether nothing touches the panel.
    var isUntouched: Bool { slots.allSatisfy { $0 == nil } }

    /// Gives a contact the first free slot; nil when none is free, in which case the panel does not see the contact.
    mutating func begin() -> Int? {
        guard let slot = slots.firstIndex(where: { $0 == nil }) else { return nil }
        slots[slot] = Contact(trackingID: nextTrackingID, x: 0, y: 0)
        nextTrackingID = (nextTrackingID + 1) % 65536
        return slot
    }

    /// Moves the contact in a slot to a place in device units.
    mutating func move(_ slot: Int, x: Int32, y: Int32) {
        slots[slot]?.x = x
        slots[slot]?.y = y
    }

    /// Lifts the contact in a slot, after reporting it as a palm where the panel discards the contact.
    mutating func lift(_ slot: Int, asPalm: Bool = false) {
        guard let contact = slots[slot] else { return }
        slots[slot] = nil
        // Sends the position at which the contact was lifted, and the contact's began if that was not sent yet.
        place(contact, in: slot)
        if asPalm { send(EvdevCodes.toolType, EvdevCodes.toolPalm, slot: slot) }
        send(EvdevCodes.trackingID, -1, slot: slot)
    }

    /// Sends a key's value: 1 down, 0 up, 2 repeated.
    mutating func press(_ code: UInt16, _ value: Int32) {
        keys.insert(code)
        append(EvdevCodes.key, code, value)
    }

    /// Sends the positions of the contacts and ends the panel's frame; does nothing when nothing changed.
    mutating func report() {
        for (slot, contact) in slots.enumerated() {
            if let contact { place(contact, in: slot) }
        }
        repeatOldest()
        guard events.count > reported else { return }
        append(EvdevCodes.synchronization, EvdevCodes.report, 0)
        reported = events.count
    }

    /// The recording of these events, on a panel whose coordinates go from 0 to `greatestX` and `greatestY`.
    func recording(
        name: String,
        greatestX: Int32,
        greatestY: Int32,
        hasPalms: Bool
    ) -> EvdevRecording {
        let x = EvdevAxis(minimum: 0, maximum: greatestX)
        let y = EvdevAxis(minimum: 0, maximum: greatestY)
        var axes: [UInt16: EvdevAxis] = [
            EvdevCodes.x: x,
            EvdevCodes.y: y,
            EvdevCodes.slot: EvdevAxis(minimum: 0, maximum: Int32(slots.count - 1)),
            EvdevCodes.positionX: x,
            EvdevCodes.positionY: y,
            EvdevCodes.trackingID: EvdevAxis(minimum: 0, maximum: 65535),
        ]
        if hasPalms { axes[EvdevCodes.toolType] = EvdevAxis(minimum: 0, maximum: EvdevCodes.toolPalm) }
        return EvdevRecording(
            name: name,
            // BUS_VIRTUAL, without a vendor's number, since no vendor made this panel.
            identity: .init(bus: 0x06, version: 1),
            axes: axes,
            properties: [EvdevCodes.direct],
            codes: [
                EvdevCodes.synchronization: [EvdevCodes.synchronization, EvdevCodes.key, EvdevCodes.absolute],
                EvdevCodes.key: keys.union([EvdevCodes.buttonTouch]),
                EvdevCodes.absolute: Set(axes.keys),
            ],
            events: events
        )
    }

    private mutating func place(_ contact: Contact, in slot: Int) {
        send(EvdevCodes.trackingID, contact.trackingID, slot: slot)
        send(EvdevCodes.toolType, 0, slot: slot)
        send(EvdevCodes.positionX, contact.x, slot: slot)
        send(EvdevCodes.positionY, contact.y, slot: slot)
    }

    /// Sends the events that the kernel's `input_mt_report_pointer_emulation` adds for programs that support one finger
    /// only.
    private mutating func repeatOldest() {
        let oldest = slots.compactMap(\.self).min { $0.trackingID < $1.trackingID }
        send(EvdevCodes.buttonTouch, oldest == nil ? 0 : 1, type: EvdevCodes.key, slot: -1)
        guard let oldest else { return }
        send(EvdevCodes.x, oldest.x, slot: -1)
        send(EvdevCodes.y, oldest.y, slot: -1)
    }

    /// Sends a value unless it equals the last value sent; where the slot changes, sends the slot's number first.
    private mutating func send(_ code: UInt16, _ value: Int32, type: UInt16 = EvdevCodes.absolute, slot: Int) {
        let initial: Int32 = code == EvdevCodes.trackingID ? -1 : 0
        guard sent[slot, default: [:]][code, default: initial] != value else { return }
        if slot >= 0 { send(EvdevCodes.slot, Int32(slot), slot: -1) }
        sent[slot, default: [:]][code] = value
        append(type, code, value)
    }

    private mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        events.append(EvdevEvent(time: time, type: type, code: code, value: value))
    }
}
