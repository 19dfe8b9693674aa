internal import ResponderTouchInput

// Delivers updates of estimates to the views of their touches.
extension TouchDispatcher {
    /// Keeps a sample that expects an update.
    func expectUpdate(
        of sample: UnsafeMutablePointer<TouchSample>,
        _ slot: UnsafeMutablePointer<TouchSlot>,
        _ bindings: UnsafeMutablePointer<ContactBinding>
    ) {
        let estimates = state.pointee.samples.estimates ?? EstimatedSamples()
        state.pointee.samples.estimates = estimates
        let details = sample.pointee.details
        var copy = sample.pointee
        copy.detailsPlace = nil
        estimates.append(
            EstimatedSamples.Entry(
                sender: ContactBinding.sender(of: bindings),
                identifier: sample.pointee.identifier,
                index: details.estimationUpdateIndex,
                contact: slot.pointee.contact,
                slotIndex: slot - state.pointee.bank,
                sample: copy,
                details: details,
                view: slot.pointee.view?.pointee.view,
                window: slot.pointee.view?.pointee.view.window
            )
        )
    }

    /// Records the view of a newly bound touch in the earlier samples of the touch.
    @inline(never)
    func bindEstimates(of slot: UnsafeMutablePointer<TouchSlot>) {
        guard let estimates = state.pointee.samples.estimates, let view = slot.pointee.view?.pointee.view else {
            return
        }
        estimates.bind(slot.pointee.contact, to: view, view.window)
    }

    /// Delivers an update, better values for one sample of a touch, to the touch's view.
    ///
    /// Nothing is delivered when the view did not get the touch, when the touch was cancelled, when the view has left
    /// its window, or while the application is not active (rule T34).
    func receiveUpdate(_ contact: TouchContact, from sender: UInt64) {
        guard let estimates = state.pointee.samples.estimates, let entry = estimates.update(by: contact, from: sender),
            state.pointee.acceptance.isActive, let view = entry.view, let window = entry.window,
            view.record.shownWindow == window.record
        else { return }
        let slot = state.pointee.bank + entry.slotIndex
        guard slot.pointee.contact == entry.contact, slot.pointee.phase != .cancelled,
            slot.pointee.flags.intersection([.held, .cancelPending]) == .held
        else { return }
        // Kept events must stay as they are now, and the handler may dispatch events.
        prepareEvent(at: state.pointee.underWay.depth)
        let location = window.record.fromSuperview(entry.sample.location)
        if slot.pointee.timestamp == entry.sample.time,
            TouchBank.details(of: slot).pointee.estimationUpdateIndex == entry.index
        {
            // The sample is the touch's newest: the touch itself gets the better values, too.
            slot.pointee.force = entry.sample.force
            slot.pointee.location = location
            TouchBank.details(of: slot).pointee = entry.details
        }
        let index = estimates.takeSlot()
        let updated = estimates.bank + index
        updated.pointee = TouchSlot()
        updated.pointee.contact = entry.contact
        updated.pointee.index = UInt8(truncatingIfNeeded: index)
        updated.pointee.phase = Touch.Phase(entry.sample.phase)
        updated.pointee.kind = slot.pointee.kind
        updated.pointee.flags = .detailed
        updated.pointee.tapCount = slot.pointee.tapCount
        updated.pointee.force = entry.sample.force
        updated.pointee.majorRadius = entry.sample.majorRadius
        updated.pointee.majorRadiusTolerance = entry.sample.majorRadiusTolerance
        updated.pointee.location = location
        updated.pointee.previousLocation = location
        updated.pointee.timestamp = entry.sample.time
        updated.pointee.previousTimestamp = entry.sample.time
        TouchBank.details(of: updated).pointee = entry.details
        updated.pointee.view = view.record
        updated.pointee.window = window.record
        let touches = TouchSet(bank: estimates.bank, mask: 1 << UInt64(index), newestContact: entry.contact)
        beginDispatch()
        view.touchesEstimatedPropertiesUpdated(touches)
        // View and window are retained up to here; a touch that the app keeps longer has neither.
        withExtendedLifetime((view, window)) {
            updated.pointee.view = nil
            updated.pointee.window = nil
        }
        endDispatch()
    }
}
