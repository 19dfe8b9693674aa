extension MainRunLoop {
    /// Why a run ended (rule L1).
    public enum RunResult: Hashable, Sendable {
        /// The mode was empty: it had no source, no timer and no post (rule L2); or, under virtual time without a limit,
        /// nothing was left that could ever happen.
        case finished
        /// ``MainRunLoop/stop()`` was called, or the task that awaited the run was cancelled.
        case stopped
        /// The limit has come.
        case timedOut
        /// A turn handled an input or another source, and the run was told to return after one.
        case handledSource
    }

    /// Why a loop could not be made, or a descriptor not be watched.
    public enum Error: Swift.Error, Hashable, CustomStringConvertible {
        /// The system gave no descriptor or memory for a loop's event base; `errno` says why.
        case cannotCreate(errno: Int32)
        /// libevent refused to watch the descriptor; `errno` says why.
        case cannotWatch(descriptor: Int32, errno: Int32)
        /// The signal is not to be had: it cannot be caught, the process has a handler for it, or another loop has signals.
        case cannotTakeSignal(Int32, reason: String)

        /// What failed, why, and what helps.
        public var description: String {
            switch self {
            case .cannotCreate(let code):
                "cannot make a run loop: \(systemMessage(code)); it needs five file descriptors (see `ulimit -n`)"
            case .cannotWatch(let descriptor, let code):
                "cannot watch file descriptor \(descriptor): \(systemMessage(code)); "
                    + (code == alreadyExists
                        ? "a source watches it with the other trigger: all of one descriptor have the same"
                        : code == invalidArgument
                            ? "say what for: reading, writing or both; and it must not be the loop's own"
                            : code == tooManyUsers
                                ? "as many are watched as a limit allows; cancel one, or raise the limit"
                                : "it must be open, and a regular file cannot be watched")
            case .cannotTakeSignal(let signal, let reason):
                "cannot wait for signal \(signal): \(reason)"
            }
        }
    }
}
