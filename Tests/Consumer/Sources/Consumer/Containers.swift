import ResponderKit

// The containers of the library, with each open member overridden.

final class MyNavigationController: NavigationController {
    override func viewWillAppear() {
        called.insert("NavigationController.viewWillAppear")
        super.viewWillAppear()
    }

    override func viewDidAppear() {
        called.insert("NavigationController.viewDidAppear")
        super.viewDidAppear()
    }

    override func viewWillDisappear() {
        called.insert("NavigationController.viewWillDisappear")
        super.viewWillDisappear()
    }

    override func viewDidDisappear() {
        called.insert("NavigationController.viewDidDisappear")
        super.viewDidDisappear()
    }

    override func pushViewController(_ viewController: ViewController) {
        called.insert("NavigationController.pushViewController")
        super.pushViewController(viewController)
    }

    override func popViewController() -> ViewController? {
        called.insert("NavigationController.popViewController")
        return super.popViewController()
    }

    override func popToViewController(_ viewController: ViewController) -> [ViewController] {
        called.insert("NavigationController.popToViewController")
        return super.popToViewController(viewController)
    }

    override func popToRootViewController() -> [ViewController] {
        called.insert("NavigationController.popToRootViewController")
        return super.popToRootViewController()
    }

    override func encodeRestorableState(with coder: StateCoder) {
        called.insert("NavigationController.encodeRestorableState")
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: StateCoder) {
        called.insert("NavigationController.decodeRestorableState")
        super.decodeRestorableState(with: coder)
    }
}

final class MyTabBarController: TabBarController {
    override func viewWillAppear() {
        called.insert("TabBarController.viewWillAppear")
        super.viewWillAppear()
    }

    override func viewDidAppear() {
        called.insert("TabBarController.viewDidAppear")
        super.viewDidAppear()
    }

    override func viewWillDisappear() {
        called.insert("TabBarController.viewWillDisappear")
        super.viewWillDisappear()
    }

    override func viewDidDisappear() {
        called.insert("TabBarController.viewDidDisappear")
        super.viewDidDisappear()
    }

    override func encodeRestorableState(with coder: StateCoder) {
        called.insert("TabBarController.encodeRestorableState")
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: StateCoder) {
        called.insert("TabBarController.decodeRestorableState")
        super.decodeRestorableState(with: coder)
    }
}

/// Counts what it is told.
final class MyContainerDelegate: NavigationControllerDelegate, TabBarControllerDelegate {
    var shown = 0

    func navigationController(_ navigationController: NavigationController, didShow viewController: ViewController) {
        shown += 1
    }
}

/// Shows a navigation controller in a tab, pushes and pops, and hides both again.
@MainActor
func useContainers(in window: Window) {
    let delegate = MyContainerDelegate()
    let navigation = MyNavigationController(rootViewController: ViewController())
    navigation.delegate = delegate
    navigation.navigationItem.title = "Navigation"
    navigation.interactivePopGestureRecognizer.isEnabled = false
    let tabs = MyTabBarController()
    tabs.viewControllers = [ViewController(), navigation]
    tabs.delegate = delegate
    navigation.tabBarItem.badgeValue = "1"
    let former = window.rootViewController
    window.rootViewController = tabs
    tabs.selectedIndex = 1
    let (second, third) = (ViewController(), ViewController())
    for controller in [second, third] { navigation.pushViewController(controller) }
    navigation.popToViewController(second)
    navigation.popViewController()
    navigation.pushViewController(third)
    navigation.popToRootViewController()
    window.rootViewController = former
    guard delegate.shown == 7, navigation.viewControllers.count == 1 else {
        fatalError("\(delegate.shown) controllers were shown")
    }
}
