extension MainRunLoop {
    /// Why a run ended (rule L1).
    public enum RunResult: Hashable, Sendable {
        /// The mode was empty: it had no source, no timer and no post (rule L2); or, under virtual time without a
        /// limit, nothing was left that could ever happen.
        ///
        /// Main-actor jobs may come at any time. So a common mode is never empty on the system's clock, nor in an
        /// awaited run: such a run goes on until it is stopped, or its limit has come.
        case finished
        /// ``MainRunLoop/stop()`` was called, or the task that awaited the run was cancelled.
        case stopped
        /// The limit has come.
        case timedOut
        /// A turn handled an input or another source, and the run had `returnAfterSource` set.
        case handledSource
    }
}
