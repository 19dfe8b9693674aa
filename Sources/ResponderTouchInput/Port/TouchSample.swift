internal import ResponderEventLoop

/// A contact's sample as it lies in a channel's ring: 64 bytes, no reference, one cache line.
///
/// A producer fills it member by member, never as a whole: the receiver looks at the first word meanwhile.
package struct TouchSample {
    /// In a ring, the position of the frame that begins here, once it is complete: see `Publication`.
    private var publication: UInt64 = 0
    /// The frame's time on the loop's clock, in nanoseconds.
    package var time: Int64 = 0
    /// The contact's identifier, as its sender gave it.
    package var identifier = 0
    /// Where it is, in points of the screen.
    package var location = Point.zero
    package var force: Float = 0
    package var majorRadius: Float = 0
    package var majorRadiusTolerance: Float = 0
    /// The contact's place in its sender's table, below 64: what it is bound by, without a search.
    package var index: UInt8 = 0
    package var phase = TouchContact.Phase.began
    package var kind = TouchContact.Kind.direct
    /// In the first sample of a frame, how many samples the frame has.
    package var frameCount: UInt8 = 0
    /// Where its details are, beside the ring: see `SampleDetails`; nil for a sample that has none, as the usual one.
    ///
    /// As good as the sample itself, no longer.
    package var detailsPlace: UnsafeMutablePointer<TouchContact.Details>?

    package init() {}

    /// What its sender told besides, with 0 for each number that was not finite.
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
    /// Takes over what a contact's source said of it, but for its details.
    ///
    /// No mutating method of the sample: that is an access to all of it, and the receiver looks at the first word meanwhile.
    @inline(__always)
    func fill(_ contact: TouchContact, index: UInt8, phase: TouchContact.Phase, time: Int64) {
        pointee.time = time
        pointee.index = index
        pointee.phase = phase
        pointee.identifier = contact.identifier
        pointee.location = contact.location
        pointee.kind = contact.kind
        pointee.detailsPlace = nil
        // A panel that reports nonsense here still has a finger on it: the number is dropped, not the sample.
        pointee.force = contact.force.isFinite ? contact.force : 0
        pointee.majorRadius = contact.majorRadius.isFinite ? contact.majorRadius : 0
        pointee.majorRadiusTolerance = contact.majorRadiusTolerance.isFinite ? contact.majorRadiusTolerance : 0
    }

    /// Puts the contact's details, where it has some, into a place of the sample's own.
    func fillDetails(_ contact: TouchContact, in place: UnsafeMutablePointer<TouchContact.Details>) {
        guard contact.hasDetails else { return }
        place.initialize(to: contact.details.finite)
        pointee.detailsPlace = place
    }
}
