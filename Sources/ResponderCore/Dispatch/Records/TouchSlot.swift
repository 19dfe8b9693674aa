internal import ResponderEventLoop
internal import ResponderTouchInput

/// The state of one touch, in raw memory; a `Touch` is a handle to it.
package struct TouchSlot {
    struct Flags: OptionSet {
        let rawValue: UInt16
        /// The view got the began, and holds the touch until the touch is released (rule T15).
        static let held = Flags(rawValue: 1 << 0)
        /// A cancel will be sent when the outermost callback has returned.
        static let cancelPending = Flags(rawValue: 1 << 1)
        /// None of the responders that now handle began on the chain got the touch's began: no message of the touch
        /// goes up the chain.
        static let broken = Flags(rawValue: 1 << 2)
        /// Some recipients after `top` on the route are owed a cancel, which they get when the outermost callback has
        /// returned.
        static let cancelOwed = Flags(rawValue: 1 << 3)
        /// The chain has changed above `top`, or may have: no message of the touch goes higher than `top`.
        static let bounded = Flags(rawValue: 1 << 4)
        /// The began is being delivered: a later sample that a nested run delivers goes no higher than the began has
        /// got so far.
        static let beginning = Flags(rawValue: 1 << 5)
        /// The touch has details, in its bank beside the slot: see `TouchBank.details(of:)`.
        static let detailed = Flags(rawValue: 1 << 6)
        /// The touch is over, and its route is gone.
        static let released = Flags(rawValue: 1 << 7)
        /// The began is withheld from the view while a recogniser may still succeed (rule G23).
        static let beganWithheld = Flags(rawValue: 1 << 8)
        /// The view gets a cancel when the outermost callback has returned, but recognisers go on with the touch.
        static let viewCancelPending = Flags(rawValue: 1 << 9)
        /// Recognisers were given the touch: its bit is set in the dispatcher's `tracked`.
        static let tracked = Flags(rawValue: 1 << 10)
    }

    /// The contact's number, which the process never uses again; 0 in a slot that was never used.
    package var contact: UInt64 = 0
    /// The number of the event that brought the newest sample.
    var serial: UInt64 = 0
    /// The location in the window's coordinates, or on the screen while the touch has no window.
    var location = Point.zero
    var previousLocation = Point.zero
    /// When the touch began or was last changed.
    var timestamp: Int64 = 0
    /// The timestamp before the last change; at the began, that of the began.
    var previousTimestamp: Int64 = 0
    // These fields have the layout of a `TouchSample` and are copied from it in one piece, including fields that are
    // not needed here.
    var force: Float = 0
    var majorRadius: Float = 0
    var majorRadiusTolerance: Float = 0
    private var sampleIndex: UInt8 = 0
    var phase = Touch.Phase.ended
    private var sampleKind: UInt8 = 0
    private var sampleFrameCount: UInt8 = 0
    /// The offsets of these fields in a slot and in a sample.
    static let shapeOffset = 64
    static let shapeOffsetInSample = 40
    /// The kind of the contact, from the began.
    var kind = TouchContact.Kind.direct
    /// The number of the tap in its series; 0 when the touch ended too far from where it began (rule T24).
    var tapCount: UInt8 = 0
    /// The slot's index in its bank.
    var index: UInt8 = 0
    var flags: Flags = []
    var window: RecordPointer?
    /// The hit view, retained from the began to the end.
    package var view: RecordPointer?
    /// The touch's first recipient, which is the view; see `TouchRoute.swift`.
    var route: UnsafeMutablePointer<Recipient>?
    /// The last recipient on the chain; the recipients after it on the route have lost their places.
    var top: UnsafeMutablePointer<Recipient>?
    /// The number of the view's path as of the began: see `ChainPath`.
    var path: UInt64 = 0
}

extension TouchSlot {
    /// The slot's bit in the masks of touches.
    @inline(__always)
    package var bit: UInt64 { 1 &<< UInt64(index) }

    /// The location in the previous event; the present location when the touch began or is stationary in this event
    /// (rule T7).
    @inline(__always)
    var locationBefore: Point {
        phase == .stationary || phase == .began ? location : previousLocation
    }
}

extension UnsafeMutablePointer<TouchSlot> {
    /// A snapshot of the touch.
    var sample: Touch.Sample {
        Touch.Sample(
            phase: pointee.phase,
            timestamp: MainRunLoop.Instant(nanoseconds: pointee.timestamp),
            location: pointee.location,
            previousLocation: pointee.locationBefore,
            type: pointee.kind,
            tapCount: Int(pointee.tapCount),
            force: pointee.force,
            majorRadius: pointee.majorRadius,
            majorRadiusTolerance: pointee.majorRadiusTolerance,
            details: details
        )
    }
}
