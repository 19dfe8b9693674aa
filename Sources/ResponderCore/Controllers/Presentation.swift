internal import ResponderTouchInput

/// The places of controllers in the list of those that present others in a window.
package enum PresenterPlace: ListPlace {
    package static var path: ReferenceWritableKeyPath<ViewController, Int> { \.presenterPlace }
}

/// The presentation of one controller by another.
///
/// The presenting controller retains the presented one, which retains this object. The window retains the presenting
/// controller, whose own view may be out of the tree meanwhile.
@MainActor
final class Presentation {
    /// The number of presentations in all windows; perhaps too high, never too low.
    static var count = 0
    /// The number of presentations whose methods are being called.
    static var nesting = 0

    weak var presenting: ViewController?
    /// The app's completion, which waits for the end of a dismissal under way.
    var completion: (() -> Void)?
    private(set) weak var window: Window?
    /// Whether the presenting controller's view is out of the tree.
    let isCovering: Bool
    /// The superview to which the presenting controller's view returns.
    private(set) weak var superview: View?
    private var index = 0
    /// The place among a stack view's arranged views; nil if the view was not arranged.
    private var arrangedIndex: Int?
    private var arrangedSpacing: Double?
    private var superviewSize = Size.zero
    /// The role of the presenting controller when it presented, which determines the place of its view.
    private let role: PlacingRole
    /// Whether the presentation has ended.
    private var isOver = false

    /// - Parameter presenting: A controller whose view is in a window.
    init(by presenting: ViewController, in window: Window, isCovering: Bool) {
        self.presenting = presenting
        self.window = window
        role = PlacingRole(of: presenting)
        // A window has no superview, from which it could be taken.
        self.isCovering = isCovering && presenting.viewIfLoaded?.superview != nil
    }

    // MARK: Views

    /// Gives the presented view its size before the controller appears; a container then sizes its child's view.
    func size(_ view: View, fillsWindow: Bool) {
        guard let window, view.superview == nil else { return }
        view.setUntransformedFrame(frame(in: window, fillsWindow: fillsWindow))
    }

    private func frame(in window: Window, fillsWindow: Bool) -> Rect {
        if !fillsWindow, let covered = presenting?.viewIfLoaded, covered.superview != nil { return covered.frame }
        return window.bounds
    }

    /// Puts the presented view in front of the presenting controller's view: as large as the window, or as that view.
    func show(_ controller: ViewController, _ view: View) {
        // A hook may have put the presenting controller's view into the presented one's.
        guard let window, let covered = presenting?.viewIfLoaded, !covered.isDescendant(of: view) else { return }
        let fillsWindow = controller.presentationStyle.fillsWindow
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.setUntransformedFrame(frame(in: window, fillsWindow: fillsWindow))
        if !fillsWindow, let container = covered.superview {
            container.insertSubview(view, aboveSubview: covered)
            return RoleChange.didPlace(controller, in: container)
        }
        // The presenting controller's view has left the tree already.
        if !fillsWindow, let superview {
            superview.insertSubview(view, at: index)
            return RoleChange.didPlace(controller, in: superview)
        }
        // The window's subview that contains the presenting controller's view.
        var front: View? = covered
        while let candidate = front, candidate.superview !== window { front = candidate.superview }
        if let front { window.insertSubview(view, aboveSubview: front) } else { window.addSubview(view) }
        RoleChange.didPlace(controller, in: window)
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
        // Before the view was out, a hook may have ended the presentation, begun another one, or given the controller
        // another role.
        guard let presenting, presenting.presentedReference?.presentation?.isCovering != true else { return }
        if isOver { uncover(behind: nil) }
        if !presenting.hasNoRole { presenting.placeViewByRole() }
    }

    /// Puts the presenting controller's view back, behind the presented view if both have the same superview.
    ///
    /// If the controller has lost its role, for example as the window's root, the view goes to the place of the new
    /// role.
    func uncover(behind presented: View?) {
        isOver = true
        if let presenting, role.isLost(by: presenting) {
            return presenting.hasNoRole ? () : presenting.placeViewByRole()
        }
        // The app may have put the view elsewhere.
        guard isCovering, let presenting, let view = presenting.viewIfLoaded, view.superview == nil, let superview,
            !superview.isDescendant(of: view)
        else { return }
        // When the presentation began, the controller may have been the root already, but its view not yet in the
        // window.
        if let window = presenting.rootWindow, !superview.isDescendant(of: window) {
            return presenting.placeViewByRole()
        }
        // A hook may take the place away from the controller before the view has come.
        defer { if role.isLost(by: presenting) { presenting.placeViewByRole() } }
        // Without a role, the app has placed the view.
        if !presenting.hasNoRole { RoleChange.didPlace(presenting, in: superview) }
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

/// The role that determines the place of a controller's view, unless the app has placed the view.
@MainActor
private struct PlacingRole {
    private weak var parent: ViewController?
    private weak var window: Window?
    private weak var presentation: Presentation?
    private let (isChild, isRoot, isPresented): (Bool, Bool, Bool)

    init(of controller: ViewController) {
        (parent, window, presentation) = (controller.parentReference, controller.rootWindow, controller.presentation)
        (isChild, isRoot, isPresented) = (parent != nil, window != nil, presentation != nil)
    }

    /// Whether the controller has lost this role; a controller that has another role in addition has not.
    func isLost(by controller: ViewController) -> Bool {
        isChild && (parent == nil || controller.parentReference !== parent)
            || isRoot && (window == nil || controller.rootWindow !== window)
            || isPresented && (presentation == nil || controller.presentation !== presentation)
    }
}

/// The part of the window that a presented controller covers, and whether the covered view leaves the tree.
/// (`UIModalPresentationStyle`)
public enum ModalPresentationStyle: Hashable, Sendable, CaseIterable {
    /// Covers the window; the presenting controller's view is taken out meanwhile.
    case fullScreen
    /// Covers the nearest controller that defines a presentation context
    /// (``ViewController/definesPresentationContext``), whose view is taken out meanwhile.
    case currentContext
    /// Covers the window, in front of the presenting controller's view, which stays and does not disappear.
    case overFullScreen
    /// Covers the nearest controller that defines a presentation context, in front of its view, which stays.
    case overCurrentContext

    /// Whether the presenting controller's view is taken out, so that the controller disappears.
    var isCovering: Bool { self == .fullScreen || self == .currentContext }

    /// Whether the view is as large as the window.
    var fillsWindow: Bool { self == .fullScreen || self == .overFullScreen }
}
