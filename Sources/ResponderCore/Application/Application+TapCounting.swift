extension Application {
    /// The settings that decide whether taps form a series (rule T23).
    ///
    /// ``Touch/tapCount`` counts on if a touch begins soon after a tap, near the position where the tap began, and in
    /// the same view and window. Intervals are measured between the times of frames, so a replayed recording gives the
    /// same counts at any speed.
    public struct TapCounting: Hashable, Sendable {
        /// The longest time from the end of a tap to the beginning of the next.
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

    /// The settings that decide whether taps form a series.
    ///
    /// A change applies to touches that begin or end after it.
    public final var tapCounting: TapCounting {
        get { dispatcherState.pointee.taps.settings }
        set { dispatcherState.pointee.taps.settings = newValue }
    }
}
