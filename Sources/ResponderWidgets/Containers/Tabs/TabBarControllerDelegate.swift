public import ResponderCore

/// An object that is asked and told about taps on a tab bar.
@MainActor
public protocol TabBarControllerDelegate: AnyObject {
    /// Whether a tap on the controller's tab selects it; true by default.
    ///
    /// Also asked for the tab that is selected already.
    ///
    /// - Complexity: By default O(1); no allocation.
    func tabBarController(
        _ tabBarController: TabBarController,
        shouldSelect viewController: ViewController
    ) -> Bool

    /// A tap has selected the controller's tab, or has hit the tab that was selected already.
    ///
    /// Not called when the app selects a tab. By default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    func tabBarController(_ tabBarController: TabBarController, didSelect viewController: ViewController)
}

extension TabBarControllerDelegate {
    /// True.
    ///
    /// - Complexity: O(1); no allocation.
    public func tabBarController(
        _ tabBarController: TabBarController,
        shouldSelect viewController: ViewController
    ) -> Bool { true }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func tabBarController(_ tabBarController: TabBarController, didSelect viewController: ViewController) {}
}
