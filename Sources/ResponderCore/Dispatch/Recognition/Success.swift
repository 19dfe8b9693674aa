internal import ResponderSupport

// Whether a recogniser that meets its criteria may succeed, and the effect of its success on others (rules G29, G39).
extension TouchDispatcher {
    /// Lets a recogniser that meets its criteria succeed, unless another recogniser, a view or a delegate prevents
    /// this.
    func attempt(_ recognizer: GestureRecognizer, _ event: Unmanaged<Event>) {
        let record = recognizer.record
        // Known requirements are checked first: a recogniser that waits for them need not ask others.
        if standsBack(recognizer) { return }
        let attempt = record.pointee.attempt
        let others = recognizers(sharingTouchesWith: record)
        record.pointee.flags.insert(.isDeciding)
        let answer = askWhetherMayBegin(recognizer, others)
        // A call may have made the recogniser fail, or even have brought its next attempt.
        guard record.pointee.attempt == attempt else { return }
        if case .begins = answer, record.asksForSuccess, let request = record.pointee.request {
            return succeed(recognizer, request, others, event)
        }
        record.pointee.flags.remove(.isDeciding)
        guard record.pointee.state == .possible else { return }
        if record.pointee.request == .failed { return fail(recognizer, record.pointee.endReason) }
        switch answer {
        case .waits: return
        case .fails(let reason): fail(recognizer, reason)
        case .begins: fail(recognizer, record.pointee.endReason)
        }
    }

    /// The outcome of the questions whether a recogniser may succeed.
    private enum Answer {
        case begins
        case waits
        case fails(GestureEndReason)
    }

    /// Asks subclasses, views and delegates whether a recogniser may succeed.
    private func askWhetherMayBegin(_ recognizer: GestureRecognizer, _ others: [GestureRecognizer]) -> Answer {
        let record = recognizer.record
        let (attempt, touches) = (record.pointee.attempt, record.pointee.touches)
        // Whether no answer has ended the attempt meanwhile.
        var stillAsks: Bool { record.pointee.attempt == attempt && record.asksForSuccess }
        if !record.pointee.flags.contains(.hasAsked), !others.isEmpty {
            record.pointee.flags.insert(.hasAsked)
            askForRequirements(of: recognizer, others)
            guard stillAsks else { return .fails(record.pointee.endReason) }
            if standsBack(recognizer) { return .waits }
        }
        record.pointee.flags.remove(.isWaiting)
        if givesWay(recognizer, others) {
            gestures.pointee.queue.append(record)
            return .waits
        }
        guard stillAsks else { return .fails(record.pointee.endReason) }
        for other in others where other.record.pointee.hasSucceeded && shareTouches(other, recognizer) {
            let isPrevented = prevents(other, recognizer)
            guard stillAsks else { return .fails(record.pointee.endReason) }
            if isPrevented, other.record.pointee.hasSucceeded { return .fails(.prevented(by: other)) }
        }
        guard recognizer.viewReference?.gestureRecognizerShouldBegin(recognizer) ?? true,
            recognizer.owner?.allowsBegin(of: recognizer) ?? true, controlsAllow(recognizer)
        else { return .fails(.refusedByView) }
        let delegateAllows = recognizer.delegateReference?.gestureRecognizerShouldBegin(recognizer) ?? true
        guard delegateAllows else { return .fails(.refusedByDelegate) }
        guard stillAsks, record.pointee.touches & ~touches != 0 else { return .begins }
        // If a call has run the loop, touches may have begun: other recognisers of these touches are asked, too.
        if record.pointee.flags.contains(.hasAsked) {
            let known = Set(others)
            askForRequirements(of: recognizer, recognizers(sharingTouchesWith: record).filter { !known.contains($0) })
            guard stillAsks else { return .fails(record.pointee.endReason) }
        }
        gestures.pointee.queue.append(record)
        return .waits
    }

    /// Whether the controls under the fingers, inside the recogniser's view, leave the touches to the recogniser (rule
    /// G40).
    private func controlsAllow(_ recognizer: GestureRecognizer) -> Bool {
        let touches = recognizer.record.pointee.touches & gestures.pointee.inControls
        guard touches != 0, let view = recognizer.viewReference?.record else { return true }
        for slot in TouchSlots(bank: state.pointee.bank, mask: touches) {
            var record = slot.pointee.view
            while let current = record, current != view {
                if current.pointee.isControl, !current.pointee.view.gestureRecognizerShouldBegin(recognizer) {
                    return false
                }
                record = current.superviewRecord
            }
        }
        return true
    }

    private func succeed(
        _ recognizer: GestureRecognizer,
        _ request: GestureRecognizer.State,
        _ others: [GestureRecognizer],
        _ event: Unmanaged<Event>
    ) {
        let record = recognizer.record
        record.pointee.state = request
        if state.pointee.listeners.tracer != nil { trace(request == .began ? .began : .recognized, of: recognizer) }
        record.pointee.request = nil
        record.stopWaiting()
        record.wakeWaiters()
        state.pointee.processState.invalidatePlans()
        record.pointee.flags.insert(.isPreventing)
        for other in others where other.record.pointee.state == .possible && shareTouches(other, recognizer) {
            let requires = other.record.pointee.requirements.contains(recognizer)
            guard requires || prevents(recognizer, other), other.record.pointee.state == .possible else { continue }
            if other.record.pointee.isTrying {
                fail(other, requires ? .requirement(recognizer) : .prevented(by: recognizer))
            } else {
                // The other recogniser has not got the touches yet, since this event is nested in the event that
                // brought them.
                other.record.pointee.touches &= ~record.pointee.touches
            }
        }
        record.pointee.flags.remove(.isPreventing)
        if record.pointee.flags.contains(.cancelsTouches) {
            claim(record.pointee.touches, for: recognizer, event.takeUnretainedValue())
        }
        // The application may have gone meanwhile.
        guard record.pointee.flags.contains(.isDeciding) else { return }
        record.pointee.flags.subtract([.isDeciding, .showsRequest])
        if record.pointee.request != nil { gestures.pointee.queue.append(record) }
        if state.pointee.listeners.tracer != nil { reportDecision(event.borrow { $0.state }) }
        callActions(of: recognizer, event)
        if record.pointee.flags.contains(.endsAtOnce), record.pointee.state == .began {
            record.pointee.flags.remove(.endsAtOnce)
            recognizer.state = .ended
        }
    }

    /// Whether a recogniser that must fail first prevents the success: then this recogniser waits, or fails (rule G34).
    private func standsBack(_ recognizer: GestureRecognizer) -> Bool {
        let found = recognizer.record.pointee.requirements.next { required in
            let record = required.record
            return record.pointee.isTrying && (record.pointee.state == .possible || record.pointee.hasSucceeded)
                && mayHoldUp(required, recognizer)
        }
        guard let required = found else { return false }
        if required.record.pointee.state == .possible {
            wait(recognizer, for: required)
        } else {
            fail(recognizer, .requirement(required))
        }
        return true
    }

    /// Whether another request of the same event must take effect first, since its success prevents this recogniser,
    /// and not the other way round.
    ///
    /// For example, a double tap comes before the single tap that its second tap also completes (rule G33).
    private func givesWay(_ recognizer: GestureRecognizer, _ others: [GestureRecognizer]) -> Bool {
        let record = recognizer.record
        // Recognisers that would give way to each other in a ring give way only once.
        if record.pointee.flags.contains(.hasGivenWay) || gestures.pointee.queue.isEmpty { return false }
        let attempt = record.pointee.attempt
        for other in others
        where other.record.pointee.flags.contains(.isQueued) && other.record.asksForSuccess
            && shareTouches(other, recognizer)
        {
            let isBlocked = mayPrevent(other, recognizer)
            let blocks = isBlocked && mayPrevent(recognizer, other)
            guard record.pointee.attempt == attempt, record.asksForSuccess else { return false }
            guard isBlocked, !blocks else { continue }
            record.pointee.flags.insert(.hasGivenWay)
            return true
        }
        return false
    }

    private func shareTouches(_ recognizer: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
        recognizer.record.pointee.touches & other.record.pointee.touches != 0
            && recognizer.record.pointee.dispatcher == other.record.pointee.dispatcher
    }

    /// Whether a recogniser may hold up another one: they have, or had, a touch in common (rule G36).
    ///
    /// A recogniser that has had no touch, such as one of hovering, waits for each recogniser that it requires to fail.
    private func mayHoldUp(_ recognizer: GestureRecognizer, _ waiting: GestureRecognizer) -> Bool {
        let history = waiting.record.pointee.history
        return history == 0 || history & recognizer.record.pointee.history != 0
    }

    private func wait(_ recognizer: GestureRecognizer, for required: GestureRecognizer) {
        if state.pointee.listeners.tracer != nil { traceWait(recognizer) }
        // A recogniser that waits already is in the list, unless it was taken off to be checked again. Its request may
        // have changed.
        recognizer.record.pointee.flags.insert(.isWaiting)
        recognizer.record.wait(for: required.record, in: gestures)
        state.pointee.processState.invalidatePlans()
    }

    /// Asks subclasses and delegates, once an attempt, which recognisers must fail before this one succeeds (rule G35).
    private func askForRequirements(of recognizer: GestureRecognizer, _ others: [GestureRecognizer]) {
        let attempt = recognizer.record.pointee.attempt
        for other in others {
            let delegate = recognizer.delegateReference
            let isRequired =
                recognizer.shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: recognizer)
                || (delegate?.gestureRecognizer(recognizer, shouldRequireFailureOf: other) ?? false)
                || (other.delegateReference?.gestureRecognizer(other, shouldBeRequiredToFailBy: recognizer) ?? false)
            guard recognizer.record.pointee.attempt == attempt else { return }
            guard isRequired else { continue }
            if let path = other.requirementPath(to: recognizer) {
                let names = ([recognizer] + path).map(\.displayName).joined(separator: ", which waits for ")
                fatalError("recognizers wait for each other for ever: \(names)")
            }
            recognizer.requireInAttempt(toFail: other)
        }
    }

    /// Whether the success of `winner` makes `other` fail (rules G30 to G32).
    private func prevents(_ winner: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
        guard mayPrevent(winner, other) else { return false }
        let (delegate, otherDelegate) = (winner.delegateReference, other.delegateReference)
        if delegate?.gestureRecognizer(winner, shouldRecognizeSimultaneouslyWith: other) ?? false { return false }
        return !(otherDelegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: winner) ?? false)
    }
    /// Whether the success of `winner` makes `other` fail, unless a delegate lets both succeed (rule G30).
    private func mayPrevent(_ winner: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
        winner.canPrevent(other) && other.canBePrevented(by: winner)
    }
}
