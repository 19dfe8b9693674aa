internal import ResponderTouchInput

// An event in which one touch changed, as most do: what `dispatch` and `send` do for several, without their loops.
extension TouchDispatcher {
    /// Makes an event of the touch that changed and sends it on its way.
    @inline(__always)
    func dispatchSingle(_ slot: UnsafeMutablePointer<TouchSlot>, at time: Int64) {
        let bit = slot.pointee.bit
        // Part of the batch's use of the trees, or of the dispatch that this one is nested in.
        state.pointee.depth &+= 1
        let event = makeEvent(at: time)
        if state.pointee.changed != bit { settleStationary(except: bit) }
        slot.pointee.serial = state.pointee.serial
        event.borrow { event in
            event.state.pointee.changed = bit
            event.state.pointee.single = slot
            event.state.pointee.message = TouchMessage(slot.pointee.phase)
        }
        if slot.pointee.phase == .began {
            if bindSingle(slot, bit, event) {
                send(event, slot)
                // An override of sendEvent kept the began to itself: the view gets nothing of this touch.
                if isOf(event, slot), !slot.pointee.flags.contains(.began) {
                    if state.pointee.tracer != nil { traceUnsent(slot) }
                    slot.pointee.flags.insert(.over)
                }
            } else {
                state.pointee.unsent &+= 1
            }
        } else {
            let isEnd = slot.pointee.phase != .moved
            if slot.pointee.phase == .ended { endTap(slot) }
            send(event, slot)
            if isEnd && state.pointee.live & bit != 0 && isOf(event, slot) { finish(slot, bit, event) }
        }
        event.borrow { $0.state.pointee.stage = .over }
        if state.pointee.depth > 1 {
            settleNested(event)
        } else if state.pointee.needsReview {
            review()
        }
        state.pointee.depth &-= 1
        state.pointee.hierarchy.endEvent()
    }

    @inline(__always)
    private func send(_ event: Unmanaged<Event>, _ slot: UnsafeMutablePointer<TouchSlot>) {
        event.borrow { $0.state.pointee.stage = .single }
        if let window = slot.pointee.window, goesDirectly(to: window) {
            event.borrow { deliverSingle(slot, $0, in: window) }
        } else {
            sendByApplication(event)
        }
    }

    /// Whether nothing that was dispatched inside of the event has changed the touch since, or used its slot again.
    @inline(__always)
    private func isOf(_ event: Unmanaged<Event>, _ slot: UnsafeMutablePointer<TouchSlot>) -> Bool {
        slot.pointee.serial == event.borrow { $0.state.pointee.serial }
    }

    /// Sends a message about the only touch of an event, if its view is to get it.
    @inline(__always)
    func sendSingle(
        _ message: TouchMessage,
        _ slot: UnsafeMutablePointer<TouchSlot>,
        to view: RecordPointer,
        _ event: Event
    ) {
        let bit = slot.pointee.bit
        guard isCurrent(slot, view, event) else { return }
        if message == .began {
            guard admit(slot, to: view) else { return }
            if slot.pointee.phase != .began { restore(.began, bit) }
            guard let handler = view.handler(of: .began, state.pointee.hierarchy) else { return }
            slot.note(receiver: handler, view)
            slot.pointee.flags.insert(.beginning)
            perform(.began, bit, of: view, by: handler, event)
            slot.pointee.flags.remove(.beginning)
            return
        }
        if !slot.pointee.flags.contains(.began) {
            return send(message, bit, to: view, event)
        } else if message != .moved {
            slot.pointee.flags.insert(.over)
        }
        if slot.pointee.phase != Touch.Phase(message) { restore(Touch.Phase(message), bit) }
        call(message, bit, of: view, event)
    }
}

extension TouchMessage {
    /// The message about a touch in that phase.
    @inline(__always)
    init(_ phase: Touch.Phase) {
        self =
            switch phase {
            case .began: .began
            case .moved, .stationary: .moved
            case .ended: .ended
            case .cancelled: .cancelled
            }
    }
}
