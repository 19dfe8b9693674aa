/// Something outside that reaches the application through a port: what step 4 of a turn serves, before timers and all
/// other sources (rule L35).
///
/// Whether it has or expects something, its loop asks while it goes through its ports: no answer adds or takes out one.
@MainActor
package protocol InputSource: AnyObject {
    /// Whether something has been sent and not yet been served. Read before the loop sleeps.
    var hasPending: Bool { get }
    /// Whether something is on its way: a sender has said that it comes, and it was not served yet.
    ///
    /// Loaded in sequentially consistent order, and true as long as ``hasPending`` is.
    var isExpecting: Bool { get }
    /// What the ledger calls it.
    var name: StaticString { get }
    /// The time that the oldest sample carries that was sent and not yet served; nil where there is none. Asked only while
    /// somebody keeps account of the turns.
    var oldestTime: MainRunLoop.Instant? { get }
    /// Serves what was sent before the call, at most some `limit` samples of it, and returns whether it served any.
    func serve(limit: Int) -> Bool

    // Where several have something they are served in parts, each between the same two calls.

    /// Begins a step, and settles what it serves: what was sent before the call.
    func beginStep()
    /// The time that the sample carries which the step would serve next; nil when nothing is left in it.
    var nextTime: Int64? { get }
    /// Serves what comes next in the step and carries no later time, at most some `limit` samples; returns how many those were.
    /// None, though there is one, where that must wait for the next turn.
    func serve(limit: Int, notAfter time: Int64) -> Int
    /// Ends the step.
    func endStep()

    /// Leaves its loop: what was sent and not yet served never is. A post may still end what was served in part.
    func invalidate()
}
