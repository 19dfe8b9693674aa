/// Whether an application accepts new contacts: while it is active and does not ignore touches.
struct TouchAcceptance {
    /// Whether the application is active.
    var isActive = false { didSet { update() } }
    /// The number of calls of `beginIgnoringInteractionEvents()` that have no matching end yet.
    var ignoreCount = 0 { didSet { update() } }
    private(set) var isAccepting = false

    private mutating func update() { isAccepting = isActive && ignoreCount == 0 }
}
