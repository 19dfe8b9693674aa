extension MainRunLoop {
    /// How a child process ended, and what it used.
    ///
    /// - Complexity: O(1) without allocation, for each member.
    public struct ChildEnd: Hashable, Sendable {
        /// Why a process ended.
        public enum Reason: Hashable, Sendable {
            /// The process has exited with the status, which is 0 for success by custom; from 0 to 255.
            case exited(status: Int32)
            /// A signal has ended the process, such as `SIGKILL`.
            case signalled(Int32, hasDumpedCore: Bool)
        }

        /// Why the process ended.
        public let reason: Reason
        /// The processor time that the process used itself, with its children that it has waited for.
        public let userTime: Duration
        /// The processor time that the kernel used for the process, with its children that it has waited for.
        public let systemTime: Duration
        /// The greatest amount of memory that the process had at a time, or the greatest of its children that it has
        /// waited for, in bytes.
        public let peakResidentSize: Int
        /// How many pages were read from a disk for the process.
        public let majorFaults: Int

        /// Whether the process has exited with the status 0.
        public var isSuccess: Bool { reason == .exited(status: 0) }
    }
}
