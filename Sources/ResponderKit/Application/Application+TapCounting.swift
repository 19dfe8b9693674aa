extension Application {
    /// What makes several taps a series (rule T23): ``Touch/tapCount`` goes on where a touch begins soon after one that
    /// was no drag, and near to where that began, in the same view and window.
    ///
    /// Counted on the times of frames, so a recording gives the same counts at any speed.
    public struct TapCounting: Hashable, Sendable {
        /// The longest time from one tap's end to the next one's began.
        ///
        /// 0.3 s at first. With a negative one no tap ever goes on.
        public var interval = Duration.milliseconds(300)
        /// How far, in points of the window, a tap may begin from where the one before began, and how far a touch may
        /// end from where it began and still be a tap (rule T24).
        ///
        /// 40 at first. What is not above 0 counts as 0.
        public var radius = 40.0

        /// The usual values: 0.3 s, 40 points.
        public init() {}
    }

    /// What makes several taps a series.
    ///
    /// A change counts at once: for what begins and ends after it.
    public final var tapCounting: TapCounting {
        get { dispatcherState.pointee.taps.settings }
        set { dispatcherState.pointee.taps.settings = newValue }
    }
}
