extension NotificationPort {
    /// How much a port takes upon itself for who is connected to it, and may mean it no good.
    public struct Limits: Hashable, Sendable {
        /// How many connections may be open at once; ``NotificationPort/read(from:onEnd:)`` refuses one more.
        ///
        /// Each holds up to 80 KiB of a frame that is not complete.
        public var connections = 1_024

        /// How long the rest of a frame may take once its first byte was read, on the clock of the port's loop; then
        /// the connection is ended.
        ///
        /// Between frames a connection may be silent for as long as it wants, and while the port has no room for its
        /// frames no time counts.
        public var frameCompletion = Duration.seconds(30)

        /// How many errors are logged in a minute, where ``NotificationPort/onError`` is nil; at the minute's end a
        /// line says how many more there were.
        public var loggedErrorsPerMinute = 60

        /// The limits that a port has at first.
        public init() {}
    }
}
