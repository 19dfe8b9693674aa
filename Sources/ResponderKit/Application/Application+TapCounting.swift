extension Application {
    /// What makes several taps a series (rule T23): ``Touch/tapCount`` goes on where a touch begins soon after a tap,
    /// near the position where the tap began, and in the same view and window.
    ///
    /// The intervals are those between the times of frames, so a recording gives the same counts at any speed.
    public struct TapCounting: Hashable, Sendable {
        /// The longest time from the end of a tap to the began of the next.
        ///
        /// 0.3 s at first. With a negative interval no series has a second tap.
        public var interval = Duration.milliseconds(300)
        /// The greatest distance, in points of the window, between the positions where two taps of a series begin, and
        /// between the positions where a tap begins and ends (rule T24).
        ///
        /// 40 at first. A radius that is not above 0 counts as 0.
        public var radius = 40.0

        /// The usual values: 0.3 s, 40 points.
        ///
        /// - Complexity: O(1); no allocation.
        public init() {}
    }

    /// What makes several taps a series.
    ///
    /// A change counts at once, for touches that begin or end after it.
    public final var tapCounting: TapCounting {
        get { dispatcherState.pointee.taps.settings }
        set { dispatcherState.pointee.taps.settings = newValue }
    }
}
