internal import ResponderCore

/// A view that is drawn by an appearance.
@MainActor
protocol AppearanceFollowing: View {
    /// - Parameter comesIntoSight: Whether the view comes onto the screen, and gets its place there anew.
    func appearanceDidChange(comesIntoSight: Bool)
}

extension AppearanceFollowing {
    /// Has the view drawn and laid out.
    func markForAppearance() {
        setNeedsDisplay()
        setNeedsLayout()
    }

    func appearanceDidChange(comesIntoSight: Bool) { markForAppearance() }
}
