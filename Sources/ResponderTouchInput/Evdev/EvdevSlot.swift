/// The last value of each axis in one slot, in device units.
///
/// Devices send only what changed, and compare with the slot's last contact: a finger that lands where the one before
/// it was lifted sends no position. So readings outlive contacts.
struct EvdevReadings: Sendable {
    var x: Int32
    var y: Int32
    var pressure: Int32
    var major: Int32
    var tool: Int32

    var isPalm: Bool { tool == EvdevCodes.toolPalm }
    var position: ContactMatching.Position { ContactMatching.Position(x: x, y: y) }

    mutating func set(_ role: EvdevPanel.Role, to value: Int32) {
        switch role {
        case .x: x = value
        case .y: y = value
        case .pressure: pressure = value
        case .major: major = value
        case .tool: tool = value
        }
    }
}

/// One place for a contact on the device, and what the events since the last `SYN_REPORT` did to it.
struct EvdevSlot: Sendable {
    /// What the device last said of it.
    var readings: EvdevReadings
    /// The device's number of the contact that is down here; negative when none is.
    var trackingID: Int32 = -1
    /// The number under which the contact is given out; nil when none is down or the one that is gives nothing.
    var contact: Int?
    /// Whether the contact came down since the last report.
    var isNew = false
    /// Whether the contact was lifted since the last report.
    var isEnding = false
    /// Whether something may be down here that began unseen, so that its end is no surprise.
    var isUnknown = false
    /// Whether an event named the slot since the last report.
    var isTouched = false

    init(readings: EvdevReadings, isTouched: Bool = false) {
        self.readings = readings
        self.isTouched = isTouched
    }

    /// Forgets the contact but not the readings: what happens here is unknown until the next contact.
    mutating func forget() {
        self = EvdevSlot(readings: readings)
        isUnknown = true
    }

    /// A contact came down, which will be known as `identifier`.
    mutating func begin(trackingID: Int32, as identifier: Int) {
        self.trackingID = trackingID
        contact = identifier
        isNew = true
        isEnding = false
        isUnknown = false
    }

    /// The contact was lifted; returns whether there was one.
    mutating func end() -> Bool {
        let wasDown = trackingID >= 0 || isUnknown
        trackingID = -1
        isUnknown = false
        isEnding = contact != nil
        return wasDown
    }

    /// Gives up the contact; the slot stays taken for the device until it lifts it.
    mutating func drop() {
        contact = nil
        isNew = false
        isEnding = false
    }
}
