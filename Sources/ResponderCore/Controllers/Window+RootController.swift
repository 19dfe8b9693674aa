extension Window {
    /// The controller whose view fills the window.
    ///
    /// Setting this property removes the former controller's view, loads the new controller's view, and puts it behind
    /// the other subviews, with the window's ``View/bounds`` as its frame (rule VC26). The view then follows the
    /// window's size. Presentations of the former controller end, too.
    ///
    /// A controller that was another window's root, was a child or was presented is taken from there. Setting the
    /// present controller again puts its view back if the view was removed.
    ///
    /// - Complexity: Reading is O(1); setting costs what ``View/removeFromSuperview()`` and
    ///   ``View/insertSubview(_:at:)`` do, with their allocations, besides the loading.
    public final var rootViewController: ViewController? {
        get { rootController }
        set {
            defer { application?.frontmostControllerMayHaveChanged() }
            let controllers = [rootController, newValue].compactMap(\.self)
            RoleChange.make(of: controllers) { setRoot(newValue) }
        }
    }

    private func setRoot(_ controller: ViewController?) {
        if controller !== rootController {
            removeRoot()
            // A hook may have set another controller.
            guard rootController == nil, let controller else { return }
            adopt(controller)
            rotateForNewRoot()
        }
        if let controller { placeRoot(controller) }
    }

    private func removeRoot() {
        guard let former = rootController else { return }
        rootController = nil
        former.rootWindow = nil
        former.dropPresentationsInside {
            // The app may have moved the view, for example to another window, or a hook may have presented it.
            if former.hasNoRole, let view = former.viewIfLoaded, view.superview === self { view.removeFromSuperview() }
        }
        // A hook may have had the former controller present another one,
        if former.hasNoRole { former.dropPresentationsInside() }
        // or have made a controller the root again.
        if let controller = rootController { placeRoot(controller) }
    }

    /// Makes the controller this window's root, and ends its former role.
    private func adopt(_ controller: ViewController) {
        let other = controller.rootWindow
        rootController = controller
        controller.rootWindow = self
        if let other, other !== self, other.rootController === controller {
            other.rootController = nil
            controller.dropPresentationsInside(restoring: true)
        }
        controller.removeFromParent()
        if let presenter = controller.presentation?.presenting { presenter.dismiss() }
    }

    /// Puts the root's view into the window.
    final func placeRoot(_ controller: ViewController) {
        guard rootController === controller else { return }
        // The view is out of the tree while a presented controller covers it.
        if controller.presentedReference?.presentation?.isCovering == true { return }
        controller.loadViewIfNeeded()
        // The loading may have set another controller.
        guard rootController === controller, let view = controller.loadedView, view.superview !== self else { return }
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.setUntransformedFrame(bounds)
        insertSubview(view, at: 0)
        RoleChange.didPlace(controller, in: self)
        view.didComeByChangeOfScreen()
        // Before the view came, a hook may have removed the controller, or had it present another one.
        guard controller.loadedView === view, view.superview === self || view.superview == nil else { return }
        if controller.rootWindow !== self {
            controller.placeViewByRole()
        } else if controller.presentedReference?.presentation?.isCovering == true {
            view.removeFromSuperview()
        }
    }
}
