internal import ResponderEventLoop
internal import ResponderSupport

// The step in which requested states take effect: requirements, prevention and `shouldBegin` are checked, views lose
// the touches that a success claims, and actions are called (rules G29 to G43).
//
// Every call of a delegate, a subclass or an action may change anything. So each recogniser is taken off its list
// before work on it begins, and the state is read again after each call.
extension TouchDispatcher {
    /// Lets the request of a recogniser take effect: in the resolve row of the event that is being dispatched, or now.
    func resolveSoon(_ record: RecognizerPointer) {
        if record.pointee.flags.contains(.isQueued) { return }
        queue(record)
        workSoon()
    }

    /// Lets the request of a recogniser take effect in the next review.
    func resolveInReview(_ record: RecognizerPointer) {
        scheduleReview()
        queue(record)
    }

    private func queue(_ record: RecognizerPointer) {
        // A recogniser that has had no touch has no dispatcher yet.
        record.pointee.dispatcher = state
        gestures.pointee.queue.append(record)
    }

    /// Soon checks which messages are still withheld from views.
    func giveBackSoon() {
        guard let gestures = state.pointee.gestures else { return }
        gestures.pointee.mayGiveBack = true
        workSoon()
    }

    private func workSoon() {
        if let innermost = state.pointee.underWay.innermost, innermost.pointee.willResolve { return }
        scheduleReview()
        guard state.pointee.underWay.depth > 0 else { return reviewUnlessDispatching() }
        // In a run of the loop nested in the present callback, the request takes effect before the callback returns.
        guard !gestures.pointee.isPosted else { return }
        gestures.pointee.isPosted = true
        let application = state.pointee.lifetime.weakApplication.pointee.application
        application?.runLoop.post { [weak application] in
            guard let application else { return }
            application.dispatcher.state.pointee.gestures?.pointee.isPosted = false
            withExtendedLifetime(application) { application.dispatcher.resolveNow() }
        }
    }

    /// Lets the waiting requests take effect, in an event that is made for this purpose.
    private func resolveNow() {
        guard let gestures = state.pointee.gestures, gestures.pointee.hasWork else { return }
        if state.pointee.underWay.depth == 0 {
            scheduleReview()
            return reviewUnlessDispatching()
        }
        beginUse()
        dispatchOwn { resolve($0) }
        endUse()
    }

    /// Lets the waiting requests take effect in the review, in an event that is made for this purpose.
    func resolveInReview() {
        guard let gestures = state.pointee.gestures, gestures.pointee.hasWork else { return }
        dispatchInReview { resolve($0) }
    }

    /// Lets all requests take effect, resets recognisers that are done, and delivers withheld messages, until nothing
    /// is left.
    @inline(never)
    func resolve(_ event: Unmanaged<Event>) {
        guard let gestures = state.pointee.gestures else { return }
        let eventState = event.borrow { $0.state }
        while gestures.pointee.hasWork, !state.pointee.lifetime.isAbandoned {
            while !state.pointee.lifetime.isAbandoned, let record = gestures.pointee.queue.popFirst() {
                eventState.pointee.willResolve = true
                resolve(record, event)
            }
            if !gestures.pointee.woken.isEmpty {
                gestures.pointee.woken.sortByWait()
                while let record = gestures.pointee.woken.popFirst() {
                    gestures.pointee.wakes += 1
                    if record.asksForSuccess { gestures.pointee.queue.append(record) }
                }
            } else if !gestures.pointee.over.isEmpty {
                for _ in 0..<gestures.pointee.over.count {
                    guard let record = gestures.pointee.over.popFirst() else { break }
                    reset(record)
                }
            } else if gestures.pointee.mayGiveBack, gestures.pointee.queue.isEmpty {
                gestures.pointee.mayGiveBack = false
                giveBack(event)
            }
        }
        eventState.pointee.willResolve = false
    }

    /// Lets the request of one recogniser take effect.
    private func resolve(_ record: RecognizerPointer, _ event: Unmanaged<Event>) {
        record.pointee.flags.remove(.showsRequest)
        // A request that is made during a question to others, or before the first action, takes effect later (rule
        // G45).
        guard record.hasOpenRequest else {
            // Until then, a recogniser that has requested its end gets no more moves.
            return state.pointee.processState.invalidatePlans()
        }
        // An action of the present state may have run the loop: the remaining actions are still called for this state.
        if record.pointee.actions.isUnfinished {
            let attempt = record.pointee.attempt
            callRemainingActions(of: record.recognizer, event)
            // These actions may have ended the attempt, or requested another state.
            guard record.pointee.attempt == attempt, record.hasOpenRequest else { return }
        }
        guard let request = record.pointee.request else { return }
        if request == .changed {
            record.pointee.request = nil
            record.pointee.state = .changed
            // The view retains the recogniser; if the view loses it meanwhile, it stays alive until the end of the use.
            return record.borrow { callActions(of: $0, event) }
        }
        let recognizer = record.recognizer
        if record.pointee.state == .possible {
            return request == .failed ? fail(recognizer, record.pointee.endReason) : attempt(recognizer, event)
        }
        record.pointee.request = nil
        record.pointee.state = request
        if state.pointee.listeners.tracer != nil {
            traceEnd(of: recognizer, request)
            reportDecision(event.borrow { $0.state })
        }
        state.pointee.processState.invalidatePlans()
        callActions(of: recognizer, event)
    }

    /// Calls the actions for a recogniser's new state, and has a recogniser that is over reset.
    @inline(__always)
    func callActions(of recognizer: GestureRecognizer, _ event: Unmanaged<Event>) {
        recognizer.record.pointee.actions.begin()
        callRemainingActions(of: recognizer, event)
        if recognizer.record.pointee.isOver { awaitReset(recognizer) }
    }

    @inline(__always)
    private func callRemainingActions(of recognizer: GestureRecognizer, _ event: Unmanaged<Event>) {
        let eventState = event.borrow { $0.state }
        // An action may set states, or run the loop in which a timer does.
        eventState.pointee.willResolve = false
        eventState.pointee.isInAction = true
        recognizer.callActions()
        eventState.pointee.willResolve = true
        eventState.pointee.isInAction = false
    }

    private func awaitReset(_ recognizer: GestureRecognizer) {
        gestures.pointee.over.append(recognizer.record)
        recognizer.record.stopWaiting()
        recognizer.record.wakeWaiters()
    }

    /// - Parameter reason: Read only while there is a listener.
    func fail(_ recognizer: GestureRecognizer, _ reason: @autoclosure () -> GestureEndReason) {
        if state.pointee.listeners.tracer != nil { trace(.failed(reason()), of: recognizer) }
        recognizer.record.pointee.state = .failed
        recognizer.record.pointee.request = nil
        recognizer.record.pointee.flags.subtract([.isWaiting, .endsAtOnce])
        state.pointee.processState.invalidatePlans()
        awaitReset(recognizer)
    }

    private func reset(_ record: RecognizerPointer) {
        // A kill inside the reset may have discarded the attempt.
        guard record.pointee.isOver else { return }
        let recognizer = record.recognizer
        if state.pointee.listeners.tracer != nil { trace(.reset, of: recognizer) }
        // The attempt cannot be discarded during its reset.
        record.pointee.flags.remove(.isTrying)
        recognizer.reset()
        record.keepPlace()
        record.pointee.endAttempt()
        gestures.pointee.mayGiveBack = true
        record.wakeWaiters()
        state.pointee.processState.invalidatePlans()
    }
}

extension RecognizerPointer {
    /// Stores the place of the gesture, which is read when no touch is down any more.
    @MainActor
    func keepPlace() {
        if pointee.present != 0 { pointee.lastLocation = recognizer.meanLocation(in: nil) }
    }
}
