/// The contacts of a frame in protocol A: each is a group of values that a `SYN_MT_REPORT` ends.
struct EvdevGroups: Sendable {
    /// A contact as the device reports it in one frame.
    struct Group: Sendable {
        var readings: EvdevReadings
        /// The number that the device gives the contact; nil where the device gives none.
        var trackingID: Int32?
        /// The slot of the same contact in the frame before; nil for a new contact.
        var slot: Int?
    }

    /// The contacts of the frame so far.
    private(set) var groups: [Group] = []
    /// Whether the frame says that nothing touches the panel: a `BTN_TOUCH` of 0.
    var isReleased = false
    /// The slots whose contacts have a group in the frame, one bit each.
    private(set) var matchedSlots: UInt64 = 0
    /// Whether a `SYN_MT_REPORT` has come in this frame.
    private var hasMark = false
    /// The group that is being read.
    private var open: Group
    private var isOpen = false
    private var hasPosition = false
    private let initial: EvdevReadings
    private var matching = ContactMatching()
    /// The slots of the former contacts in `matching`.
    private var formerSlots: [Int] = []

    init(initial: EvdevReadings) {
        self.initial = initial
        open = Group(readings: initial)
    }

    /// Whether the frame reports all contacts: a device that sends groups sends all of them in each frame.
    var reportsContacts: Bool { hasMark || isReleased }

    /// Sets the id of the group that is being read.
    mutating func set(trackingID: Int32) {
        open.trackingID = trackingID
        isOpen = true
    }

    /// Sets one value of the group that is being read.
    mutating func set(_ role: EvdevPanel.Role, to value: Int32) {
        open.readings.set(role, to: value)
        isOpen = true
        if role == .x || role == .y { hasPosition = true }
    }

    /// Sets all values of the group that is being read.
    mutating func set(_ readings: EvdevReadings, trackingID: Int32?) {
        open = Group(readings: readings, trackingID: trackingID)
        (isOpen, hasPosition) = (true, true)
    }

    /// Ends the group that is being read; returns whether the group is well formed.
    ///
    /// A group without a value means that nothing touches the panel.
    mutating func close(on panel: EvdevPanel) -> Bool {
        hasMark = true
        guard isOpen else { return true }
        defer { reopen() }
        // A finger that was lifted, or that hovers, may come once more, with or without its position. A palm does not
        // end so: it is cancelled.
        guard panel.isTouching(inGroup: open.readings) || open.readings.isPalm else { return true }
        guard hasPosition, groups.count < EvdevPanel.greatestGroupCount else { return false }
        if let id = open.trackingID {
            // Some drivers report a lifted finger with a negative id.
            guard id >= 0 else { return true }
            for group in groups where group.trackingID == id { return false }
        }
        groups.append(open)
        return true
    }

    /// Begins the next frame.
    mutating func clear() {
        groups.removeAll(keepingCapacity: true)
        (isReleased, hasMark, matchedSlots) = (false, false, 0)
        reopen()
    }

    private mutating func reopen() {
        open = Group(readings: initial)
        (isOpen, hasPosition) = (false, false)
    }

    /// Finds the slots of the contacts that were down in the frame before: by id, or by position where any group lacks
    /// an id.
    mutating func match(to slots: [EvdevSlot]) {
        var hasIDs = true
        for group in groups where group.trackingID == nil { hasIDs = false }
        if hasIDs {
            for index in groups.indices {
                for slot in slots.indices where slots[slot].trackingID == groups[index].trackingID {
                    place(index, in: slot)
                }
            }
        } else {
            matchPositions(to: slots)
        }
    }

    private mutating func matchPositions(to slots: [EvdevSlot]) {
        formerSlots.removeAll(keepingCapacity: true)
        matching.former.removeAll(keepingCapacity: true)
        matching.present.removeAll(keepingCapacity: true)
        for slot in slots.indices where slots[slot].trackingID >= 0 {
            formerSlots.append(slot)
            matching.former.append(slots[slot].readings.position)
        }
        for group in groups { matching.present.append(group.readings.position) }
        matching.match()
        for index in groups.indices {
            if let former = matching.formerOfPresent[index] { place(index, in: formerSlots[former]) }
        }
    }

    private mutating func place(_ index: Int, in slot: Int) {
        groups[index].slot = slot
        matchedSlots |= 1 << UInt64(slot)
    }
}
