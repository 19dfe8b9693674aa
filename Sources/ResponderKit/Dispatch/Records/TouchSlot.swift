internal import ResponderEventLoop
internal import ResponderTouchInput

/// The state of one touch, in raw memory: what a `Touch` is a handle to.
struct TouchSlot {
    struct Flags: OptionSet {
        let rawValue: UInt16
        /// The view got the began: the touch counts among those that it holds until it is released (rule T15).
        static let held = Flags(rawValue: 1 << 0)
        /// A cancel is to be sent when the outermost callback has returned.
        static let cancelPending = Flags(rawValue: 1 << 1)
        /// Nobody on the chain got the began (any more), and others stand there: nothing of the touch goes up it.
        static let broken = Flags(rawValue: 1 << 2)
        /// Recipients behind `top` are to get a cancel when the outermost callback has returned.
        static let cancelOwed = Flags(rawValue: 1 << 3)
        /// The chain has changed above `top`, or may have: nothing of the touch goes higher than there.
        static let capped = Flags(rawValue: 1 << 4)
        /// The began is being delivered: a later sample that a nested run brings goes no higher than the began has come.
        static let beginning = Flags(rawValue: 1 << 5)
        /// The touch has details, in its bank beside the slot: see `TouchBank.details(of:)`.
        static let detailed = Flags(rawValue: 1 << 6)
        /// The touch is over, and its view knows nothing of it any more.
        static let released = Flags(rawValue: 1 << 7)
    }

    /// The contact's number, which the process never uses again; 0 for a slot that was never used.
    var contact: UInt64 = 0
    /// The event that brought the newest sample.
    var serial: UInt64 = 0
    /// In the window's coordinates.
    var location = Point.zero
    var previousLocation = Point.zero
    /// When the touch began or was last changed.
    var timestamp: Int64 = 0
    /// When the sample before was taken.
    var previousTimestamp: Int64 = 0
    // These lie as in a `TouchSample`, and are copied from there in one piece, with what is not needed here.
    var force: Float = 0
    var majorRadius: Float = 0
    var majorRadiusTolerance: Float = 0
    private var sampleIndex: UInt8 = 0
    var phase = Touch.Phase.ended
    private var sampleKind: UInt8 = 0
    private var sampleFrameCount: UInt8 = 0
    /// Where they lie, here and there.
    static let shapeOffset = 64
    static let shapeOffsetInSample = 40
    /// As its began said.
    var kind = TouchContact.Kind.direct
    /// Which of a series of taps it is; 0 when it ended too far from where it began (rule T24).
    var tapCount: UInt8 = 0
    /// The slot's place in its bank.
    var index: UInt8 = 0
    var flags: Flags = []
    var window: RecordPointer?
    /// The hit view, retained from the began to the end.
    var view: RecordPointer?
    /// The touch's first recipient, which is the view; see `TouchRoute.swift`.
    var route: UnsafeMutablePointer<Recipient>?
    /// The last recipient on the chain: those that follow have lost their places.
    var top: UnsafeMutablePointer<Recipient>?
    /// The number of the view's path as of the began: see `ChainPath`.
    var path: UInt64 = 0
}

extension TouchSlot {
    /// The slot's bit in the masks of touches.
    @inline(__always)
    var bit: UInt64 { 1 &<< UInt64(index) }

    /// Where the touch was in the event before; where it is, when it began or is stationary in this one (rule T7).
    @inline(__always)
    var locationBefore: Point {
        phase == .stationary || phase == .began ? location : previousLocation
    }
}

extension UnsafeMutablePointer<TouchSlot> {
    /// A snapshot.
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
