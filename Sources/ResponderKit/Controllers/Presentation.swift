internal import ResponderTouchInput

/// One controller presented by another.
///
/// The presenting controller keeps the presented one, which keeps this object. The window of the presentation keeps the
/// presenting controller, whose own view may be out of the tree meanwhile.
@MainActor
final class Presentation {
    /// The number of presentations in all windows; at most too large.
    static var count = 0
    /// The number of presentations whose methods are being called.
    static var nesting = 0

    weak var presenting: ViewController?
    /// Called when a dismissal under way has let the presented controller appear.
    var completion: (() -> Void)?
    private(set) weak var window: Window?
    /// Whether the presenting controller's view is out of the tree.
    let isCovering: Bool
    /// Where the presenting controller's view was, and belongs again.
    private(set) weak var superview: View?
    private var index = 0
    /// The place among a stack view's arranged views; nil if the view was not arranged.
    private var arrangedIndex: Int?
    private var arrangedSpacing: Double?
    private var superviewSize = Size.zero

    /// - Parameter presenting: A controller whose view is in a window.
    init(by presenting: ViewController, in window: Window, isCovering: Bool) {
        self.presenting = presenting
        self.window = window
        // A window is in no superview, and cannot be taken out.
        self.isCovering = isCovering && presenting.viewIfLoaded?.superview != nil
    }

    // MARK: Views

    /// Gives the presented view its size, before the controller appears: a container sizes the view of its child then.
    func size(_ view: View, fillsWindow: Bool) {
        guard let window, view.superview == nil else { return }
        view.setUntransformedFrame(frame(in: window, fillsWindow: fillsWindow))
    }

    private func frame(in window: Window, fillsWindow: Bool) -> Rect {
        if !fillsWindow, let covered = presenting?.viewIfLoaded, covered.superview != nil { return covered.frame }
        return window.bounds
    }

    /// Puts the presented view in front of the presenting controller's: as large as the window, or as this one.
    func show(_ view: View, fillsWindow: Bool) {
        // A hook may have put the presenting controller's view into the presented one's.
        guard let window, let covered = presenting?.viewIfLoaded, !covered.isDescendant(of: view) else { return }
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.setUntransformedFrame(frame(in: window, fillsWindow: fillsWindow))
        if !fillsWindow, let container = covered.superview {
            container.insertSubview(view, aboveSubview: covered)
            return
        }
        // The window's subview that the presenting controller's view is in.
        var front: View? = covered
        while let candidate = front, candidate.superview !== window { front = candidate.superview }
        if let front { window.insertSubview(view, aboveSubview: front) } else { window.addSubview(view) }
    }

    /// Takes the presenting controller's view out of the tree.
    func cover() {
        guard isCovering, let view = presenting?.viewIfLoaded, let superview = view.superview else { return }
        self.superview = superview
        superviewSize = superview.bounds.size
        index = superview.subviews.firstIndex { $0 === view } ?? 0
        if let stack = superview as? StackView, view.record.pointee.flags.contains(.arranged) {
            arrangedIndex = stack.arrangedSubviews.firstIndex { $0 === view }
            arrangedSpacing = stack.customSpacing(after: view)
        }
        view.removeFromSuperview()
    }

    /// Puts the presenting controller's view back, behind the presented view if this one is in the same superview.
    func uncover(behind presented: View?) {
        // The app may have put the view elsewhere.
        guard isCovering, let view = presenting?.viewIfLoaded, view.superview == nil, let superview,
            !superview.isDescendant(of: view)
        else { return }
        if let frame = view.frame(in: superview.bounds.size, resizedFrom: superviewSize) {
            view.setUntransformedFrame(frame)
        }
        if let presented, presented.superview === superview {
            superview.insertSubview(view, belowSubview: presented)
        } else {
            superview.insertSubview(view, at: index)
        }
        guard let stack = superview as? StackView, let arrangedIndex, view.superview === stack,
            !view.record.pointee.flags.contains(.arranged)
        else { return }
        stack.insertArrangedSubview(view, at: min(arrangedIndex, stack.arrangedSubviews.count))
        if let arrangedSpacing { stack.setCustomSpacing(arrangedSpacing, after: view) }
    }
}
