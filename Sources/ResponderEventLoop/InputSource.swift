/// Something outside that reaches the application through a port: what step 4 of a turn serves, before timers and all
/// other sources (rule L35).
@MainActor
package protocol InputSource: AnyObject {
    /// Whether something has been sent and not yet been served. Read before the loop sleeps.
    var hasPending: Bool { get }
    /// Serves what was sent before the call, at most some `limit` samples of it, and returns whether it served any.
    func serve(limit: Int) -> Bool
}
