internal import ResponderSupport
internal import ResponderTouchInput

// Delivers the rows of an event's plan to the responders, one after the other.
extension Event {
    /// Delivers the rows of the event's plan, which are all of views.
    ///
    /// Rows of kind `moves` go to the planned responder at once while the plan's epoch is the present one; all other
    /// rows are checked first. Every change that may affect a row increments the epoch; a dispatch inside this event
    /// sets the epoch of its plan to 0.
    @inline(__always)
    func deliverToViews() {
        let state = self.state
        for row in state.pointee.plan.rows {
            if row.pointee.kind == .moves && state.isPlanCurrent {
                let touches = state.pointee.touches(row.pointee.touches)
                row.pointee.target.borrow { $0.touchesMoved(touches, with: self) }
            } else {
                TouchDispatcher(state: state.pointee.dispatcher).checkAndDeliver(row, self)
            }
        }
    }

    /// Delivers the rows of the event's plan, to recognisers and views.
    ///
    /// This loop is separate from the loop for views alone, which so costs no more than without recognisers.
    @inline(never)
    func deliver() { deliver(in: nil) }

    /// Delivers the rows of the event's plan: those of the window, or all rows when `window` is nil.
    @inline(__always)
    func deliver(in window: RecordPointer?) {
        let state = self.state
        for row in state.pointee.plan.rows where window == nil || row.pointee.window == window {
            if row.pointee.kind == .recognizerMoves, state.isPlanCurrent {
                let touches = state.pointee.touches(row.pointee.touches)
                state.pointee.willResolve = true
                row.pointee.recognizer.borrow { $0.touchesMoved(touches, with: self) }
            } else if row.pointee.kind == .moves, state.isPlanCurrent {
                let touches = state.pointee.touches(row.pointee.touches)
                row.pointee.target.borrow { $0.touchesMoved(touches, with: self) }
            } else {
                TouchDispatcher(state: state.pointee.dispatcher).checkAndDeliver(row, self)
            }
        }
    }
}

extension UnsafeMutablePointer<Event.State> {
    /// Whether nothing has happened that may change a row since the plan was made.
    @inline(__always)
    fileprivate var isPlanCurrent: Bool { pointee.plan.epoch == pointee.processState.pointee.epoch }
}

extension TouchDispatcher {
    /// Checks a row, touch by touch, and delivers it for the touches that pass the check.
    ///
    /// The handler of an earlier row may have run the loop, or an override of `sendEvent` may have called super
    /// twice, or late.
    @inline(never)
    func checkAndDeliver(_ row: UnsafePointer<EventPlan.Row>, _ event: Event) {
        let (message, view) = (row.pointee.message, row.pointee.view)
        var touches: UInt64 = 0
        switch row.pointee.kind {
        case .moves, .view:
            if message == .began { return deliverBegan(row.pointee.touches, of: view, event) }
            touches = touchesThatBegan(row.pointee.touches, of: view, event)
        case .tracked:
            touches = withholdBegan(row.pointee.touches, of: view, event)
            if message == .began { return deliverBegan(touches, of: view, event) }
            touches = touchesThatBegan(touches, of: view, event)
            // The end of a touch whose began is withheld is withheld, too.
            if message == .ended { touches &= withholdEnded(row.pointee.touches, of: view, event) }
        case .recognizer, .recognizerMoves: return deliverToRecognizer(row, event)
        case .resolve:
            if let gestures = state.pointee.gestures, gestures.pointee.hasWork { resolve(.passUnretained(event)) }
            event.state.pointee.willResolve = false
            return
        case .cancel:
            for slot in slots(row.pointee.touches) where slot.owed == .end { touches |= slot.pointee.bit }
        case .owed:
            return cancelOwed(row.pointee.touches, event)
        }
        guard touches != 0 else { return }
        for slot in slots(touches) {
            if message != .moved { slot.oweViewNothing() }
            restore(Touch.Phase(message), slot)
        }
        call(message, touches, of: view, event)
    }

    /// Returns the touches that are current and whose began the view has received.
    ///
    /// This event may have been dispatched inside another one that has not yet delivered the began of some of the
    /// touches. Then the began is delivered first; its handler may end touches.
    @inline(__always)
    private func touchesThatBegan(_ touches: UInt64, of view: RecordPointer, _ event: Event) -> UInt64 {
        var (begun, late) = (UInt64.zero, UInt64.zero)
        for slot in slots(touches) where isCurrent(slot, view, event) {
            if slot.owed == .nothing { late |= slot.pointee.bit } else { begun |= slot.pointee.bit }
        }
        return late == 0 ? begun : deliverLateBegan(late, of: view, begun, event)
    }

    /// Delivers the began of touches that already have newer samples.
    ///
    /// Returns the touches, of these and of the `others`, that the view still holds.
    @inline(never)
    private func deliverLateBegan(_ late: UInt64, of view: RecordPointer, _ others: UInt64, _ event: Event) -> UInt64 {
        deliverBegan(late, of: view, event)
        return current(late | others, of: view, event)
    }

    /// Delivers the began of the touches that the view accepts.
    @inline(__always)
    private func deliverBegan(_ touches: UInt64, of view: RecordPointer, _ event: Event) {
        // The handler is resolved before the checks: overrides of `next` may run the loop.
        let handler = view.handler(of: .began, state.pointee.processState)
        var admitted: UInt64 = 0
        for slot in slots(touches) where isCurrent(slot, view, event) && admit(slot, to: view) {
            restore(.began, slot)
            slot.pointee.flags.insert(.beginning)
            admitted |= slot.pointee.bit
        }
        guard admitted != 0 else { return }
        if let handler {
            if handler != view { event.state.pointee.touches(admitted).note(recipient: handler, after: nil) }
            call(.began, admitted, of: view, by: handler, event)
        }
        for slot in slots(admitted) { slot.pointee.flags.remove(.beginning) }
        state.pointee.processState.invalidatePlans()
    }

    /// Whether this event's change of the touch must still be delivered to the view.
    ///
    /// False when a dispatch inside this one brought a newer sample, and when the touch is over or about to be
    /// cancelled (rule T33).
    @inline(__always)
    func isCurrent(_ slot: UnsafeMutablePointer<TouchSlot>, _ view: RecordPointer, _ event: Event) -> Bool {
        slot.pointee.serial == event.state.pointee.serial && slot.pointee.view == view
            && slot.owed != .done
            && slot.pointee.flags.isDisjoint(with: [.cancelPending, .viewCancelPending, .beganWithheld])
    }

    /// Returns the touches that the view holds and that are still current.
    private func current(_ touches: UInt64, of view: RecordPointer, _ event: Event) -> UInt64 {
        var result: UInt64 = 0
        for slot in slots(touches) where isCurrent(slot, view, event) && slot.owed == .end {
            result |= slot.pointee.bit
        }
        return result
    }

    /// Sets the phase of touches back to that of the message, when a dispatch inside this one has made them stationary.
    ///
    /// The next event makes them stationary again.
    func restore(_ phase: Touch.Phase, _ touches: UInt64) {
        for slot in slots(touches) { restore(phase, slot) }
    }

    @inline(__always)
    private func restore(_ phase: Touch.Phase, _ slot: UnsafeMutablePointer<TouchSlot>) {
        guard slot.pointee.phase != phase else { return }
        slot.pointee.phase = phase
        state.pointee.touches.changed |= slot.pointee.bit
    }

    /// Gives the touch to the view, and returns whether the view accepts it.
    ///
    /// A view without multi-touch holds one touch at a time (rule T15), and a view never gets a touch that it refused
    /// before (rule T17).
    @inline(__always)
    func admit(_ slot: UnsafeMutablePointer<TouchSlot>, to view: RecordPointer) -> Bool {
        guard slot.owed == .nothing else { return false }
        // A touch whose end is withheld takes no place: its finger is gone.
        if refusesAnother(view), state.pointee.touches.lifted & slot.pointee.bit == 0 {
            if state.pointee.listeners.tracer != nil { traceRefusal(slot, .singleTouch) }
            slot.oweViewNothing()
            return false
        }
        slot.hold(view)
        return true
    }

    /// Whether the view refuses a second touch beside the one that it holds (rule T15).
    @inline(__always)
    func refusesAnother(_ view: RecordPointer) -> Bool {
        view.pointee.touchCount > 0 && !view.pointee.flags.contains(.multipleTouch) && !isHandingOver(view)
    }

    /// Whether every touch that the view holds is already over, but its slot is not yet free.
    func isHandingOver(_ view: RecordPointer) -> Bool {
        var remaining = view.pointee.touchCount
        for slot in slots(state.pointee.touches.down) where slot.pointee.view == view {
            if slot.owed == .end || slot.pointee.flags.contains(.beganWithheld) { return false }
            if slot.pointee.flags.contains(.held) { remaining &-= 1 }
        }
        // The remaining touches belong to another application, in whose window the view was, and which owes the view
        // their cancels.
        return remaining == 0
    }

    func mark(_ flag: TouchSlot.Flags, _ touches: UInt64) {
        for slot in slots(touches) { slot.pointee.flags.insert(flag) }
        state.pointee.processState.invalidatePlans()
    }

    /// Delivers a message other than began to the view, or to the first responder up its chain that handles the
    /// message.
    @inline(__always)
    private func call(_ message: TouchMessage, _ touches: UInt64, of view: RecordPointer, _ event: Event) {
        guard let handler = view.handler(of: message, state.pointee.processState) else { return }
        var touches = touches
        if handler != view || !view.pointee.overrides.contains(message.member) {
            touches &= ~event.state.pointee.touches(touches).closed(onTheWayFrom: view, to: handler, message, event)
            guard touches != 0 else { return }
            if message != .moved && handler != view { event.state.pointee.touches(touches).noteEnd(at: handler) }
        }
        call(message, touches, of: view, by: handler, event)
    }

    @inline(__always)
    func call(
        _ message: TouchMessage,
        _ touches: UInt64,
        of view: RecordPointer,
        by handler: RecordPointer,
        _ event: Event
    ) {
        if state.pointee.listeners.trace != nil {
            return callTraced(message, event.state.pointee.touches(touches), of: view, by: handler, event)
        }
        handler.call(message, event.state.pointee.touches(touches), event)
    }

    @inline(never)
    private func callTraced(
        _ message: TouchMessage,
        _ touches: TouchSet,
        of view: RecordPointer,
        by handler: RecordPointer,
        _ event: Event
    ) {
        if handler.pointee.type.pointee.declared.contains(message.member) {
            report(message, touches, view, handler, event)
        } else {
            // The handler is called only to check that its class passes the message on; the responder that handles the
            // message is reported when it is called.
            event.state.pointee.isUnreported = true
        }
        let responder = handler.pointee.object.takeUnretainedValue()
        HandlerNote.call(message.method, of: responder, named: responder.reportedIdentifier) {
            handler.call(message, touches, event)
        }
        event.state.pointee.isUnreported = false
    }

    @inline(never)
    func report(
        _ message: TouchMessage,
        _ touches: TouchSet,
        _ view: RecordPointer,
        _ handler: RecordPointer,
        _ event: Event
    ) {
        if message == .moved, let tape = state.pointee.listeners.tape {
            // The steps that wait come before.
            reportTrace()
            tape.borrow { noteMoves(slots(touches.mask), to: handler.pointee.type.pointee.type, in: $0.trace) }
            if state.pointee.listeners.areMovesForTapeAlone { return }
        }
        let delivery = TouchDelivery(
            phase: Touch.Phase(message),
            touches: touches,
            event: event,
            view: view.pointee.view,
            responder: handler.pointee.object.takeUnretainedValue()
        )
        state.pointee.listeners.trace?(delivery)
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

extension TouchMessage {
    /// The name of the method that the message calls.
    fileprivate var method: StaticString {
        switch self {
        case .began: "touchesBegan"
        case .moved: "touchesMoved"
        case .ended: "touchesEnded"
        case .cancelled: "touchesCancelled"
        }
    }
}
