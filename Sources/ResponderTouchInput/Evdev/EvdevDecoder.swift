public import ResponderEventLoop

/// Turns the events of a Linux touch panel into touch frames.
///
/// Events go in one by one, from a device, a pipe or a recording; at each `SYN_REPORT` a frame comes out, unless no
/// contact changed. The decoder holds all state that the protocol needs, so the events may be split into reads at any
/// place.
///
/// The decoder speaks multi-touch protocol B (slots) and A (`SYN_MT_REPORT` after each contact), with and without
/// tracking ids. For a device without `ABS_MT_POSITION_X` and `_Y` it speaks the single-touch protocol: `ABS_X` and
/// `ABS_Y` with `BTN_TOUCH`, with `BTN_LEFT` on panels that pose as a mouse, or with `ABS_PRESSURE` above 0 on panels
/// without such a key. On multi-touch devices `ABS_X`, `ABS_Y` and `BTN_TOUCH` repeat the oldest contact and are
/// ignored; but in protocol A a `BTN_TOUCH` of 0 in a frame without contacts lifts all contacts. An axis from 0 to 0
/// counts as missing.
///
/// A finger or pen above the panel (`ABS_MT_DISTANCE` above 0) is no contact, and neither is a pen without pressure:
/// the contact begins when it touches the surface and ends when it leaves the surface, whatever the tracking id says.
/// A size or pressure of 0 (`ABS_MT_TOUCH_MAJOR`, `ABS_MT_PRESSURE`) is a lifted finger in protocol A; in protocol B
/// it is a light touch, as panels report it.
///
/// A device without slots speaks protocol A from its first `SYN_MT_REPORT` on. Contacts without ids are matched with
/// the contacts of the frame before so that the sum of squared distances is least.
///
/// Promises for every input, including a malformed one:
/// - Each contact has one began, then any number of moved, then exactly one of ended and cancelled (cancelled by
///   ``finish(at:)`` where the input stops early).
/// - Identifiers count up from 0 and are never used again by the same decoder, whatever the device's own ids are.
/// - A contact that comes and goes between two reports gives began and ended in one frame, in that order.
/// - Locations lie in the mapping's region, but not on its right or lower edge.
/// - Within a frame, contacts that end come before contacts that move or begin and stay down.
///
/// After a `SYN_DROPPED` the events up to and including the next `SYN_REPORT` belong to an unknown state and are
/// ignored, except that the last slot they name stays chosen. Where there is a device to ask (``asksForState``), its
/// answer decides how the contacts go on: see ``resynchronize(with:at:)``. Otherwise all contacts are cancelled;
/// fingers that stay down produce no further samples, and the next tracking id in a slot begins a contact.
///
/// The force of a contact is its pressure, scaled so that the axis's minimum becomes 0 and its maximum becomes 1.
/// Panels do not report the pressure of an average touch, so 1 is the hardest press here. The radius is half of
/// `ABS_MT_TOUCH_MAJOR`, scaled as the x axis is, and corrected by the two axes' units per millimetre where both are
/// known. Force and radius are 0 where the device lacks the axis.
///
/// - Complexity: O(1) per event. A report takes O(s·d) for s slots named since the last report and d contacts that are
///   down, and in protocol A without ids O(n³) for n contacts, at most 64. Allocates only the frames' arrays.
public struct EvdevDecoder: Sendable {
    /// The decoder's counts so far.
    public private(set) var statistics = Statistics()
    /// Whether the caller can ask the device for its state after a loss of events; false at first.
    public var asksForState = false
    /// Whether the caller should ask the device for its state now and pass the answer to ``resynchronize(with:at:)``
    /// before the next event.
    public private(set) var needsState = false

    let panel: EvdevPanel
    var slots: [EvdevSlot]
    /// The slot that values belong to; nil after the device named a slot that it does not have.
    var slot: Int?
    /// The slots named since the last report, in the order in which they were named.
    private var touched: [Int] = []
    /// The frame that is being read, or the last complete frame.
    ///
    /// Until the frame is complete, it holds only contacts that ended before another contact began in the same slot;
    /// the complete frame holds all samples.
    package private(set) var frame = TouchFrame(time: .zero, contacts: [])
    /// The contacts that are down according to the complete frames, each at its last sample.
    private var down: [TouchContact] = []
    private var nextIdentifier = 0
    /// Whether events are ignored because earlier ones were lost.
    private var isSkipping = false
    /// Whether the device has sent a `BTN_TOUCH`; from then on its `BTN_LEFT` is ignored.
    private var hasTouchKey = false
    /// Whether the pressure of a single touch tells when it begins and ends: the device has no key that tells so, and
    /// has sent none.
    private(set) var isToldByPressure: Bool
    /// The number of samples after which a frame takes no further touch that begins and ends in the same frame.
    ///
    /// No panel sends that many; the limit bounds the memory for a device that never completes a frame.
    private static let greatestSampleCount = 256
    /// Whether ``frame`` is complete, and the next event begins another.
    private var isComplete = false
    /// The contacts of the frame that is being read, in protocol A; nil until the device has spoken protocol A.
    var groups: EvdevGroups?
    /// Whether ``groups`` is set: a flag, since testing the optional takes as long as decoding an event.
    var isGrouping = false

    /// A decoder for a device with these `axes`, by code, whose whole surface is a screen of `size` points.
    ///
    /// Each slot starts with the values that the axes had (``EvdevAxis/value``), and decoding starts in the slot that
    /// the axis `ABS_MT_SLOT` named. Of the device's `keys`, by code, only those matter that tell of a single touch:
    /// without `BTN_TOUCH` and `BTN_LEFT`, its pressure tells of it until one of them comes.
    ///
    /// - Throws: ``Error`` when the axes give no position, or an axis or the size is unusable.
    /// - Complexity: O(slots of the device); allocates their array.
    public init(axes: [UInt16: EvdevAxis], keys: Set<UInt16> = [], size: Size) throws(Error) {
        try self.init(axes: axes, keys: keys, mapping: PanelMapping(size: size))
    }

    /// A decoder for a device with these `axes`, by code, whose surface lies on the screen as `mapping` says.
    ///
    /// Each slot starts with the values that the axes had (``EvdevAxis/value``), and decoding starts in the slot that
    /// the axis `ABS_MT_SLOT` named. Of the device's `keys`, by code, only those matter that tell of a single touch:
    /// without `BTN_TOUCH` and `BTN_LEFT`, its pressure tells of it until one of them comes.
    ///
    /// - Throws: ``Error`` when the axes give no position, or an axis or the mapping is unusable.
    /// - Complexity: O(slots of the device); allocates their array.
    public init(axes: [UInt16: EvdevAxis], keys: Set<UInt16> = [], mapping: PanelMapping) throws(Error) {
        panel = try EvdevPanel(axes: axes, mapping: mapping)
        isToldByPressure =
            panel.hasSinglePressure && !keys.contains(EvdevCodes.buttonTouch) && !keys.contains(EvdevCodes.buttonLeft)
        slots = Array(repeating: EvdevSlot(readings: panel.initialReadings), count: panel.slotCount)
        slot = panel.firstSlot
        if panel.groupsOnly {
            groups = EvdevGroups(initial: panel.initialReadings)
            isGrouping = true
        }
    }

    /// Takes over the state that the device reported when it was opened: fingers that were already down produce no
    /// samples.
    package mutating func start(from state: EvdevState) {
        resynchronizeReadings(with: state)
        let ids = state.slotValues[EvdevCodes.trackingID] ?? []
        for index in slots.indices {
            slots[index].isUnknown = true
            // The slot keeps the finger's id, so that the device's answer after a loss does not make the finger a new
            // contact.
            if index < ids.count, ids[index] >= 0 {
                slots[index].trackingID = ids[index]
                slots[index].isHovering = !panel.isTouching(slots[index].readings)
            }
        }
    }

    /// The contacts that are down, each at its last sample, in the order in which they began.
    public var liveContacts: [TouchContact] { down }

    /// Takes the next event; returns a frame when the event completes a frame in which a contact changed.
    ///
    /// The frame's time is the time of the event that completes the frame.
    ///
    /// - Complexity: as described at the type; allocates the frame's array where the caller still holds the last frame,
    ///   or where no earlier frame was as long.
    public mutating func decode(_ event: EvdevEvent) -> TouchFrame? {
        completesFrame(event) ? frame : nil
    }

    /// Takes the next event; returns whether the event completes a ``frame``, which stays unchanged until the next
    /// event.
    ///
    /// The same as ``decode(_:)``, without an allocation in the steady state.
    package mutating func completesFrame(_ event: EvdevEvent) -> Bool {
        startFrame()
        statistics.events += 1
        switch event.type {
        case EvdevCodes.synchronization:
            return synchronize(event)
        case EvdevCodes.absolute:
            decode(axis: event.code, event.value)
        case EvdevCodes.key:
            decode(key: event.code, event.value)
        default:
            break
        }
        return false
    }

    /// Cancels the contacts that are still down, because the input ends at `time`; nil when none is down.
    ///
    /// Events after the last report are not delivered. The decoder can go on with later events of the same device: in
    /// protocol B fingers that are still down produce no further samples; in protocol A, where each frame lists all
    /// fingers that are down, they become new contacts.
    ///
    /// - Complexity: O(slots of the device); allocates the frame's array where a contact is down.
    public mutating func finish(at time: MainRunLoop.Instant) -> TouchFrame? {
        cancelAll(at: time) ? frame : nil
    }

    /// Takes over the state that the device reported because ``needsState`` was true; returns a frame where a contact
    /// changed.
    ///
    /// A contact whose tracking id is still in its slot goes on; a contact whose slot is empty has ended; where the
    /// slot has another id, the contact is cancelled and a new one begins. Where there are no ids to compare (no state,
    /// protocol A, a single touch), all contacts that were down are cancelled, and a single touch that is still down
    /// begins anew. A single touch that is up has ended.
    ///
    /// The caller discards the events that the device queued before the answer: they are older than the answer.
    ///
    /// - Complexity: O(slots of the device · axes of the state), and that of a report; allocates the frame's array.
    public mutating func resynchronize(with state: EvdevState?, at time: MainRunLoop.Instant) -> TouchFrame? {
        needsState = false
        guard let state, !isGrouping else { return finish(at: time) }
        startFrame()
        if panel.isMultitouch { resynchronizeSlots(with: state) } else { resynchronizeTouch(with: state) }
        return completeFrame(at: time) ? frame : nil
    }
}

extension EvdevDecoder {
    private mutating func synchronize(_ event: EvdevEvent) -> Bool {
        switch event.code {
        case EvdevCodes.report:
            statistics.frames += 1
            guard !isSkipping else {
                isSkipping = false
                needsState = asksForState
                return false
            }
            if isGrouping { placeGroups() }
            return completeFrame(at: event.time)
        case EvdevCodes.dropped:
            statistics.droppedResyncs += 1
            isSkipping = true
            guard asksForState else {
                let isChange = cancelAll(at: event.time)
                isSkipping = true
                return isChange
            }
        case EvdevCodes.multitouchReport where !isSkipping:
            receiveGroupEnd()
        default:
            break
        }
        return false
    }

    private mutating func decode(axis code: UInt16, _ value: Int32) {
        if panel.isMultitouch && code == EvdevCodes.slot {
            slot = Int(exactly: value).flatMap { 0..<panel.namedSlotCount ~= $0 ? $0 : nil }
            if slot == nil { statistics.malformedEvents += 1 }
            return
        }
        guard !isSkipping, let slot else { return }
        if isGrouping {
            decode(groupAxis: code, value)
        } else if panel.isMultitouch && code == EvdevCodes.trackingID {
            if value >= 0 { begin(value, in: slot) } else { end(slot) }
        } else if let role = panel.role(of: code) {
            noteRange(of: value, role)
            let wasPressed = isToldByPressure && panel.isPressed(at: slots[slot].readings.pressure)
            slots[slot].readings.set(role, to: value)
            touch(slot)
            if isToldByPressure, role == .pressure, panel.isPressed(at: value) != wasPressed {
                if wasPressed { end(slot) } else { begin(0, in: slot) }
            }
        }
    }

    private mutating func decode(key code: UInt16, _ value: Int32) {
        // Only the values 0 and 1 are changes of a key: 2 is the kernel's autorepeat.
        guard !isSkipping, value == 0 || value == 1 else { return }
        guard !panel.isMultitouch else {
            if code == EvdevCodes.buttonTouch && value == 0 { groups?.isReleased = true }
            return
        }
        guard code == EvdevCodes.buttonTouch || code == EvdevCodes.buttonLeft && !hasTouchKey else { return }
        let isFirst = isToldByPressure || code == EvdevCodes.buttonTouch && !hasTouchKey
        isToldByPressure = false
        if code == EvdevCodes.buttonTouch { hasTouchKey = true }
        // The pressure, or BTN_LEFT, has already begun this contact.
        if isFirst && value == 1 && slots[0].trackingID >= 0 { return }
        if value == 1 { begin(0, in: 0) } else { end(0) }
    }

    /// Counts a value outside the range of its axis.
    mutating func noteRange(of value: Int32, _ role: EvdevPanel.Role) {
        if !panel.contains(value, role) { statistics.clampedValues += 1 }
    }

    /// Counts an event that contradicts the protocol.
    mutating func noteMalformed() { statistics.malformedEvents += 1 }

    /// Sets the values of the slot's contact.
    mutating func setReadings(_ readings: EvdevReadings, of index: Int) {
        slots[index].readings = readings
        touch(index)
    }

    private mutating func touch(_ index: Int) {
        guard !slots[index].isTouched else { return }
        slots[index].isTouched = true
        touched.append(index)
    }

    mutating func begin(_ trackingID: Int32, in index: Int) {
        guard slots[index].trackingID != trackingID else {
            statistics.malformedEvents += 1
            return
        }
        lift(index)
        slots[index].begin(trackingID: trackingID, as: nextIdentifier)
        nextIdentifier += 1
        touch(index)
    }

    /// Begins a contact of the finger that hovered in a slot.
    private mutating func land(_ index: Int) {
        slots[index].begin(trackingID: max(slots[index].trackingID, 0), as: nextIdentifier)
        nextIdentifier += 1
    }

    mutating func end(_ index: Int) {
        if !slots[index].end() { statistics.malformedEvents += 1 }
        touch(index)
    }

    /// Cancels the contact in a slot, since nothing says whether the finger is still the same.
    mutating func cancel(_ index: Int) {
        if let contact = slots[index].contact, !slots[index].isNew {
            frame.contacts.append(panel.contact(contact, .cancelled, at: slots[index].readings))
        }
        slots[index].drop()
        slots[index].trackingID = -1
    }

    /// Takes back the contact that began in a slot in this frame.
    mutating func forgetNew(_ index: Int) {
        nextIdentifier -= 1
        slots[index] = EvdevSlot(readings: panel.initialReadings, isTouched: slots[index].isTouched)
    }

    /// Cancels all contacts and discards the unfinished frame; returns whether the cancellations make a ``frame``.
    private mutating func cancelAll(at time: MainRunLoop.Instant) -> Bool {
        frame = TouchFrame(time: time, contacts: down)
        for index in frame.contacts.indices { frame.contacts[index].phase = .cancelled }
        isComplete = true
        down.removeAll()
        touched.removeAll(keepingCapacity: true)
        groups?.clear()
        isSkipping = false
        needsState = false
        for index in slots.indices { slots[index].forget() }
        return !frame.contacts.isEmpty
    }

    /// Records the end of the contact in a slot, if there is one.
    private mutating func lift(_ index: Int) {
        guard let contact = slots[index].contact else { return slots[index].drop() }
        let readings = slots[index].readings
        switch (slots[index].isNew, readings.isPalm) {
        case (true, true):
            break
        case (true, false) where !panel.isTouching(readings):
            break
        case (true, false) where frame.contacts.count >= Self.greatestSampleCount:
            noteMalformed()
        case (true, false):
            frame.contacts.append(panel.contact(contact, .began, at: readings))
            frame.contacts.append(panel.contact(contact, .ended, at: readings))
        case (false, let isPalm):
            frame.contacts.append(panel.contact(contact, isPalm ? .cancelled : .ended, at: readings))
        }
        slots[index].drop()
    }

    /// Completes the frame that was read; returns whether a contact changed.
    private mutating func completeFrame(at time: MainRunLoop.Instant) -> Bool {
        // Indexed, because an iterator would retain the array.
        for place in touched.indices {
            let index = touched[place]
            let isTouching = panel.isTouching(slots[index].readings)
            if slots[index].isEnding || !isTouching || slots[index].readings.isPalm { lift(index) }
            if !isTouching { slots[index].noteHovering() }
        }
        for place in touched.indices {
            let index = touched[place]
            slots[index].isTouched = false
            if slots[index].isHovering && panel.isTouching(slots[index].readings) { land(index) }
            guard let contact = slots[index].contact else { continue }
            let isNew = slots[index].isNew
            slots[index].isNew = false
            let sample = panel.contact(contact, isNew ? .began : .moved, at: slots[index].readings)
            if isNew || takeMove(sample) { frame.contacts.append(sample) }
        }
        touched.removeAll(keepingCapacity: true)
        for place in frame.contacts.indices { account(for: frame.contacts[place]) }
        frame.time = time
        isComplete = true
        return !frame.contacts.isEmpty
    }

    /// Forgets the frame that was completed last.
    private mutating func startFrame() {
        guard isComplete else { return }
        isComplete = false
        frame.contacts.removeAll(keepingCapacity: true)
    }

    /// Stores a move as its contact's last sample; returns whether the move differs from the sample before.
    private mutating func takeMove(_ sample: TouchContact) -> Bool {
        guard let index = down.firstIndex(where: { $0.identifier == sample.identifier }) else { return false }
        var last = down[index]
        last.phase = .moved
        guard last != sample else { return false }
        down[index] = sample
        return true
    }

    /// Updates ``down`` and the statistics for a sample of the complete frame.
    private mutating func account(for contact: TouchContact) {
        switch contact.phase {
        case .moved: break
        case .began:
            down.append(contact)
            statistics.contacts += 1
            statistics.maxFingers = max(statistics.maxFingers, down.count)
        case .ended, .cancelled:
            if let index = down.firstIndex(where: { $0.identifier == contact.identifier }) { down.remove(at: index) }
        }
    }
}
