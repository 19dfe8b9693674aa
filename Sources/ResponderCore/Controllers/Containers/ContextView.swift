internal import ResponderTouchInput

/// The place of a child that defines a presentation context, in a container's view.
///
/// The context view holds the child's view and the views that are presented in this context, so that they come and go
/// together.
final class ContextView: View {
    /// The child's view.
    private weak var content: View?
    /// The content of the container that has made this view.
    private(set) weak var owner: ContainerContent?

    init(of owner: ContainerContent) {
        self.owner = owner
        super.init(frame: .zero)
    }

    /// Puts the child's view behind the presented ones, in place of the former view.
    func show(_ view: View) {
        let former = content
        content = view
        if let former, former !== view, former.superview === self { former.removeFromSuperview() }
        // A hook may have called this method again, or have put this view into the child's view.
        guard content === view, view.superview !== self, !isDescendant(of: view) else { return }
        view.setUntransformedFrame(bounds)
        insertSubview(view, at: 0)
    }

    override func layoutSubviews() {
        for view in subviews { view.setUntransformedFrame(bounds) }
    }
}
