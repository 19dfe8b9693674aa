// Protocol A: the groups of a frame become contacts in slots, like the contacts of protocol B.
extension EvdevDecoder {
    mutating func decode(groupAxis code: UInt16, _ value: Int32) {
        if code == EvdevCodes.trackingID {
            groups?.set(trackingID: value)
        } else if let role = panel.role(of: code) {
            noteRange(of: value, role)
            groups?.set(role, to: value)
        }
    }

    /// Handles a `SYN_MT_REPORT`, which ends the group of one contact.
    mutating func receiveGroupEnd() {
        guard panel.mayGroup else { return noteMalformed() }
        if !isGrouping { startGrouping() }
        if groups?.close(on: panel) == false { noteMalformed() }
    }

    /// Switches to protocol A: the values that this frame has put into the only slot become the frame's first group.
    private mutating func startGrouping() {
        var first = EvdevGroups(initial: panel.initialReadings)
        if slots[0].isTouched {
            let id = slots[0].trackingID
            first.set(slots[0].readings, trackingID: id >= 0 ? id : nil)
        }
        if slots[0].isNew { forgetNew(0) }
        groups = first
        isGrouping = true
    }

    /// Gives the frame's groups their slots, and ends the contacts that have no group in the frame.
    mutating func placeGroups() {
        guard groups?.reportsContacts == true else { return groups?.clear() ?? () }
        groups?.match(to: slots)
        let matched = groups?.matchedSlots ?? 0
        for index in slots.indices where slots[index].trackingID >= 0 && matched >> UInt64(index) & 1 == 0 {
            end(index)
        }
        var free = 0
        for position in 0..<(groups?.groups.count ?? 0) {
            guard let group = groups?.groups[position] else { continue }
            if let slot = group.slot {
                setReadings(group.readings, of: slot)
            } else {
                while free < slots.count && slots[free].trackingID >= 0 { free += 1 }
                guard free < slots.count else { break }
                begin(group.trackingID ?? 0, in: free)
                setReadings(group.readings, of: free)
            }
        }
        groups?.clear()
    }
}
