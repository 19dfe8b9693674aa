internal import ResponderEventLoop
internal import ResponderTouchInput

// The decisions of recognisers, for the listener of a trace. The dispatch calls these functions only while there is a
// listener, and in the middle of its work. So they only take notes, and call no code of the app except for names.
extension TouchDispatcher {
    /// Records a step of a recogniser, about some of its touches, or about all.
    @inline(never)
    func trace(_ step: GestureStep, of recognizer: GestureRecognizer, _ touches: UInt64? = nil) {
        guard let tracer = state.pointee.listeners.tracer else { return }
        let touches = (touches ?? self.touches(ofAttemptOf: recognizer, tracer)) & state.pointee.touches.tracked
        switch step {
        case .given: tracer.given[ObjectIdentifier(recognizer), default: []].formUnion(contacts(touches))
        case .reset: tracer.given[ObjectIdentifier(recognizer)] = nil
        default: break
        }
        tracer.note(
            .recognizer(recognizer, step),
            slots(touches),
            else: recognizer.record.pointee.lastLocation,
            at: state.pointee.underWay.innermost?.pointee.timestamp,
            recognizers: [recognizer] + step.others
        )
    }

    /// The recogniser's touches; if there are none left, the attempt's former touches that are not over.
    private func touches(ofAttemptOf recognizer: GestureRecognizer, _ tracer: TouchTracer) -> UInt64 {
        let own = recognizer.record.pointee.touches & state.pointee.touches.tracked
        guard own == 0, let given = tracer.given[ObjectIdentifier(recognizer)] else { return own }
        var touches: UInt64 = 0
        for slot in slots(state.pointee.touches.tracked)
        where given.contains(slot.pointee.contact) && !slot.pointee.flags.contains(.released) {
            touches |= slot.pointee.bit
        }
        return touches
    }

    private func contacts(_ touches: UInt64) -> [UInt64] {
        var contacts: [UInt64] = []
        for slot in slots(touches) { contacts.append(slot.pointee.contact) }
        return contacts
    }

    /// Records that a recogniser's request, which nothing prevents, takes effect.
    @inline(never)
    func traceEnd(of recognizer: GestureRecognizer, _ request: GestureRecognizer.State) {
        trace(request == .ended ? .ended : .cancelled(recognizer.record.pointee.endReason), of: recognizer)
    }

    /// Records that the attempt of a recogniser ends with its application.
    @inline(never)
    func traceDiscard(of recognizer: GestureRecognizer) {
        guard !recognizer.record.pointee.isOver else { return }
        let reason = GestureEndReason.interrupted(.applicationEnded)
        trace(recognizer.record.pointee.isUnderWay ? .cancelled(reason) : .failed(reason), of: recognizer)
        trace(.reset, of: recognizer)
    }

    /// Records, once an attempt, that a recogniser waits for others.
    @inline(never)
    func traceWait(_ recognizer: GestureRecognizer) {
        guard !recognizer.record.pointee.flags.contains(.isWaiting) else { return }
        let awaited = recognizer.record.pointee.requirements.recognizers.filter {
            $0.record.pointee.isTrying && $0.record.pointee.state == .possible
        }
        trace(.waits(for: awaited), of: recognizer)
    }

    /// Records which recognisers of the hit view and of its superviews do not get a touch that has begun, and why.
    @inline(never)
    func traceRefusals(of slot: UnsafeMutablePointer<TouchSlot>, from view: RecordPointer) {
        var current: RecordPointer? = view
        while let record = current {
            if record.pointee.hasRecognizers {
                for recognizer in record.pointee.view.recognizers.all
                where recognizer.record.pointee.touches & slot.pointee.bit == 0 {
                    // A recogniser of hovering never gets touches, so this is not recorded for each touch.
                    if recognizer.record.pointee.flags.contains(.isHover) { continue }
                    guard let refusal = recognizer.record.refusal(of: slot.pointee.kind, by: state) else { continue }
                    traceRefusal(slot, refusal, recognizer)
                }
            }
            current = record.superviewRecord
        }
    }

    /// Records that touches that began are not given to a recogniser as a whole.
    @inline(never)
    func traceRefusals(_ touches: UInt64, _ recognizer: GestureRecognizer) {
        let refusal = recognizer.record.isDone ? GestureRefusal.attemptOver : .shouldReceiveEvent
        for slot in slots(touches & recognizer.record.pointee.touches) { traceRefusal(slot, refusal, recognizer) }
    }

    @inline(never)
    func traceRefusal(
        _ slot: UnsafeMutablePointer<TouchSlot>,
        _ refusal: GestureRefusal,
        _ recognizer: GestureRecognizer
    ) {
        state.pointee.listeners.tracer?.note(
            .recognizer(recognizer, .refused(refusal)),
            slots(slot.pointee.bit),
            else: .zero,
            at: state.pointee.underWay.innermost?.pointee.timestamp,
            recognizers: [recognizer]
        )
    }

    /// Records that a touch is cancelled for recognisers; the view's cancel is recorded afterwards.
    @inline(never)
    func traceCancel(_ touches: TouchSet) {
        for touch in touches { state.pointee.listeners.tracer?.noteUnexplainedCancel(touch) }
    }

    /// Reports the recorded steps just before a recogniser's actions, as if the listener were the first action.
    @inline(never)
    func reportDecision(_ event: UnsafeMutablePointer<Event.State>) {
        event.pointee.willResolve = false
        event.pointee.isInAction = true
        state.pointee.listeners.tracer?.report()
        event.pointee.isInAction = false
        event.pointee.willResolve = true
    }
}

// Touches that recognisers take from views, or withhold from them.
extension TouchDispatcher {
    /// Records that a recogniser takes a touch from its view.
    @inline(never)
    func traceClaim(_ slot: UnsafeMutablePointer<TouchSlot>, by recognizer: GestureRecognizer) {
        traceViewCancel(slot, .claimed(by: recognizer), [recognizer])
    }

    /// Records that a touch's view gets nothing more of the touch, while recognisers go on with it.
    @inline(never)
    func traceViewCancel(
        _ slot: UnsafeMutablePointer<TouchSlot>,
        _ reason: TouchCancelReason,
        _ recognizers: [GestureRecognizer] = []
    ) {
        let isMarked = !slot.pointee.flags.isDisjoint(with: [.cancelPending, .viewCancelPending])
        guard !isMarked, slot.owed != .done, let view = slot.pointee.view?.pointee.view else { return }
        let isBegun = slot.owed == .end
        state.pointee.listeners.tracer?.note(
            isBegun ? .willCancel(reason) : .kept(from: view, reason),
            slots(slot.pointee.bit),
            else: .zero,
            at: state.pointee.underWay.innermost?.pointee.timestamp,
            isViewCancel: isBegun,
            names: [view],
            recognizers: recognizers
        )
    }

    /// Records that a message of a touch is withheld from its view, and by whom.
    @inline(never)
    func traceWithheld(_ phase: Touch.Phase, _ slot: UnsafeMutablePointer<TouchSlot>) {
        guard let view = slot.pointee.view?.pointee.view else { return }
        let holdsBegan = phase == .began || slot.pointee.flags.contains(.beganWithheld)
        let holders = recognizers(of: slot)
            .filter { record in
                record.withholds(.delaysBegan, from: slot) && holdsBegan
                    || record.withholds(.delaysEnded, from: slot) && phase == .ended
            }
            .map(\.recognizer)
        state.pointee.listeners.tracer?.note(
            .withheld(phase, from: view, by: holders),
            slots(slot.pointee.bit),
            else: .zero,
            at: state.pointee.underWay.innermost?.pointee.timestamp,
            names: [view],
            recognizers: holders
        )
    }

    /// Records that a message that was withheld is about to go to the touch's view.
    @inline(never)
    func traceGivenBack(_ phase: Touch.Phase, _ slot: UnsafeMutablePointer<TouchSlot>) {
        // A view that has lost the touch gets no began.
        guard slot.pointee.flags.isDisjoint(with: [.cancelPending, .viewCancelPending]),
            let view = slot.pointee.view?.pointee.view
        else { return }
        state.pointee.listeners.tracer?.note(
            .givenBack(phase, to: view),
            slots(slot.pointee.bit),
            else: .zero,
            at: state.pointee.underWay.innermost?.pointee.timestamp,
            names: [view]
        )
    }
}

extension RecognizerRecord {
    /// Why the attempt is about to fail or to be cancelled without another recogniser's success.
    var endReason: GestureEndReason { interruption.map { .interrupted($0) } ?? .itself }
}
