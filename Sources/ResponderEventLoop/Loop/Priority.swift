extension MainRunLoop {
    /// In which order sources that are ready together are served.
    ///
    /// Each priority has a bound of its own in a turn, so none starves another: with a lower one a source is served later in
    /// the turn, not in a later turn.
    public enum Priority: UInt8, Hashable, Sendable, Comparable, CaseIterable {
        /// What comes from the user: served in the input step, after the ports and before timers.
        case input
        /// Everything else.
        case `default`
        /// What can wait for that: served last.
        case idle

        /// Whether `lhs` is served before `rhs`.
        public static func < (lhs: Priority, rhs: Priority) -> Bool { lhs.rawValue < rhs.rawValue }
    }
}
