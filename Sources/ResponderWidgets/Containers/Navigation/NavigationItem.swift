public import ResponderCore

/// The texts that a navigation bar shows for a controller.
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

    /// The text of the button that leads back to this controller; if nil, the button shows the ``title``, or "Back".
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
    /// The texts that a navigation bar shows for this controller.
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
    /// A controller that is pushed while a change of the stack is under way becomes a child only afterwards.
    ///
    /// - Complexity: Linear in the controllers on the way up; no allocation.
    public final var navigationController: NavigationController? { nearestAncestor() }

    /// The nearest parent, direct or indirect, of the class `Container`.
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
