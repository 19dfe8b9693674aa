internal import ResponderTouchInput

// From the window to the responders: the touches of an event, view by view and message by message.
extension Event {
    /// What `Window.sendEvent` does.
    @inline(__always)
    func deliver(in window: RecordPointer) {
        guard let dispatcher = state.pointee.dispatcher else { return }
        TouchDispatcher(state: dispatcher).deliver(self, in: window)
    }
}

extension TouchDispatcher {
    /// What `Window.sendEvent` does: gives the event's touches in the window to their views.
    @inline(__always)
    func deliver(_ event: Event, in window: RecordPointer) {
        let changed = event.state.pointee.changed
        if changed & (changed &- 1) == 0 && changed != 0 {
            deliverOne(changed, event, in: window)
        } else {
            deliverSeveral(changed, event, in: window)
        }
    }

    /// One finger.
    @inline(__always)
    private func deliverOne(_ bit: UInt64, _ event: Event, in window: RecordPointer) {
        let slot = state.pointee.bank + bit.trailingZeroBitCount
        // The usual case, apart from all others: a move of a touch that its view has, whose handler is known, overrides
        // the method, and nobody traces. It keeps nothing for afterwards, so it saves no registers.
        if slot.pointee.phase == .moved, slot.pointee.flags == .began, slot.pointee.window == window,
            slot.pointee.serial == event.state.pointee.serial, let view = slot.pointee.view,
            view.pointee.handlersGeneration == state.pointee.hierarchy.pointee.generation,
            let handler = view.pointee.moved, handler.pointee.overrides.contains(.moved), state.pointee.trace == nil
        {
            let touches = event.state.pointee.touches(bit)
            return handler.pointee.object.borrow { $0.touchesMoved(touches, with: event) }
        }
        deliverOneOfAnyKind(bit, event, in: window)
    }

    @inline(never)
    private func deliverOneOfAnyKind(_ bit: UInt64, _ event: Event, in window: RecordPointer) {
        let slot = state.pointee.bank + bit.trailingZeroBitCount
        guard slot.pointee.window == window, let view = slot.pointee.view,
            slot.pointee.serial == event.state.pointee.serial
        else { return }
        switch slot.pointee.phase {
        case .moved where slot.pointee.flags == .began:
            // Nothing to look after: the view has the touch, and so has who got it by forwarding.
            guard let handler = view.handler(of: .moved, state.pointee.hierarchy) else { return }
            perform(.moved, bit, of: view, by: handler, event)
        case .began: send(.began, bit, to: view, event)
        case .moved: send(.moved, bit, to: view, event)
        case .ended: send(.ended, bit, to: view, event)
        case .cancelled: send(.cancelled, bit, to: view, event)
        // Another event was dispatched inside an override of sendEvent: the phase is only known to this one.
        case .stationary: deliverSeveral(bit, event, in: window)
        }
    }

    @inline(never)
    private func deliverSeveral(_ changed: UInt64, _ event: Event, in window: RecordPointer) {
        var remaining = changed
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            guard let view = (state.pointee.bank + bit.trailingZeroBitCount).pointee.view else {
                remaining &= ~bit
                continue
            }
            let group = touches(of: view, in: window, among: remaining)
            remaining &= ~(group | bit)
            if group != 0 { deliver(group, of: view, event) }
        }
    }

    private func touches(of view: RecordPointer, in window: RecordPointer, among touches: UInt64) -> UInt64 {
        var group: UInt64 = 0
        var remaining = touches
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            if slot.pointee.view == view, slot.pointee.window == window { group |= bit }
        }
        return group
    }

    /// The touches of one view, in the order began, moved, ended, cancelled (rule T13).
    ///
    /// A view without multi-touch gets the end of its touch before the began of the next: it never holds two.
    private func deliver(_ group: UInt64, of view: RecordPointer, _ event: Event) {
        let masks = event.state.pointee
        let isSingle = !view.pointee.flags.contains(.multipleTouch) && view.pointee.touchCount > 0
        if !isSingle { send(.began, group & masks.began, to: view, event) }
        send(.moved, group & masks.moved, to: view, event)
        send(.ended, group & masks.ended, to: view, event)
        send(.cancelled, group & masks.cancelled, to: view, event)
        if isSingle { send(.began, group & masks.began, to: view, event) }
    }

    /// Sends a message for those of the touches that are to get it.
    func send(_ message: TouchMessage, _ touches: UInt64, to view: RecordPointer, _ event: Event) {
        var admitted: UInt64 = 0
        var late: UInt64 = 0
        var remaining = touches
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            guard isCurrent(slot, view, event) else { continue }
            if message == .began {
                if admit(slot, to: view) { admitted |= bit }
            } else {
                if !slot.pointee.flags.contains(.began) { late |= bit }
                admitted |= bit
            }
        }
        if late != 0 { admitted = beginLate(late, of: view, event) | current(admitted & ~late, of: view, event) }
        guard admitted != 0 else { return }
        if message == .ended || message == .cancelled { mark(.over, admitted) }
        restore(Touch.Phase(message), admitted)
        call(message, admitted, of: view, event)
    }

    /// Whether the view is to hear of the touch what this event says: a dispatch inside of this one may have been faster
    /// with a newer sample, and this one is out of date; or the touch is over, or about to be cancelled (rule T33).
    private func isCurrent(_ slot: UnsafeMutablePointer<TouchSlot>, _ view: RecordPointer, _ event: Event) -> Bool {
        slot.pointee.serial == event.state.pointee.serial && slot.pointee.view == view
            && slot.pointee.flags.isDisjoint(with: [.over, .cancelPending])
    }

    /// Those of the touches that are current still.
    private func current(_ touches: UInt64, of view: RecordPointer, _ event: Event) -> UInt64 {
        var result: UInt64 = 0
        var remaining = touches
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            if isCurrent(state.pointee.bank + bit.trailingZeroBitCount, view, event) { result |= bit }
        }
        return result
    }

    /// Gives the touches the phase that the message is about, where a dispatch inside of this one has settled them as
    /// stationary; the next event settles them again.
    private func restore(_ phase: Touch.Phase, _ touches: UInt64) {
        var remaining = touches
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            guard slot.pointee.phase != phase else { continue }
            slot.pointee.phase = phase
            state.pointee.changed |= bit
        }
    }

    /// Whether the view takes the touch: a view without multi-touch holds one at a time (rule T15), and what it refused
    /// once it never gets (rule T17).
    private func admit(_ slot: UnsafeMutablePointer<TouchSlot>, to view: RecordPointer) -> Bool {
        guard !slot.pointee.flags.contains(.began) else { return false }
        if view.pointee.touchCount > 0 && !view.pointee.flags.contains(.multipleTouch) && !isHandingOver(view) {
            slot.pointee.flags.insert(.over)
            return false
        }
        slot.pointee.flags.insert(.began)
        slot.pointee.chain = view.chain(state.pointee.hierarchy)
        view.pointee.touchCount &+= 1
        return true
    }

    /// Whether every touch that the view holds is over already, and only its slot is not free yet.
    private func isHandingOver(_ view: RecordPointer) -> Bool {
        var remaining = state.pointee.live
        while remaining != 0 {
            let slot = state.pointee.bank + remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            if slot.pointee.view == view, slot.pointee.flags.intersection([.began, .over]) == .began { return false }
        }
        return true
    }

    /// A nested dispatch brought a later sample of touches whose began the outer one has not come to: the began goes
    /// first.
    ///
    /// Returns those of them that the later sample is to follow for: what the began's handler does may end them.
    @inline(never)
    private func beginLate(_ touches: UInt64, of view: RecordPointer, _ event: Event) -> UInt64 {
        var admitted: UInt64 = 0
        var remaining = touches
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            if admit(state.pointee.bank + bit.trailingZeroBitCount, to: view) { admitted |= bit }
        }
        guard admitted != 0 else { return 0 }
        restore(.began, admitted)
        call(.began, admitted, of: view, event)
        return current(admitted, of: view, event)
    }

    func mark(_ flag: TouchSlot.Flags, _ touches: UInt64) {
        var remaining = touches
        while remaining != 0 {
            let slot = state.pointee.bank + remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            slot.pointee.flags.insert(flag)
        }
    }

    /// Calls whoever handles the message: the view, or the first responder up its chain that does.
    @inline(__always)
    func call(_ message: TouchMessage, _ touches: UInt64, of view: RecordPointer, _ event: Event) {
        guard let handler = view.handler(of: message, state.pointee.hierarchy) else { return }
        var touches = touches
        if message == .began {
            note(receiver: handler, touches)
        } else if handler != view || !view.pointee.overrides.contains(message.member) {
            touches &= ~event.state.pointee.touches(touches).withBrokenChain(after: nil)
            guard touches != 0 else { return }
        }
        perform(message, touches, of: view, by: handler, event)
    }

    @inline(__always)
    func perform(
        _ message: TouchMessage,
        _ touches: UInt64,
        of view: RecordPointer,
        by handler: RecordPointer,
        _ event: Event
    ) {
        // One that is called only to see that its class passes on does so, and who handles it is reported then.
        if state.pointee.trace != nil, handler.pointee.overrides.contains(message.member) {
            report(message, event.state.pointee.touches(touches), view, handler, event)
        }
        handler.call(message, event.state.pointee.touches(touches), event)
    }

    /// Notes who got the began, where that is known before the call.
    ///
    /// A class that is not known to override it is looked at by calling it; then its default implementation notes who
    /// it went to.
    private func note(receiver: RecordPointer, _ touches: UInt64) {
        guard receiver.pointee.overrides.contains(.began) else { return }
        TouchSet(bank: state.pointee.bank, mask: touches, newestContact: state.pointee.newestContact)
            .note(receiver: receiver, after: nil)
    }

    @inline(never)
    func report(
        _ message: TouchMessage,
        _ touches: TouchSet,
        _ view: RecordPointer,
        _ handler: RecordPointer,
        _ event: Event
    ) {
        let delivery = TouchDelivery(
            phase: Touch.Phase(message),
            touches: touches,
            event: event,
            view: view.pointee.view,
            responder: handler.pointee.object.takeUnretainedValue()
        )
        state.pointee.trace?(delivery)
    }
}

extension Touch.Phase {
    @inline(__always)
    init(_ message: TouchMessage) {
        self =
            switch message {
            case .began: .began
            case .moved: .moved
            case .ended: .ended
            case .cancelled: .cancelled
            }
    }
}
