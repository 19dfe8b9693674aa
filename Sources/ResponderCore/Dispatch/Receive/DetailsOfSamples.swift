internal import ResponderTouchInput

// The details of samples, for example of a stylus, contacts that hover, and presses. Few contacts are of these kinds.
// Their bindings are marked, so that they match no slot on the usual path. Their samples end up here, and the usual
// path needs no test for them.
extension TouchDispatcher {
    /// Gives a contact that begins a slot, unless it hovers or is a press, for details or a kind other than direct.
    @inline(never)
    func beginUnusual(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) -> UnsafeMutablePointer<TouchSlot>? {
        if sample.pointee.isOfPress {
            notePress(sample, binding)
            return nil
        }
        if sample.pointee.details.isHovering {
            beginHover(sample, binding)
            return nil
        }
        guard let slot = beginTouch(sample, binding) else { return nil }
        binding.markDetailed()
        takeDetails(of: sample, slot, binding)
        return slot
    }

    /// Stores a sample whose binding matches no slot: its contact has details, hovers or is a press, or the sample is
    /// dropped.
    ///
    /// Returns the slot; nil when the contact hovers or is a press, and when the sample is dropped, since its contact
    /// has no touch or the touch is about to be cancelled.
    @inline(never)
    func bindUnusual(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) -> UnsafeMutablePointer<TouchSlot>? {
        if binding.isHovering {
            noteHover(sample, binding)
            return nil
        }
        if sample.pointee.isOfPress {
            notePress(sample, binding)
            return nil
        }
        guard let slot = binding.detailedSlot, isOngoing(slot) else {
            noteWithheld(sample, binding)
            return nil
        }
        move(slot, sample)
        slot.pointee.phase = Touch.Phase(sample.pointee.phase)
        takeDetails(of: sample, slot, binding)
        return slot
    }

    /// Collects a move whose binding matches no slot: its contact has details, hovers or is a press, or the move is
    /// dropped.
    @inline(never)
    func collectUnusual(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) {
        if binding.isHovering { return noteHover(sample, binding) }
        if binding.isPress { return notePress(sample, binding) }
        guard let slot = binding.detailedSlot, isOngoing(slot) else { return noteWithheld(sample, binding) }
        collect(sample, slot, binding)
        // The details are replaced only now, after `collect` has saved those of the previous sample.
        takeDetails(of: sample, slot, binding)
    }

    /// Stores the details of a sample.
    @inline(never)
    func takeDetails(
        of sample: UnsafeMutablePointer<TouchSample>,
        _ slot: UnsafeMutablePointer<TouchSlot>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) {
        let details = sample.pointee.details
        slot.pointee.flags.insert(.detailed)
        TouchBank.details(of: slot).pointee = details
        if !details.estimatedPropertiesExpectingUpdates.isEmpty && details.estimationUpdateIndex != 0 {
            expectUpdate(of: sample, slot, binding - Int(sample.pointee.index))
        }
    }
}

extension UnsafeMutablePointer<ContactBinding> {
    /// The bit that marks the number of a contact with details.
    private var mark: UInt64 { 1 << 63 }

    /// Marks the binding of a contact with details: `slot` is nil from now on.
    func markDetailed() { pointee.number |= mark }

    /// The slot of a contact with details; nil for all other contacts, and when another contact has the slot by now.
    @inline(never)
    var detailedSlot: UnsafeMutablePointer<TouchSlot>? {
        guard pointee.number & mark != 0, let target = pointee.target else { return nil }
        let slot = target.assumingMemoryBound(to: TouchSlot.self)
        return slot.pointee.contact == pointee.number & ~mark ? slot : nil
    }
}

extension UnsafeMutablePointer<TouchSlot> {
    /// The details of the slot's touch; default values when the touch has none.
    var details: TouchContact.Details {
        pointee.flags.contains(.detailed) ? TouchBank.details(of: self).pointee : TouchContact.Details()
    }
}
