/// The last value of each axis in one slot, in device units.
///
/// Readings outlive contacts, because devices send only values that differ from the values of the slot's last contact:
/// a finger that lands where the last finger was lifted sends no position.
struct EvdevReadings: Sendable {
    var x: Int32
    var y: Int32
    var pressure: Int32
    var major: Int32
    var tool: Int32
    var distance: Int32
    /// Whether the device has sent a size of 0: in protocol A, where each frame has all values, a lifted contact.
    var hasNoSize = false
    /// Whether the device has sent a pressure of 0.
    var hasNoPressure = false

    var isPalm: Bool { tool == EvdevCodes.toolPalm }
    var position: ContactMatching.Position { ContactMatching.Position(x: x, y: y) }

    mutating func set(_ role: EvdevPanel.Role, to value: Int32) {
        switch role {
        case .x: x = value
        case .y: y = value
        case .pressure: (pressure, hasNoPressure) = (value, value <= 0)
        case .major: (major, hasNoSize) = (value, value <= 0)
        case .tool: tool = value
        case .distance: distance = value
        }
    }
}

/// One place for a contact on the device, and the changes of the contact since the last `SYN_REPORT`.
struct EvdevSlot: Sendable {
    /// The values that the device last reported for the slot.
    var readings: EvdevReadings
    /// The number that the device gives the contact in the slot; negative when there is none.
    var trackingID: Int32 = -1
    /// The identifier of the contact in the frames; nil when there is no contact, or when frames leave the contact out.
    var contact: Int?
    /// Whether the contact came down since the last report.
    var isNew = false
    /// Whether the contact was lifted since the last report.
    var isEnding = false
    /// Whether a contact that began unseen may be in the slot, so that an end without a begin is not malformed.
    var isUnknown = false
    /// Whether no event has told of a contact in the slot so far.
    var isUntold = true
    /// Whether the finger in the slot hovers above the panel, and becomes a contact when it touches.
    var isHovering = false
    /// Whether an event named the slot since the last report.
    var isTouched = false

    init(readings: EvdevReadings, isTouched: Bool = false) {
        self.readings = readings
        self.isTouched = isTouched
    }

    /// Forgets the contact but not the readings: the slot's state is unknown until the next contact.
    mutating func forget() {
        self = EvdevSlot(readings: readings)
        isUnknown = true
    }

    /// Begins a contact, which has this `identifier` in the frames.
    mutating func begin(trackingID: Int32, as identifier: Int) {
        isUntold = false
        self.trackingID = trackingID
        contact = identifier
        isNew = true
        isEnding = false
        isUnknown = false
        isHovering = false
    }

    /// Ends the contact; returns whether there was one.
    mutating func end() -> Bool {
        let wasDown = trackingID >= 0 || isUnknown
        trackingID = -1
        isUntold = false
        isUnknown = false
        isHovering = false
        isEnding = contact != nil
        return wasDown
    }

    /// Gives up the contact; the slot stays occupied until the device lifts the contact.
    mutating func drop() {
        contact = nil
        isNew = false
        isEnding = false
        isHovering = false
    }

    /// Notes that what is in the slot, if anything is, is above the panel: it makes a contact when it touches.
    ///
    /// A slot whose contact began unseen, say before a recording, has no id here.
    mutating func noteHovering() { isHovering = trackingID >= 0 || isUnknown || isUntold }
}
