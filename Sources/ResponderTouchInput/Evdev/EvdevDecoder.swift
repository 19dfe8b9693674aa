public import ResponderEventLoop

/// Turns the events of a Linux touch panel into touch frames.
///
/// Events go in one by one, from a device, a pipe or a recording; at each `SYN_REPORT` a frame comes out, unless no
/// contact changed. The decoder holds the state that the protocol needs, so it does not matter how the events are cut
/// into reads.
///
/// It speaks multi-touch protocol B (slots), and where a device has no `ABS_MT_POSITION_X` and `_Y`, the single-touch
/// protocol: `ABS_X` and `ABS_Y` with `BTN_TOUCH`, or with `BTN_LEFT` on panels that pose as a mouse. On multi-touch
/// devices `ABS_X`, `ABS_Y` and `BTN_TOUCH` repeat the oldest contact and are ignored.
///
/// What it promises for every input, also a malformed one:
/// - Each contact has one began, then any number of moved, then exactly one of ended and cancelled (the last of them
///   from ``finish(at:)`` where the input stops early).
/// - Identifiers count up from 0 and are never used again by the same decoder, whatever the device's own ids are.
/// - A contact that comes and goes between two reports gives began and ended in one frame, in that order.
/// - Locations lie in `0 ..< width` and `0 ..< height`.
/// - Within a frame, what ends stands before what begins and moves.
///
/// After a `SYN_DROPPED` the events up to and including the next `SYN_REPORT` belong to a state nobody knows: all
/// contacts are cancelled and those events ignored (only a slot named among them counts). Fingers that stay down give
/// nothing more; the next tracking id in a slot begins a contact.
///
/// The force of a contact is its pressure, scaled so that the axis's minimum is 0 and its maximum 1. Panels do not tell
/// what an average touch is, so 1 is the hardest press here. The radius is half of `ABS_MT_TOUCH_MAJOR`, scaled as the
/// x axis is, after correction for the two axes' units a millimetre where both are known. Both are 0 without the axis.
///
/// - Complexity: constant time an event; a report takes time in the slots named since the last one. Allocates only the
///   frames' arrays.
public struct EvdevDecoder: Sendable {
    /// What the decoder has met so far.
    public private(set) var statistics = Statistics()

    private let panel: EvdevPanel
    private var slots: [EvdevSlot]
    /// The slot that values belong to; nil after the device named one that it does not have.
    private var slot: Int?
    /// The slots named since the last report, in that order.
    private var touched: [Int] = []
    /// What the frame that is being read has for certain: contacts that ended before another began in their slot.
    private var changes: [TouchContact] = []
    /// The contacts that are down for whoever reads the frames, each at its last sample.
    private var down: [TouchContact] = []
    private var nextIdentifier = 0
    /// Whether events are ignored because some before them were lost.
    private var isSkipping = false
    /// Whether the device has a `BTN_TOUCH`, which outranks its `BTN_LEFT`.
    private var hasTouchKey = false

    /// A decoder for a device with these `axes`, by code, whose whole surface is a screen of `size` points.
    ///
    /// Each slot starts with the values that the axes had (``EvdevAxis/value``), and so does the choice of the slot.
    ///
    /// - Throws: ``Error`` when the axes give no position, or an axis or the size is unusable.
    public init(axes: [UInt16: EvdevAxis], size: Size) throws(Error) {
        panel = try EvdevPanel(axes: axes, size: size)
        slots = Array(repeating: EvdevSlot(readings: panel.initialReadings), count: panel.slotCount)
        slot = panel.firstSlot
    }

    /// The contacts that are down, each at its last sample, in the order in which they began.
    public var liveContacts: [TouchContact] { down }

    /// Takes the next event; returns a frame when the event completes one that changes a contact.
    ///
    /// The frame's time is that of the event that completes it.
    public mutating func decode(_ event: EvdevEvent) -> TouchFrame? {
        statistics.events += 1
        switch event.type {
        case EvdevCodes.synchronization:
            return synchronize(event)
        case EvdevCodes.absolute:
            receive(axis: event.code, event.value)
        case EvdevCodes.key:
            receive(key: event.code, event.value)
        default:
            break
        }
        return nil
    }

    /// Cancels what is still down, because the input ends at `time`; nil when nothing is.
    ///
    /// What came after the last report is not delivered. The decoder can go on with a new stretch of the same device:
    /// fingers that are down meanwhile give nothing more.
    public mutating func finish(at time: MainRunLoop.Instant) -> TouchFrame? {
        let cancelled = down.map { contact in
            var contact = contact
            contact.phase = .cancelled
            return contact
        }
        down.removeAll()
        changes.removeAll()
        touched.removeAll()
        isSkipping = false
        for index in slots.indices { slots[index].forget() }
        return cancelled.isEmpty ? nil : TouchFrame(time: time, contacts: cancelled)
    }
}

extension EvdevDecoder {
    private mutating func synchronize(_ event: EvdevEvent) -> TouchFrame? {
        switch event.code {
        case EvdevCodes.report:
            statistics.frames += 1
            guard !isSkipping else {
                isSkipping = false
                return nil
            }
            return report(at: event.time)
        case EvdevCodes.dropped:
            statistics.droppedResyncs += 1
            let cancelled = finish(at: event.time)
            isSkipping = true
            return cancelled
        case EvdevCodes.multitouchReport where !isSkipping:
            statistics.malformedEvents += 1
            return nil
        default:
            return nil
        }
    }

    private mutating func receive(axis code: UInt16, _ value: Int32) {
        if panel.isMultitouch && code == EvdevCodes.slot {
            slot = Int(exactly: value).flatMap { slots.indices.contains($0) ? $0 : nil }
            if slot == nil { statistics.malformedEvents += 1 }
            return
        }
        guard !isSkipping, let slot else { return }
        if panel.isMultitouch && code == EvdevCodes.trackingID {
            if value >= 0 { begin(value, in: slot) } else { end(slot) }
        } else if let role = panel.role(of: code) {
            if !panel.contains(value, role) { statistics.clampedValues += 1 }
            slots[slot].readings.set(role, to: value)
            touch(slot)
        }
    }

    private mutating func receive(key code: UInt16, _ value: Int32) {
        // Of a key's values only 0 and 1 are edges: 2 is the kernel's autorepeat.
        guard !isSkipping, !panel.isMultitouch, value == 0 || value == 1 else { return }
        if code == EvdevCodes.buttonTouch {
            let isFirst = !hasTouchKey
            hasTouchKey = true
            // The contact that BTN_LEFT began is this one.
            if isFirst && value == 1 && slots[0].trackingID >= 0 { return }
        } else if code != EvdevCodes.buttonLeft || hasTouchKey {
            return
        }
        if value == 1 { begin(0, in: 0) } else { end(0) }
    }

    private mutating func touch(_ index: Int) {
        guard !slots[index].isTouched else { return }
        slots[index].isTouched = true
        touched.append(index)
    }

    private mutating func begin(_ trackingID: Int32, in index: Int) {
        guard slots[index].trackingID != trackingID else {
            statistics.malformedEvents += 1
            return
        }
        lift(index)
        slots[index].begin(trackingID: trackingID, as: nextIdentifier)
        nextIdentifier += 1
        touch(index)
    }

    private mutating func end(_ index: Int) {
        if !slots[index].end() { statistics.malformedEvents += 1 }
        touch(index)
    }

    /// Notes the end of the contact in a slot, if there is one.
    private mutating func lift(_ index: Int) {
        guard let contact = slots[index].contact else { return }
        let readings = slots[index].readings
        switch (slots[index].isNew, readings.isPalm) {
        case (true, true):
            break
        case (true, false):
            changes.append(panel.contact(contact, .began, at: readings))
            changes.append(panel.contact(contact, .ended, at: readings))
        case (false, let isPalm):
            changes.append(panel.contact(contact, isPalm ? .cancelled : .ended, at: readings))
        }
        slots[index].drop()
    }

    private mutating func report(at time: MainRunLoop.Instant) -> TouchFrame? {
        for index in touched where slots[index].isEnding || slots[index].readings.isPalm { lift(index) }
        for index in touched {
            slots[index].isTouched = false
            guard let contact = slots[index].contact else { continue }
            let isNew = slots[index].isNew
            slots[index].isNew = false
            let sample = panel.contact(contact, isNew ? .began : .moved, at: slots[index].readings)
            if isNew || isChange(sample) { changes.append(sample) }
        }
        touched.removeAll(keepingCapacity: true)
        guard !changes.isEmpty else { return nil }
        for contact in changes { deliver(contact) }
        let frame = TouchFrame(time: time, contacts: changes)
        changes = []
        return frame
    }

    /// Whether the contact's last sample says anything else.
    private func isChange(_ sample: TouchContact) -> Bool {
        guard var last = down.first(where: { $0.identifier == sample.identifier }) else { return false }
        last.phase = sample.phase
        return last != sample
    }

    private mutating func deliver(_ contact: TouchContact) {
        let index = down.firstIndex { $0.identifier == contact.identifier }
        switch (contact.phase, index) {
        case (.began, _):
            down.append(contact)
            statistics.contacts += 1
            statistics.maxFingers = max(statistics.maxFingers, down.count)
        case (.moved, let index?):
            down[index] = contact
        case (.ended, let index?), (.cancelled, let index?):
            down.remove(at: index)
        case (_, nil):
            break
        }
    }
}
