internal import ResponderTouchInput

// What a stylus tells of a sample besides. Few contacts have such details; the bindings of those are marked, so that they
// match no slot for the usual way, and their samples come here without any test for the others.
extension TouchDispatcher {
    /// Puts a sample into its contact's slot whose binding matches none: it has details, or is dropped.
    ///
    /// Returns the slot, or nil when the sample is dropped: its contact has no touch, or one that is to be cancelled.
    @inline(never)
    func bindUnusual(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) -> UnsafeMutablePointer<TouchSlot>? {
        guard let slot = binding.detailedSlot, isTaken(slot) else { return nil }
        move(slot, sample)
        slot.pointee.phase = Touch.Phase(sample.pointee.phase)
        takeDetails(of: sample, slot, binding)
        return slot
    }

    /// Collects a move of a contact whose binding matches no slot, likewise.
    @inline(never)
    func collectUnusual(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) {
        guard let slot = binding.detailedSlot, isTaken(slot) else { return }
        collect(sample, slot, binding)
        // Now that those of the sample before it are remembered.
        takeDetails(of: sample, slot, binding)
    }

    /// Takes the details of a sample over.
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
    /// What marks the number of a contact with details.
    private var mark: UInt64 { 1 << 63 }

    /// Marks the binding of a contact with details: `slot` is nil from now on.
    func markDetailed() { pointee.number |= mark }

    /// The slot that a contact with details was given; nil for all others, and when another contact has it by now.
    @inline(never)
    var detailedSlot: UnsafeMutablePointer<TouchSlot>? {
        guard pointee.number & mark != 0, let target = pointee.target else { return nil }
        let slot = target.assumingMemoryBound(to: TouchSlot.self)
        return slot.pointee.contact == pointee.number & ~mark ? slot : nil
    }
}

extension UnsafeMutablePointer<TouchSlot> {
    /// The details of the slot's touch, which few have.
    var details: TouchContact.Details {
        pointee.flags.contains(.detailed) ? TouchBank.details(of: self).pointee : TouchContact.Details()
    }
}
