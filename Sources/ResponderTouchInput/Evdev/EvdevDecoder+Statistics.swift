extension EvdevDecoder {
    /// The counts of a decoder so far; each number only grows.
    public struct Statistics: Hashable, Sendable {
        /// Events decoded, including those of skipped frames.
        public var events = 0
        /// `SYN_REPORT`s: the device's frames, including those that changed no contact.
        public var frames = 0
        /// Values outside the range of their axis, taken as the nearest value inside.
        public var clampedValues = 0
        /// Events that contradict the protocol and were ignored.
        ///
        /// For example: the same tracking id twice, the end of a contact in an empty slot, a slot that the device does
        /// not have, a `SYN_MT_REPORT` of the older protocol A where the device has several slots.
        public var malformedEvents = 0
        /// `SYN_DROPPED`s: how often the kernel discarded events that were not read in time.
        public var droppedResyncs = 0
        /// Contacts that began.
        public var contacts = 0
        /// The most contacts that were down at once.
        public var maxFingers = 0

        /// All zero.
        ///
        /// - Complexity: O(1); no allocation.
        public init() {}
    }
}
