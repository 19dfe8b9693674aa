internal import ResponderEventLoop

/// A contact's sample as it lies in a channel's ring: 64 bytes, no reference, one cache line.
package struct TouchSample {
    /// The frame's time on the loop's clock, in nanoseconds.
    package var time: Int64 = 0
    /// The contact's identifier, as its sender gave it.
    package var identifier = 0
    /// Where it is, in points of the screen.
    ///
    /// Not finite in an ended or cancelled sample that came without a location.
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
    private let padding: (UInt64, UInt64) = (0, 0)

    package init() {}

    init(_ contact: TouchContact, index: UInt8, phase: TouchContact.Phase, time: Int64) {
        self.time = time
        self.index = index
        self.phase = phase
        identifier = contact.identifier
        location = contact.location
        kind = contact.kind
        // A panel that reports nonsense here still has a finger on it: the number is dropped, not the sample.
        force = contact.force.isFinite ? contact.force : 0
        majorRadius = contact.majorRadius.isFinite ? contact.majorRadius : 0
        majorRadiusTolerance = contact.majorRadiusTolerance.isFinite ? contact.majorRadiusTolerance : 0
    }

    /// The sample as its sender gave it.
    package var contact: TouchContact {
        TouchContact(
            identifier,
            phase,
            at: location,
            kind: kind,
            force: force,
            majorRadius: majorRadius,
            majorRadiusTolerance: majorRadiusTolerance
        )
    }
}
