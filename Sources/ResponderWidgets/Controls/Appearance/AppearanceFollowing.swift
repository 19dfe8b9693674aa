internal import ResponderCore

/// A view that is drawn by an appearance.
@MainActor
protocol AppearanceFollowing: View {
    func appearanceDidChange()
}

extension AppearanceFollowing {
    /// Has the view drawn and laid out.
    func markForAppearance() {
        setNeedsDisplay()
        setNeedsLayout()
    }

    func appearanceDidChange() { markForAppearance() }
}
