internal import ResponderEventLoop

/// Foundation's loop cannot be served, since the system has too little left.
public struct FoundationLoopError: Error, Hashable, CustomStringConvertible {
    /// Why.
    public let errno: Int32

    /// What failed, why, and what helps.
    ///
    /// - Complexity: O(1); allocates the text.
    public var description: String {
        "cannot serve RunLoop.main: \(systemMessage(errno)); it takes a file descriptor more than the loop (see "
            + "`ulimit -n`) and memory"
    }
}
