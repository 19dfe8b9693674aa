internal import ResponderTouchInput

// From an update of an estimate to the view of its touch.
extension TouchDispatcher {
    /// Keeps a sample that expects an update.
    func expectUpdate(
        of sample: UnsafeMutablePointer<TouchSample>,
        _ slot: UnsafeMutablePointer<TouchSlot>,
        _ bindings: UnsafeMutablePointer<ContactBinding>
    ) {
        let estimates = state.pointee.estimates ?? EstimatedSamples()
        state.pointee.estimates = estimates
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

    /// Notes the view that a touch was just bound to for the samples of it that came before.
    @inline(never)
    func bindEstimates(of slot: UnsafeMutablePointer<TouchSlot>) {
        guard let estimates = state.pointee.estimates, let view = slot.pointee.view?.pointee.view else { return }
        estimates.bind(slot.pointee.contact, to: view, view.window)
    }

    /// Tells the view of the touch of better values for one of its samples.
    ///
    /// Nothing is told of a touch that the view did not get, or that was cancelled; nor when the view has left its window,
    /// nor while the application is not active (rule T34).
    func receiveUpdate(_ contact: TouchContact, from sender: UInt64) {
        guard let estimates = state.pointee.estimates, let entry = estimates.update(by: contact, from: sender),
            state.pointee.acceptance.isActive, let view = entry.view, let window = entry.window,
            view.record.shownWindow == window.record
        else { return }
        let slot = state.pointee.bank + entry.slotIndex
        guard slot.pointee.contact == entry.contact, slot.pointee.phase != .cancelled,
            slot.pointee.flags.intersection([.held, .cancelPending]) == .held
        else { return }
        // Kept events stay as they are now, and those that the handler brings about find their place.
        prepareEvent(at: state.pointee.depth)
        let location = window.record.fromSuperview(entry.sample.location)
        if slot.pointee.timestamp == entry.sample.time,
            TouchBank.details(of: slot).pointee.estimationUpdateIndex == entry.index
        {
            // The sample is the touch's newest: what the touch itself reads is better, too.
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
        // Kept alive until here; a touch that is kept longer names neither.
        withExtendedLifetime((view, window)) {
            updated.pointee.view = nil
            updated.pointee.window = nil
        }
        endDispatch()
    }
}

extension Responder {
    /// The default of `touchesEstimatedPropertiesUpdated`: calls the next responder up the chain that handles updates.
    ///
    /// It skips those whose class was seen to do nothing but pass on, as `forward` does for touches.
    final func forwardUpdate(_ touches: TouchSet) {
        record.pointee.type.pointee.sawBaseEntered(.estimateUpdates)
        guard askedForUpdates != record else {
            askedForUpdates = nil
            return
        }
        var current = record
        // Holds what only its predecessor's `next` named, while it is being called.
        var held: Responder?
        // Overrides of `next` may make a circle of the chain.
        for _ in 0..<RecordPointer.longestChain {
            held = current.askNext()
            guard let next = held else { return }
            current = next.record
            let type = current.pointee.type
            guard type.pointee.called.contains(.estimateUpdates) else { continue }
            if type.pointee.told.contains(.estimateUpdates) { return next.handleUpdate(touches) }
            // Its class is said not to override the method: once a class, it must arrive here.
            askedForUpdates = current
            next.touchesEstimatedPropertiesUpdated(touches)
            guard askedForUpdates == nil else {
                askedForUpdates = nil
                return OverrideTable.giveUp(because: type.pointee.type)
            }
        }
        withExtendedLifetime(held) {}
    }
}

extension Responder {
    private final func handleUpdate(_ touches: TouchSet) {
        // Those that handle updates and pass them on may stand in a circle, too.
        guard updateDepth < 10_000 else { return }
        updateDepth += 1
        touchesEstimatedPropertiesUpdated(touches)
        updateDepth -= 1
    }
}

/// How many responders have passed on the update that is being delivered.
@MainActor private var updateDepth = 0
/// The responder that is called to see whether its class passes updates on; nil once the default was entered for it.
@MainActor private var askedForUpdates: RecordPointer?
