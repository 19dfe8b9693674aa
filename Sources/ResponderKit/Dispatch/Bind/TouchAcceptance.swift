/// Whether an application accepts new contacts: while it is active and does not ignore touches.
struct TouchAcceptance {
    /// Whether the application is active.
    var isActive = false { didSet { update() } }
    /// How many times the application was told to ignore touches without having been told to end this.
    var ignoreCount = 0 { didSet { update() } }
    private(set) var isAccepting = false

    private mutating func update() { isAccepting = isActive && ignoreCount == 0 }
}
