internal import ResponderSupport
internal import ResponderTouchInput

// From hovering contacts to recognisers. Each sample is hit-tested. Then the recognisers that the contact enters, moves
// over or leaves request their states in one event, which does not go through `sendEvent`, and the requests take effect
// as in other events.
extension TouchDispatcher {
    func dispatch(_ contact: HoveringContact) {
        dispatchOwn(at: contact.time) { event in
            let eventState = event.borrow { $0.state }
            // States are only requested until all recognisers were told.
            eventState.pointee.willResolve = true
            event.borrow { follow(contact, $0) }
            resolve(event)
            eventState.pointee.willResolve = false
        }
    }

    /// Has the recognisers request their states.
    ///
    /// First the recognisers that the contact has left end, from the innermost on; then those under the contact begin
    /// or change, from the hit view's on.
    private func follow(_ contact: HoveringContact, _ event: Event) {
        contact.dispatches &+= 1
        let dispatches = contact.dispatches
        var path: [GestureRecognizer] = []
        if contact.isOver {
            state.pointee.samples.hovering?.remove(contact)
        } else {
            path = recognizers(under: contact, event)
            // An override may have run the loop: then a newer sample was dispatched.
            guard contact.dispatches == dispatches else { return }
        }
        let (former, serial) = (contact.recognizers, event.state.pointee.serial)
        contact.recognizers = path
        for recognizer in path { recognizer.record.pointee.askedEvent = serial }
        for recognizer in former
        where recognizer.follows(contact) && (recognizer.record.pointee.askedEvent != serial || contact.isOver) {
            recognizer.record.pointee.hover = 0
            recognizer.keepPlace(of: contact)
            if recognizer.record.pointee.isUnderWay, contact.phase != .cancelled {
                recognizer.state = .ended
            } else {
                recognizer.giveUp(because: contact.phase == .cancelled ? .pointerCancelled : .pointerLeft)
            }
        }
        for recognizer in path {
            if recognizer.follows(contact) {
                recognizer.keepPlace(of: contact)
                if recognizer.record.pointee.isUnderWay { recognizer.state = .changed }
            } else if mayFollow(recognizer, contact) {
                offer(contact, to: recognizer, event)
                guard contact.dispatches == dispatches else { return }
            }
        }
    }

    /// The recognisers of hovering of the hit view and of its superviews, in the order of delivery (rule G13).
    private func recognizers(under contact: HoveringContact, _ event: Event) -> [GestureRecognizer] {
        guard state.pointee.acceptance.isAccepting, state.pointee.processState.pointee.usesHover,
            let hit = askWindows(contact.location, event, Unwatched()), hit.window != nil,
            hit.view.mayBeRecognized(state.pointee.processState)
        else { return [] }
        var found: [GestureRecognizer] = []
        var current: RecordPointer? = hit.view
        while let record = current {
            if record.pointee.hasRecognizers {
                found += record.pointee.view.recognizers.all.filter { $0.record.pointee.flags.contains(.isHover) }
            }
            current = record.superviewRecord
        }
        return found
    }

    /// Whether the recogniser may get the contact, before its delegate is asked (rule G11): it follows no other
    /// contact, and its last attempt is over.
    private func mayFollow(_ recognizer: GestureRecognizer, _ contact: HoveringContact) -> Bool {
        let own = recognizer.record
        guard own.pointee.flags.contains(.enabled), own.pointee.allowedKinds & 1 << contact.kind.rawValue != 0,
            own.pointee.state == .possible,
            own.pointee.flags.isDisjoint(with: RecognizerRecord.Flags.listed.union(.isTrying)),
            let window = recognizer.viewReference?.record.shownWindow
        else { return false }
        return state.pointee.acceptance.isAccepting && state.pointee.windows.contains(window)
    }

    /// Begins an attempt unless the delegate or the subclass refuses the contact (rule G11).
    private func offer(_ contact: HoveringContact, to recognizer: GestureRecognizer, _ event: Event) {
        let dispatches = contact.dispatches
        let isWanted =
            (recognizer.delegateReference?.gestureRecognizer(recognizer, shouldReceive: event) ?? true)
            && recognizer.shouldReceive(event)
        // The code that gave the answer may have changed anything.
        guard contact.dispatches == dispatches, mayFollow(recognizer, contact) else { return }
        recognizer.record.pointee.hover = contact.number
        guard isWanted else { return }
        recognizer.record.pointee.dispatcher = state
        recognizer.record.pointee.flags.insert(.isTrying)
        recognizer.keepPlace(of: contact)
        recognizer.state = .began
    }
}

// MARK: - The end from outside

extension TouchDispatcher {
    /// Has the recognisers of all hovering contacts give up in the next review, and returns whether there are any.
    ///
    /// A contact that is still over the screen may be followed again with its next sample: unlike a finger (rule T35),
    /// a pointer cannot be lifted and put down again to begin anew.
    func giveHoversUp() -> Bool {
        var isAny = false
        for contact in state.pointee.samples.hovering?.contacts ?? [] {
            contact.dispatches &+= 1
            for recognizer in contact.recognizers where recognizer.follows(contact) {
                recognizer.record.pointee.hover = 0
                recognizer.giveUp(because: .pointersDropped, inReview: true)
                isAny = true
            }
        }
        return isAny
    }

    /// Forgets all hovering: the application is gone, so no action is called.
    func discardHovers() {
        for contact in state.pointee.samples.hovering?.contacts ?? [] {
            contact.dispatches &+= 1
            let recognizers = contact.recognizers
            contact.recognizers = []
            for recognizer in recognizers where recognizer.record.pointee.dispatcher == state {
                recognizer.record.pointee.hover = 0
                discardAttempt(of: recognizer.record)
            }
        }
    }
}

extension GestureRecognizer {
    /// Whether the recogniser was offered the contact and the contact has not left its view since.
    fileprivate final func follows(_ contact: HoveringContact) -> Bool { record.pointee.hover == contact.number }

    /// Stores the contact's place as the place of the gesture.
    fileprivate final func keepPlace(of contact: HoveringContact) {
        guard let window = viewReference?.record.shownWindow else { return }
        record.pointee.lastLocation = window.fromSuperview(contact.location)
    }
}
