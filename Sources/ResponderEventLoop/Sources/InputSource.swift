/// A source of input that reaches the application through a port: the input step of a turn serves it, before timers
/// (rule L35).
///
/// The loop reads these properties while it iterates over its ports: their getters must not add or remove a port.
@MainActor
package protocol InputSource: AnyObject {
    /// Whether a sample was sent and is not served yet.
    ///
    /// Read before the loop sleeps.
    var hasPending: Bool { get }
    /// Whether a sender has announced a sample that is not served yet.
    ///
    /// Loaded with sequentially consistent ordering, and true as long as ``hasPending`` is.
    var isExpecting: Bool { get }
    /// Whether samples may wait in the port, for a frame of the display.
    var mayHoldSamples: Bool { get }
    /// The port's name in the ledger.
    var name: StaticString { get }
    /// The timestamp of the oldest sample that was sent and is not served yet; nil if there is none.
    ///
    /// Read only while an account of the turns is kept.
    var oldestTime: MainRunLoop.Instant? { get }
    /// Serves the samples that were sent before the call, at most about `limit` samples, and returns whether it served
    /// any.
    func serve(limit: Int) -> Bool

    // When several ports have samples, each port is served in parts, between one `beginStep()` and one `endStep()`.

    /// Begins a step, which serves the samples that were sent before this call.
    func beginStep()
    /// The timestamp of the sample that the step would serve next; nil when nothing is left.
    var nextTime: Int64? { get }
    /// Serves the step's next samples whose timestamps are not later than `time`, at most about `limit`; returns how
    /// many.
    ///
    /// Also returns 0 when the next sample must wait for the next turn.
    func serve(limit: Int, notAfter time: Int64) -> Int
    /// Ends the step.
    func endStep()

    /// Leaves the loop: samples that were sent and are not served yet are never served.
    ///
    /// A post may still end input that was served in part.
    func invalidate()
}

extension InputSource {
    package var mayHoldSamples: Bool { false }
}
