/// One sample of one contact: the state of a finger at one instant, as its source reports it.
///
/// A source sends contacts in frames (``TouchFrame``) through a ``TouchPort/Sender``. An identifier names its contact
/// from the began sample to the ended or cancelled sample; afterwards the identifier may be used again.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct TouchContact: Hashable, Sendable {
    /// What happened to the contact.
    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
        /// The finger came down: a new contact.
        case began
        /// The finger moved, or its pressure or size changed.
        case moved
        /// The finger was lifted.
        case ended
        /// The source lost or discarded the contact, for example because the panel takes the contact for a palm.
        case cancelled
    }

    /// The kind of thing that touches the surface.
    ///
    /// The kind is carried as data and does not affect where the touch is delivered (UIKit's `UITouch.TouchType`).
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// A finger on the screen.
        case direct
        /// A finger on a surface other than the screen.
        case indirect
        /// A stylus.
        case pencil
        /// A mouse or touch pad that moves a pointer.
        case indirectPointer
    }

    /// The contact's number among the contacts of its sender: any value, except those whose upper 32 bits are
    /// 0x7072_6573, which stand for presses.
    public var identifier: Int
    /// What happened to the contact.
    public var phase: Phase
    /// The kind of thing that touches the surface.
    public var kind: Kind
    /// Where the contact is, in points of the screen.
    ///
    /// A sample with a coordinate that is not finite is dropped and counted; an ended or cancelled sample is delivered
    /// all the same, at the contact's last location.
    public var location: Point
    /// The force of the touch, where 1 is the force of an average touch; 0 where the source does not know.
    public var force: Float
    /// The radius of the contact's larger axis in points; 0 where the source does not know.
    public var majorRadius: Float
    /// By how much `majorRadius` may be off, in points.
    public var majorRadiusTolerance: Float
    /// Makes the size a multiple of 16 bytes: a copy of 44 bytes consists of overlapping pieces, and reading such a
    /// copy right after writing stalls the processor; the stall took a third of the time of a send.
    private var padding: Float = 0
    /// The details as one vector, which is copied in one piece.
    var packedDetails = SIMD2<UInt64>()

    /// A sample of the contact `identifier`, at `location` in points of the screen.
    public init(
        _ identifier: Int,
        _ phase: Phase,
        at location: Point,
        kind: Kind = .direct,
        force: Float = 0,
        majorRadius: Float = 0,
        majorRadiusTolerance: Float = 0,
        details: Details = Details()
    ) {
        self.identifier = identifier
        self.phase = phase
        self.kind = kind
        self.location = location
        self.force = force
        self.majorRadius = majorRadius
        self.majorRadiusTolerance = majorRadiusTolerance
        packedDetails = details.packed
    }
}
