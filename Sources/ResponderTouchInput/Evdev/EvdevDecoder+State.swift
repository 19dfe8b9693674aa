// After a loss of events, the decoder takes its contacts from the state that the device reports.
extension EvdevDecoder {
    /// Takes over the values alone; no contact begins or ends.
    mutating func resynchronizeReadings(with state: EvdevState) {
        for index in slots.indices { slots[index].readings = readings(of: index, in: state) }
        chooseSlot(of: state)
    }

    /// The values of a slot in the state; a value that the state lacks stays as it was.
    private func readings(of index: Int, in state: EvdevState) -> EvdevReadings {
        var readings = slots[index].readings
        for (code, values) in state.slotValues where index < values.count {
            if let role = panel.role(of: code) { readings.set(role, to: values[index]) }
        }
        guard !panel.isMultitouch else { return readings }
        for (code, value) in state.axisValues {
            if let role = panel.role(of: code) { readings.set(role, to: value) }
        }
        return readings
    }

    private mutating func chooseSlot(of state: EvdevState) {
        if let named = state.axisValues[EvdevCodes.slot], 0..<Int32(panel.namedSlotCount) ~= named {
            slot = Int(named)
        }
    }

    mutating func resynchronizeSlots(with state: EvdevState) {
        let ids = state.slotValues[EvdevCodes.trackingID] ?? []
        for index in 0..<panel.namedSlotCount {
            let readings = readings(of: index, in: state)
            let (former, id) = (slots[index].trackingID, index < ids.count ? ids[index] : -1)
            if id < 0 {
                setReadings(readings, of: index)
                if former >= 0 { end(index) }
            } else if id == former {
                setReadings(readings, of: index)
            } else {
                if former >= 0 { cancel(index) }
                begin(id, in: index)
                setReadings(readings, of: index)
            }
        }
        chooseSlot(of: state)
    }

    mutating func resynchronizeTouch(with state: EvdevState) {
        let readings = readings(of: 0, in: state)
        let isDown =
            isToldByPressure
            ? panel.isPressed(at: readings.pressure)
            : state.keys.contains(EvdevCodes.buttonTouch) || state.keys.contains(EvdevCodes.buttonLeft)
        if isDown {
            // The device does not say whether this is the same finger.
            if slots[0].trackingID >= 0 { cancel(0) }
            begin(0, in: 0)
            setReadings(readings, of: 0)
        } else {
            setReadings(readings, of: 0)
            if slots[0].trackingID >= 0 { end(0) }
        }
    }
}
