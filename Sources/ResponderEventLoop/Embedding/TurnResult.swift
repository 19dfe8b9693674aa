extension MainRunLoop {
    /// What a single turn leaves behind.
    public enum TurnResult: Hashable, Sendable {
        /// There is more to do at once: ``MainRunLoop/pollableDescriptor`` is readable, ``MainRunLoop/nextDeadline``
        /// has come.
        case hasMore
        /// Nothing is left to do: the loop counts as asleep until its descriptor becomes readable.
        case idle
        /// The application is suspended: the loop serves only the sources that may resume or end the application, until
        /// the application is resumed.
        ///
        /// The host goes on making turns when the loop's descriptor is readable.
        case suspended
        /// ``MainRunLoop/stop()`` was called since the previous turn; the host decides what ends.
        ///
        /// Only one turn reports each stop.
        case stopped
    }
}
