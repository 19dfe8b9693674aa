internal import ResponderTouchInput

/// The state of one touch, in raw memory: what a `Touch` is a handle to.
struct TouchSlot {
    struct Flags: OptionSet {
        let rawValue: UInt8
        /// The view got the began.
        static let began = Flags(rawValue: 1 << 0)
        /// The view got the end, or is to get nothing of the touch (any more).
        static let over = Flags(rawValue: 1 << 1)
        /// A cancel is to be sent when the outermost callback has returned.
        static let cancelPending = Flags(rawValue: 1 << 2)
        /// The chain has changed since the began went up it: nothing of the touch goes up it any more.
        static let chainBroken = Flags(rawValue: 1 << 3)
        /// The responder that got the began by default forwarding is to get a cancel when the outermost callback has
        /// returned.
        static let cancelOwed = Flags(rawValue: 1 << 4)
        /// The chain has changed, maybe above who got the began last: nothing of the touch goes higher than there.
        static let capped = Flags(rawValue: 1 << 5)
    }

    /// The contact's number, which the process never uses again; 0 for a slot that was never used.
    var contact: UInt64 = 0
    /// The event that brought the newest sample.
    var serial: UInt64 = 0
    var phase = Touch.Phase.ended
    var kind = TouchContact.Kind.direct
    var flags: Flags = []
    var force: Float = 0
    var majorRadius: Float = 0
    var majorRadiusTolerance: Float = 0
    /// In the window's coordinates.
    var location = Point.zero
    var previousLocation = Point.zero
    /// When the touch began or was last changed.
    var timestamp: Int64 = 0
    /// The hit view, retained from the began to the end.
    var view: RecordPointer?
    var window: RecordPointer?
    /// The last responder that got the began, by default forwarding from the view: retained, where it is not the view.
    var receiver: RecordPointer?
    /// The sum of the addresses of all that handled the began: by it a chain is known to have changed for the touch.
    var path: UInt = 0
    /// The same sum over the whole chain as it was at the began, of those too that nobody passed it on to.
    var chain: UInt = 0
}

extension TouchSlot {
    /// Where the touch was in the event before; where it is, when it began or is stationary in this one (rule T7).
    @inline(__always)
    var locationBefore: Point {
        phase == .stationary || phase == .began ? location : previousLocation
    }
}
