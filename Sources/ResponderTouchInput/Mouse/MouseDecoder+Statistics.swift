extension MouseDecoder {
    /// The counts of a decoder so far; each number only grows.
    public struct Statistics: Hashable, Sendable {
        /// Events decoded, including those that were ignored after a loss.
        public var events = 0
        /// Clicks: contacts of the primary button that began.
        public var contacts = 0
        /// Presses of the other buttons that began.
        public var presses = 0
        /// Events that contradict the protocol and were ignored, such as a button that goes down twice.
        public var malformedEvents = 0
        /// `SYN_DROPPED`s: how often the kernel discarded events that were not read in time.
        public var droppedResyncs = 0

        /// All zero.
        ///
        /// - Complexity: O(1); no allocation.
        public init() {}
    }
}
