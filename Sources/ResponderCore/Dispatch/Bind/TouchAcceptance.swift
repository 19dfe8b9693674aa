internal import ResponderTouchInput

/// Whether an application accepts new contacts: while it is active and does not ignore touches.
struct TouchAcceptance {
    /// Whether the application is active.
    var isActive = false { didSet { update() } }
    /// The number of calls of `beginIgnoringInteractionEvents()` that have no matching end yet.
    var ignoreCount = 0 { didSet { update() } }
    private(set) var isAccepting = false

    private mutating func update() { isAccepting = isActive && ignoreCount == 0 }
}

extension TouchDispatcher {
    /// Sets whether new contacts are accepted; otherwise they are dropped.
    func acceptTouches(_ accepts: Bool) { state.pointee.acceptance.isActive = accepts }

    /// Counts a refused contact under the reason for its refusal.
    @inline(never)
    func countRefusal(_ sample: UnsafeMutablePointer<TouchSample>) {
        if refusalOfAll == .ignoringInteraction {
            state.pointee.statistics.refusedWhileIgnoring += 1
        } else {
            state.pointee.statistics.refusedWhileInactive += 1
        }
        traceRefusal(sample, refusalOfAll)
    }
}
