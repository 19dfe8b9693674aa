internal import ResponderEventLoop

/// A contact's sample, or a frame of the wheel or of a press, in a channel's ring: one cache line of 64 bytes, without
/// references.
///
/// A producer fills a sample member by member, never as a whole, because the receiver reads the first word meanwhile.
package struct TouchSample {
    /// In a ring, the publication of the frame that begins here, once the frame is complete: see `Publication`.
    private var publication: UInt64 = 0
    /// The frame's time on the loop's clock, in nanoseconds.
    package var time: Int64 = 0
    /// The contact's identifier, as its sender gave it.
    package var identifier = 0
    /// Where the contact is, in points of the screen.
    package var location = Point.zero
    package var force: Float = 0
    package var majorRadius: Float = 0
    package var majorRadiusTolerance: Float = 0
    /// The index of the sample's binding: the contact's place in its sender's table, below 64; or 64 for a frame of the
    /// wheel, and for a change of a press.
    package var index: UInt8 = 0
    package var phase = TouchContact.Phase.began
    package var kind = TouchContact.Kind.direct
    /// In the first sample of a frame, how many samples the frame has.
    package var frameCount: UInt8 = 0
    /// The place of the sample's details beside the ring; nil for a sample without details, the usual case.
    ///
    /// Valid as long as the sample itself.
    package var detailsPlace: UnsafeMutablePointer<TouchContact.Details>?

    package init() {}

    /// The details that the sender gave, with 0 for each number that was not finite.
    package var details: TouchContact.Details { detailsPlace?.pointee ?? TouchContact.Details() }

    /// The sample as its sender gave it.
    package var contact: TouchContact {
        TouchContact(
            identifier,
            phase,
            at: location,
            kind: kind,
            force: force,
            majorRadius: majorRadius,
            majorRadiusTolerance: majorRadiusTolerance,
            details: details
        )
    }
}

extension UnsafeMutablePointer<TouchSample> {
    /// Takes over a contact's values except its details.
    ///
    /// Not a mutating method of the sample: that would be an access to the whole sample, whose first word the receiver
    /// reads meanwhile.
    @inline(__always)
    func fill(_ contact: TouchContact, index: UInt8, phase: TouchContact.Phase, time: Int64) {
        pointee.time = time
        pointee.index = index
        pointee.phase = phase
        pointee.identifier = contact.identifier
        pointee.location = contact.location
        pointee.kind = contact.kind
        pointee.detailsPlace = nil
        // A panel that reports a number that is not finite still has a finger on it: the number is dropped, not the
        // sample.
        pointee.force = contact.force.isFinite ? contact.force : 0
        pointee.majorRadius = contact.majorRadius.isFinite ? contact.majorRadius : 0
        pointee.majorRadiusTolerance = contact.majorRadiusTolerance.isFinite ? contact.majorRadiusTolerance : 0
    }

    /// Puts the contact's details, where it has any, into the sample's own place.
    func fillDetails(_ contact: TouchContact, in place: UnsafeMutablePointer<TouchContact.Details>) {
        guard contact.hasDetails else { return }
        place.initialize(to: contact.details.finite)
        pointee.detailsPlace = place
    }
}
