extension NotificationPort {
    /// Limits that protect a port from processes that are connected to it and may be hostile.
    public struct Limits: Hashable, Sendable {
        /// The most connections that may be open at once; ``NotificationPort/read(from:onEnd:)`` refuses further ones.
        ///
        /// Each connection holds up to 80 KiB of incomplete frames.
        public var connections = 1_024

        /// How long the rest of a frame may take after its first byte was read, on the clock of the port's loop, before
        /// the connection is ended.
        ///
        /// Between frames a connection may be silent for any time; time while the port has no room for its frames does
        /// not count.
        public var frameCompletion = Duration.seconds(30)

        /// The most errors that are logged in a minute while ``NotificationPort/onError`` is nil; at the minute's end
        /// one line says how many more there were.
        public var loggedErrorsPerMinute = 60

        /// The limits of a new port.
        ///
        /// - Complexity: O(1); no allocation.
        public init() {}
    }
}
