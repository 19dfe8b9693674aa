/// Whether an application takes new contacts: while it is active, and does not ignore them.
struct TouchAcceptance {
    /// Whether the application is active.
    var isActive = false { didSet { update() } }
    /// How often the application was told to ignore touches, and not yet told to end it.
    var ignoreCount = 0 { didSet { update() } }
    private(set) var isAccepting = false

    private mutating func update() { isAccepting = isActive && ignoreCount == 0 }
}
