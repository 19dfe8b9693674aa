internal import ResponderTouchInput

// From samples to presses. A press's sample is noted when the samples of its frame are bound. It is dispatched together
// with samples of contacts that hover: after waiting moves, and before any later frame.
extension TouchDispatcher {
    /// Notes a sample of a press; calls no code of the app.
    @inline(never)
    func notePress(_ sample: UnsafeMutablePointer<TouchSample>, _ binding: UnsafeMutablePointer<ContactBinding>) {
        guard let frame = sample.pointee.press else { return }
        // A change has an index of its own, behind those of contacts.
        let binding = binding - Int(sample.pointee.index) + sample.pointee.placeOfPress
        let presses = makePresses()
        if frame.phase == .began { binding.markPress(presses.nextNumber()) }
        guard binding.isPress else { return }
        presses.add(Presses.Due(number: binding.pressNumber, frame: frame))
        if frame.phase == .ended || frame.phase == .cancelled { binding.pointee.number = 0 }
        state.pointee.samples.moves.others = 1
    }

    /// Dispatches a frame of a press that was noted.
    func dispatch(_ due: Presses.Due, _ presses: Presses) {
        if due.frame.phase == .began {
            beginPress(due, presses)
        } else if let press = presses.press(due.number) {
            // A press that is marked for a cancel gets nothing else.
            if !press.route.isCancelPending { deliver(due.frame, to: press, presses) }
        } else {
            continueCommand(due, presses)
        }
    }

    /// Binds a press that begins to the responder at which presses enter, and delivers its began (rules R26, R30).
    private func beginPress(_ due: Presses.Due, _ presses: Presses) {
        // While the application is inactive, a press is dropped for its life (rules T34, T35).
        guard state.pointee.acceptance.acceptsPressesAtOnce || admits(due, presses) else { return }
        guard state.pointee.firstResponder != nil else { return presses.statistics.missedPresses += 1 }
        if due.frame.usage.page == HIDUsage.keyboardA.page {
            presses.touchEventsAtKey = state.pointee.underWay.sent
        }
        prepareEvent(at: state.pointee.underWay.depth)
        beginDispatch()
        if !performCommand(due, presses) { beginDelivery(due, presses) }
        endDispatch()
    }

    /// Binds a press that no key command took.
    private func beginDelivery(_ due: Presses.Due, _ presses: Presses) {
        guard state.pointee.acceptance.isActive,
            let responder = state.pointee.firstResponder?.pointee.object.takeUnretainedValue(),
            let window = responder.ownWindow
        else { return }
        let press = presses.add(due, at: responder, in: window)
        updatePressCount(presses)
        presses.statistics.presses += 1
        let path = presses.path(from: responder)
        // An override of `next` may have run the loop.
        if presses.isDown(press), !press.route.isCancelPending {
            press.route.begin(at: responder, path)
            send(.began, press, due.frame.modifiers, presses)
            press.route.isBeginning = false
        }
    }

    private func deliver(_ frame: PressFrame, to press: Press, _ presses: Presses) {
        let message: PressMessage =
            switch frame.phase {
            case .began, .changed: .changed
            case .ended: .ended
            case .cancelled: .cancelled
            }
        prepareEvent(at: state.pointee.underWay.depth)
        beginDispatch()
        press.update(frame)
        let isOver = message != .changed
        let isOwed = press.route.isOwed
        if isOver { press.route.isOwed = false }
        if isOwed { send(message, press, frame.modifiers, presses) }
        if isOver { finish(press, presses) }
        endDispatch()
    }

    /// Ends a press that is over, unless recipients that left its chain are owed a cancel, which they get when the
    /// outermost callback has returned.
    private func finish(_ press: Press, _ presses: Presses) {
        if press.route.owesCancel {
            press.route.isCancelPending = true
            scheduleReview()
        } else {
            presses.remove(press)
            updatePressCount(presses)
        }
    }

    /// Sends an event in which one press changed.
    private func send(_ message: PressMessage, _ press: Press, _ modifiers: KeyModifiers, _ presses: Presses) {
        guard let responder = press.responder else { return }
        let event = presses.beginEvent(at: press.timestamp, modifiers)
        for other in presses.down where other !== press && (other.phase == .began || other.phase == .changed) {
            other.phase = .stationary
        }
        call(message, PressSet(press), responder, event)
        presses.end(event)
    }

    /// Calls the responder to which the presses are bound.
    func call(_ message: PressMessage, _ presses: PressSet, _ responder: Responder, _ event: PressesEvent) {
        for press in presses {
            press.serial = event.serial
            if message == .ended || message == .cancelled { press.route.noteEnd(at: responder.record) }
        }
        let type = responder.record.pointee.type
        let wasUnverified = type.pointee.isUnverified(message.member)
        if type.pointee.declared.contains(message.member) { event.report(message, presses, by: responder) }
        HandlerNote.call(message.method, of: responder, named: responder.reportedIdentifier) {
            message.call(responder, presses, event)
        }
        if wasUnverified && type.pointee.isUnverified(message.member) {
            OverrideTable.giveUp(because: type.pointee.type)
        }
    }

    /// Updates the count by which changes of trees see whether presses are down.
    func updatePressCount(_ presses: Presses) {
        state.pointee.pressCount = UInt64(presses.down.count)
        if state.pointee.pressCount != 0 { state.pointee.processState.engage(state) }
    }
}

extension PressMessage {
    /// The name of the method that the message calls.
    fileprivate var method: StaticString {
        switch self {
        case .began: "pressesBegan"
        case .changed: "pressesChanged"
        case .ended: "pressesEnded"
        case .cancelled: "pressesCancelled"
        }
    }
}

extension UnsafeMutablePointer<ContactBinding> {
    /// The bit that marks the number of a press.
    private static var pressMark: UInt64 { 1 << 61 }

    /// Binds a press: it matches no slot.
    fileprivate func markPress(_ number: UInt64) {
        pointee.number = number | Self.pressMark
        pointee.target = nil
    }

    var isPress: Bool { pointee.number & Self.pressMark != 0 }

    /// The number of a press.
    fileprivate var pressNumber: UInt64 { pointee.number & ~Self.pressMark }
}
