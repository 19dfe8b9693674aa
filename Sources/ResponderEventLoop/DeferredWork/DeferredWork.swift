/// Work that waits for a moment of the turn: a queued notification.
@MainActor
package protocol DeferredWork: AnyObject {
    /// Whether the work was cancelled, and must not be performed any more.
    var isCancelled: Bool { get }
    /// Does the work; called at most once.
    func perform()
}

/// When deferred work is performed.
package enum DeferredMoment {
    /// After the main-queue step of the turn, before the update pass.
    case asap
    /// When the loop has nothing else to do and is about to wait.
    case whenIdle
}
