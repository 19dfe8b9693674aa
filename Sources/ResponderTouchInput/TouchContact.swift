/// What one finger did, as its source reports it: one sample of one contact.
///
/// A source sends contacts in frames (``TouchFrame``) through a ``TouchPort/Sender``. A contact is known by its
/// identifier from its began to its ended or cancelled; identifiers may be used again afterwards.
public struct TouchContact: Hashable, Sendable {
    /// What happened to the contact.
    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
        /// The finger came down: a new contact.
        case began
        /// The finger moved, or its pressure or size changed.
        case moved
        /// The finger was lifted.
        case ended
        /// The source lost or discarded the contact, as a panel does that takes it for a palm.
        case cancelled
    }

    /// What touches.
    ///
    /// It is carried as data and has no meaning for where the touch goes (UIKit's `UITouch.TouchType`).
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// A finger on the screen.
        case direct
        /// A finger on a surface apart from the screen.
        case indirect
        /// A stylus.
        case pencil
        /// A mouse or touch pad that moves a pointer.
        case indirectPointer
    }

    /// The contact's number among those of its sender; any value.
    public var identifier: Int
    /// What happened to it.
    public var phase: Phase
    /// What touches.
    public var kind: Kind
    /// Where it is, in points of the screen.
    ///
    /// A sample with a coordinate that is not finite is dropped and counted; an ended or cancelled one arrives all the
    /// same, at the contact's last location.
    public var location: Point
    /// The force of the touch, where 1 is that of an average touch; 0 where the source cannot tell.
    public var force: Float
    /// The radius of the contact's larger axis in points; 0 where the source cannot tell.
    public var majorRadius: Float
    /// By how much `majorRadius` may be off, in points.
    public var majorRadiusTolerance: Float
    /// Makes the size a multiple of 16 bytes: copies of 44 bytes are made of pieces that overlap, and reading one back
    /// right after it was written stalls; that was a third of a send.
    private var padding: Float = 0
    /// The details in one piece, as it is copied.
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
