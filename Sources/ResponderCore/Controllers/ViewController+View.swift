// The controller's view: how it is loaded and replaced.
extension ViewController {
    /// The root of the controller's views, loaded at the first reading (rule VC1).
    ///
    /// A new view takes the place of the old one if the controller is a window's root or is presented. Otherwise the
    /// old view stays where it is, and belongs to no controller.
    ///
    /// - Complexity: O(1), except for the first reading, which loads the view, and for setting it: linear in the
    ///   touches that are down, with their chains, besides the calls of the controllers that appear or disappear.
    public final var view: View {
        get {
            if let loadedView { return loadedView }
            // If `loadView()` gives a view that is shown already, the controller appears after the loading.
            appearance.holds += 1
            loadView()
            // If an override sets no view, the controller gets a plain one, as without the override.
            let view = loadedView ?? View()
            if loadedView == nil { adopt(view) }
            viewDidLoad()
            endOwnTransition()
            // A method may have set another view.
            return loadedView ?? view
        }
        set { adopt(newValue) }
    }

    /// The view, or nil while it is not loaded.
    public final var viewIfLoaded: View? { loadedView }

    /// Whether the view is loaded.
    public final var isViewLoaded: Bool { loadedView != nil }

    /// Loads the view, if it is not loaded yet (rule VC1).
    ///
    /// - Complexity: That of ``view``.
    public final func loadViewIfNeeded() { _ = view }

    private func adopt(_ view: View) {
        guard view !== loadedView else { return }
        // The first responder must be in the window (rule R21), but the new view may be elsewhere.
        loadedView?.window?.dropFirstResponder(self)
        let former = loadedView
        let place = former.flatMap { placeToTakeOver(from: $0, by: view) }
        let isShown = (place?.superview ?? view).record.pointee.window != nil
        let loser = view.controllerReference
        if let loser { AppearanceUpdate.announce([loser], isAppearing: false) }
        if former != nil || isShown { AppearanceUpdate.announce([self], isAppearing: isShown) }
        appearance.holds += 1
        TreeChange.make {
            if let former = loadedView {
                ProcessState.shared.keepAlive(former)
                former.setController(nil)
            }
            loadedView = view
            view.setController(self)
        }
        if let former, let place, loadedView === view { place.put(view, insteadOf: former) }
        if former != nil { parentReference?.shownContent?.viewDidChange(of: self) }
        if former != nil || isShown { appearance.isStale = true }
        if let loser { loser.updateAppearance() }
        endOwnTransition()
    }

    /// The place of a view that this package has placed; nil if the app has placed the view.
    private func placeToTakeOver(from former: View, by view: View) -> ControllerViewPlace? {
        guard rootWindow != nil || presentation != nil else { return nil }
        if let superview = former.superview, !superview.isDescendant(of: view) {
            return ControllerViewPlace(superview: superview)
        }
        // The new view may already contain the old one.
        guard let window = rootWindow, window !== view, former.isDescendant(of: view) else { return nil }
        return ControllerViewPlace(superview: window)
    }
}

/// An object in which a new view of a controller can take the place of the old one.
@MainActor
private struct ControllerViewPlace {
    let superview: View

    /// Gives the new view the place and the frame of the old one.
    func put(_ view: View, insteadOf former: View) {
        guard view.superview !== superview, !superview.isDescendant(of: view) else { return }
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        if former.superview === superview {
            view.setUntransformedFrame(former.frame)
            superview.insertSubview(view, aboveSubview: former)
            if former.superview === superview { former.removeFromSuperview() }
        } else {
            view.setUntransformedFrame(superview.bounds)
            superview.insertSubview(view, at: 0)
        }
    }
}

extension View {
    /// Makes this view the root view of `controller`, or of no controller.
    ///
    /// The view's former controller then has no view.
    final func setController(_ controller: ViewController?) {
        let window = window
        if let former = controllerReference, former !== controller {
            former.loadedView = nil
            former.record.pointee.flags.remove(.attached)
            window?.release(former)
        }
        controllerReference = controller
        if let controller {
            controller.record.pointee.flags.set(.attached, shownWindow != nil)
            window?.hold(controller)
        }
        relink()
    }
}
