internal import ResponderEventLoop

// The step in which requested states take effect: requirements, prevention and `shouldBegin` are looked at, views lose
// the touches that a success claims, and actions are called (rules G29 to G43).
//
// Every call of a delegate, a subclass or an action may change anything. So each recogniser is taken off its list
// before it is worked on, and what was known before a call is looked at again after it.
extension TouchDispatcher {
    /// Lets the request of a recogniser take effect: in the settle row of the event that is being dispatched, or now.
    func settleSoon(_ record: RecognizerPointer) {
        if record.pointee.flags.contains(.isQueued) { return }
        queue(record)
        workSoon()
    }

    /// Lets the request of a recogniser take effect in the next review.
    func settleInReview(_ record: RecognizerPointer) {
        scheduleReview()
        queue(record)
    }

    private func queue(_ record: RecognizerPointer) {
        // One that has had no touch has no dispatcher yet.
        record.pointee.dispatcher = state
        gestures.pointee.queue.append(record, .isQueued)
    }

    /// Looks soon at what is withheld from views.
    func giveBackSoon() {
        guard let gestures = state.pointee.gestures else { return }
        gestures.pointee.mayGiveBack = true
        workSoon()
    }

    private func workSoon() {
        if let innermost = state.pointee.innermost, innermost.pointee.willSettle { return }
        scheduleReview()
        guard state.pointee.depth > 0 else { return reviewUnlessDispatching() }
        // A run that is nested in the present callback settles the request before the callback returns.
        guard !gestures.pointee.isPosted else { return }
        gestures.pointee.isPosted = true
        let application = state.pointee.living.pointee.application
        application?.runLoop.post { [weak application] in
            guard let application else { return }
            application.dispatcher.state.pointee.gestures?.pointee.isPosted = false
            withExtendedLifetime(application) { application.dispatcher.settleNow() }
        }
    }

    /// Settles what is due, in an event that is made for it.
    private func settleNow() {
        guard let gestures = state.pointee.gestures, gestures.pointee.hasWork else { return }
        if state.pointee.depth == 0 {
            scheduleReview()
            return reviewUnlessDispatching()
        }
        beginUse()
        prepareEvent(at: state.pointee.depth)
        let event = innerEvent()
        state.pointee.depth &+= 1
        startOwn(event)
        settle(event)
        event.borrow { $0.state.pointee.isUnderWay = false }
        let outer = event.borrow { $0.state.pointee.outer }
        event.borrow {
            $0.state.pointee.outer = nil
            $0.state.pointee.outerTouches = 0
            $0.settle()
        }
        state.pointee.innermost = outer
        state.pointee.depth &-= 1
        endUse()
    }

    /// Settles what is due in the review, in an event that is made for it.
    func settleInReview() {
        guard let gestures = state.pointee.gestures, gestures.pointee.hasWork else { return }
        prepareEvent(at: 0)
        let event = Unmanaged.passUnretained(state.pointee.events[0])
        startOwn(event)
        settle(event)
        event.borrow { $0.state.pointee.isUnderWay = false }
    }

    /// Starts an event that does not go through `sendEvent`, at `time`; nil stands for the present instant.
    func startOwn(_ event: Unmanaged<Event>, _ changes: TouchChanges = TouchChanges(), at time: Int64? = nil) {
        let eventState = event.borrow { $0.state }
        state.pointee.unsent &+= 1
        start(eventState, at: time ?? now ?? eventState.pointee.timestamp)
        eventState.pointee.newestContact = state.pointee.newestContact
        eventState.pointee.all = state.pointee.live
        eventState.pointee.changes = changes
        eventState.pointee.plan.removeAll()
        eventState.pointee.isUnderWay = true
    }

    /// Settles all requests, resets what is over, and gives back what was withheld, until nothing is left to do.
    @inline(never)
    func settle(_ event: Unmanaged<Event>) {
        guard let gestures = state.pointee.gestures else { return }
        let eventState = event.borrow { $0.state }
        while gestures.pointee.hasWork, !state.pointee.isAbandoned {
            while let record = gestures.pointee.queue.popFirst(.isQueued) {
                eventState.pointee.willSettle = true
                settle(record, event)
            }
            if gestures.pointee.mayProceed {
                gestures.pointee.mayProceed = false
                for _ in 0..<gestures.pointee.waiting.count {
                    guard let record = gestures.pointee.waiting.popFirst(.isListed) else { break }
                    if record.pointee.asksForSuccess { gestures.pointee.queue.append(record, .isQueued) }
                }
            } else if !gestures.pointee.over.isEmpty {
                for _ in 0..<gestures.pointee.over.count {
                    guard let record = gestures.pointee.over.popFirst(.awaitsReset) else { break }
                    reset(record)
                }
            } else if gestures.pointee.mayGiveBack, gestures.pointee.queue.isEmpty {
                gestures.pointee.mayGiveBack = false
                giveBack(event)
            }
        }
        eventState.pointee.willSettle = false
    }

    /// Lets the request of one recogniser take effect.
    private func settle(_ record: RecognizerPointer, _ event: Unmanaged<Event>) {
        guard let request = record.pointee.request, !record.pointee.isOver else { return }
        if request == .changed {
            record.pointee.request = nil
            record.pointee.state = .changed
            // The recogniser's view keeps the recogniser, or the hierarchy does if the view loses it meanwhile.
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
        state.pointee.hierarchy.invalidatePlans()
        callActions(of: recognizer, event)
    }

    /// Calls the actions for a recogniser's new state, and has a recogniser that is over reset.
    @inline(__always)
    private func callActions(of recognizer: GestureRecognizer, _ event: Unmanaged<Event>) {
        let eventState = event.borrow { $0.state }
        // An action may set states, or run the loop in which a timer does.
        eventState.pointee.willSettle = false
        eventState.pointee.isInAction = true
        recognizer.callActions()
        eventState.pointee.willSettle = true
        eventState.pointee.isInAction = false
        if recognizer.record.pointee.isOver { awaitReset(recognizer) }
    }

    private func awaitReset(_ recognizer: GestureRecognizer) {
        gestures.pointee.over.append(recognizer.record, .awaitsReset)
        gestures.pointee.mayProceed = true
    }

    /// - Parameter reason: Read only while there is a listener.
    private func fail(_ recognizer: GestureRecognizer, _ reason: @autoclosure () -> GestureEndReason) {
        if state.pointee.listeners.tracer != nil { trace(.failed(reason()), of: recognizer) }
        recognizer.record.pointee.state = .failed
        recognizer.record.pointee.request = nil
        recognizer.record.pointee.flags.subtract([.isWaiting, .endsAtOnce])
        state.pointee.hierarchy.invalidatePlans()
        awaitReset(recognizer)
    }

    private func reset(_ record: RecognizerPointer) {
        let recognizer = record.recognizer
        if state.pointee.listeners.tracer != nil { trace(.reset, of: recognizer) }
        recognizer.reset()
        record.keepPlace()
        record.pointee.endAttempt()
        recognizer.record.pointee.requirements.endAttempt()
        gestures.pointee.mayGiveBack = true
        gestures.pointee.mayProceed = true
        state.pointee.hierarchy.invalidatePlans()
    }
}

// MARK: - Success

extension TouchDispatcher {
    /// Lets a recogniser that meets its criteria succeed, unless something stands against it.
    private func attempt(_ recognizer: GestureRecognizer, _ event: Unmanaged<Event>) {
        let record = recognizer.record
        let others = recognizers(sharingTouchesWith: record)
        if !record.pointee.flags.contains(.hasAsked), !others.isEmpty {
            record.pointee.flags.insert(.hasAsked)
            askForRequirements(of: recognizer, others)
        }
        guard record.pointee.asksForSuccess else { return settleAgain(recognizer, event) }
        for required in recognizer.record.pointee.requirements.recognizers where required.record.pointee.isTrying {
            switch required.record.pointee.state {
            case .began, .changed, .ended: return fail(recognizer, .requirement(required))
            case .possible: return wait(recognizer)
            case .failed, .cancelled: continue
            }
        }
        record.pointee.flags.remove(.isWaiting)
        // Another gesture may have ended earlier in this event, and await its reset.
        for other in others where other.record.pointee.isUnderWay || other.record.pointee.state == .ended {
            if prevents(other, recognizer) { return fail(recognizer, .prevented(by: other)) }
        }
        let view = recognizer.viewReference
        let viewAllows = view?.gestureRecognizerShouldBegin(recognizer) ?? true
        let mayBegin =
            viewAllows && (recognizer.delegateReference?.gestureRecognizerShouldBegin(recognizer) ?? true)
        guard record.pointee.asksForSuccess, let request = record.pointee.request else {
            return settleAgain(recognizer, event)
        }
        guard mayBegin else { return fail(recognizer, viewAllows ? .refusedByDelegate : .refusedByView) }
        record.pointee.state = request
        if state.pointee.listeners.tracer != nil { trace(request == .began ? .began : .recognized, of: recognizer) }
        record.pointee.request = nil
        gestures.pointee.mayProceed = true
        state.pointee.hierarchy.invalidatePlans()
        for other in others
        where other.record.pointee.state == .possible && other.record.pointee.isTrying
            && other.record.pointee.touches & record.pointee.touches != 0
        {
            if prevents(recognizer, other), other.record.pointee.state == .possible {
                fail(other, .prevented(by: recognizer))
            }
        }
        if record.pointee.flags.contains(.cancelsTouches) {
            claim(record.pointee.touches, for: recognizer, event.takeUnretainedValue())
        }
        if state.pointee.listeners.tracer != nil { reportDecision(event.borrow { $0.state }) }
        callActions(of: recognizer, event)
        if record.pointee.flags.contains(.endsAtOnce), record.pointee.state == .began {
            record.pointee.flags.remove(.endsAtOnce)
            recognizer.state = .ended
        }
    }

    /// Settles what a call into the app has made of a request.
    private func settleAgain(_ recognizer: GestureRecognizer, _ event: Unmanaged<Event>) {
        if recognizer.record.pointee.state == .possible, recognizer.record.pointee.request == .failed {
            fail(recognizer, recognizer.record.pointee.endReason)
        }
    }

    private func wait(_ recognizer: GestureRecognizer) {
        if state.pointee.listeners.tracer != nil { traceWait(recognizer) }
        // One that waits already is in the list, unless it was taken off to be looked at again.
        if recognizer.record.pointee.flags.contains(.isListed) { return }
        recognizer.record.pointee.flags.insert(.isWaiting)
        gestures.pointee.waiting.append(recognizer.record, .isListed)
        state.pointee.hierarchy.invalidatePlans()
    }

    /// Asks subclasses and delegates, once an attempt, who must fail before the recogniser succeeds (rule G35).
    private func askForRequirements(of recognizer: GestureRecognizer, _ others: [GestureRecognizer]) {
        for other in others {
            let delegate = recognizer.delegateReference
            let isRequired =
                recognizer.shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: recognizer)
                || (delegate?.gestureRecognizer(recognizer, shouldRequireFailureOf: other) ?? false)
                || (other.delegateReference?.gestureRecognizer(other, shouldBeRequiredToFailBy: recognizer) ?? false)
            guard isRequired else { continue }
            if let path = other.requirementPath(to: recognizer) {
                let names = ([recognizer] + path).map(\.displayName).joined(separator: ", which waits for ")
                fatalError("recognizers wait for each other for ever: \(names)")
            }
            recognizer.record.pointee.requirements.addForAttempt(other)
        }
    }

    /// Whether the success of `winner` makes `other` fail (rules G30 to G32).
    private func prevents(_ winner: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
        guard winner.canPrevent(other), other.canBePrevented(by: winner) else { return false }
        let (delegate, otherDelegate) = (winner.delegateReference, other.delegateReference)
        if delegate?.gestureRecognizer(winner, shouldRecognizeSimultaneouslyWith: other) ?? false { return false }
        return !(otherDelegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: winner) ?? false)
    }
}

extension RecognizerPointer {
    /// Keeps the place of the gesture for when no touch is down any more.
    @MainActor
    func keepPlace() {
        if pointee.present != 0 { pointee.lastLocation = recognizer.meanLocation(in: nil) }
    }
}
