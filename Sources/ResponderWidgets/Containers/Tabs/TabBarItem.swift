public import ResponderCore

/// The texts that a tab bar shows for a controller.
@MainActor
public final class TabBarItem {
    private(set) weak var controller: ViewController?
    private var ownTitle: String?

    init(of controller: ViewController) {
        self.controller = controller
    }

    /// The text of the tab: the title that was set here, otherwise the controller's ``ViewController/title``; a
    /// navigation controller without a title has the title of its root's tab bar item.
    public var title: String? {
        get {
            if let title = ownTitle ?? controller?.title { return title }
            return (controller as? NavigationController)?.viewControllers.first?.tabBarItem.title
        }
        set {
            ownTitle = newValue
            barNeedsLayout()
        }
    }

    /// A short text at the tab's upper right corner, such as a number of messages; nil for none.
    public var badgeValue: String? {
        didSet { barNeedsLayout() }
    }

    private func barNeedsLayout() {
        controller?.tabBarController?.tabBar.setNeedsLayout()
    }
}

extension ViewController {
    /// The texts that a tab bar shows for this controller.
    ///
    /// - Complexity: O(1), except for the first reading, which allocates the item.
    public final var tabBarItem: TabBarItem {
        if let item = madeTabBarItem { return unsafeDowncast(item, to: TabBarItem.self) }
        let item = TabBarItem(of: self)
        madeTabBarItem = item
        return item
    }

    /// The nearest tab bar controller that contains this controller; nil if there is none.
    ///
    /// - Complexity: Linear in the controllers on the way up; no allocation.
    public final var tabBarController: TabBarController? { nearestAncestor() }
}
