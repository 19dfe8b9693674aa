internal import ResponderTouchInput

/// Whether an application accepts new contacts: while it is active, does not ignore touches and withholds no input.
struct TouchAcceptance {
    /// Whether the application is active.
    var isActive = false { didSet { update() } }
    /// The number of calls of `beginIgnoringInteractionEvents()` that have no matching end yet.
    var ignoreCount = 0 { didSet { update() } }
    /// Whether the user's activity is noted, so that what begins is looked at: see `ActivityDispatch.swift`.
    var isWatched = false { didSet { update() } }
    /// Whether all input is withheld, which is so only while the activity is noted.
    var isWithholding = false { didSet { update() } }
    private(set) var isAccepting = false
    /// Whether a contact that begins is accepted without another look.
    private(set) var acceptsAtOnce = false
    /// Whether a press that begins is accepted without another look.
    private(set) var acceptsPressesAtOnce = false

    private mutating func update() {
        isAccepting = isActive && ignoreCount == 0 && !isWithholding
        acceptsAtOnce = isAccepting && !isWatched
        acceptsPressesAtOnce = isActive && !isWatched
    }
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
