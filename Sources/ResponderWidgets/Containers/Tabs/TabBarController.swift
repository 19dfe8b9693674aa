public import ResponderCore

/// Shows one of several controllers, which the user chooses in a bar at the bottom.
///
/// All the controllers are children of the tab bar controller (rules VC10, VC11); the view of the selected one fills
/// the room above the ``tabBar``. A controller's view is loaded when it is first selected while the tab bar controller
/// is visible.
///
/// Changes happen at once, with two exceptions. A change inside a method that the tab bar controller calls, such as
/// `viewWillAppear()` of a child, waits until the change under way is over; ``selectedIndex`` has the new value at
/// once, and of several such changes only the result is shown. A change while the tab bar controller itself appears or
/// disappears waits until that is over.
///
/// A controller also loses its tab when it is removed from its parent or becomes a child of another controller.
open class TabBarController: ViewController {
    /// The bar at the bottom.
    public final let tabBar = TabBar()
    /// The object that is asked and told about the user's choices.
    public final weak var delegate: (any TabBarControllerDelegate)?
    final var tabs = TabList()
    final lazy var content = ContainerContent(of: self, order: .newFirst)
    final var isCarryingOut = false
    /// The child that this controller removes itself.
    final var leavingChild: ViewController?

    /// A tab bar controller without controllers.
    ///
    /// - Complexity: That of ``ViewController/init()``; also allocates the bar.
    public override init() {
        super.init()
        shownContent = content
        tabBar.controller = self
    }

    /// False: a tab bar controller forwards its appearance to the selected controller itself (rule VC13).
    public final override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }

    /// Makes the view with the bar.
    ///
    /// - Complexity: O(1); allocates the view.
    public final override func loadView() {
        let made = ContainerView(bar: tabBar, height: TabBar.height, edge: .bottom)
        content.view = made
        view = made
    }

    /// The selected controller will appear, too; an override calls super.
    ///
    /// - Complexity: That of the selected controller's loading and appearance.
    open override func viewWillAppear() {
        super.viewWillAppear()
        content.containerWillAppear()
    }

    /// The selected controller has appeared, too; an override calls super.
    ///
    /// - Complexity: That of the selected controller's appearance, and of the changes that were kept.
    open override func viewDidAppear() {
        super.viewDidAppear()
        content.containerDidAppear()
        carryOutChanges()
    }

    /// The selected controller will disappear, too; an override calls super.
    ///
    /// - Complexity: That of the selected controller's disappearance.
    open override func viewWillDisappear() {
        super.viewWillDisappear()
        content.containerWillDisappear()
    }

    /// The selected controller has disappeared, too; an override calls super.
    ///
    /// - Complexity: That of the selected controller's disappearance, and of the changes that were kept.
    open override func viewDidDisappear() {
        super.viewDidDisappear()
        content.containerDidDisappear()
        carryOutChanges()
    }

    /// Writes the controllers that have tabs, up to the first one without a `restorationPath`, and the selected tab; an
    /// override calls super.
    ///
    /// - Complexity: Linear in the controllers and in the parents; allocates the controllers' paths.
    open override func encodeRestorableState(with coder: StateCoder) {
        super.encodeRestorableState(with: coder)
        coder.encodeChildren(viewControllers, forKey: "ResponderKit.tabs")
        coder.encode(selectedViewController, forKey: "ResponderKit.selectedTab")
        coder.encode(selectedIndex, forKey: "ResponderKit.selectedIndex")
    }

    /// Selects the controller that was selected, or if it was not found again, the tab at its place; an override calls
    /// super.
    ///
    /// A tab bar controller without controllers first gets the controllers that were found again.
    ///
    /// - Complexity: That of setting ``viewControllers`` and ``selectedIndex``.
    open override func decodeRestorableState(with coder: StateCoder) {
        super.decodeRestorableState(with: coder)
        if viewControllers.isEmpty {
            viewControllers = coder.decodeChildren(of: self, forKey: "ResponderKit.tabs") { !($0 is TabBarController) }
        }
        let selected = coder.decodeViewController(forKey: "ResponderKit.selectedTab")
        if let index = viewControllers.firstIndex(where: { $0 === selected })
            ?? coder.decodeInteger(forKey: "ResponderKit.selectedIndex"), viewControllers.indices.contains(index)
        {
            selectedIndex = index
        }
    }
}

extension TabBarController {
    /// The controllers, each with a tab, from left to right.
    ///
    /// Setting this property keeps the selected controller selected if it is among the new ones; otherwise it selects
    /// the controller at the same place, or the first one if there is no such place. The calls of the selected
    /// controllers are those of ``selectedIndex``.
    ///
    /// - Precondition: The controllers differ, and none of them is a tab bar controller.
    /// - Complexity: Setting is linear in both lists, besides the work of the controllers and of the layout, and
    ///   allocates lists of them and a view for each new tab. Reading is O(1).
    public final var viewControllers: [ViewController] {
        get { tabs.controllers }
        set {
            var seen: Set<ObjectIdentifier> = []
            for controller in newValue {
                check(controller, isFirst: seen.insert(ObjectIdentifier(controller)).inserted)
            }
            tabs.replace(with: newValue)
            carryOutChanges()
        }
    }

    /// The place of the selected controller in ``viewControllers``; -1 if there are no controllers.
    ///
    /// If the tab bar controller is visible, selecting another controller makes these calls, in this order: the new
    /// one's `viewDidLoad()`, if its view was not loaded, and `viewWillAppear()`; the former one's
    /// `viewWillDisappear()`; the new one's layout; the former one's `viewDidDisappear()`; the new one's
    /// `viewDidAppear()`.
    ///
    /// - Precondition: A new value is a place in ``viewControllers``.
    /// - Complexity: Setting is O(1) besides the work of the controllers and of the layout; allocates temporary lists.
    public final var selectedIndex: Int {
        get { tabs.selectedIndex }
        set {
            guard tabs.controllers.indices.contains(newValue) else {
                fatalError(
                    "\(Swift.type(of: self)) cannot select the tab \(newValue): it has \(tabs.controllers.count), "
                        + "and their numbers begin at 0"
                )
            }
            tabs.select(newValue)
            carryOutChanges()
        }
    }

    /// The selected controller; nil if there are no controllers.
    ///
    /// - Precondition: A new value is one of ``viewControllers``.
    /// - Complexity: That of ``selectedIndex``; setting is also linear in the controllers.
    public final var selectedViewController: ViewController? {
        get { tabs.selected }
        set {
            guard let newValue, let index = tabs.controllers.firstIndex(where: { $0 === newValue }) else {
                let name = newValue.map { "\(Swift.type(of: $0))" } ?? "nil"
                fatalError("\(Swift.type(of: self)) cannot select \(name), which is not one of its viewControllers")
            }
            selectedIndex = index
        }
    }

    /// Whether the bar is hidden; the selected controller's view then has the whole room.
    ///
    /// False at first.
    public final var isTabBarHidden: Bool {
        get { tabBar.isHidden }
        set { tabBar.isHidden = newValue }
    }

    private func check(_ controller: ViewController, isFirst: Bool) {
        if controller is TabBarController {
            fatalError(
                "\(Swift.type(of: controller)) cannot be in \(Swift.type(of: self)): "
                    + "a tab bar controller takes no tab bar controllers"
            )
        }
        if !isFirst { fatalError("\(Swift.type(of: controller)) cannot be in \(Swift.type(of: self)) twice") }
    }

    /// Selects the controller, if the delegate agrees; a tap on the selected tab takes a navigation controller back to
    /// its root.
    final func tabWasTapped(of controller: ViewController) {
        // The delegate may change the tabs.
        guard delegate?.tabBarController(self, shouldSelect: controller) != false,
            let index = viewControllers.firstIndex(where: { $0 === controller })
        else { return }
        if index != selectedIndex {
            selectedIndex = index
        } else if let navigationController = controller as? NavigationController {
            navigationController.popToRootViewController()
        }
        guard selectedViewController === controller else { return }
        delegate?.tabBarController(self, didSelect: controller)
    }
}
