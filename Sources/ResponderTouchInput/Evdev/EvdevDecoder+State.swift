// What the device answers after events were lost becomes contacts again.
extension EvdevDecoder {
    mutating func resynchronizeSlots(with state: EvdevState) {
        let ids = state.slotValues[EvdevCodes.trackingID] ?? []
        for index in 0..<panel.namedSlotCount {
            var readings = slots[index].readings
            for (code, values) in state.slotValues where index < values.count {
                if let role = panel.role(of: code) { readings.set(role, to: values[index]) }
            }
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
        if let named = state.axisValues[EvdevCodes.slot], 0..<Int32(panel.namedSlotCount) ~= named {
            slot = Int(named)
        }
    }

    mutating func resynchronizeTouch(with state: EvdevState) {
        var readings = slots[0].readings
        for (code, value) in state.axisValues {
            if let role = panel.role(of: code) { readings.set(role, to: value) }
        }
        let isDown = state.keys.contains(EvdevCodes.buttonTouch) || state.keys.contains(EvdevCodes.buttonLeft)
        if isDown {
            // Whether the finger is the same one, nobody knows.
            if slots[0].trackingID >= 0 { cancel(0) }
            begin(0, in: 0)
            setReadings(readings, of: 0)
        } else {
            setReadings(readings, of: 0)
            if slots[0].trackingID >= 0 { end(0) }
        }
    }
}
