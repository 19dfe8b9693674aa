public import ResponderCore

/// What a navigation bar shows of a controller.
@MainActor
public final class NavigationItem {
    private weak var controller: ViewController?
    private var ownTitle: String?

    init(of controller: ViewController) {
        self.controller = controller
    }

    /// The title in the bar: the title that was set here, otherwise the controller's ``ViewController/title``.
    public var title: String? {
        get { ownTitle ?? controller?.title }
        set {
            ownTitle = newValue
            barNeedsLayout()
        }
    }

    /// The text of the button that leads back to this controller; if nil, the ``title``, or "Back" without a title.
    public var backButtonTitle: String? {
        didSet { barNeedsLayout() }
    }

    /// Whether the bar has no button while this controller is the topmost one.
    ///
    /// False at first.
    public var hidesBackButton = false {
        didSet { barNeedsLayout() }
    }

    private func barNeedsLayout() {
        controller?.navigationController?.navigationBar.setNeedsLayout()
    }
}

extension ViewController {
    /// What a navigation bar shows of this controller.
    ///
    /// - Complexity: O(1), except for the first reading, which allocates the item.
    public final var navigationItem: NavigationItem {
        if let item = madeNavigationItem { return unsafeDowncast(item, to: NavigationItem.self) }
        let item = NavigationItem(of: self)
        madeNavigationItem = item
        return item
    }

    /// The nearest navigation controller that contains this controller; nil if there is none.
    ///
    /// A controller that was pushed while a change of the stack was under way is not contained yet.
    ///
    /// - Complexity: Linear in the controllers on the way up; no allocation.
    public final var navigationController: NavigationController? { nearestAncestor() }

    /// The nearest controller of a class that contains this one.
    final func nearestAncestor<Container: ViewController>() -> Container? {
        var ancestor = parent
        while let controller = ancestor {
            if let container = controller as? Container { return container }
            ancestor = controller.parent
        }
        return nil
    }

    /// The bars that show this controller read its title when they are laid out.
    final func titleDidChange() {
        navigationController?.navigationBar.setNeedsLayout()
        tabBarController?.tabBar.setNeedsLayout()
    }
}
