public import ResponderEventLoop

/// A movement of a scroll wheel, or of two fingers on a touch pad, at one instant.
///
/// A wheel has no state: no frame begins or ends anything, and each frame stands alone. A ``TouchPort/Sender`` sends
/// frames of the wheel and frames of touches, and both keep their places in time order.
public struct WheelFrame: Hashable, Sendable {
    /// When the source saw the movement, on the clock of the loop that the port belongs to.
    public var time: MainRunLoop.Instant
    /// Where the pointer is, in points of the screen: the frame goes to the view that is hit there.
    public var location: Point
    /// By how many points the content should move on the screen, before any acceleration or limit of the receiver's.
    ///
    /// The direction is that of the content: a positive `y` moves the content down, towards its beginning, as a wheel
    /// does that is turned away from the user; a positive `x` moves the content to the right (AppKit's
    /// `scrollingDeltaX` and `scrollingDeltaY`).
    public var delta: Point
    /// Whether the delta follows fingers on a touch pad; if false, the delta is that of the notches of a wheel, and the
    /// source has decided how many points a notch stands for.
    public var isPrecise: Bool

    /// A movement of the wheel by `delta`, with the pointer at `location`, seen at `time`.
    ///
    /// - Complexity: O(1); no allocation.
    public init(time: MainRunLoop.Instant, location: Point, delta: Point, isPrecise: Bool = false) {
        self.time = time
        self.location = location
        self.delta = delta
        self.isPrecise = isPrecise
    }
}
