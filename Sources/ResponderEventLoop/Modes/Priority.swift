extension MainRunLoop {
    /// The order in which sources that are ready together are served.
    ///
    /// Each priority has a step of its own in a turn, so none starves another: a source of lower priority is served
    /// later in the turn, not in a later turn.
    public enum Priority: UInt8, Hashable, Sendable, Comparable, CaseIterable {
        /// For input from the user: served before the ports and before timers.
        case input
        /// Everything else.
        case `default`
        /// For work that can wait: served last.
        case idle

        /// Whether `lhs` is served before `rhs`.
        ///
        /// - Complexity: O(1); no allocation.
        public static func < (lhs: Priority, rhs: Priority) -> Bool { lhs.rawValue < rhs.rawValue }
    }
}
